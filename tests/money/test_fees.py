"""How much the fee is, and the sums of all who pay it."""

import pytest

from tournament.money.fees import Fees, fee_for
from tournament.money.payments import Payer


@pytest.mark.parametrize(("players", "fee"), [(0, 900), (2, 900), (3, 700), (4, 700), (5, 500), (200, 500)])
def test_the_fee_is_that_of_the_first_line_with_room_for_so_many(players, fee):
    assert fee_for(players, ((2, 900), (4, 700), (None, 500))) == fee


def test_the_totals_are_those_of_all_players():
    fees = Fees(
        700,
        (
            Payer(700),
            Payer(700, 700),
            Payer(700, 900),
            Payer(700, 500),
            Payer(700, is_waived=True),
            Payer(700, 700, 700, has_left=True),
        ),
    )

    assert (fees.received_cents, fees.refunded_cents, fees.income_cents) == (2800, 700, 2100)
    assert (fees.owed_cents, fees.overpaid_cents, fees.expected_cents) == (900, 200, 2800)
    assert [len(rows) for rows in (fees.paid, fees.owed, fees.waived, fees.overpaid)] == [3, 2, 1, 1]


@pytest.mark.parametrize(
    ("fees", "is_asked"),
    [(Fees(0, (Payer(0),)), False), (Fees(700, ()), True), (Fees(0, (Payer(0, 700),)), True)],
)
def test_a_fee_is_asked_where_there_is_one_or_money_to_give_back(fees, is_asked):
    assert fees.is_asked is is_asked
