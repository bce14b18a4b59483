"""Players and books of any kind, for the tests of the money."""

from hypothesis import strategies as st

from tournament.money.fees import Fees
from tournament.money.payments import Payer
from tournament.money.prizes import Purchase
from tournament.money.statement import CostStatement

CENTS = st.integers(min_value=0, max_value=999_999)
SHARES = st.lists(st.integers(min_value=0, max_value=100), min_size=2, max_size=2).map(
    lambda cuts: (min(cuts), max(cuts) - min(cuts), 100 - max(cuts))
)
LEFT = st.sampled_from([{}, {"has_left": True}, {"has_left": True, "has_played": False}])


@st.composite
def payers(draw, fee_cents):
    """A player who may have paid another fee, and may have left, before the first round or later."""
    if draw(st.booleans()):
        return Payer(fee_cents, is_waived=True, **draw(LEFT))
    paid = draw(st.none() | st.just(fee_cents) | CENTS)
    refunded = draw(st.just(0) | st.integers(min_value=0, max_value=paid)) if paid else 0
    return Payer(fee_cents, paid, refunded, **draw(LEFT))


@st.composite
def books(draw):
    """Any fee, any players who have paid, owe, got back or need not pay, any prizes and other costs."""
    fee_cents = draw(CENTS)
    prizes = st.builds(Purchase, st.integers(min_value=0, max_value=4), st.just("Board"), CENTS)
    return CostStatement(
        fees=Fees(fee_cents, tuple(draw(st.lists(payers(fee_cents), max_size=40)))),
        currency="EUR",
        purchases=tuple(draw(st.lists(prizes, max_size=8))),
    )
