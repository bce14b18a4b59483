from random import Random

import networkx

from tests.engine.graphs import edges_of, graph_of, mask, random_graph
from tests.seeds import each_seed
from tournament.engine.matching import members
from tournament.engine.obstacle import smallest_obstacle


def test_the_obstacle_of_a_vertex_without_neighbours_is_itself():
    assert smallest_obstacle(graph_of(4, [(0, 1), (1, 2), (2, 0)])) == (mask(3), 0)


def test_the_obstacle_of_a_star_is_two_of_its_rays_with_the_hub_as_their_only_way_out():
    assert smallest_obstacle(graph_of(6, [(0, 3), (1, 3), (2, 3), (3, 4), (4, 5)])) == (mask(0, 1), mask(3))


def test_the_obstacle_of_two_odd_circles_is_one_of_them():
    graph = graph_of(8, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (5, 6), (6, 7), (7, 5)])

    assert smallest_obstacle(graph) == (mask(5, 6, 7), 0)


def test_single_vertices_come_before_larger_parts():
    graph = graph_of(10, [*((one, other) for one in (0, 1, 2, 7) for other in (8, 9)), (3, 4), (4, 5), (5, 3), (8, 3)])

    assert smallest_obstacle(graph) == (mask(6), 0)
    assert smallest_obstacle([*graph[:6], mask(8), *graph[7:8], graph[8] | mask(6), graph[9]]) == (
        mask(0, 1, 6),
        mask(8, 9),
    )


@each_seed(300)
def test_an_obstacle_has_one_odd_part_more_than_ways_out(seed):
    chance = Random(seed)
    graph = random_graph(chance, chance.choice((3, 5, 7, 9, 11, 13)))

    group, only = smallest_obstacle(graph)

    parts = list(networkx.connected_components(networkx_graph(graph).subgraph(members(group))))
    assert len(parts) == only.bit_count() + 1
    assert {len(part) % 2 for part in parts} == {1}
    for part in parts:
        reached = {other for vertex in part for other in members(graph[vertex])}
        assert reached <= part | set(members(only))


def networkx_graph(graph):
    drawn = networkx.Graph()
    drawn.add_nodes_from(range(len(graph)))
    drawn.add_edges_from(tuple(edge) for edge in edges_of(graph))
    return drawn
