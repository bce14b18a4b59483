from itertools import combinations
from random import Random

import pytest

from tests.engine.graphs import edges_of, graph_of, random_graph
from tests.seeds import each_seed
from tournament.engine.factors import find_factor, without
from tournament.engine.steps import Steps, StepsUsedUp

PLENTY = 10**6


def exists(graph, wanted):
    """Whether some of the edges give each vertex just so many, by trying them all."""
    edges = edges_of(graph)
    return any(
        all(sum(vertex in edge for edge in chosen) == degree for vertex, degree in wanted.items())
        for chosen in combinations(edges, sum(wanted.values()) // 2)
    )


def test_an_edge_is_taken_out_at_both_ends():
    assert without(graph_of(3, [(0, 1), (1, 2)]), 1, 0) == graph_of(3, [(1, 2)])


def test_a_graph_with_the_wanted_degrees_is_its_own_factor():
    circle = graph_of(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])

    assert find_factor(circle, dict.fromkeys(range(5), 2), Steps(PLENTY)) == circle


def test_nobody_can_have_more_edges_than_there_are():
    assert find_factor(graph_of(2, [(0, 1)]), {0: 2, 1: 2}, Steps(PLENTY)) is None


def test_a_sum_that_is_odd_cannot_be_had():
    assert find_factor(graph_of(3, [(0, 1), (1, 2), (2, 0)]), {0: 1, 1: 1, 2: 1}, Steps(PLENTY)) is None


def test_a_bold_choice_is_taken_back_where_it_was_wrong():
    graph = graph_of(5, [(0, 1), (0, 4), (1, 2), (1, 4), (2, 4), (3, 4)])

    assert find_factor(graph, {0: 1, 1: 1, 2: 0, 3: 0, 4: 2}, Steps(PLENTY)) == graph_of(5, [(0, 4), (1, 4)])


def test_the_first_edge_too_is_taken_back_where_only_that_helps():
    graph = graph_of(6, [(0, 3), (0, 4), (1, 2), (1, 4), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5)])
    wanted = {0: 0, 1: 0, 2: 1, 3: 1, 4: 1, 5: 1}

    assert find_factor(graph, wanted, Steps(PLENTY)) == graph_of(6, [(2, 5), (3, 4)])


def test_steps_are_counted():
    with pytest.raises(StepsUsedUp):
        find_factor(graph_of(2, [(0, 1)]), {0: 1, 1: 1}, Steps(1))


@each_seed(400)
def test_a_factor_is_found_where_trying_everything_finds_one(seed):
    chance = Random(seed)
    graph = random_graph(chance, chance.randint(3, 6))
    wanted = {vertex: chance.randint(0, min(3, graph[vertex].bit_count())) for vertex in range(len(graph))}

    factor = find_factor(graph, wanted, Steps(PLENTY))

    assert (factor is not None) == (sum(wanted.values()) % 2 == 0 and exists(graph, wanted))
    if factor is not None:
        assert edges_of(factor) <= edges_of(graph)
        assert {vertex: factor[vertex].bit_count() for vertex in wanted} == wanted
