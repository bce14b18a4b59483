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


GROUNDS = ("--paper", "--bs-body-bg", "--open", "--bs-secondary-bg")
"""Where fields and ticks stand."""


def brightness(colour):
    """The relative luminance of a colour, as WCAG computes it."""
    digits = colour if len(colour) == 6 else "".join(digit * 2 for digit in colour)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_edges_of_fields_and_ticks_are_seen_on_every_ground_in_the_light_and_the_dark():
    base = (STATIC / "style" / "base.css").read_text("utf-8")
    light, dark = (dict(re.findall(r"(--[\w-]+): #(\w+);", part)) for part in base.split("prefers-color-scheme: dark"))
    faint = {}
    for scheme, colours in (("light", light), ("dark", {**light, **dark})):
        for edge in ("--edge", "--lead"):
            for ground in GROUNDS:
                darker, lighter = sorted((brightness(colours[edge]), brightness(colours[ground])))
                contrast = (lighter + 0.05) / (darker + 0.05)
                if contrast < 3:
                    faint[scheme, edge, ground] = round(contrast, 2)

    assert faint == {}
