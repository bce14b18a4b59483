"""Prizes in kind: what was bought, and how the expected fees can be shared out among the places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

# What of the fees goes to the first, the second and the third place, unless the director says otherwise.
USUAL_SHARES = (50, 30, 20)
WHOLE = 100


@dataclass(frozen=True, slots=True)
class Purchase:
    """A prize, what it cost, the place it goes to, and who gets it; nobody yet as long as that is open."""

    place: int
    description: str
    price_cents: int
    winner_name: str = ""


@dataclass(frozen=True, slots=True)
class PlannedPrize:
    """What of the expected fees a place is to get, and what has been bought for it."""

    place: int
    share: int
    cents: int
    bought_cents: int


def planned_prizes(
    expected_cents: int, shares: Sequence[int], purchases: Iterable[Purchase]
) -> tuple[PlannedPrize, ...]:
    """The expected fees shared out among the places, in hundredths that make a whole."""
    bought = tuple(purchases)
    parts = split(expected_cents, shares)
    return tuple(
        PlannedPrize(place, share, cents, sum(each.price_cents for each in bought if each.place == place))
        for place, (share, cents) in enumerate(zip(shares, parts, strict=True), start=1)
    )


def split(cents: int, shares: Sequence[int]) -> tuple[int, ...]:
    """The amount in parts of so many hundredths each, which add up exactly: what is rounded off goes to the first."""
    borders = [cents * share // WHOLE for share in accumulate(reversed(shares), initial=0)]
    return tuple(upper - lower for lower, upper in pairwise(borders))[::-1]
