"""What the first few need to win, measured against every ending of small tournaments."""

from dataclasses import replace
from itertools import compress, product
from random import Random

import pytest

from tests.builders import record_from
from tests.rankings import random_ranking
from tests.seeds import each_seed
from tournament.engine.chances import MOST_RIVALS, Chance, chances
from tournament.engine.record import (
    BYE,
    DOUBLE_FORFEIT,
    PENDING,
    EntryRecord,
    PairingRecord,
    Result,
    RoundRecord,
    Rules,
    TournamentRecord,
)
from tournament.engine.scores import counted_score
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome

PLAYING = (3, 2, 1, -1, -2, -3)


def last_of(number_of_rounds, *rounds, **entries):
    return record_from(*rounds, rules=Rules(rounds=number_of_rounds), **entries)


@pytest.mark.parametrize(
    "record",
    [
        record_from(players=4),
        last_of(2, "1-2 3:0, 3-4 3:0"),
        last_of(3, "1-2 3:0, 3-4 3:0", "1-3 open, 2-4 open"),
        last_of(2, "1-2 3:0, 3-4 3:0", "1-3 3:0, 2-4 3:0"),
        last_of(1, "1-2 open, 3-4 open"),
    ],
    ids=["not drawn", "not paired", "not the last", "over", "only one round"],
)
def test_there_is_nothing_to_say_but_in_a_last_round_under_way(record):
    assert chances(record, scores_of(record)) == ()


@pytest.mark.parametrize(
    ("last_round", "first_two"),
    [
        ("1-5 open", [Chance(1, PLAYING, 1, 1, (), (), None, True), Chance(5, PLAYING, 1, 1, (), (), None, True)]),
        (
            "1-4 open, 5-3 open",
            [Chance(1, PLAYING, 3, -3, (), (), None, True), Chance(5, PLAYING, None, -2, (1,), (), 1, True)],
        ),
        (
            "1-4 3:2, 5-3 open",
            [Chance(1, (0,), None, 0, (5,), (), 0, True), Chance(5, PLAYING, 2, 2, (), (), None, True)],
        ),
        (
            "1-4 3:0, 5-3 open",
            [Chance(1, (0,), 0, 0, (), (), None, True), Chance(5, PLAYING, None, None, (), (), None, True)],
        ),
    ],
    ids=["the two meet", "at different tables", "the other has won narrowly", "the other has won clearly"],
)
def test_of_two_with_all_their_matches_won(last_round, first_two):
    """1 has a point difference of 6, 5 one of 5."""
    record = last_of(
        3, "1-2 3:0, 3-4 3:2, 5-6 3:0, 7-8 3:2", "1-3 3:0, 2-4 3:1, 5-7 3:1, 6-8 3:1", f"{last_round}, 6-8 open"
    )

    assert list(chances(record, scores_of(record), most=2)) == first_two


def test_who_can_only_draw_level_is_a_rival_whose_win_may_cost_the_first_place():
    """Before the last round 1 and 5 are level on wins and points."""
    record = last_of(3, "1-2 3:1, 3-4 3:1, 5-6 3:2", "1-3 3:1, 2-5 0:3, 4-6 0:3", "1-4 open, 2-6 3:1, 3-5 open")

    first = chances(record, scores_of(record))[0]

    assert (first.number, first.rivals, first.must_not_win, first.enough_from) == (1, (5,), (), 1)


def test_what_hangs_on_too_many_matches_is_simulated_and_says_so():
    chance, rules = Random("c"), Rules(match_length=1, rounds=8)
    rounds = tuple(random_round(chance, number, 60, rules, unplayed=0, left_open=1) for number in range(1, 9))
    record = TournamentRecord(rules, "s", tuple(EntryRecord(number) for number in range(1, 61)), rounds)

    assert [chance.is_proven for chance in chances(record, scores_of(record))] == [False, True, True, True, True]


def scores_to(length):
    """What a match can end with in which a gammon counts two."""
    won = [(winner, loser) for winner in (length + 1, length) for loser in range(length)]
    return [*won, *((loser, winner) for winner, loser in reversed(won))]


def scores_of(record):
    return scores_to(record.rules.match_length)


def random_tournament(chance, most_players=7, lengths=(1, 2)):
    """A few players, short matches and any pairings, so that many are level; the last round is still open in part."""
    players = chance.randint(3, most_players)
    rules = Rules(
        match_length=chance.randint(*lengths),
        rounds=chance.randint(2, 4),
        count_excess_points=chance.random() < 0.3,
        unplayed_win_points=chance.randint(0, 1),
    )
    rounds = [random_round(chance, number, players, rules) for number in range(1, rules.rounds + 1)]
    entries = tuple(EntryRecord(number) for number in range(1, players + 1))
    return TournamentRecord(rules, f"{chance.random()}", entries, tuple(rounds))


