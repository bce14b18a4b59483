"""The books of many tournaments at once."""

import pytest

from tests.factories import entry_of, make_director, make_tournament
from tournament.actions.cash import add_prize, give_back_fee, set_fee
from tournament.actions.players import remove_entry, withdraw_entry
from tournament.money.vouchers import in_force
from tournament.queries.cash import cash_book, cost_statement, year_cash

pytestmark = pytest.mark.django_db


def evening(paying, price=500, **fields):
    tournament = make_tournament(entries=4, fee_cents=800, **fields)
    for number in range(1, paying + 1):
        set_fee(entry_of(tournament, number), by=make_director(), paid=True)
    if price:
        add_prize(tournament, by=make_director(), place=1, description="Cup", price_cents=price)
    return tournament


def test_what_the_evenings_come_to_is_what_their_statements_say():
    corrected = evening(4)
    set_fee(entry_of(corrected, 2), by=make_director(), paid=False)
    withdraw_entry(entry_of(corrected, 3), by=make_director())
    give_back_fee(entry_of(corrected, 3), by=make_director())
    remove_entry(entry_of(corrected, 3), by=make_director())
    evenings = (corrected, evening(2, price=0), evening(0, price=0))

    (year,) = year_cash(evenings)

    assert [each.evening for each in year.evenings] == list(evenings[:2])
    for each in year.evenings:
        statement, vouchers = cost_statement(each.evening), cash_book(each.evening).vouchers
        assert (each.income_cents, each.spending_cents) == (statement.income_cents, statement.spending_cents)
        assert each.received_cents == statement.lines[0].cents
        assert each.vouchers == tuple(voucher.number for voucher in in_force(vouchers))
        assert each.cancelled == tuple(voucher.number for voucher in vouchers if voucher.is_cancelled)


def test_each_currency_is_added_up_for_itself():
    years = year_cash((evening(2), evening(1, currency="CHF")))

    assert [(year.currency, year.received_cents) for year in years] == [("EUR", 1600), ("CHF", 800)]


@pytest.mark.parametrize("evenings", [1, 3])
def test_the_number_of_queries_does_not_grow_with_the_evenings(evenings, django_assert_num_queries):
    played = [evening(1) for _evening in range(evenings)]

    with django_assert_num_queries(3):
        year_cash(played)
