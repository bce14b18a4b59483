"""Makes the folder that needs no Python, for the system it runs on: Linux or macOS.

Run as `python packaging/pyinstaller/build.py WHEEL FOLDER`; everything is installed by hash, in an environment of its
own. The program runs on systems that are no older than the one it is made on.
"""

import platform
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "packaging"))

from licences import licences  # noqa: E402

NAME = "backgammon-swiss"
SYSTEMS = {"Linux": ("linux", f"{NAME}.desktop"), "Darwin": ("macos", f"{NAME}.command")}


def main(wheel: Path, folder: Path) -> None:
    """Write `backgammon-swiss-VERSION-SYSTEM-MACHINE.tar.xz` into the folder and print where it is."""
    system, starter = SYSTEMS[platform.system()]
    version = wheel.name.split("-")[1]
    with tempfile.TemporaryDirectory() as draft:
        made = freeze(wheel.resolve(), Path(draft))
        shutil.copy(HERE / starter, made)
        shutil.copy(ROOT / "LICENSE", made / "LICENSE.txt")
        (site,) = Path(draft).glob("venv/lib/python*/site-packages")
        (made / "LICENCES.txt").write_text(licences(site, python_licence()), "utf-8")
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{NAME}-{version}-{system}-{platform.machine()}.tar.xz"
        with tarfile.open(file, "w:xz") as packed:
            packed.add(made, NAME, filter=_of_nobody)
    print(file)


def freeze(wheel: Path, draft: Path) -> Path:
    """The folder that PyInstaller makes of the wheel and what it needs."""
    venv.create(draft / "venv", with_pip=True)
    python = str(draft / "venv" / "bin" / "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps"]
    for lock in (ROOT / "requirements.lock", HERE / "requirements.lock"):
        subprocess.run([*pip, "--require-hashes", "--requirement", str(lock)], check=True)
    subprocess.run([*pip, "--no-index", str(wheel)], check=True)
    freeze = [python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", str(HERE / f"{NAME}.spec")]
    subprocess.run(freeze, cwd=draft, check=True)
    return draft / "dist" / NAME


def python_licence() -> Path:
    """The licence of the Python that is put into the folder."""
    places = (Path(sysconfig.get_path("stdlib"), "LICENSE.txt"), Path("/usr/share/doc/python3/copyright"))
    return next(place for place in places if place.exists())


def _of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
