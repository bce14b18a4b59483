from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.engine.brute_force import (
    first_pairing,
    first_spread_evenly,
    longest_lasting_pairing,
    new_pairs,
    with_bye,
)
from tests.engine.graphs import everyone, graph_of, pairs_of
from tests.seeds import each_seed
from tournament.engine.matching import make_first, maximum_matching
from tournament.engine.pairing import DrawnPairing, PassedOver, Why, draw, pair_in_order, redraw
from tournament.engine.record import (
    BYE,
    CorrectedResult,
    EntryRecord,
    PairingRecord,
    Result,
    RoundRecord,
    Rules,
    TournamentRecord,
)
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome


def meetings(ranking, pairs):
    """Whom each has met, and who has met the bye, from pairs of numbers (0: the bye)."""
    met = {number: set() for number in ranking}
    for one, other in pairs:
        if other:
            met[one].add(other)
            met[other].add(one)
    return met, {one for one, other in pairs if not other}


def pair(players, *pairs, later=0, planned=1, **options):
    """Pair the players 1, 2, … ranked in this order after they have met in those pairs."""
    ranking = range(1, players + 1)
    met, met_bye = meetings(ranking, pairs)
    return pair_in_order(ranking, met, met_bye, later, planned, **options)


def pairs(drawn):
    return [(pairing.first, pairing.second) for pairing in drawn.pairings]


def refusal(call, *args, **options):
    with pytest.raises(Refused) as refused:
        call(*args, **options)
    return refused.value.code, refused.value.values


def stuck(*args, **options):
    return refusal(pair, *args, **options)


def no_pairing(group, only=(), apart=False):
    return "no_pairing_without_rematch", {"group": group, "only": only, "apart": apart}


# The leader gets the best-placed new opponent that leaves the rest pairable


def test_neighbours_play_where_nobody_has_met():
    assert pairs(pair(6)) == [(1, 2), (3, 4), (5, 6)]


def test_who_has_been_met_is_passed_over():
    drawn = pair(8, (1, 2), (1, 3))

    assert drawn.pairings == (
        DrawnPairing(1, 4, (PassedOver(2, Why.MET), PassedOver(3, Why.MET))),
        DrawnPairing(2, 3),
        DrawnPairing(5, 6),
        DrawnPairing(7, 8),
    )


def test_one_is_left_for_others_who_have_nobody_else():
    assert pair(4, (3, 4)).pairings == (
        DrawnPairing(1, 3, (PassedOver(2, Why.LEFT_FOR_OTHERS),)),
        DrawnPairing(2, 4),
    )


def test_the_bye_comes_last_and_nobody_has_it_twice():
    assert pair(5, (5, 0), (4, 0)).pairings == (
        DrawnPairing(1, 2),
        DrawnPairing(3, None, (PassedOver(4, Why.LEFT_FOR_OTHERS), PassedOver(5, Why.LEFT_FOR_OTHERS))),
        DrawnPairing(4, 5),
    )


def test_the_last_who_has_not_met_the_bye_is_kept_for_it():
    byes = [(number, 0) for number in range(1, 22) if number not in (2, 3)]

    drawn = pair(21, *byes, (2, 4))

    assert drawn.pairings[:3] == (
        DrawnPairing(1, 2),
        DrawnPairing(3, None, tuple(PassedOver(number, Why.LEFT_FOR_OTHERS) for number in range(4, 22))),
        DrawnPairing(4, 5),
    )


def test_the_last_two_who_have_not_met_the_bye_do_not_play_each_other():
    byes = [(number, 0) for number in range(1, 22) if number not in (1, 2)]

    drawn = pair(21, *byes)

    assert drawn.pairings[0] == DrawnPairing(1, 3, (PassedOver(2, Why.LEFT_FOR_OTHERS),))
    assert drawn.pairings[1].second is None


def test_nobody_takes_the_last_who_has_not_met_the_bye():
    byes = [(number, 0) for number in range(1, 22) if number != 3]

    assert pairs(pair(21, *byes))[:3] == [(1, 2), (3, None), (4, 5)]
    assert pairs(pair(21, *byes, (1, 2)))[:3] == [(1, 4), (2, 5), (3, None)]


def test_one_present_has_the_bye():
    assert pairs(pair(1)) == [(1, None)]


# Who cannot be paired is named


