"""What pages send by buttons and rows, cleaned as actions refuse."""

import pytest
from django.http import QueryDict
from django.utils import translation

from tournament.engine.refusals import Refused
from tournament.forms.sent import (
    EmptyForm,
    PressedField,
    ReadEachField,
    ReadField,
    RefusedInput,
    SentForm,
    whole_number,
    yes_or_no,
)
from tournament.phrases.refusals import refusal_sentence


def no_name(text):
    raise Refused("name_too_long", limit=3)


class Row(SentForm):
    here = ReadField(yes_or_no)
    seat = ReadField(whole_number, optional=True)
    pick = ReadEachField(whole_number)
    save = PressedField()


def test_sent_fields_are_read_as_ticks_numbers_lists_and_buttons():
    sent = Row(QueryDict("here=yes&seat=7&pick=3&pick=1&save="))

    assert sent.values() == {"here": True, "seat": 7, "pick": [3, 1], "save": True}


def test_fields_that_were_not_sent_have_empty_values():
    assert Row(QueryDict("here=no")).values() == {"here": False, "seat": None, "pick": [], "save": False}


@pytest.mark.parametrize("sent", ["", "here=perhaps", "here=yes&seat=", "here=yes&pick=1&pick=x"])
def test_a_missing_or_unreadable_field_is_refused(sent):
    with pytest.raises(Refused) as refusal:
        Row(QueryDict(sent)).values()

    assert refusal.value.code == "not_understood"


class Renamed(SentForm):
    name = ReadField(no_name)
    here = ReadField(yes_or_no)


def test_the_first_refusal_of_a_field_is_raised_with_its_values():
    form = Renamed(QueryDict("name=Anna"))

    with pytest.raises(Refused) as refusal:
        form.values()

    assert (refusal.value.code, refusal.value.values) == ("name_too_long", {"limit": 3})


@pytest.mark.parametrize("language", ["en-gb", "de"])
def test_a_refusal_as_an_error_of_a_field_has_the_same_sentence(language):
    refused = Refused("name_too_long", limit=3)

    with translation.override(language):
        assert RefusedInput(refused).messages == [refusal_sentence(refused)]


def test_an_empty_form_ignores_whatever_is_sent():
    assert EmptyForm(QueryDict("more=than that")).values() == {}
