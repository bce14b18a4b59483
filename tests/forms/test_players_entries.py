"""Players as they are typed at the door or pasted from a list."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tournament.actions.players import NewPlayer
from tournament.forms.players import MOST_LINES, EntryForm, PasteForm


def test_a_list_that_is_too_long_is_refused_as_a_whole():
    fits, too_long = (PasteForm({"lines": "\n".join(["Anna"] * count)}) for count in (MOST_LINES, MOST_LINES + 1))

    assert fits.is_valid()
    assert too_long.errors == {"lines": [f"The list has {MOST_LINES + 1} lines; paste at most {MOST_LINES} at a time."]}


def test_a_list_of_more_letters_than_any_evening_has_is_refused():
    too_long = PasteForm({"lines": "a" * 400_001})

    assert list(too_long.errors) == ["lines"]


def from_file(data, lines=""):
    return PasteForm({"lines": lines}, {"file": SimpleUploadedFile("list.csv", data)})


def test_a_list_is_either_pasted_or_in_a_file():
    both = from_file(b"Anna;Ulm\nBo", "Cem")

    assert both.errors == {"file": ["Either paste a list or choose a file, not both at once."]}


def test_the_content_of_a_file_comes_back_from_the_preview_as_it_was():
    first = from_file(b"Anna;Ulm\nBo")
    assert first.is_valid()
    again = PasteForm({"lines": "", "content": first.cleaned_data["content"]})

    assert again.is_valid()
    assert again.cleaned_data["found"] == first.cleaned_data["found"]


def test_file_content_that_no_preview_has_written_is_refused():
    assert list(PasteForm({"lines": "", "content": "~"}).errors) == ["content", "__all__"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "The file is empty."),
        (
            b"Anna\n" * (MOST_LINES + 1),
            f"The list has {MOST_LINES + 1} lines; paste at most {MOST_LINES} at a time.",
        ),
    ],
)
def test_a_file_that_cannot_be_taken_says_why(data, why):
    assert from_file(data).errors == {"file": [why]}


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
def test_a_wrong_name_club_or_number_of_namesakes_is_refused_beside_its_field(data, errors):
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
