"""Which places a player can still have, measured against every ending of small tournaments."""

from collections import defaultdict
from dataclasses import replace
from random import Random

import pytest

from tests.builders import record_from
from tests.engine.test_chances import endings_of, random_tournament, scores_of
from tests.rankings import random_ranking
from tests.seeds import each_seed
from tournament.engine.finals import shown_standings
from tournament.engine.places import PossiblePlaces
from tournament.engine.record import Rules
from tournament.engine.terms import Criterion


def possible(record):
    found = PossiblePlaces(record, scores_of(record))
    return {row.number: found.of(row.number) for row in shown_standings(record, len(record.rounds))}


def by_trying(record):
    """The best and the worst place of everybody in all endings together."""
    places = defaultdict(set)
    for ended in endings_of(record):
        for row in shown_standings(ended, len(ended.rounds)):
            places[row.number].add(row.rank)
    return {number: (min(each), max(each)) for number, each in places.items()}


def test_who_waits_stands_between_those_who_can_pass_and_those_who_cannot():
    """1 and 2 have won, 5 can only draw level in wins; 3 and 6 can win no more than one match."""
    record = record_from(
        "1-3 3:0, 2-4 3:2, 5-6 3:1", "1-2 3:2, 5-3 open, 4-6 open", rules=Rules(match_length=3, rounds=3)
    )

    assert possible(record)[1] == (1, 2)
    assert possible(record)[2] == by_trying(record)[2]


def test_once_the_round_is_over_the_place_is_the_one_that_is_shown():
    record = record_from("1-2 3:0, 3-4 3:0")

    assert possible(record) == {row.number: (row.rank, row.rank) for row in shown_standings(record, 1)}


def random_record(seed):
    chance = Random(f"places/{seed}")
    record = random_tournament(chance)
    return replace(record, rules=replace(record.rules, ranking=random_ranking(chance)))


@pytest.mark.costly
@each_seed(150)
def test_nobody_ends_outside_of_the_possible_places(seed):
    record = random_record(seed)
    found, tried = possible(record), by_trying(record)

    assert [
        (number, found[number], tried[number])
        for number in tried
        if not found[number][0] <= tried[number][0] <= tried[number][1] <= found[number][1]
    ] == []


@pytest.mark.costly
@each_seed(150)
def test_where_only_own_matches_and_the_lot_decide_the_possible_places_are_exact(seed):
    record = random_tournament(Random(f"exact/{seed}"))
    ranking = (Criterion.POINT_DIFFERENCE, Criterion.POINTS_WON)[: seed % 3]
    record = replace(record, rules=replace(record.rules, ranking=ranking))

    assert possible(record) == by_trying(record)
