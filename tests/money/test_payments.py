"""How a player stands to the entry fee."""

import pytest

from tournament.money.payments import FeeState, Payer

BEFORE_PLAYING = {"has_left": True, "has_played": False}


def payer(fee=700, **fields):
    return Payer(fee, **fields)


@pytest.mark.parametrize(
    ("payer", "state", "due", "owed", "overpaid", "refundable"),
    [
        (payer(), FeeState.OWED, 700, 700, 0, 0),
        (payer(paid_cents=700), FeeState.PAID, 700, 0, 0, 0),
        (payer(paid_cents=900), FeeState.PAID, 700, 0, 200, 200),
        (payer(paid_cents=900, refunded_cents=200), FeeState.PAID, 700, 0, 0, 0),
        (payer(paid_cents=500), FeeState.OWED, 700, 200, 0, 0),
        (payer(is_waived=True), FeeState.WAIVED, 0, 0, 0, 0),
        (payer(fee=0), FeeState.NOTHING, 0, 0, 0, 0),
        (payer(fee=0, paid_cents=0), FeeState.PAID, 0, 0, 0, 0),
        (payer(**BEFORE_PLAYING), FeeState.NOTHING, 0, 0, 0, 0),
        (payer(has_left=True), FeeState.OWED, 700, 700, 0, 0),
        (payer(**BEFORE_PLAYING, paid_cents=700), FeeState.PAID, 700, 0, 0, 700),
        (payer(has_left=True, paid_cents=900, refunded_cents=200), FeeState.PAID, 700, 0, 0, 700),
        (payer(has_left=True, paid_cents=700, refunded_cents=700), FeeState.REFUNDED, 0, 0, 0, 0),
        (payer(paid_cents=700, refunded_cents=700), FeeState.OWED, 700, 700, 0, 0),
    ],
)
def test_what_is_due_of_a_player_follows_from_the_fee_what_was_paid_and_who_has_left(
    payer, state, due, owed, overpaid, refundable
):
    found = (payer.state, payer.due_cents, payer.owed_cents, payer.overpaid_cents)

    assert (*found, payer.refundable_cents) == (state, due, owed, overpaid, refundable)


@pytest.mark.parametrize(
    ("payer", "settled"),
    [
        (payer(is_waived=True), True),
        (payer(has_left=True, paid_cents=700, refunded_cents=700), True),
        (payer(paid_cents=700, refunded_cents=700), False),
        (payer(paid_cents=700), False),
        (payer(), False),
    ],
)
def test_what_the_director_has_settled_is_out_of_a_helpers_hands(payer, settled):
    assert payer.is_settled_by_director is settled