def test_who_has_met_everyone_present_is_named_alone():
    assert stuck(4, (3, 1), (3, 2), (3, 4)) == no_pairing((3,))
    assert stuck(3, (2, 1), (2, 3), (2, 0)) == no_pairing((2,))


def test_the_best_placed_of_those_who_have_met_everyone_is_named():
    assert stuck(4, *combinations(range(1, 5), 2)) == no_pairing((1,))


def test_two_with_the_same_only_opponent_are_named_with_that_one():
    met = [(5, 1), (5, 2), (5, 3), (6, 1), (6, 2), (6, 3), (5, 6)]

    assert stuck(6, *met) == no_pairing((5, 6), only=(4,))


def test_a_closed_group_of_odd_size_is_named():
    met = [(one, other) for one in (1, 2, 3, 4, 5) for other in (6, 7, 8)]

    assert stuck(8, *met) == no_pairing((6, 7, 8))


def test_a_bye_that_everybody_has_met_is_named():
    assert stuck(5, *((number, 0) for number in range(1, 6))) == no_pairing((None,))
    assert stuck(201, *((number, 0) for number in range(1, 202))) == no_pairing((None,))


# Rematches, where there is no pairing without one


def test_rematches_are_refused_where_they_are_not_needed():
    assert stuck(4, (1, 2), rematches_allowed=True) == ("rematches_not_needed", {})


def test_as_few_rematches_as_possible_and_a_rematch_ranks_by_place():
    drawn = pair(4, (1, 2), (1, 3), (1, 4), rematches_allowed=True)

    assert drawn.pairings == (DrawnPairing(1, 2, (), is_rematch=True), DrawnPairing(3, 4))


def test_a_rematch_less_counts_more_than_a_better_place():
    drawn = pair(4, (1, 3), (1, 4), (2, 3), (2, 4), (3, 4), rematches_allowed=True)

    assert drawn.pairings == (DrawnPairing(1, 2), DrawnPairing(3, 4, (), is_rematch=True))


def test_a_second_bye_is_one_rematch():
    byes = [(1, 0), (2, 0), (3, 0)]

    assert pair(3, *byes, rematches_allowed=True).pairings == (
        DrawnPairing(1, 2),
        DrawnPairing(3, None, (), is_rematch=True),
    )


def test_a_field_that_needs_no_rematch_for_49_rounds_has_none():
    assert stuck(101, *((number, 0) for number in range(1, 102)), rematches_allowed=True) == (
        "too_many_for_rematches",
        {"most": 100},
    )


# Keeping the planned rounds playable


PRISM = [*combinations((1, 3, 5), 2), *combinations((2, 4, 6), 2), (1, 2), (3, 4), (5, 6)]
PRISM_MET = sorted(set(combinations(range(1, 7), 2)) - {tuple(sorted(edge)) for edge in PRISM})


def test_the_leader_gives_way_to_keep_the_planned_rounds_playable():
    drawn = pair(6, *PRISM_MET, later=2, planned=5)

    assert drawn.pairings == (
        DrawnPairing(1, 2),
        DrawnPairing(3, 5, (PassedOver(4, Why.KEEPS_ROUNDS_PLAYABLE),)),
        DrawnPairing(4, 6),
    )
    assert (drawn.later_rounds, drawn.lookahead_bound) == (2, False)


def test_without_rounds_to_come_nothing_is_kept():
    assert pairs(pair(6, *PRISM_MET, later=0, planned=5)) == [(1, 2), (3, 4), (5, 6)]
    assert pairs(pair(6, *PRISM_MET, later=-1, planned=2)) == [(1, 2), (3, 4), (5, 6)]


def test_with_rounds_for_half_the_players_nothing_needs_checking():
    assert pairs(pair(6, *PRISM_MET, later=2, planned=3)) == [(1, 2), (3, 4), (5, 6)]


@pytest.mark.parametrize("later", [3, 4, 20])
def test_where_not_all_can_be_kept_playable_as_many_are_as_can_be(later):
    drawn = pair(6, *PRISM_MET, later=later, planned=later + 3)

    assert drawn == pair(6, *PRISM_MET, later=2, planned=5)


def test_where_none_can_be_kept_playable_the_plain_one_stands():
    met_but_for_two_triangles_and_a_bridge = set(combinations(range(1, 7), 2)) - {
        *combinations((1, 2, 3), 2),
        *combinations((4, 5, 6), 2),
        (3, 4),
    }

    drawn = pair(6, *met_but_for_two_triangles_and_a_bridge, later=2, planned=5)

    assert (pairs(drawn), drawn.later_rounds, drawn.lookahead_bound) == ([(1, 2), (3, 4), (5, 6)], 0, False)


