"""Tied players are letters of an alphabet of lots: number 1 has the best lot, 2 the next, and so on."""

import random
from itertools import permutations

from tests.seeds import each_seed
from tournament.engine.head_to_head import Circle, DirectMatches, Placed, order_tied
from tournament.engine.terms import Criterion

LOT, HEAD_TO_HEAD = Criterion.LOT, Criterion.HEAD_TO_HEAD


def order(players, *wins):
    """The order of players 1 to `players`; each win is "2>1"."""
    group = range(1, players + 1)
    defeated = {number: [] for number in group}
    for win in wins:
        winner, loser = (int(number) for number in win.split(">"))
        defeated[winner].append(loser)
    return order_tied(list(group), defeated, {number: f"{number:04}" for number in group})


def numbers(placed):
    return [player.number for player in placed]


def test_without_a_direct_match_the_lot_decides():
    assert order(3) == (Placed(1, None), Placed(2, LOT), Placed(3, LOT))


def test_of_two_the_direct_match_decides():
    assert order(2, "2>1") == (Placed(2, None), Placed(1, HEAD_TO_HEAD, DirectMatches(2, 1)))


def test_of_two_who_won_one_match_each_the_lot_decides():
    assert order(2, "2>1", "1>2") == (Placed(1, None), Placed(2, LOT))


def test_two_who_won_one_match_each_are_no_circle_so_a_loss_of_one_leaves_the_other_where_the_lot_puts_them():
    placed = order(3, "1>2", "2>1", "3>1")

    assert placed == (Placed(2, None), Placed(3, LOT), Placed(1, HEAD_TO_HEAD, DirectMatches(3, 1)))


def test_who_won_more_of_several_matches_leads():
    assert numbers(order(2, "2>1", "1>2", "2>1")) == [2, 1]


def test_nobody_stands_below_a_player_they_lead_across_a_chain():
    placed = order(3, "3>2", "2>1")

    assert placed == (
        Placed(3, None),
        Placed(2, HEAD_TO_HEAD, DirectMatches(3, 2)),
        Placed(1, HEAD_TO_HEAD, DirectMatches(2, 1)),
    )


def test_who_could_have_come_earlier_by_the_rules_but_not_by_lot_is_decided_by_lot():
    placed = order(3, "2>3")

    assert placed == (Placed(1, None), Placed(2, LOT), Placed(3, HEAD_TO_HEAD, DirectMatches(2, 3)))


def test_a_circle_in_which_nobody_won_more_is_ordered_by_lot():
    assert order(3, "1>2", "2>3", "3>1") == (
        Placed(1, None),
        Placed(2, LOT, Circle((1, 2, 3))),
        Placed(3, LOT, Circle((2, 3, 1))),
    )


def test_two_of_a_circle_who_never_met_are_named_with_a_circle_through_both():
    placed = order(4, "1>3", "3>2", "2>4", "4>1")

    assert placed[1:] == (
        Placed(2, LOT, Circle((1, 3, 2, 4))),
        Placed(3, LOT, Circle((2, 4, 1, 3))),
        Placed(4, LOT, Circle((3, 2, 4, 1))),
    )


def test_of_several_matches_of_two_it_is_told_that_both_won_some():
    assert order(2, "2>1", "1>2", "2>1")[1] == Placed(1, HEAD_TO_HEAD, DirectMatches(2, 1, is_split=True))


def test_inside_a_circle_the_matches_won_in_it_decide_and_players_equal_there_form_a_new_group():
    placed = order(4, "4>1", "4>2", "1>3", "2>3", "3>4", "1>2")

    assert placed == (
        Placed(4, None),
        Placed(1, HEAD_TO_HEAD, DirectMatches(4, 1)),
        Placed(2, HEAD_TO_HEAD, DirectMatches(1, 2, (2, 1))),
        Placed(3, HEAD_TO_HEAD, DirectMatches(2, 3)),
    )


def test_in_the_new_group_of_a_circle_a_chain_of_wins_points_down():
    placed = order(4, "4>3", "3>2", "2>1", "1>4", "4>2")

    assert placed[1:] == (
        Placed(3, HEAD_TO_HEAD, DirectMatches(4, 3, (2, 1))),
        Placed(2, HEAD_TO_HEAD, DirectMatches(3, 2)),
        Placed(1, HEAD_TO_HEAD, DirectMatches(2, 1)),
    )


def test_a_component_comes_by_the_best_lot_it_holds():
    assert numbers(order(4, "1>3", "3>4", "4>1")) == [1, 3, 4, 2]


def test_a_circle_stands_above_everyone_one_of_it_has_beaten():
    placed = order(4, "2>3", "3>4", "4>2", "4>1")

    assert numbers(placed) == [2, 3, 4, 1]
    assert placed[3] == Placed(1, HEAD_TO_HEAD, DirectMatches(4, 1))


def test_of_a_circle_the_one_who_has_beaten_the_next_is_named_and_of_several_the_last():
    circle = ("2>3", "3>4", "4>2")

    assert order(4, *circle, "2>1")[3].matches == DirectMatches(2, 1)
    assert order(4, *circle, "2>1", "3>1")[3].matches == DirectMatches(2, 1)
    assert order(4, *circle, "2>1", "4>1")[3].matches == DirectMatches(4, 1)


def test_a_chain_of_thousands_is_no_trouble():
    placed = order(3000, *(f"{number + 1}>{number}" for number in range(1, 3000)))

    assert numbers(placed) == list(range(3000, 0, -1))


@each_seed(40)
def test_where_there_is_no_circle_nobody_stands_below_a_player_they_beat(seed):
    chance = random.Random(seed)
    players = chance.randint(2, 12)
    strength = chance.sample(range(1, players + 1), players)
    pairs = [pair for pair in permutations(range(1, players + 1), 2) if chance.random() < 0.3]
    wins = [f"{a}>{b}" for a, b in pairs if strength[a - 1] > strength[b - 1]]

    rank_of = {number: rank for rank, number in enumerate(numbers(order(players, *wins)))}

    upside_down = [win for win in wins if rank_of[int(win.split(">")[0])] > rank_of[int(win.split(">")[1])]]
    assert upside_down == [], f"seed {seed}"
