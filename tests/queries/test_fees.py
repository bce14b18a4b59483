"""How a player stands to the entry fee."""

import pytest

from tests.factories import entry_of, make_director, make_tournament
from tournament.actions.entries import NewPlayer, set_fee
from tournament.actions.tournaments import change_tournament
from tournament.models import Entry
from tournament.queries.fees import FeeRow, Fees, FeeState, by_name, current_fee, fees_of


def row(fee=700, **fields):
    return FeeRow(Entry(**fields), fee)


@pytest.mark.parametrize(
    ("standing", "state", "due", "owed", "overpaid", "refundable"),
    [
        (row(), FeeState.OWED, 700, 700, 0, 0),
        (row(paid_cents=700), FeeState.PAID, 700, 0, 0, 0),
        (row(paid_cents=900), FeeState.PAID, 700, 0, 200, 200),
        (row(paid_cents=900, refunded_cents=200), FeeState.PAID, 700, 0, 0, 0),
        (row(paid_cents=500), FeeState.OWED, 700, 200, 0, 0),
        (row(fee_waived="helps"), FeeState.WAIVED, 0, 0, 0, 0),
        (row(fee=0), FeeState.NOTHING, 0, 0, 0, 0),
        (row(fee=0, paid_cents=0), FeeState.PAID, 0, 0, 0, 0),
        (row(withdrawn_after=0), FeeState.NOTHING, 0, 0, 0, 0),
        (row(withdrawn_after=2, joined_round=3), FeeState.NOTHING, 0, 0, 0, 0),
        (row(withdrawn_after=1), FeeState.OWED, 700, 700, 0, 0),
        (row(withdrawn_after=0, paid_cents=700), FeeState.PAID, 700, 0, 0, 700),
        (row(withdrawn_after=1, paid_cents=900, refunded_cents=200), FeeState.PAID, 700, 0, 0, 700),
        (row(withdrawn_after=1, paid_cents=700, refunded_cents=700), FeeState.REFUNDED, 0, 0, 0, 0),
        (row(paid_cents=700, refunded_cents=700), FeeState.OWED, 700, 700, 0, 0),
    ],
)
def test_what_is_due_of_a_player_follows_from_the_fee_what_was_paid_and_who_has_left(
    standing, state, due, owed, overpaid, refundable
):
    found = (standing.state, standing.due_cents, standing.owed_cents, standing.overpaid_cents)

    assert (*found, standing.refundable_cents) == (state, due, owed, overpaid, refundable)


@pytest.mark.parametrize(
    ("standing", "settled"),
    [
        (row(fee_waived="helps"), True),
        (row(withdrawn_after=1, paid_cents=700, refunded_cents=700), True),
        (row(paid_cents=700, refunded_cents=700), False),
        (row(paid_cents=700), False),
        (row(), False),
    ],
)
def test_what_the_director_has_settled_is_out_of_a_helpers_hands(standing, settled):
    assert standing.is_settled_by_director is settled


def test_the_totals_are_those_of_all_players():
    fees = Fees(
        700,
        (
            row(),
            row(paid_cents=700),
            row(paid_cents=900),
            row(paid_cents=500),
            row(fee_waived="helps"),
            row(withdrawn_after=1, paid_cents=700, refunded_cents=700),
        ),
    )

    assert (fees.received_cents, fees.refunded_cents, fees.income_cents) == (2800, 700, 2100)
    assert (fees.owed_cents, fees.overpaid_cents, fees.expected_cents) == (900, 200, 2800)
    assert [len(rows) for rows in (fees.paid, fees.owed, fees.waived, fees.overpaid)] == [3, 2, 1, 1]


@pytest.mark.parametrize(
    ("fees", "is_asked"),
    [
        (Fees(0, (row(fee=0),)), False),
        (Fees(700, ()), True),
        (Fees(0, (row(fee=0, paid_cents=700),)), True),
    ],
)
def test_a_fee_is_asked_where_there_is_one_or_money_to_give_back(fees, is_asked):
    assert fees.is_asked is is_asked


def test_at_the_door_the_names_stand_as_they_are_looked_for():
    rows = [row(name=name, number=number) for number, name in enumerate(("Zoë", "anna", "Öz", "Anna", "Pia"), start=1)]

    assert [found.entry.number for found in by_name(rows)] == [2, 4, 3, 5, 1]


@pytest.mark.django_db
def test_the_fee_of_everybody_is_the_one_that_holds_now():
    tournament = make_tournament(
        players=[NewPlayer("Anna"), NewPlayer("Bo")], fee_cents=800, fee_steps=[(2, 900), (None, 700)]
    )
    set_fee(entry_of(tournament, 1), by=make_director(), paid=True)
    with_table = fees_of(tournament)
    change_tournament(tournament, by=make_director(), fee_steps=[])

    without = fees_of(tournament)

    assert [(fees.fee_cents, fees.is_open, fees.owed_cents) for fees in (with_table, without)] == [
        (900, True, 900),
        (800, False, 800),
    ]
    assert current_fee(tournament) == 800
