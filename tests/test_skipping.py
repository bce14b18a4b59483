"""A skipped test fails in continuous integration."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import AT_THE_LATEST

ROOT = Path(__file__).resolve().parent.parent
ONE_TEST = "import pytest\n\n@pytest.mark.skip(reason='no browser')\ndef test_a_page():\n    pass\n"
WHOLE_FILE = "import pytest\n\npytest.skip('no browser', allow_module_level=True)\n"


def last_line(folder, **environment):
    (folder / "test_a_page.py").write_text(ONE_TEST)
    (folder / "test_pages.py").write_text(WHOLE_FILE)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.conftest",
        "-p",
        "no:xdist",
        "-q",
        "--continue-on-collection-errors",
        "--rootdir",
        ROOT,
        folder,
    ]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=AT_THE_LATEST,
    )
    return done.stdout.splitlines()[-1].partition(" in ")[0]


@pytest.mark.costly
def test_a_skipped_test_or_file_is_only_noted_on_a_laptop(tmp_path):
    assert last_line(tmp_path, CI="") == "2 skipped"


@pytest.mark.costly
def test_a_skipped_test_or_file_fails_in_continuous_integration(tmp_path):
    assert last_line(tmp_path, CI="true") == "2 errors"
