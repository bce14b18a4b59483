"""Evenings that plan more rounds than there are: none ends before the last one that those present could play."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.engine.brute_force import new_pairs, with_bye
from tests.reference.pairing import has_disjoint_pairings
from tournament.engine.crosstable import crosstable
from tournament.engine.pairing import draw
from tournament.engine.record import BYE, EntryRecord, PairingRecord, Result, RoundRecord, Rules, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome

CHUNK = 50
IN_THE_SUITE = 100
TO_PROVE = 700
SCORES = ((3, 0), (3, 1), (3, 2), (4, 2), (0, 3), (1, 3), (2, 3), (2, 4))


def begin(chance: Random) -> TournamentRecord:
    """4 to 10 players who plan as many rounds as there are, or up to two more."""
    players = chance.randint(4, 10)
    rules = Rules(rounds=players - 1 + chance.randint(0, 2))
    return TournamentRecord(rules, str(chance.random()), tuple(EntryRecord(number + 1) for number in range(players)))


def play_round(record: TournamentRecord, chance: Random) -> TournamentRecord:
    drawn = draw(record)
    assert drawn.lookahead_bound is False
    pairings = tuple(
        PairingRecord(
            pairing.first,
            pairing.second,
            BYE if pairing.second is None else Result(Outcome.PLAYED, chance.choice(SCORES)),
        )
        for pairing in drawn.pairings
    )
    return replace(record, rounds=(*record.rounds, RoundRecord(drawn.number, pairings, drawn.planned_rounds)))


def let_leave(record: TournamentRecord, chance: Random) -> TournamentRecord:
    """One to three players leave, two of them mostly."""
    leaving = chance.sample(record.entries, chance.choice((1, 2, 2, 2, 3)))
    after = len(record.rounds)
    return replace(
        record,
        entries=tuple(replace(entry, withdrawn_after=after) if entry in leaving else entry for entry in record.entries),
    )


def last_possible_round(record: TournamentRecord) -> int:
    """By trying everything: the last of the planned rounds that those present can come to without a rematch."""
    paired_count = len(record.rounds)
    table = crosstable(record, paired_count)
    present = record.present(paired_count + 1)
    new = new_pairs(present, table.opponents, set(table.unplayed_wins))
    order = with_bye(present)
    possible = frozenset(pair for pair in combinations(order, 2) if frozenset(pair) in new)
    further = range(record.rules.rounds - paired_count, 0, -1)
    return paired_count + next((rounds for rounds in further if has_disjoint_pairings(order, possible, rounds)), 0)


def most_rounds(players: int) -> int:
    return players - 1 if players % 2 == 0 else players


def ended_early(seed: int) -> str:
    """How an evening ended before it had to; nothing where it did not."""
    chance = Random(seed)
    record = begin(chance)
    players = len(record.entries)
    last = min(record.rules.rounds, most_rounds(players))
    leave_after = chance.randint(1, players - 2) if players > 5 and chance.random() < 0.5 else None
    while len(record.rounds) < record.rules.rounds:
        if len(record.rounds) == leave_after:
            record = let_leave(record, chance)
            last = last_possible_round(record)
        try:
            record = play_round(record, chance)
        except Refused:
            break
    return "" if len(record.rounds) == last else f"{players} players: {len(record.rounds)} rounds of {last}"


def check_chunk(first: int) -> None:
    found = {seed: how for seed in range(first, first + CHUNK) if (how := ended_early(seed))}
    assert found == {}


@pytest.mark.parametrize("first", range(0, IN_THE_SUITE, CHUNK))
def test_no_evening_ends_before_the_last_round_that_can_be_played(first):
    check_chunk(first)


@pytest.mark.prove
@pytest.mark.parametrize("first", range(0, TO_PROVE, CHUNK))
def test_none_of_seven_hundred_evenings_ends_before_the_last_round_that_can_be_played(first):
    check_chunk(first)
