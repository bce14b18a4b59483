"""Rematches spread evenly and pairs kept apart: the engine against a second reading, over invented small fields."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.reference.pairing import (
    NO_PAIRING_WITHOUT_REMATCH,
    Pairing,
    pairing_without_rematch,
    pairings_spread_evenly,
)
from tournament.engine.pairing import pair_in_order
from tournament.engine.refusals import Refused

CHUNK = 50
IN_THE_SUITE = 150
TO_PROVE = 1000
MOST_PLAYERS, MOST_PLAYERS_AT_ONCE = 9, 24


class Field:
    """Players in an order, how often each two of them have met, and who is kept apart."""

    def __init__(self, chance: Random, most: int) -> None:
        players = chance.randint(2, most)
        self.ranking = chance.sample(range(1, 100), players)
        self.order = self.ranking if players % 2 == 0 else [*self.ranking, None]
        pairs = [frozenset(pair) for pair in combinations(self.order, 2)]
        least, spread, comes = chance.randint(0, 3), chance.randint(0, 3), chance.random()
        self.times = Counter(
            {pair: least + (chance.randint(0, spread) if chance.random() < comes else 0) for pair in pairs}
        )
        share = chance.choice((0, 0, 0.1, 0.4))
        self.apart = {pair for pair in pairs if None not in pair and chance.random() < share}
        self.planned = chance.randint(1, 2 * players)
        self.later = chance.randrange(self.planned)

    def pair(self, **options: bool) -> tuple:
        """The pairs as the engine gives them."""
        met = {
            number: [other for other in self.ranking for _time in range(self.times[frozenset((number, other))])]
            for number in self.ranking
        }
        byes = [number for number in self.ranking for _time in range(self.times[frozenset((number, None))])]
        apart = {
            number: [other for other in self.ranking if frozenset((number, other)) in self.apart]
            for number in self.ranking
        }
        drawn = pair_in_order(self.ranking, met, byes, self.later, self.planned, apart=apart, **options)
        assert drawn.lookahead_bound is False
        self.assert_said(drawn.pairings)
        return tuple((pairing.first, pairing.second) for pairing in drawn.pairings)

    def assert_said(self, pairings: tuple) -> None:
        """Assert that the reasons given for each pair are true of it."""
        for pairing in pairings:
            pair = frozenset((pairing.first, pairing.second))
            assert (pairing.is_rematch, pairing.are_kept_apart) == (self.times[pair] > 0, pair in self.apart)


def difference(seed: int, most: int) -> str:
    """What engine and reference give where it is not the same; nothing where it is."""
    field = Field(Random(seed), most)
    avoided = {pair for pair, times in field.times.items() if times} | field.apart
    expected = pairing_without_rematch(field.order, avoided, field.planned, field.later)
    try:
        found = field.pair()
    except Refused:
        found = None
    if found != expected.pairs and not expected.lookahead_unchecked:
        return f"{found} should be {expected.pairs}"
    if expected != NO_PAIRING_WITHOUT_REMATCH:
        return ""
    # A new cycle begins after as many rounds as there are opponents, so more than half of them are planned.
    planned = max(field.planned, len(field.order))
    evenly = next(pairings_spread_evenly(field.order, field.times, field.apart, planned, field.later))
    field.planned = planned
    found = field.pair(rematches_allowed=True)
    return "" if Pairing(found) == evenly or evenly.lookahead_unchecked else f"evenly {found} should be {evenly}"


def check_chunk(first: int, most: int = MOST_PLAYERS) -> None:
    found = {seed: how for seed in range(first, first + CHUNK) if (how := difference(seed, most))}
    assert found == {}


@pytest.mark.parametrize("first", range(0, IN_THE_SUITE, CHUNK))
def test_small_fields_are_paired_as_the_second_reading_does(first):
    check_chunk(first)


@pytest.mark.prove
@pytest.mark.parametrize("first", range(IN_THE_SUITE, TO_PROVE, CHUNK))
def test_a_thousand_small_fields_are_paired_as_the_second_reading_does(first):
    check_chunk(first)


@pytest.mark.prove
@pytest.mark.parametrize("first", range(0, TO_PROVE, CHUNK))
def test_a_thousand_larger_fields_are_paired_as_the_second_reading_does(first):
    check_chunk(first, MOST_PLAYERS_AT_ONCE)
