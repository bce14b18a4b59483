from itertools import combinations
from random import Random

import pytest

from tests.engine.graphs import edges_of, everyone, graph_of, random_graph
from tournament.engine.cuts import has_narrow_odd_cut
from tournament.engine.steps import Steps

PLENTY = 10**6
TWO_FIVES = [*combinations(range(5), 2), *combinations(range(5, 10), 2)]


def odd_sides(graph):
    vertices = range(len(graph))
    return (set(side) for size in range(1, len(graph), 2) for side in combinations(vertices, size))


def edges_out(graph, side):
    return sum(len(edge & side) == 1 for edge in edges_of(graph))


@pytest.mark.parametrize(("bridges", "rounds_that_fail"), [((), 1), (((0, 5),), 2), (((0, 5), (1, 6)), 3)])
def test_two_closed_groups_of_odd_size_need_a_bridge_for_each_round(bridges, rounds_that_fail):
    graph = graph_of(10, [*TWO_FIVES, *bridges])

    assert has_narrow_odd_cut(graph, everyone(graph), everyone(graph), rounds_that_fail - 1, Steps(PLENTY))
    assert not has_narrow_odd_cut(graph, everyone(graph), everyone(graph), rounds_that_fail - 2, Steps(PLENTY))


@pytest.mark.parametrize("seed", range(200))
def test_a_narrow_odd_cut_is_found_where_trying_everything_finds_one(seed):
    print(f"seed {seed}")
    chance = Random(seed)
    graph = random_graph(chance, chance.choice((4, 6, 8)))
    narrowest = min(edges_out(graph, side) for side in odd_sides(graph))

    found = [has_narrow_odd_cut(graph, everyone(graph), everyone(graph), later, Steps(PLENTY)) for later in range(8)]

    assert found == [narrowest < later + 1 for later in range(8)]


@pytest.mark.parametrize("seed", range(200))
def test_a_cut_said_to_be_narrow_is_so_when_part_of_the_first_round_is_fixed(seed):
    print(f"seed {seed}")
    chance = Random(seed)
    graph = random_graph(chance, 8)
    rest = everyone(graph) & ~(chance.getrandbits(4) * 0b10001)
    later = chance.randint(1, 4)

    found = has_narrow_odd_cut(graph, everyone(graph), rest, later, Steps(PLENTY))

    open_in_first = {vertex for vertex in range(8) if rest >> vertex & 1}
    narrow = any(edges_out(graph, side) < later + len(side & open_in_first) % 2 for side in odd_sides(graph))
    assert not found or narrow
