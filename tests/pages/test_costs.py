"""The cost statement as a list."""

import pytest

from tests.factories import make_director, make_tournament
from tournament.actions.entries import NewPlayer, set_fee
from tournament.actions.prizes import add_prize
from tournament.models import Entry
from tournament.pages.costs import costs_sheet
from tournament.pages.sheets import Strong
from tournament.queries.costs import cost_statement

pytestmark = pytest.mark.django_db


def named(*names):
    return [NewPlayer(name) for name in names]


def test_the_cost_statement_tells_what_is_left_and_whom_to_ask_but_not_who_has_paid():
    tournament = make_tournament(
        players=named("Anna", "Ben", "Cem"), fee_cents=800, treasurer="Ida", surplus_note="new dice"
    )
    set_fee(Entry.objects.get(name="Anna"), by=make_director(), paid=True)
    set_fee(Entry.objects.get(name="Ben"), by=make_director(), paid=False, waived="helps")
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=700)

    sheet = costs_sheet(tournament, cost_statement(tournament))

    assert (sheet.subtitle, sheet.signatures) == ("Cost statement", ("Place and date", "Signature"))
    assert sheet.notes == (
        "20 Nov 2026 · Konstanz",
        "Not counted as income: 1 unpaid fee (8.00 €) and 1 waived fee.",
        "Surplus: 1.00 €. Goes to: new dice",
        "Contact for money questions: Ida",
    )
    assert [name for name in ("Anna", "Ben", "Cem") if name in str(sheet)] == []


def test_the_cost_statement_warns_where_more_is_spent_than_came_in():
    tournament = make_tournament(2)
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=700)

    notes = costs_sheet(tournament, cost_statement(tournament)).notes

    assert (notes[1:], type(notes[1])) == (("Spending exceeds income by 7.00 €.",), Strong)
