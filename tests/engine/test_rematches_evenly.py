"""Rematches are spread evenly: new cycles as the first one was, else as few repeats as can be; pairs kept apart."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tournament.engine.checking import check_rounds
from tournament.engine.pairing import MOST_WITH_REMATCHES, DrawnPairing, PassedOver, Why, draw, pair_in_order
from tournament.engine.record import (
    BYE,
    EntryRecord,
    KeptApart,
    PairingRecord,
    Result,
    RoundRecord,
    Rules,
    TournamentRecord,
)
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome

EVENINGS = ((3, 6), (4, 6), (4, 9), (5, 8), (5, 10), (6, 10), (7, 9))
IN_THE_SUITE, TO_PROVE = 5, 200
SCORES = ((3, 0), (3, 1), (3, 2), (4, 2), (0, 3), (1, 3), (2, 3), (2, 4))
ALL_OF_FOUR = [*combinations(range(1, 5), 2)]


def pair(players, *pairs, apart=(), later=0, **options):
    """Pair the players 1, 2, … ranked in this order who may meet again, after they have met in those pairs (0: bye)."""
    met = {number: [] for number in range(1, players + 1)}
    for one, other in pairs:
        if other:
            met[one].append(other)
            met[other].append(one)
    shunned = {
        number: {*met} & {other for pair in apart if number in pair for other in pair} - {number} for number in met
    }
    byes = [one for one, other in pairs if not other]
    options = {"rematches_allowed": True} | options
    return pair_in_order([*met], met, byes, later, 99, apart=shunned, **options)


def pairs(drawn):
    return [(pairing.first, pairing.second) for pairing in drawn.pairings]


def test_who_have_all_met_as_often_begin_a_new_cycle_with_the_first_pairing_of_all():
    drawn = pair(4, *ALL_OF_FOUR)

    assert drawn.pairings == (DrawnPairing(1, 2, (), is_rematch=True), DrawnPairing(3, 4, (), is_rematch=True))


def test_within_a_cycle_who_has_met_more_often_is_passed_over():
    drawn = pair(4, *ALL_OF_FOUR, (1, 2), (3, 4))

    assert drawn.pairings == (
        DrawnPairing(1, 3, (PassedOver(2, Why.MET_MORE_OFTEN),), is_rematch=True),
        DrawnPairing(2, 4, (), is_rematch=True),
    )


def test_within_a_cycle_the_rounds_of_it_that_are_still_planned_are_kept_playable():
    everybody = [*combinations(range(1, 7), 2)]
    again = [(1, 4), (3, 6), (2, 5), (1, 6), (2, 3), (4, 5)]
    # After 1-2, 3-4, 5-6 only the two triangles 1, 3, 5 and 2, 4, 6 would be left.
    plain, ahead = (pair(6, *everybody, *again, later=later) for later in (0, 2))

    assert (pairs(plain), plain.later_rounds) == ([(1, 2), (3, 4), (5, 6)], 0)
    assert (pairs(ahead), ahead.later_rounds) == ([(1, 2), (3, 5), (4, 6)], 2)


def test_who_met_twice_is_avoided_before_two_who_met_once():
    drawn = pair(4, (1, 2), (1, 3), (1, 3), (1, 4), (2, 3), (3, 4))

    assert drawn.pairings == (DrawnPairing(1, 2, (), is_rematch=True), DrawnPairing(3, 4, (), is_rematch=True))
    assert pairs(pair(4, (1, 2), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4))) == [(1, 3), (2, 4)]


def test_a_bye_counts_as_often_as_it_was_had():
    cycle = [*combinations(range(1, 4), 2), (1, 0), (2, 0), (3, 0)]

    assert pairs(pair(3, *cycle)) == [(1, 2), (3, None)]
    assert pairs(pair(3, *cycle, (3, 0), (1, 2))) == [(1, 3), (2, None)]


# Kept apart


def test_two_who_are_kept_apart_are_passed_over_as_if_they_had_met():
    drawn = pair(4, apart=[(1, 2)], rematches_allowed=False)

    assert drawn.pairings == (DrawnPairing(1, 3, (PassedOver(2, Why.KEPT_APART),)), DrawnPairing(2, 4))


def test_in_a_large_field_too():
    drawn = pair(100, apart=[(1, 2)], rematches_allowed=False)

    assert drawn.pairings[:2] == (DrawnPairing(1, 3, (PassedOver(2, Why.KEPT_APART),)), DrawnPairing(2, 4))


def test_where_only_two_who_are_kept_apart_are_left_there_is_no_pairing_and_the_wish_is_told():
    with pytest.raises(Refused) as refused:
        pair(4, (1, 2), (1, 3), apart=[(1, 4)], rematches_allowed=False)

    assert refused.value.values == {"group": (1,), "only": (), "apart": True}


@pytest.mark.parametrize(
    ("players", "apart", "pairs_apart"),
    [(2, [(1, 2)], ((1, 2),)), (4, [(1, 2), (1, 3), (1, 4)], ((1, 2),)), (3, [(1, 2), (1, 3), (2, 3)], ((1, 2),))],
)
def test_where_wishes_alone_stand_in_the_way_they_are_told_and_no_rematch_is_asked_for(players, apart, pairs_apart):
    with pytest.raises(Refused) as refused:
        pair(players, apart=apart, rematches_allowed=False)

    assert (refused.value.code, refused.value.values) == ("wishes_in_the_way", {"pairs": pairs_apart})


@pytest.mark.parametrize(
    ("met", "apart", "is_for_wishes"),
    [
        ([(1, 2), (1, 3), (1, 4), (2, 3)], [(2, 4)], False),
        ([(1, 2), (1, 3)], [(1, 4)], True),
    ],
)
def test_wishes_are_the_reason_for_rematches_only_where_there_were_none_without_them(met, apart, is_for_wishes):
    assert pair(4, *met, apart=apart).is_for_wishes is is_for_wishes


def test_who_is_kept_apart_does_not_count_for_how_often_everybody_has_met():
    """All but the two who are kept apart have met once: a new cycle looks ahead, and leaves the rounds to come."""
    drawn = pair(6, *(each for each in combinations(range(1, 7), 2) if each != (1, 2)), apart=[(1, 2)], later=2)

    assert drawn.later_rounds == 2


def test_any_rematch_comes_before_two_who_are_kept_apart():
    drawn = pair(4, *ALL_OF_FOUR, (1, 3), (2, 4), apart=[(1, 2), (1, 4)])

    assert drawn.pairings == (
        DrawnPairing(1, 3, (PassedOver(2, Why.KEPT_APART),), is_rematch=True),
        DrawnPairing(2, 4, (), is_rematch=True),
    )


def test_in_a_large_field_too_any_rematch_comes_before_two_who_are_kept_apart():
    everybody = range(2, MOST_WITH_REMATCHES + 1)

    drawn = pair(MOST_WITH_REMATCHES, *((1, other) for other in everybody if other != 2), apart=[(1, 2)])

    assert drawn.pairings[0] == DrawnPairing(1, 3, (PassedOver(2, Why.KEPT_APART),), is_rematch=True)
    assert sum(pairing.is_rematch or pairing.are_kept_apart for pairing in drawn.pairings) == 1


def test_two_who_are_kept_apart_meet_where_nothing_else_is_left_and_are_no_rematch():
    drawn = pair(2, apart=[(1, 2)])

    assert drawn.pairings == (DrawnPairing(1, 2, (), is_rematch=False, are_kept_apart=True),)


def test_a_new_cycle_leaves_out_who_is_kept_apart():
    drawn = pair(4, *(pair for pair in ALL_OF_FOUR if pair != (1, 2)), apart=[(1, 2)])

    assert pairs(drawn) == [(1, 3), (2, 4)]


def test_a_round_is_drawn_by_the_wishes_that_hold_in_it():
    entries = tuple(EntryRecord(number) for number in range(1, 5))
    record = TournamentRecord(Rules(rounds=3), "a", entries)
    first, second = pairs(draw(record))[0]

    apart = replace(record, kept_apart=(KeptApart(*sorted((first, second)), 1, 1),))
    later = replace(record, kept_apart=(KeptApart(*sorted((first, second)), 2),))

    assert (first, second) not in pairs(draw(apart))
    assert pairs(draw(later)) == pairs(draw(record))


@pytest.mark.parametrize(
    ("span", "paired_count", "left"),
    [
        ((4, None), 2, (3, None)),
        ((2, None), 2, (2, None)),
        ((1, 3), 2, (1, 2)),
        ((1, 1), 2, (1, 1)),
        ((3, 3), 2, None),
    ],
)
def test_a_wish_after_rounds_were_removed(span, paired_count, left):
    assert KeptApart(1, 2, *span).after(paired_count) == (left and KeptApart(1, 2, *left))


# Evenings


def play(players, rounds, chance, apart=()):
    """An evening on which everybody is always there, with rematches where there are no other pairings."""
    entries = tuple(EntryRecord(number + 1) for number in range(players))
    record = TournamentRecord(Rules(rounds=rounds), str(chance.random()), entries, kept_apart=apart)
    while len(record.rounds) < rounds:
        try:
            drawn = draw(record)
        except Refused:
            drawn = draw(record, rematches_allowed=True)
        played = RoundRecord(
            drawn.number,
            tuple(PairingRecord(one.first, one.second, result(one, chance)) for one in drawn.pairings),
            drawn.planned_rounds,
            rematches_allowed=drawn.rematches_allowed,
            lookahead_bound=drawn.lookahead_bound,
        )
        record = replace(record, rounds=(*record.rounds, played))
    return record


def result(pairing, chance):
    return BYE if pairing.second is None else Result(Outcome.PLAYED, chance.choice(SCORES))


def assert_evenly(players, rounds, seed):
    """After no round has any pair met, or anybody had the bye, more than once oftener than another."""
    record = play(players, rounds, Random(seed))
    everybody = [*range(1, players + 1), *([None] if players % 2 else [])]
    times = Counter({frozenset(pair): 0 for pair in combinations(everybody, 2)})
    for round_ in record.rounds:
        times.update(frozenset((pairing.first, pairing.second)) for pairing in round_.pairings)
        assert max(times.values()) - min(times.values()) <= 1
    assert check_rounds(record) == ()


@pytest.mark.parametrize(("players", "rounds"), EVENINGS)
def test_no_pair_meets_and_nobody_has_the_bye_more_than_once_oftener_than_others(players, rounds):
    for seed in range(IN_THE_SUITE):
        assert_evenly(players, rounds, seed)


@pytest.mark.prove
@pytest.mark.parametrize(("players", "rounds"), EVENINGS)
def test_nor_on_two_hundred_evenings(players, rounds):
    for seed in range(TO_PROVE):
        assert_evenly(players, rounds, seed)
