"""The package as it is handed out: built from its own source archive, installed outside the repository."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import CHOSEN_BY_THE_TESTS, ROOT
from tests.shared import shared_folder


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel, built from what the source archive holds and nothing else."""

    def make(folder):
        build("sdist", ROOT, folder)
        (archive,) = folder.glob("*.tar.gz")
        # Python's own has the filter that it now asks for only since 3.11.4.
        subprocess.run(["tar", "--extract", "--file", archive, "--directory", folder], check=True)
        build("wheel", folder / archive.name.removesuffix(".tar.gz"), folder)

    (wheel,) = shared_folder("package", make, tmp_path_factory).glob("*.whl")
    return wheel


def build(target, source, folder):
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder], cwd=source, check=True)


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """The folder in which the wheel is installed; what it needs is that of the tests."""

    def install(folder):
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
        subprocess.run([*pip, "--target", folder, wheel], check=True)

    return shared_folder("installed", install, tmp_path_factory)


@pytest.fixture
def run_installed(installed, tmp_path):
    """How to run the installed program: the command before its arguments, and its environment."""
    kept = {name: value for name, value in os.environ.items() if name not in CHOSEN_BY_THE_TESTS}
    environment = {**kept, "PYTHONPATH": str(installed), "HOME": str(tmp_path), "LANGUAGE": "en"}
    for name in ("DJANGO_SETTINGS_MODULE", "DATA_DIR", "XDG_DATA_HOME", "TZ"):
        environment.pop(name, None)
    return [sys.executable, str(Path(installed, "bin", "backgammon-swiss"))], environment
