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


def test_the_sheets_of_everyone_and_of_players_have_their_parts_in_the_order_of_the_whole_one():
    for name in ("everyone", "player"):
        parts = PART.findall((STATIC / f"tournament-{name}.css").read_text("utf-8"))

        assert parts == [part for part in PART.findall(SHEET.read_text("utf-8")) if part in parts]


def test_no_line_is_longer_than_a_screen():
    lines = [(part.name, line) for part in PARTS for line in part.read_text("utf-8").split("\n")]

    assert [(name, line) for name, line in lines if len(line) > 120] == []


def test_the_wall_is_dark_where_the_system_is_light():
    base, wall = ((STATIC / "style" / part).read_text("utf-8") for part in ("base.css", "wall.css"))
    dark = re.search(r"(?s)prefers-color-scheme: dark\) {\s+:root {(.*?)}", base)
    always = re.search(r"(?ms)^\.wall {(.*?)}", wall)
    of_live_scores = r"--warn-text: #\w+"

    assert re.findall(of_live_scores, always[1]) == re.findall(of_live_scores, dark[1])
