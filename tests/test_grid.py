"""A line is found by its floor and its noun: the files and folders of a floor are called by the nouns, or are
one of its beams."""

import pkgutil
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
    "models": {"tournament", "words"},
    "queries": {"all_matches", "drawn", "editions", "evening", "record", "recorded_since"},
    "actions": {"catalogue", "change", "following", "permissions", "step", "words"},
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


def test_the_files_and_folders_of_every_floor_are_called_by_the_nouns_or_are_beams():
    modules = {floor: {module.name for module in pkgutil.iter_modules([str(PACKAGE / floor)])} for floor in BEAMS}

    assert {floor: names - NOUNS for floor, names in modules.items()} == BEAMS
