from random import Random

import networkx

from tests.engine.brute_force import first_pairing, most_pairs
from tests.engine.graphs import edges_of, everyone, graph_of, mask, pairs_of, random_graph
from tests.seeds import each_seed
from tournament.engine.matching import (
    ALONE,
    make_first,
    match_with,
    match_with_first,
    maximum_matching,
    members,
    possible_partners,
)

TRIANGLE_WITH_TWO_TAILS = [(0, 1), (1, 2), (2, 3), (3, 1), (2, 4), (3, 5)]


def test_members_come_lowest_first():
    assert list(members(mask(5, 0, 130))) == [0, 5, 130]


def test_a_blossom_is_passed_through():
    graph = graph_of(6, TRIANGLE_WITH_TWO_TAILS)

    assert pairs_of(maximum_matching(graph, everyone(graph))) == ((0, 1), (2, 4), (3, 5))


def test_a_blossom_without_a_way_out_leaves_the_others_theirs():
    graph = graph_of(7, [(2, 3), (3, 4), (4, 2), (5, 1), (1, 0), (0, 6)])

    assert pairs_of(maximum_matching(graph, everyone(graph))) == ((0, 6), (1, 5), (2, 3))


def test_all_that_lies_on_the_way_round_joins_the_blossom():
    """Two circles that share vertices: 6 can be matched with 7 only by way of both."""
    pairs = [(0, 3), (0, 10), (1, 11), (1, 13), (2, 4), (2, 9), (3, 5), (4, 6), (5, 8)]
    pairs += [(6, 7), (6, 10), (7, 9), (8, 10), (8, 11), (9, 11), (9, 12), (12, 13)]
    graph = graph_of(14, pairs)
    mate = maximum_matching(graph, everyone(graph))

    assert possible_partners(graph, everyone(graph), mate, 7) == mask(6, 9)


def test_vertices_outside_take_no_part():
    graph = graph_of(4, [(0, 1), (1, 2), (2, 3)])

    assert maximum_matching(graph, mask(1, 2, 3)) == [ALONE, 2, 1, ALONE]


def test_the_lowest_possible_partner_leaves_the_rest_matched():
    graph = graph_of(4, [(0, 1), (0, 2), (0, 3), (1, 2)])
    mate = [3, 2, 1, 0]

    assert possible_partners(graph, everyone(graph), mate, 0) == mask(3)
    assert possible_partners(graph, everyone(graph), mate, 1) == mask(2)
    assert match_with_first(graph, everyone(graph), mate, 0) == 3


@each_seed(300)
def test_as_many_are_matched_as_trying_everything_finds(seed):
    chance = Random(seed)
    graph = random_graph(chance, chance.randint(1, 9))

    mate = maximum_matching(graph, everyone(graph))

    assert len(pairs_of(mate)) == most_pairs(tuple(range(len(graph))), edges_of(graph))
    assert all(graph[one] >> other & 1 for one, other in pairs_of(mate))
    assert all(mate[mate[vertex]] == vertex for vertex in range(len(graph)) if mate[vertex] != ALONE)


@each_seed(20)
def test_large_thin_graphs_are_matched_as_well_as_by_networkx(seed):
    chance = Random(seed)
    pairs = [(chance.randrange(120), chance.randrange(120)) for _ in range(160)]
    graph = graph_of(120, [(one, other) for one, other in pairs if one != other])

    matched = pairs_of(maximum_matching(graph, everyone(graph)))

    expected = networkx.max_weight_matching(
        networkx.Graph(tuple(edge) for edge in edges_of(graph)), maxcardinality=True
    )
    assert len(matched) == len(expected)


@each_seed(300)
def test_possible_partners_and_first_matching_are_those_of_trying_everything(seed):
    chance = Random(seed)
    size = chance.choice((4, 6, 8))
    shuffled = chance.sample(range(size), size)
    pairs = graph_of(size, zip(shuffled[::2], shuffled[1::2], strict=True))
    graph = [some | more for some, more in zip(random_graph(chance, size), pairs, strict=True)]
    mate = maximum_matching(graph, everyone(graph))
    edges = edges_of(graph)
    vertices = tuple(range(len(graph)))
    for vertex in vertices:
        possible = {
            other
            for other in members(graph[vertex])
            if first_pairing(tuple(v for v in vertices if v not in (vertex, other)), edges) is not None
        }

        assert set(members(possible_partners(graph, everyone(graph), mate, vertex))) == possible
        for other in possible:
            changed = mate.copy()
            match_with(graph, everyone(graph), changed, vertex, other)
            assert changed[vertex] == other
            assert all(graph[v] >> changed[v] & 1 and changed[changed[v]] == v for v in vertices)

    make_first(graph, everyone(graph), mate)

    assert pairs_of(mate) == first_pairing(vertices, edges)
