from random import Random

import pytest

from tests.engine.brute_force import can_be_played, pairings_without_rematch
from tests.engine.graphs import edges_of, everyone, graph_of, random_graph
from tests.seeds import each_seed
from tournament.engine.steps import Steps, StepsUsedUp
from tournament.engine.sweep import fill_rounds

SQUARE = graph_of(4, [(0, 1), (1, 2), (2, 3), (3, 0)])


def test_both_rounds_of_a_square_are_filled():
    assert fill_rounds(SQUARE, (0b1111, 0b1111), [-1] * 4, Steps(100)) == [1, 0, 3, 2]


def test_what_is_fixed_in_the_first_round_stays():
    graph = graph_of(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])

    assert fill_rounds(graph, (0b1010, 0), [2, -1, 0, -1], Steps(100)) is None
    assert fill_rounds(SQUARE, (0b1100, 0b1111), [1, 0, -1, -1], Steps(100)) == [1, 0, 3, 2]


def test_steps_are_counted():
    with pytest.raises(StepsUsedUp):
        fill_rounds(SQUARE, (0b1111,), [-1] * 4, Steps(3))


def test_who_has_the_least_choice_is_matched_first_and_of_several_the_first_one():
    """0 and 3 have only each other and 5, which fails at the first look; begun with 1, it takes several."""
    graph = graph_of(6, [(0, 3), (0, 5), (3, 5), (1, 4), (1, 5), (2, 4), (2, 5)])

    assert fill_rounds(graph, (everyone(graph),) * 2, [-1] * 6, Steps(6)) is None


@each_seed(200)
def test_rounds_are_filled_where_trying_everything_fills_them(seed):
    chance = Random(seed)
    graph = random_graph(chance, chance.choice((4, 6)))
    later = chance.randint(0, 3)
    edges = edges_of(graph)
    vertices = tuple(range(len(graph)))

    mate = fill_rounds(graph, (everyone(graph),) * (later + 1), [-1] * len(graph), Steps(10**6))

    assert (mate is not None) == can_be_played(vertices, edges, later + 1)
    if mate is not None:
        first = tuple((vertex, mate[vertex]) for vertex in vertices if vertex < mate[vertex])
        assert first in set(pairings_without_rematch(vertices, edges))
        assert can_be_played(vertices, edges - {frozenset(pair) for pair in first}, later)
