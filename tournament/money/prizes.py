"""Prizes in kind: what was bought, and how the expected fees can be divided among the places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

# The default shares of the fees in percent for the first, second and third place; the director may change them.
USUAL_SHARES = (50, 30, 20)
WHOLE = 100
# The place of a purchase that is no prize: another cost, such as the room or boards.
NO_PLACE = 0


@dataclass(frozen=True, slots=True)
class Purchase:
    """A prize bought for a place, or with `NO_PLACE` another cost; `winner_name` is empty while nobody has won it."""

    place: int
    description: str
    price_cents: int
    winner_name: str = ""

    @property
    def is_prize(self) -> bool:
        return self.place != NO_PLACE


def planned_prizes(
    expected_cents: int, shares: Sequence[int], purchases: Iterable[Purchase]
) -> tuple[tuple[int, int, int, int], ...]:
    """Divide the expected fees, less other costs, among the places, by shares that add up to 100 percent.

    Returns for each place its number, its share in percent and in cents, and the cents spent on its prizes.
    """
    bought = tuple(purchases)
    other_cents = sum(purchase.price_cents for purchase in bought if not purchase.is_prize)
    parts = split(max(expected_cents - other_cents, 0), shares)
    return tuple(
        (place, share, cents, sum(purchase.price_cents for purchase in bought if purchase.place == place))
        for place, (share, cents) in enumerate(zip(shares, parts, strict=True), start=1)
    )


def split(cents: int, shares: Sequence[int]) -> tuple[int, ...]:
    """Divide an amount by shares in percent; the first part gets what rounding leaves, so that the sum is exact."""
    borders = [cents * share // WHOLE for share in accumulate(reversed(shares), initial=0)]
    return tuple(upper - lower for lower, upper in pairwise(borders))[::-1]
