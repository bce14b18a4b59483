"""A third language is one row in a table and a catalogue: here one in which every message is marked."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CRAWL = ["--ds=tests.third_language.settings", "tests/third_language/crawl.py"]


@pytest.mark.long
@pytest.mark.measures
def test_pages_papers_and_files_speak_a_third_language_throughout():
    # In a process of its own: the table of languages is read where the program starts.
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *CRAWL],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )

    assert run.returncode == 0, run.stdout[-20_000:]
