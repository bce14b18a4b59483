"""Known holes of the dependencies are told, and so is that nobody could be asked."""

import json
import re
import runpy
from datetime import date

import pytest

from tests.commands.conftest import ROOT

AUDIT = runpy.run_path(str(ROOT / "packaging" / "audit.py"))
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
    assert AUDIT["verdict"](json.dumps({"dependencies": dependencies})) == (code, said)


@pytest.mark.parametrize("report", ["", "Traceback (most recent call last):", "[]", "{}"])
def test_no_answer_is_no_proof(report):
    assert AUDIT["verdict"](report) == (2, NO_ANSWER)


@pytest.mark.parametrize(("today", "code"), [("2026-11-22", 0), ("2027-01-30", 0), ("2027-01-31", 1)])
def test_the_python_for_windows_may_be_four_months_old(today, code):
    named = json.dumps({"version": "3.14.8", "released": "2026-09-30"})

    assert AUDIT["verdict_on_embedded"](named, date.fromisoformat(today))[0] == code


@pytest.mark.parametrize(("codes", "ends_with"), [((0, 0), 0), ((0, 2), 2), ((1, 2), 1), ((2, 1), 1), ((1, 0), 1)])
def test_a_hole_counts_more_than_silence(codes, ends_with):
    assert AUDIT["worst"](codes) == ends_with


def test_the_python_for_windows_is_named_in_full():
    named = json.loads(AUDIT["EMBEDDED"].read_text("utf-8"))

    version = named["version"]
    assert named["url"].endswith(f"/{version}/python-{version}-embed-amd64.zip")
    assert re.fullmatch("[0-9a-f]{64}", named["sha256"])
    assert date.fromisoformat(named["released"]).isoformat() == named["released"]
