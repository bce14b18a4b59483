"""Players as they are typed at the door or pasted from a list."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tournament.actions.entries import NewPlayer
from tournament.forms.entries import MOST_LINES, EntryForm, PasteForm, read_lines


def understood(text, known=()):
    """Each line as (name, club, namesakes), or the code of what is wrong."""
    return [
        (line.player.name, line.player.club, line.player.namesakes) if line.player else line.refused.code
        for line in read_lines(text, known)
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
        ("Weiß, Anna", "Weiß, Anna", ""),
        ("2 Fast", "2 Fast", ""),
        ("Jo\u0308rg", "J\u00f6rg", ""),
    ],
)
def test_a_line_is_a_player(line, name, club):
    assert understood(line) == [(name, club, 0)]


def test_empty_lines_are_left_out_and_the_others_keep_their_numbers():
    lines = read_lines("\n Anna\r\n\r\n;\nBo", ())

    assert [(line.line_number, line.text, line.player and line.player.name) for line in lines] == [
        (2, "Anna", "Anna"),
        (4, ";", None),
        (5, "Bo", "Bo"),
    ]


def test_who_is_there_already_or_twice_is_asked_about():
    lines = read_lines("Anna\nANNA; Ulm\nBo", ["anna"])

    assert [(line.player, line.refused and line.refused.values) for line in lines] == [
        (NewPlayer("Anna", "", 1), {"name": "Anna", "count": 1}),
        (NewPlayer("ANNA", "Ulm", 2), {"name": "ANNA", "count": 2}),
        (NewPlayer("Bo"), None),
    ]


def test_a_line_that_is_no_player_says_why():
    text = f"{'x' * 101}\nAnna; {'x' * 101}\nAn\x00na\n5.\n\u200b"

    assert understood(text) == ["name_too_long", "club_too_long", "name_unprintable", "name_empty", "name_empty"]


def test_a_list_that_is_too_long_is_refused_as_a_whole():
    fits, too_long = (PasteForm({"lines": "\n".join(["Anna"] * count)}) for count in (MOST_LINES, MOST_LINES + 1))

    assert fits.is_valid()
    assert too_long.errors == {"lines": [f"The list has {MOST_LINES + 1} lines; paste at most {MOST_LINES} at a time."]}


def from_file(data, lines=""):
    return PasteForm({"lines": lines}, {"file": SimpleUploadedFile("list.csv", data)})


def test_a_list_from_a_file_stands_below_what_was_typed():
    alone, below = from_file(b"Anna;Ulm\nBo"), from_file(b"Anna;Ulm\nBo", "Cem")

    assert [form.is_valid() for form in (alone, below)] == [True, True]
    assert [form.cleaned_data["lines"] for form in (alone, below)] == ["Anna\tUlm\nBo", "Cem\nAnna\tUlm\nBo"]


def test_what_was_left_out_of_a_file_is_seen_in_the_list():
    form = from_file(b"Evening;\nName;Verein\nAnna;Ulm\n;Wien")

    assert form.is_valid()
    assert understood(form.cleaned_data["lines"]) == ["name_empty", ("Anna", "Ulm", 0), "name_empty"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "The file is empty."),
        (
            b"Anna\n" * MOST_LINES,
            f"The list has {MOST_LINES + 1} lines; paste at most {MOST_LINES} at a time.",
        ),
    ],
)
def test_a_file_that_cannot_be_taken_says_why(data, why):
    assert from_file(data, "Cem").errors == {"file": [why]}


def test_an_empty_list_is_refused():
    assert PasteForm({"lines": " \n "}).errors == {"lines": ["This field is required."]}


def test_an_entry_is_a_player():
    form = EntryForm({"name": " Anna ", "club": "", "namesakes": "2"})

    assert (form.is_valid(), form.player()) == (True, NewPlayer("Anna", "", 2))


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ({}, {"name": ["Enter a name."]}),
        ({"name": "  "}, {"name": ["Enter a name."]}),
        ({"name": "An\x00na"}, {"name": ["Null characters are not allowed."]}),
        (
            {"name": "An\x1bna"},
            {"name": ["The name contains a character that cannot be printed. Type the name again."]},
        ),
        ({"name": "x" * 101}, {"name": ["A name can have at most 100 characters."]}),
        ({"name": "Anna", "club": "x" * 101}, {"club": ["A club name can have at most 100 characters."]}),
        ({"name": "Anna", "namesakes": "two"}, {"namesakes": ["Enter a whole number."]}),
        ({"name": "Anna", "namesakes": "-1"}, {"namesakes": ["Ensure this value is greater than or equal to 0."]}),
    ],
)
def test_an_entry_that_is_no_player_says_why(data, errors):
    assert EntryForm(data).errors == errors


@pytest.mark.parametrize(
    ("data", "player"),
    [
        ({"name": " Zoë ; BC  Konstanz "}, NewPlayer("Zoë", "BC Konstanz")),
        ({"name": "Zoë;"}, NewPlayer("Zoë")),
        ({"name": "Zoë; Ulm", "club": "Wien"}, NewPlayer("Zoë", "Wien")),
        ({"name": f"{'x' * 100};{'y' * 100}"}, NewPlayer("x" * 100, "y" * 100)),
    ],
)
def test_the_club_may_stand_behind_the_name_and_a_semicolon(data, player):
    form = EntryForm(data)

    assert (form.errors, form.player()) == ({}, player)
