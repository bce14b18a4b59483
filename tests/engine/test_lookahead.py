from itertools import combinations
from random import Random

import pytest

from tests.engine.brute_force import can_be_played, first_pairing, longest_lasting_pairing
from tests.engine.graphs import edges_of, everyone, graph_of, pairs_of, random_graph
from tests.seeds import each_seed
from tournament.engine import lookahead
from tournament.engine.lookahead import LOOKAHEAD_STEPS, Lookahead, look_ahead
from tournament.engine.matching import make_first, maximum_matching


def first_of(graph):
    mate = maximum_matching(graph, everyone(graph))
    make_first(graph, everyone(graph), mate)
    return mate


def ahead(graph, later_rounds, steps=LOOKAHEAD_STEPS):
    return look_ahead(graph, first_of(graph), later_rounds, steps)


def complete(size):
    return graph_of(size, combinations(range(size), 2))


def circle_rounds(size, rounds):
    """The pairs of the given rounds of a round robin by the circle method."""
    others = size - 1
    return [
        pair
        for number in rounds
        for pair in [
            (number % others, others),
            *(((number + step) % others, (number - step) % others) for step in range(1, size // 2)),
        ]
    ]


def are_playable(graph, mate, later_rounds):
    left = edges_of(graph) - {frozenset(pair) for pair in pairs_of(mate)}
    return can_be_played(tuple(range(len(graph))), left, later_rounds)


def test_six_who_split_into_two_circles_of_three_are_not_paired_so():
    """0-1, 2-3, 4-5 would leave two triangles, which cannot be matched even once."""
    graph = graph_of(6, [(0, 1), (2, 3), (4, 5), (0, 2), (2, 4), (4, 0), (1, 3), (3, 5), (5, 1)])

    assert pairs_of(first_of(graph)) == ((0, 1), (2, 3), (4, 5))
    assert pairs_of(ahead(graph, 2).mate) == ((0, 1), (2, 4), (3, 5))


def test_a_pair_that_no_round_can_use_is_left_aside():
    edges = ["01", "02", "05", "07", "12", "13", "16", "24", "25", "26", "27", "34", "36", "37", "45", "47", "56"]
    graph = graph_of(8, [(int(one), int(other)) for one, other in edges])

    assert pairs_of(ahead(graph, 2).mate) == ((0, 1), (2, 4), (3, 7), (5, 6))


def test_where_not_all_rounds_can_be_kept_the_first_that_keeps_one_fewer_is_taken():
    """The prism of above falls into three rounds, the most its edges are enough for, so four are too many."""
    prism = graph_of(6, [(0, 1), (2, 3), (4, 5), (0, 2), (2, 4), (4, 0), (1, 3), (3, 5), (5, 1)])

    answer = ahead(prism, 3)

    assert (pairs_of(answer.mate), answer.later_rounds, answer.bound_met) == (((0, 1), (2, 4), (3, 5)), 2, False)


def test_where_no_matching_lasts_the_plain_one_stands_and_that_is_certain():
    two_triangles_with_a_bridge = graph_of(6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)])

    assert ahead(two_triangles_with_a_bridge, 1) == Lookahead([1, 0, 3, 2, 5, 4], 0, bound_met=False)


def test_closed_groups_of_odd_size_have_no_more_rounds_than_pairs_between_them():
    """Two groups of five with two pairs between them: two rounds can be played, three cannot."""
    groups = [*combinations(range(5), 2), *combinations(range(5, 10), 2), (0, 5), (1, 6)]

    answer = ahead(graph_of(10, groups), 2)

    assert (answer.later_rounds, answer.bound_met) == (1, False)