def random_round(chance, number, players, rules, unplayed=0.15, left_open=0.8):
    order = chance.sample(range(1, players + 1), players)
    is_last = number == rules.rounds
    pairings = [
        PairingRecord(first, second, random_result(chance, first, rules, unplayed, left_open if is_last else 0))
        for first, second in zip(order[::2], order[1::2], strict=False)
    ]
    if players % 2 and chance.random() < 0.8:
        pairings.append(PairingRecord(order[-1], None, BYE))
    return RoundRecord(number, tuple(pairings), rules.rounds)


def random_result(chance, first, rules, unplayed, left_open):
    if chance.random() < left_open:
        return PENDING
    if chance.random() < unplayed:
        return DOUBLE_FORFEIT if chance.random() < 0.3 else Result(Outcome.FORFEIT, winner=first)
    return Result(Outcome.PLAYED, chance.choice(scores_to(rules.match_length)))


def endings_of(record):
    """The record with its last round over, for every way in which the open matches can end."""
    last = record.rounds[-1]
    open_indices = [index for index, pairing in enumerate(last.pairings) if pairing.result == PENDING]
    for scores in product(scores_of(record), repeat=len(open_indices)):
        pairings = list(last.pairings)
        for index, score in zip(open_indices, scores, strict=True):
            pairings[index] = replace(pairings[index], result=Result(Outcome.PLAYED, score))
        yield replace(record, rounds=(*record.rounds[:-1], replace(last, pairings=tuple(pairings))))


def every_ending(record):
    """For every way in which the open matches can end: each one's margin, by start number, and who is first."""
    was_open = [pairing.result == PENDING for pairing in record.rounds[-1].pairings]
    for ended in endings_of(record):
        margins = {}
        for pairing in compress(ended.rounds[-1].pairings, was_open):
            own, other = counted_score(record.rules, pairing.result.score)
            margins |= {pairing.first: own - other, pairing.second: other - own}
        yield margins, standings(ended)[0].number


def last_margin(margins, holds):
    """The smallest margin down to which something holds without a gap."""
    found = None
    for margin in margins:
        if not holds(margin):
            break
        found = margin
    return found


def by_trying(record, chance):
    """The same chance from all endings; who the rivals are is taken over, and who must not win where it is true."""
    number = chance.number
    endings = [(margins.get(number, 0), margins, first == number) for margins, first in every_ending(record)]
    losers = [n for n in chance.must_not_win if not any(wins and margins[n] > 0 for _own, margins, wins in endings)]
    helped = [ending for ending in endings if not any(ending[1][n] > 0 for n in chance.rivals)]
    margins = tuple(sorted({own for own, _margins, _wins in endings}, reverse=True))
    return Chance(
        number,
        margins,
        last_margin(margins, lambda margin: all(wins for own, _margins, wins in endings if own == margin)),
        last_margin(margins, lambda margin: any(wins for own, _margins, wins in endings if own == margin)),
        chance.rivals,
        tuple(losers),
        last_margin(margins, lambda margin: all(wins for own, _m, wins in helped if own == margin))
        if helped and 0 < len(chance.rivals) <= MOST_RIVALS
        else None,
        True,
    )


@pytest.mark.costly
@each_seed(60)
def test_every_chance_is_what_all_endings_together_say(seed):
    record = random_tournament(Random(f"chances/{seed}"))

    found = chances(record, scores_of(record), most=7)

    assert found == tuple(by_trying(record, chance) for chance in found)


@pytest.mark.costly
@each_seed(60)
def test_by_any_list_of_criteria_nothing_is_told_too_early(seed):
    chance = Random(f"ranking/{seed}")
    record = random_tournament(chance)
    record = replace(record, rules=replace(record.rules, ranking=random_ranking(chance)))

    for told in chances(record, scores_of(record), most=7):
        tried = by_trying(record, told)
        for margin in tried.margins:
            known = margin if told.has_margins else int(margin > 0)
            if told.secure_from is not None and known >= told.secure_from:
                assert tried.secure_from is not None
                assert margin >= tried.secure_from
            if told.possible_from is None or known < told.possible_from:
                assert tried.possible_from is None or margin < tried.possible_from
        assert set(told.must_not_win) <= set(tried.must_not_win)
        if told.enough_from is not None and told.has_margins:
            assert tried.enough_from is not None
            assert told.enough_from >= tried.enough_from


@pytest.mark.costly
@each_seed(20)
def test_of_longer_matches_every_chance_is_what_all_endings_together_say_too(seed):
    record = random_tournament(Random(f"long/{seed}"), most_players=5, lengths=(4, 6))

    found = chances(record, scores_of(record), most=5)

    assert found == tuple(by_trying(record, chance) for chance in found)
