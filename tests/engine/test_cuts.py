from itertools import combinations
from random import Random

import pytest

from tests.engine.graphs import everyone, graph_of
from tournament.engine.cuts import has_narrow_odd_cut
from tournament.engine.matching import members
from tournament.engine.steps import Steps

PLENTY = 10**6
TWO_FIVES = [*combinations(range(5), 2), *combinations(range(5, 10), 2)]


def odd_cuts(graph):
    """All odd sides with the number of edges that leave them."""
    for side in range(1, everyone(graph)):
        if side.bit_count() % 2:
            yield side, sum((graph[vertex] & ~side).bit_count() for vertex in members(side))


@pytest.mark.parametrize(("bridges", "rounds_that_fail"), [((), 1), (((0, 5),), 2), (((0, 5), (1, 6)), 3)])
def test_two_closed_groups_of_odd_size_need_a_bridge_for_each_round(bridges, rounds_that_fail):
    graph = graph_of(10, [*TWO_FIVES, *bridges])

    assert has_narrow_odd_cut(graph, everyone(graph), everyone(graph), rounds_that_fail - 1, Steps(PLENTY))
    assert not has_narrow_odd_cut(graph, everyone(graph), everyone(graph), rounds_that_fail - 2, Steps(PLENTY))


@pytest.mark.parametrize("seed", range(150))
def test_a_narrow_odd_cut_is_found_where_trying_everything_finds_one(seed):
    print(f"seed {seed}")
    chance = Random(seed)
    graph = loosely_joined(chance, chance.choice((6, 8, 10)))
    narrowest = min(edges for _, edges in odd_cuts(graph))

    found = [has_narrow_odd_cut(graph, everyone(graph), everyone(graph), later, Steps(PLENTY)) for later in range(6)]

    assert found == [narrowest < later + 1 for later in range(6)]


@pytest.mark.parametrize("seed", range(150))
def test_a_cut_said_to_be_narrow_is_so_when_part_of_the_first_round_is_fixed(seed):
    print(f"seed {seed}")
    chance = Random(seed)
    graph = loosely_joined(chance, 8)
    rest = everyone(graph) & ~(chance.getrandbits(4) * 0b10001)
    later = chance.randint(1, 4)

    found = has_narrow_odd_cut(graph, everyone(graph), rest, later, Steps(PLENTY))

    narrow = any(edges < later + (side & rest).bit_count() % 2 for side, edges in odd_cuts(graph))
    assert not found or narrow


def loosely_joined(chance, size):
    """Two parts, each with more edges than lie between them, names mixed."""
    names = chance.sample(range(size), size)
    border = chance.randint(2, size - 2)
    inside, between = chance.uniform(0.5, 1), chance.uniform(0, 0.5)
    return graph_of(
        size,
        [
            (names[one], names[other])
            for one, other in combinations(range(size), 2)
            if chance.random() < (inside if (one < border) == (other < border) else between)
        ],
    )