def test_what_could_follow_in_one_group_still_can_while_matchings_of_another_are_tried():
    """Four who may all meet, and six of whom only some matchings leave another one."""
    four = combinations(range(4), 2)
    six = [(4, 5), (4, 6), (4, 7), (5, 6), (5, 7), (5, 8), (5, 9), (7, 8), (8, 9)]

    answer = ahead(graph_of(10, [*four, *six]), 2)

    assert (pairs_of(answer.mate), answer.later_rounds) == (((0, 1), (2, 3), (4, 6), (5, 9), (7, 8)), 1)


def test_everybody_against_everybody_needs_no_search():
    assert ahead(complete(16), 14, steps=0) == Lookahead(first_of(complete(16)), 14, bound_met=False)


def test_more_rounds_than_there_are_opponents_are_not_searched_for():
    assert ahead(complete(16), 99, steps=0) == Lookahead(first_of(complete(16)), 14, bound_met=False)


def test_many_new_opponents_for_everybody_need_no_search():
    graph = graph_of(16, set(combinations(range(16), 2)) - {(0, 1)})

    assert ahead(graph, 6, steps=0) == Lookahead(first_of(graph), 6, bound_met=False)


def test_a_number_of_rounds_whose_search_meets_the_bound_counts_as_one_that_nothing_keeps():
    graph = graph_of(16, set(combinations(range(16), 2)) - {(0, 1)})

    assert ahead(graph, 7, steps=0) == Lookahead(first_of(graph), 6, bound_met=True)


def test_the_bound_is_a_count_of_steps_for_each_number_of_rounds():
    graph = graph_of(12, circle_rounds(12, range(5)))
    enough = next(steps for steps in range(0, 100_000, 100) if not ahead(graph, 4, steps).bound_met)

    assert ahead(graph, 4, enough) == ahead(graph, 4, enough + 1) == ahead(graph, 4)
    assert ahead(graph, 4, enough - 100).bound_met is True


def test_so_many_rounds_to_come_are_not_searched_for(monkeypatch):
    monkeypatch.setattr(lookahead, "MOST_LATER_ROUNDS", 3)

    answer = ahead(graph_of(12, circle_rounds(12, range(6))), 5)

    assert (answer.later_rounds, answer.bound_met) == (3, True)


@pytest.mark.parametrize("rounds_left", range(2, 12))
def test_the_last_rounds_of_a_round_robin_can_all_be_played(rounds_left):
    graph = graph_of(12, circle_rounds(12, range(rounds_left)))

    answer = ahead(graph, rounds_left - 1)

    assert (answer.later_rounds, answer.bound_met) == (rounds_left - 1, False)
    assert are_playable(graph, answer.mate, rounds_left - 1)


@pytest.mark.costly
@each_seed(20)
def test_the_last_rounds_of_sixty_four_are_decided_within_the_bound(seed):
    names = Random(seed).sample(range(64), 64)
    pairs = [(names[one], names[other]) for one, other in circle_rounds(64, range(3 + seed % 4))]

    assert ahead(graph_of(64, pairs), 2 + seed % 4).bound_met is False


@pytest.mark.parametrize("swept_edges", [0, 3, 4])
@each_seed(200)
def test_the_longest_lasting_matching_is_that_of_trying_everything(seed, swept_edges, monkeypatch):
    """However many rounds are filled at once, down to none."""
    monkeypatch.setattr(lookahead, "SWEPT_EDGES", swept_edges)
    chance = Random(seed)
    size = chance.choice((4, 6, 6, 8, 8, 8))
    graph = random_graph(chance, size)
    vertices = tuple(range(size))
    edges = edges_of(graph) | {frozenset(pair) for pair in circle_rounds(size, range(chance.randint(1, 3)))}
    graph = graph_of(size, map(tuple, edges))
    later_rounds = chance.randint(1, size)

    answer = ahead(graph, later_rounds)

    assert pairs_of(first_of(graph)) == first_pairing(vertices, edges)
    assert (pairs_of(answer.mate), answer.later_rounds) == longest_lasting_pairing(vertices, edges, later_rounds)
    assert answer.bound_met is False
