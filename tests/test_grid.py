"""A line is found by its floor and its noun: the files of a floor are called by the nouns, or are one of its beams."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "tournament"
NOUNS = {
    "accounts",
    "backups",
    "cash",
    "clubs",
    "journal",
    "matches",
    "persons",
    "players",
    "results",
    "rounds",
    "seasons",
    "standings",
    "tournaments",
}
# What carries a floor, or is of none of the nouns.
BEAMS = {
    # Migrations import `tournament.models.tournament`, so that path stays.
    "models": {"tournament"},
    "queries": {"drawn", "evening", "facts", "record", "recorded_since", "states"},
    "actions": {"catalogue", "change", "following", "permissions", "step"},
    "phrases": {"board", "failures", "findings", "papers", "refusals", "values"},
    "forms": {"rule_question", "sent"},
    "pages": {"sheets", "tables"},
    "views": {
        "access",
        "failures",
        "handbook",
        "pages",
        "printing",
        "public",
        "refusals",
        "rule_question",
        "shared",
    },
}


def test_the_files_of_every_floor_are_called_by_the_nouns_or_are_beams():
    found = {floor: {file.stem for file in (PACKAGE / floor).glob("*.py")} - {"__init__"} for floor in BEAMS}

    assert {floor: names - NOUNS for floor, names in found.items()} == BEAMS
