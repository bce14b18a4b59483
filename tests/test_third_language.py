"""A third language is one row in a table and a catalogue: here one in which every message is marked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import FAMILIES

ROOT = Path(__file__).resolve().parent.parent


def crawl(*tests, letters=""):
    """Run tests of the crawl in a process of their own, as the program reads the table of languages at its start."""
    plugins = ["-p", "no:cacheprovider", "-p", "no:tests.costs"]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *plugins]
    run = subprocess.run(
        [*command, "--ds=tests.third_language.settings", *(f"tests/third_language/crawl.py::{test}" for test in tests)],
        cwd=ROOT,
        # The process is no worker, and shares nothing with others.
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
        | {"LETTERS": letters},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )
    assert run.returncode == 0, run.stdout[-20_000:]


@pytest.mark.costly
@pytest.mark.long
def test_pages_papers_and_files_speak_a_third_language_throughout():
    crawl(
        "test_nothing_is_said_in_letters_that_are_not_marked",
        "test_the_handbook_is_read_searched_and_printed_in_a_book_of_this_language_and_in_english",
    )


@pytest.mark.browser
@pytest.mark.prove
@pytest.mark.measures
@pytest.mark.parametrize("letters", FAMILIES or [""])
def test_no_page_overflows_in_a_language_whose_messages_are_a_third_longer(letters):
    crawl("test_no_page_overflows_where_every_message_is_a_third_longer", letters=letters)