def test_where_the_bound_is_met_the_plain_one_stands_and_says_so():
    drawn = pair(6, *PRISM_MET, later=2, planned=5, lookahead_steps=10)

    assert (pairs(drawn), drawn.later_rounds, drawn.lookahead_bound) == ([(1, 2), (3, 4), (5, 6)], 0, True)


def test_a_field_too_large_to_look_ahead_meets_the_bound():
    drawn = pair(1000, (1, 2), later=600, planned=601, lookahead_steps=1000)

    assert (pairs(drawn)[:2], drawn.later_rounds, drawn.lookahead_bound) == ([(1, 3), (2, 4)], 0, True)


def test_the_look_ahead_does_not_apply_where_rematches_are_allowed():
    assert pairs(pair(4, *combinations(range(1, 5), 2), later=3, planned=9, rematches_allowed=True)) == [
        (1, 2),
        (3, 4),
    ]


# Against trying everything


def random_field(chance, players):
    """Some rounds of an invented tournament, or whoever met whomever."""
    ranking = chance.sample(range(1, 40), players)
    if chance.random() < 0.5:
        density = chance.random()
        return ranking, *meetings(ranking, random_meetings(chance, ranking, density))
    past = []
    for _ in range(chance.randrange(players)):
        shuffled = with_bye(chance.sample(ranking, players))
        drawn = first_pairing(shuffled, new_pairs(shuffled[:players], *meetings(ranking, past))) or ()
        past += [(one, other or 0) if chance.random() < 0.95 else (one, 0) for one, other in drawn]
    return ranking, *meetings(ranking, past)


def random_meetings(chance, ranking, density):
    opponents = [*combinations(ranking, 2), *((number, 0) for number in ranking)]
    return [pair for pair in opponents if chance.random() < density]


@each_seed(1500)
def test_every_small_field_is_paired_as_trying_everything_does(seed):
    chance = Random(seed)
    players = chance.randint(2, 8)
    ranking, met, met_bye = random_field(chance, players)
    order, new = with_bye(ranking), new_pairs(ranking, met, met_bye)
    planned = chance.randint(1, players + 2)
    later = chance.randrange(planned)
    plain = first_pairing(order, new)

    if plain is None:
        code, values = refusal(pair_in_order, ranking, met, met_bye, later, planned)
        drawn = pair_in_order(ranking, met, met_bye, later, planned, rematches_allowed=True)
        expected = first_spread_evenly(order, new)
        assert code == "no_pairing_without_rematch"
        assert_cannot_be_paired(values["group"], values["only"], order, new)
    else:
        drawn = pair_in_order(ranking, met, met_bye, later, planned)
        looks_ahead = later > 0 and 2 * planned > players
        expected, kept = longest_lasting_pairing(order, new, later) if looks_ahead else (plain, later)
        assert (drawn.later_rounds, drawn.lookahead_bound) == (kept, False)
        assert refusal(pair_in_order, ranking, met, met_bye, later, planned, rematches_allowed=True) == (
            "rematches_not_needed",
            {},
        )

    assert tuple(pairs(drawn)) == expected
    assert [pairing.is_rematch for pairing in drawn.pairings] == [frozenset(pair) not in new for pair in expected]
    assert_reasons_are_true(drawn, order, new)


def assert_cannot_be_paired(group, only, order, new):
    """Parts of odd size, one more than the ways out, and no way out but those."""
    left, parts = set(group), []
    while left:
        part, border = set(), {left.pop()}
        while border:
            part |= border
            border = {one for one in left for other in part if frozenset((one, other)) in new}
            left -= border
        parts.append(part)
    assert len(parts) == len(only) + 1
    assert [len(part) % 2 for part in parts] == [1] * len(parts)
    for part in parts:
        reached = {other for one in part for other in order if frozenset((one, other)) in new}
        assert reached <= part | set(only)


