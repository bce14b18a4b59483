"""What the engine may be used without."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

from tournament import engine

ROOT = Path(__file__).resolve().parent.parent


def test_importing_the_package_imports_nothing_else():
    assert (ROOT / "tournament" / "__init__.py").read_text() == ""


@pytest.mark.parametrize("module", [module.name for module in pkgutil.iter_modules(engine.__path__)])
def test_the_engine_needs_the_standard_library_only(module):
    without_packages = [sys.executable, "-S", "-c", f"import tournament.engine.{module}"]

    answer = subprocess.run(without_packages, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)

    assert (answer.returncode, answer.stderr) == (0, "")
