"""Prizes in kind: what was bought, and how the expected fees can be divided among the places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

# The usual shares of the fees for the first, second and third place; the director may change them.
USUAL_SHARES = (50, 30, 20)
WHOLE = 100


@dataclass(frozen=True, slots=True)
class Purchase:
    """A prize, its price, the place it goes to, and its winner, empty while that is open."""

    place: int
    description: str
    price_cents: int
    winner_name: str = ""


@dataclass(frozen=True, slots=True)
class PlannedPrize:
    """The share of the expected fees for a place, and what has been spent for it."""

    place: int
    share: int
    cents: int
    bought_cents: int


def planned_prizes(
    expected_cents: int, shares: Sequence[int], purchases: Iterable[Purchase]
) -> tuple[PlannedPrize, ...]:
    """Divide the expected fees among the places, by shares in percent that add up to 100."""
    bought = tuple(purchases)
    parts = split(expected_cents, shares)
    return tuple(
        PlannedPrize(place, share, cents, sum(each.price_cents for each in bought if each.place == place))
        for place, (share, cents) in enumerate(zip(shares, parts, strict=True), start=1)
    )


def split(cents: int, shares: Sequence[int]) -> tuple[int, ...]:
    """Divide an amount by shares in percent; the parts add up exactly, because the first gets what rounding leaves."""
    borders = [cents * share // WHOLE for share in accumulate(reversed(shares), initial=0)]
    return tuple(upper - lower for lower, upper in pairwise(borders))[::-1]
