"""The licences of everything that a download holds, in one text."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN = "backgammon_swiss-"
CALLED = ("LICEN", "COPYING", "NOTICE", "AUTHORS")


def licences(site: Path, python: Path) -> str:
    """What docs/licences.txt tells, then the licence of each package in the folder `site`, then that of Python."""
    told = [(ROOT / "docs" / "licences.txt").read_text("utf-8")]
    packages = sorted(site.glob("*.dist-info"), key=lambda folder: folder.name.lower())
    for package in (one for one in packages if not one.name.startswith(OWN)):
        title = package.name.removesuffix(".dist-info").replace("-", " ")
        texts = [text.read_text("utf-8", "replace").strip() for text in _texts(package)]
        if not texts:
            raise SystemExit(f"{title} brings no licence along.")
        told.append(_part(title, "\n\n".join(dict.fromkeys(texts))))
    return "\n\n".join([*told, _part("Python", python.read_text("utf-8", "replace").strip())])


def _texts(package: Path) -> Iterator[Path]:
    yield from sorted(file for file in package.rglob("*") if file.is_file() and file.name.upper().startswith(CALLED))


def _part(title: str, text: str) -> str:
    return f"{title}\n{'-' * len(title)}\n\n{text}\n"
