"""Which lines of the journal an address asks for."""

import pytest

from tournament.actions.catalogue import ActionKind, of_kind
from tournament.forms.journal import WITHOUT_SHEETS, asked_lines, asked_page
from tournament.pages.journal import Filter


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ({}, Filter(WITHOUT_SHEETS)),
        ({"kind": "", "q": ""}, Filter(WITHOUT_SHEETS)),
        ({"kind": "sheets"}, Filter(frozenset({"word_said", "word_taken_back"}))),
        ({"kind": "fees", "q": "  Zoë "}, Filter(of_kind(ActionKind.FEES), "Zoë")),
        ({"kind": "FEES"}, Filter(WITHOUT_SHEETS)),
        ({"kind": "round_drawn", "q": "x" * 101}, Filter(WITHOUT_SHEETS, "x" * 100)),
    ],
)
def test_an_unknown_kind_of_line_shows_all_but_score_sheet_entries(data, wanted):
    assert asked_lines(data) == wanted


@pytest.mark.parametrize(
    ("typed", "page"), [("1", 1), ("12", 12), ("", 1), ("0", 1), ("-1", 1), ("²", 1), ("x", 1), ("9" * 5000, 1)]
)
def test_an_unreadable_page_number_means_the_first_page(typed, page):
    assert asked_page({"page": typed}) == page
