"""Pairings chosen by the director: in the order a list shows them, and what the rules would not have allowed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournament.engine.crosstable import Line
from tournament.engine.refusals import Refused

Pair = tuple[int, int | None]


class Objection(NamedTuple):
    """A chosen pair that the rules would avoid: a rematch, or (second is None) a second bye."""

    first: int
    second: int | None


def in_pairing_order(pairs: Iterable[Pair], ranking: Sequence[int]) -> tuple[Pair, ...]:
    """The pairs as a round lists them, `ranking` being everyone present, the best first; the bye is None.

    "A manual round holds every present player exactly once, the better-ranked first in each pair." Refuses with
    `not_everyone_once` (`missing`, `twice`: start numbers) and, with more than one bye, `byes_too_many`.
    """
    place = {number: rank for rank, number in enumerate(ranking)}
    chosen = [tuple(number for number in pair if number is not None) for pair in pairs]
    named = [number for pair in chosen for number in pair]
    missing = tuple(number for number in ranking if number not in named)
    twice = tuple(sorted({number for number in named if named.count(number) > 1 or number not in place}))
    if missing or twice:
        raise Refused("not_everyone_once", missing=missing, twice=twice)
    if sum(len(pair) == 1 for pair in chosen) > 1:
        raise Refused("byes_too_many")
    ordered = sorted(sorted(place[number] for number in pair) for pair in chosen)
    return tuple((ranking[pair[0]], ranking[pair[1]] if len(pair) == 2 else None) for pair in ordered)


def objections(pairs: Iterable[Pair], lines: Mapping[int, Line]) -> tuple[Objection, ...]:
    """The pairs that have met before, and the bye of one who has met it, from the crosstable before the round."""
    return tuple(
        Objection(first, second)
        for first, second in pairs
        if (lines[first].has_met_bye if second is None else second in lines[first].opponents)
    )
