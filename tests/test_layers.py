"""The pure rooms can be used without Django."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import AT_THE_LATEST
from tournament import board, engine, matches, money, season

ROOT = Path(__file__).resolve().parent.parent
PURE = [
    module.name
    for room in (board, engine, matches, money, season)
    for module in pkgutil.iter_modules(room.__path__, f"{room.__name__}.")
]


def test_importing_the_package_imports_nothing_else():
    assert (ROOT / "tournament" / "__init__.py").read_text() == ""


@pytest.mark.parametrize("module", PURE)
def test_a_pure_room_needs_the_standard_library_only(module):
    without_packages = [sys.executable, "-S", "-c", f"import {module}"]

    answer = subprocess.run(without_packages, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=AT_THE_LATEST)

    assert (answer.returncode, answer.stderr) == (0, "")
