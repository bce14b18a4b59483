"""The journal as a table for spreadsheets."""

import csv
from datetime import UTC, datetime

import pytest
from django.utils import timezone, translation

from tests.factories import entry_of, make_director, make_tournament
from tournament.actions.cash import set_fee
from tournament.actions.catalogue import ActionKind, of_kind
from tournament.actions.journal import history, undo
from tournament.actions.players import NewPlayer
from tournament.exports.csv_table import journal_csv
from tournament.models import JournalLine
from tournament.pages.journal import PAGE_LENGTH, Filter

pytestmark = pytest.mark.django_db
LATE = datetime(2026, 11, 20, 22, 30, 5, 999, tzinfo=UTC)


def table(tournament, wanted=None, separator=","):
    text = journal_csv(tournament, wanted or Filter()).decode("utf-8-sig")
    return list(csv.reader(text.splitlines(), delimiter=separator))


def evening():
    tournament = make_tournament(players=[NewPlayer("=1+1"), NewPlayer('Zoë "Z"; B, c')], fee_cents=800)
    set_fee(entry_of(tournament, 2), by=make_director(), paid=False, waived="+49, helps")
    JournalLine.objects.update(at=LATE)
    return tournament


def test_it_holds_every_line_in_words_with_the_time_and_its_offset():
    with timezone.override("Europe/Berlin"):
        rows = table(evening(), Filter(of_kind(ActionKind.FEES)))

    assert rows == [
        ["Version", "Time", "Who", "What", "Before", "After"],
        [
            "3",
            "2026-11-20T23:30:05+01:00",
            "director",
            'entry fee waived: Zoë "Z"; B, c (+49, helps)',
            "unpaid",
            "waived: +49, helps",
        ],
    ]


def test_what_a_spreadsheet_would_take_for_a_formula_stays_text():
    assert table(evening())[2][5] == '\'=1+1; Zoë "Z"; B, c'


@pytest.mark.parametrize(("language", "separator"), [("de", ";"), ("en-gb", ","), ("en", ",")])
def test_a_spreadsheet_of_each_language_finds_its_columns_and_its_letters(language, separator):
    tournament = evening()
    with translation.override(language):
        data = journal_csv(tournament, Filter())
        rows = table(tournament, separator=separator)

    assert data[:3] == b"\xef\xbb\xbf"
    assert [len(row) for row in rows] == [6] * 4


def test_what_was_taken_back_is_marked():
    tournament = evening()
    undo(history(tournament).undoable, by=make_director())

    assert [row[3].endswith(" (undone)") for row in table(tournament, Filter(of_kind(ActionKind.FEES)))[1:]] == [
        False,
        True,
    ]


def test_no_line_is_left_to_another_page():
    tournament = make_tournament(1)
    for turn in range(PAGE_LENGTH):
        set_fee(entry_of(tournament, 1), by=make_director(), paid=turn % 2 == 0)

    assert len(table(tournament)) == 1 + 2 + PAGE_LENGTH