def assert_reasons_are_true(drawn, order, new):
    with_rematches = any(pairing.is_rematch for pairing in drawn.pairings)
    left = list(order)
    for pairing in drawn.pairings:
        leader, *others = left
        assert leader == pairing.first
        better = others[: others.index(pairing.second)]
        assert [passed.number for passed in pairing.passed_over] == better
        for passed in pairing.passed_over:
            rest = tuple(player for player in others if player != passed.number)
            is_new = frozenset((leader, passed.number)) in new
            assert with_rematches or (passed.why is Why.MET) == (not is_new)
            if is_new and not with_rematches:
                assert (passed.why is Why.LEFT_FOR_OTHERS) == (first_pairing(rest, new) is None)
        left = [player for player in others if player != pairing.second]


# Only the tail needs a search: the border of Dirac's theorem


@pytest.mark.parametrize("players", [6, 7, 8])
def test_where_each_has_met_one_other_the_head_goes_as_far_as_it_may(players):
    """All ways in which everybody has met one other at most, at the size where the head just begins."""
    ranking = range(1, players + 1)
    order = with_bye(ranking)
    for past in partial_pairings(tuple(ranking)):
        for met_bye in ([], [1], ranking[1:], ranking[:-1], ranking[2:], ranking[:-2]):
            met, _ = meetings(ranking, past)
            expected = first_pairing(order, new_pairs(ranking, met, met_bye))
            assert tuple(pairs(pair_in_order(ranking, met, met_bye, 0, 1))) == expected


def partial_pairings(players):
    if not players:
        yield ()
        return
    leader, *others = players
    yield from partial_pairings(tuple(others))
    for opponent in others:
        for past in partial_pairings(tuple(player for player in others if player != opponent)):
            yield ((leader, opponent), *past)


@each_seed(300)
def test_a_field_with_a_head_is_paired_as_one_matching_of_all(seed):
    chance = Random(seed)
    players = chance.randint(10, 60)
    ranking = list(range(players))
    numbers = [number + 1 for number in ranking]
    past = []
    for _ in range(chance.randint(1, 6)):
        shuffled = chance.sample(numbers, players) if chance.random() < 0.5 else sorted_in_blocks(chance, numbers)
        past += list(zip(shuffled[::2], shuffled[1::2], strict=False))
    byes = chance.sample(numbers, players - chance.randint(1, 4))
    met, _ = meetings(numbers, past)
    new = [(one, other) for one, other in combinations(ranking, 2) if other + 1 not in met[one + 1]]
    if players % 2:
        new += [(number, players) for number in ranking if number + 1 not in byes]
    graph = graph_of(players + players % 2, new)
    mate = maximum_matching(graph, everyone(graph))
    make_first(graph, everyone(graph), mate)

    drawn = pair_in_order(numbers, met, byes, 0, 1)

    expected = [(one + 1, None if other == players else other + 1) for one, other in pairs_of(mate)]
    assert pairs(drawn) == expected


def sorted_in_blocks(chance, numbers):
    """Neighbours have met, so that the tail is hard."""
    size = chance.choice((4, 6, 8))
    blocks = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    return [number for block in blocks for number in chance.sample(block, len(block))]


# The next round of a record


WON = Result(Outcome.PLAYED, (3, 1))
LOST = Result(Outcome.PLAYED, (1, 3))
EIGHT = TournamentRecord(Rules(rounds=3), "konstanz", tuple(EntryRecord(number) for number in range(1, 9)))
FIRST_ROUND = ((8, 6), (5, 2), (4, 7), (3, 1))


def played(number, pairings, *results, planned=3, **facts):
    return RoundRecord(
        number,
        tuple(PairingRecord(first, second, result) for (first, second), result in zip(pairings, results, strict=True)),
        planned,
        **facts,
    )


def test_the_first_round_is_the_lot_alone():
    drawn = draw(EIGHT)

    assert tuple(pairs(drawn)) == FIRST_ROUND
    assert (drawn.number, drawn.planned_rounds, drawn.rematches_allowed, drawn.lookahead_bound) == (1, 3, False, False)


def test_no_round_is_drawn_while_results_are_missing():
    record = replace(
        EIGHT, rounds=(played(1, FIRST_ROUND, WON, Result(Outcome.PENDING), WON, Result(Outcome.PENDING)),)
    )

    assert refusal(draw, record) == ("results_missing", {"round": 1, "missing": ((5, 2), (3, 1))})


def test_fewer_than_two_are_no_round():
    one_left = tuple(replace(entry, withdrawn_after=0) for entry in EIGHT.entries[1:])

    assert refusal(draw, replace(EIGHT, entries=(EIGHT.entries[0], *one_left))) == ("too_few_players", {})


