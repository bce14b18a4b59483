"""Known holes of the dependencies are told, and so is that nobody could be asked."""

import json
import subprocess
import sys

import pytest

from tests.commands.conftest import ROOT

SAFE = {"name": "django", "version": "5.2.19", "vulns": []}
HOLED = {"name": "pillow", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2", "3"]}]}
SILENT = {"name": "segno", "skip_reason": "no answer"}
NO_ANSWER = "Not asked: the list of known holes did not answer."


@pytest.mark.parametrize(
    ("dependencies", "code", "said"),
    [
        ([SAFE, SAFE], 0, "No known hole in 2 dependencies."),
        ([SAFE, HOLED], 1, "pillow 1: PYSEC-1, mended in 2, 3"),
        ([SAFE, SILENT], 2, "Not asked about 1 of 2: no answer"),
        ([HOLED, SILENT], 1, "pillow 1: PYSEC-1, mended in 2, 3\nNot asked about 1 of 2: no answer"),
        ([], 2, "No known hole in 0 dependencies."),
    ],
)
def test_what_was_found_decides(dependencies, code, said):
    assert audited(json.dumps({"dependencies": dependencies})) == (code, f"{said}\n")


@pytest.mark.parametrize("report", ["", "Traceback (most recent call last):", "[]", "{}"])
def test_no_answer_is_no_proof(report):
    assert audited(report) == (2, f"{NO_ANSWER}\n")


def audited(report):
    done = subprocess.run(
        [sys.executable, ROOT / "packaging" / "audit.py"], input=report, capture_output=True, encoding="utf-8"
    )
    return done.returncode, done.stdout
