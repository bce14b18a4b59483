"""What is understood of a pasted list of players."""

import pytest

from tournament.actions.players import NewPlayer
from tournament.imports.player_lists import read_pasted, read_players


def understood(text, known=()):
    """Each line as (name, club, namesakes), or the code of what is wrong."""
    return [
        (line.candidates[0].player.name, line.candidates[0].player.club, line.candidates[0].player.namesakes)
        if line.candidates
        else line.refused.code
        for line in read_players(read_pasted(text), known)
    ]


@pytest.mark.parametrize(
    ("line", "name", "club"),
    [
        ("Anna", "Anna", ""),
        ("  Anna   Weiß  ", "Anna Weiß", ""),
        ("Anna; BC Ulm", "Anna", "BC Ulm"),
        ("Anna\tBC Ulm", "Anna", "BC Ulm"),
        ("Anna;", "Anna", ""),
        ("1. Anna", "Anna", ""),
        ("12) Anna; Ulm", "Anna", "Ulm"),
        ("3: Anna", "Anna", ""),
        ("4\tAnna\tUlm", "Anna", "Ulm"),
        ("4\tAnna;Ulm", "Anna", "Ulm"),
        ("- Anna", "Anna", ""),
        ("• Anna", "Anna", ""),
        ('"Anna";"BC Ulm"', "Anna", "BC Ulm"),
        ("Weiß, Anna", "Anna Weiß", ""),
        ("2 Fast", "2 Fast", ""),
        ("Jo\u0308rg", "J\u00f6rg", ""),
    ],
)
def test_a_line_is_a_player(line, name, club):
    assert understood(line) == [(name, club, 0)]


def test_empty_lines_are_left_out_and_the_others_keep_their_numbers():
    lines = read_players(read_pasted("\n Anna\r\n\r\n-----\nBo"), ())

    assert [(line.line.number, line.line.cells, [each.player.name for each in line.candidates]) for line in lines] == [
        (2, ("Anna",), ["Anna"]),
        (4, ("-----",), []),
        (5, ("Bo",), ["Bo"]),
    ]


def test_who_is_there_already_or_twice_is_asked_about():
    lines = read_players(read_pasted("Anna\nANNA; Ulm\nBo"), ["anna"])

    candidates = [candidate for line in lines for candidate in line.candidates]
    assert [(candidate.player, candidate.doubt and candidate.doubt.values) for candidate in candidates] == [
        (NewPlayer("Anna", "", 1), {"name": "Anna", "count": 1}),
        (NewPlayer("ANNA", "Ulm", 2), {"name": "ANNA", "count": 2}),
        (NewPlayer("Bo"), None),
    ]


def test_a_line_that_is_no_player_says_why():
    text = f"{'x' * 101}\nAnna; {'x' * 101}\n5.\n\u200b"

    assert understood(text) == ["name_too_long", "club_too_long", "list_line_without_name"]
