"""Rules for the style sheet as a whole."""

import re
from pathlib import Path

from tournament.machine.static_storage import PART, joined

STATIC = Path(__file__).resolve().parent.parent / "static"
SHEET = STATIC / "tournament.css"
PARTS = sorted((STATIC / "style").iterdir())


def test_nothing_hovers_under_a_finger():
    without_a_question = re.sub(r"^@media \(hover: \w+\) {$.*?^}$", "", joined(SHEET), flags=re.MULTILINE | re.DOTALL)

    assert re.findall(r"^[^{}\n]*:hover[^{}\n]*(?= {)", without_a_question, re.MULTILINE) == []


def test_every_part_is_in_the_style_sheet():
    assert sorted(STATIC / part for part in PART.findall(SHEET.read_text("utf-8"))) == PARTS


def test_the_sheet_of_the_pages_for_everyone_has_its_parts_in_the_order_of_the_whole_one():
    parts = PART.findall((STATIC / "tournament-everyone.css").read_text("utf-8"))

    assert parts == [part for part in PART.findall(SHEET.read_text("utf-8")) if part in parts]


def test_no_line_is_longer_than_a_screen():
    lines = [(part.name, line) for part in PARTS for line in part.read_text("utf-8").split("\n")]

    assert [(name, line) for name, line in lines if len(line) > 120] == []
