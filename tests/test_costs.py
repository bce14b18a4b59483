"""What a test costs is processor time of it and of the processes it starts; a run tells it at its end."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import AT_THE_LATEST

ROOT = Path(__file__).resolve().parent.parent
TWO_TESTS = """
import pytest

def test_without_a_mark():
    pass

@pytest.mark.costly
def test_with_a_mark():
    pass
"""
WORK = "import time\nwhile time.process_time() < 0.4:\n    pass\n"
WORK_AND_WAIT = WORK + "print(flush=True)\ninput()\n"
ONE_THAT_WORKS = f"""
import subprocess
import sys
import pytest

@pytest.fixture(scope="module")
def shared():
    subprocess.run([sys.executable, "-c", {WORK!r}], check=True)

@pytest.mark.costly
def test_that_starts_a_process(shared):
    pipe = subprocess.PIPE
    running = subprocess.Popen([sys.executable, "-c", {WORK_AND_WAIT!r}], stdin=pipe, stdout=pipe)
    running.stdout.readline()
    yet_to_end.append(running)

@pytest.mark.costly
def test_with_what_they_share(shared):
    for one in yet_to_end:
        one.communicate(b"go on")

yet_to_end = []
"""


def run(folder, test, **environment):
    """Run a file of tests in a process of its own, with the plugin alone."""
    (folder / "test_file.py").write_text(test)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.costs", "-c", os.devnull, "--rootdir", str(folder)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COSTS"))}
    return subprocess.run(
        [*command, "-W", "ignore", str(folder)],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=AT_THE_LATEST,
    ).stdout


@pytest.mark.costly
def test_a_run_ends_with_its_costliest_tests_and_with_its_time_over_a_plain_loop(tmp_path):
    response = run(tmp_path, TWO_TESTS)

    told = re.findall(r"^ +[\d.]+ s test_file.py::(.*)$", response, re.M)
    measures = re.findall(r"^The whole run took \d+ s of processor time, \d+ times a plain loop\.$", response, re.M)
    assert (sorted(told), len(measures)) == (["test_with_a_mark", "test_without_a_mark (without a mark)"], 1)


@pytest.mark.costly
def test_a_process_that_still_runs_counts_and_what_tests_share_counts_for_none(tmp_path):
    run(tmp_path, ONE_THAT_WORKS, COSTS=str(tmp_path / "costs"))

    costs = {name.rpartition("::")[2]: float(cost) for cost, name in read(tmp_path / "costs")}
    assert costs["test_that_starts_a_process"] >= 0.3
    assert costs["test_with_what_they_share"] < 0.3


def read(file):
    return [line.split("\t") for line in file.read_text().splitlines()]
