"""The cost statement as a list."""

import pytest

from tests.factories import make_director, make_tournament
from tournament.actions.cash import add_prize, give_back_fee, set_fee
from tournament.actions.players import NewPlayer, withdraw_entry
from tournament.actions.tournaments import change_tournament
from tournament.models import Entry
from tournament.pages.cash import costs_sheet
from tournament.pages.sheets import Cells, Strong
from tournament.queries.cash import cash_book, cost_statement

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
        "Spending per paying player: 1 × 7.00 €",
        "Not counted as income: 1 unpaid fee (8.00 €) and 1 waived fee.",
        "Surplus: 1.00 €. Goes to: new dice",
        "Contact for money questions: Ida",
    )
    assert [name for name in ("Anna", "Ben", "Cem") if name in str(sheet)] == []


def test_other_costs_are_rows_behind_the_prizes_and_are_spent_like_them():
    tournament = make_tournament(players=named("Anna"), fee_cents=900)
    set_fee(Entry.objects.get(name="Anna"), by=make_director(), paid=True)
    for place, description, cents in ((0, "Room", 300), (1, "Board", 700), (0, "Two boards", 0)):
        add_prize(tournament, by=make_director(), place=place, description=description, price_cents=cents)

    statement = cost_statement(tournament)

    rows = [tuple(map(str, row)) for row in costs_sheet(tournament, statement).rows]
    assert [(row[0], row[2]) for row in rows] == [
        ("Entry fees paid", "9.00 €"),
        ("Income", "9.00 €"),
        ("1st place: Board", "7.00 €"),
        ("Room", "3.00 €"),
        ("Two boards", "0.00 €"),
        ("Spending", "10.00 €"),
        ("Balance", "−1.00 €"),
    ]
    assert [(line.purchase, line.balance_cents) for line in cash_book(tournament).lines] == [
        ("", 900),
        ("Room", 600),
        ("Board", -100),
    ]


def test_the_cost_statement_warns_where_more_is_spent_than_came_in():
    tournament = make_tournament(2)
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=700)

    notes = costs_sheet(tournament, cost_statement(tournament)).notes

    assert (notes[1:], type(notes[1])) == (("Spending exceeds income by 7.00 €.",), Strong)


def test_no_surplus_is_announced_while_somebody_is_to_get_something_back():
    tournament = make_tournament(1, fee_cents=800)
    set_fee(Entry.objects.get(), by=make_director(), paid=True)
    change_tournament(tournament, by=make_director(), fee_cents=700)
    tournament.refresh_from_db()
    before = costs_sheet(tournament, cost_statement(tournament)).notes
    give_back_fee(Entry.objects.get(), by=make_director())

    after = costs_sheet(tournament, cost_statement(tournament)).notes

    assert before[1:] == ("1 player has paid more than the current fee; 1.00 € is still to be refunded.",)
    assert after[1:] == ("Surplus: 7.00 €.",)


def test_beside_the_cash_book_each_amount_follows_from_its_vouchers_and_a_gift_from_none():
    tournament = make_tournament(3, fee_cents=800)
    for number in (1, 2, 3):
        set_fee(Entry.objects.get(number=number), by=make_director(), paid=True)
    for place, cents in ((1, 700), (2, 0)):
        add_prize(tournament, by=make_director(), place=place, description="Board", price_cents=cents)
    set_fee(Entry.objects.get(number=2), by=make_director(), paid=False)
    withdraw_entry(Entry.objects.get(number=1), by=make_director())
    give_back_fee(Entry.objects.get(number=1), by=make_director())

    amounts = [row[2] for row in costs_sheet(tournament, cost_statement(tournament), cash_book(tournament)).rows]

    def cells(column, *rows):
        return tuple(Cells(range(row, row + 1), column, "Cash book") for row in rows)

    assert [(amount.cents, amount.added, amount.subtracted) for amount in amounts if not amount.is_total] == [
        (1600, cells(4, 0, 2), ()),
        (-800, (), cells(5, 4)),
        (700, cells(5, 3), ()),
        (0, (), ()),
    ]
