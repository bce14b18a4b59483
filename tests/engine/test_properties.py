"""What must hold in every tournament, whatever happens in it."""

from dataclasses import replace
from itertools import combinations, groupby
from random import Random

import pytest
from hypothesis import given, strategies as st

from tournament.archive.checks import read_archive
from tournament.archive.format import write_archive
from tournament.engine.crosstable import crosstable
from tournament.engine.pairing import draw
from tournament.engine.refusals import Refused
from tournament.engine.standings import standings
from tournament.simulation.tournaments import simulate

tournaments = st.builds(
    lambda seed, players: simulate(f"property/{seed}", "mixed", players),
    st.integers(0, 10**9),
    st.integers(2, 20),
)


@pytest.mark.costly
@given(tournaments)
def test_nobody_meets_twice_without_leave(archive):
    rounds = archive.record.rounds[: archive.record.swiss_rounds]
    for round_ in rounds:
        met = {pair for earlier in rounds[: round_.number - 1] for pair in meetings(earlier, round_.number)}
        again = {frozenset((pairing.first, pairing.second)) for pairing in round_.pairings} & met
        assert again == set() or round_.rematches_allowed


@pytest.mark.costly
@given(tournaments)
def test_everyone_present_stands_in_exactly_one_pairing(archive):
    for round_ in archive.record.rounds[: archive.record.swiss_rounds]:
        stand = sorted(n for pairing in round_.pairings for n in (pairing.first, pairing.second) if n is not None)
        assert stand == sorted(archive.record.present(round_.number))


@pytest.mark.costly
@given(tournaments)
def test_nobody_level_on_the_counted_criteria_stands_below_a_player_they_lead_without_a_circle(archive):
    record = archive.record
    defeated = crosstable(record, len(record.rounds)).defeated()
    rows = standings(record, len(record.rounds))
    for _level, group in groupby(rows, key=lambda row: row.figures):
        numbers = [row.number for row in group]
        leads = {a: {b for b in numbers if leads_over(defeated, a, b)} for a in numbers}
        for above, below in combinations(numbers, 2):
            assert above not in leads[below] or below in reached_from(above, leads)


@pytest.mark.costly
@given(tournaments, st.integers(0, 10**9))
def test_the_order_of_the_rows_changes_nothing(archive, seed):
    chance = Random(seed)
    record = archive.record
    shuffled = replace(
        record,
        entries=tuple(chance.sample(record.entries, len(record.entries))),
        rounds=tuple(
            replace(round_, pairings=tuple(chance.sample(round_.pairings, len(round_.pairings))))
            for round_ in record.rounds
        ),
    )

    assert [row[:4] for row in standings(shuffled)] == [row[:4] for row in standings(record)]
    assert next_round(shuffled) == next_round(record)


@pytest.mark.costly
@given(tournaments)
def test_names_change_nothing(archive):
    renamed = replace(
        archive, players=tuple(player.model_copy(update={"name": f"Z{player.number}"}) for player in archive.players)
    )

    read = read_archive(write_archive(renamed, standings(archive.record)))

    assert standings(read.record) == standings(archive.record)
    assert next_round(read.record) == next_round(archive.record)


def meetings(earlier, as_of):
    """Who met whom in a round, the bye as None, by the results in force when a later round was paired."""
    for pairing in earlier.pairings:
        result = pairing.result_as_of(as_of)
        if pairing.second is None or result.score is not None:
            yield frozenset((pairing.first, pairing.second))
        elif result.winner is not None:
            yield frozenset((result.winner, None))


def next_round(record):
    try:
        return draw(record)
    except Refused as refused:
        return refused.code


def leads_over(defeated, a, b):
    return defeated.get(a, []).count(b) > defeated.get(b, []).count(a)


def reached_from(start, leads):
    reached, waiting = set(), [start]
    while waiting:
        for number in leads[waiting.pop()] - reached:
            reached.add(number)
            waiting.append(number)
    return reached