def test_two_are_a_round():
    assert pairs(draw(replace(EIGHT, entries=EIGHT.entries[:2]))) == [(2, 1)]


def test_all_are_ranked_and_then_the_absent_are_left_out():
    entries = tuple(replace(entry, absent_rounds=(2,)) if entry.number in (8, 4) else entry for entry in EIGHT.entries)
    record = replace(EIGHT, entries=entries, rounds=(played(1, FIRST_ROUND, WON, WON, WON, WON),))

    everyone_present = pairs(draw(replace(record, entries=EIGHT.entries)))

    assert everyone_present == [(4, 3), (8, 5), (2, 7), (6, 1)]
    assert pairs(draw(record)) == [(3, 5), (2, 7), (6, 1)]


def test_more_rounds_than_planned_can_be_drawn():
    record = replace(EIGHT, rules=Rules(rounds=1), rounds=(played(1, FIRST_ROUND, WON, WON, WON, WON, planned=1),))

    drawn = draw(record)

    assert (drawn.number, drawn.planned_rounds, pairs(drawn)) == (2, 1, [(4, 3), (8, 5), (2, 7), (6, 1)])


def test_a_round_is_paired_again_with_the_results_then_in_force():
    corrected = PairingRecord(8, 6, LOST, was=(CorrectedResult(2, WON),))
    first = played(1, FIRST_ROUND, WON, WON, WON, WON)
    first = replace(first, pairings=(corrected, *first.pairings[1:]))
    second = played(2, [(4, 3), (8, 5), (2, 7), (6, 1)], WON, WON, WON, WON)
    record = replace(EIGHT, rounds=(first, second))

    assert pairs(redraw(record, 2)) == [(4, 3), (8, 5), (2, 7), (6, 1)]
    assert pairs(draw(replace(record, rounds=(first,)))) == [(4, 3), (5, 6), (2, 7), (8, 1)]


def test_a_round_is_paired_again_as_it_says_of_itself():
    entries = EIGHT.entries[:3]
    rounds = (
        played(1, ((3, 2), (1, None)), WON, BYE, planned=2),
        played(2, ((3, 1), (2, None)), WON, BYE, planned=2),
        played(3, ((1, 2), (3, None)), WON, BYE, planned=2),
        played(4, ((1, 3), (2, None)), WON, BYE, planned=4, rematches_allowed=True),
    )
    record = TournamentRecord(Rules(rounds=9), "a", entries, rounds)

    again = redraw(record, 4)

    assert (again.number, again.planned_rounds, again.rematches_allowed) == (4, 4, True)
    assert [pairing.is_rematch for pairing in again.pairings] == [True, True]
    without = replace(record, rounds=(*rounds[:3], replace(rounds[3], rematches_allowed=False)))
    assert refusal(redraw, without, 4) == no_pairing((3,))


THIRD_ROUND_THAT_KEEPS = {0: [(5, 6), (4, 3), (2, 1)], 2: [(5, 6), (4, 2), (3, 1)]}


def third_round(pairings, **facts):
    """Six players who plan five rounds: the plain third round leaves no more of them playable."""
    record = TournamentRecord(Rules(rounds=5), "3", tuple(EntryRecord(number) for number in range(1, 7)))
    for number in (1, 2):
        rounds = (*record.rounds, played(number, pairs(draw(record, lookahead_steps=0)), WON, WON, WON, planned=5))
        record = replace(record, rounds=rounds)
    return replace(record, rounds=(*record.rounds, played(3, pairings, WON, WON, WON, planned=5, **facts)))


@pytest.mark.parametrize("kept", THIRD_ROUND_THAT_KEEPS)
def test_a_round_that_met_the_bound_is_paired_again_as_it_stands_if_a_bound_can_have_made_it_so(kept):
    again = redraw(third_round(THIRD_ROUND_THAT_KEEPS[kept], lookahead_bound=True), 3)

    assert (pairs(again), again.later_rounds) == (THIRD_ROUND_THAT_KEEPS[kept], kept)


@pytest.mark.parametrize(("pairings", "bound"), [(THIRD_ROUND_THAT_KEEPS[0], False), ([(5, 3), (6, 4), (2, 1)], True)])
def test_any_other_round_is_paired_again_by_the_whole_look_ahead(pairings, bound):
    again = redraw(third_round(pairings, lookahead_bound=bound), 3)

    assert (pairs(again), again.later_rounds) == (THIRD_ROUND_THAT_KEEPS[2], 2)
