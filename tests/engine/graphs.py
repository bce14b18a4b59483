"""Graphs as the engine wants them, from lists of edges and at random."""

from collections.abc import Iterable
from itertools import combinations
from random import Random

Edge = tuple[int, int]


def graph_of(size: int, edges: Iterable[Edge]) -> list[int]:
    graph = [0] * size
    for one, other in edges:
        graph[one] |= 1 << other
        graph[other] |= 1 << one
    return graph


def edges_of(graph: list[int]) -> frozenset[frozenset[int]]:
    return frozenset(
        frozenset((one, other)) for one, other in combinations(range(len(graph)), 2) if graph[one] >> other & 1
    )


def random_graph(chance: Random, size: int) -> list[int]:
    density = chance.random()
    return graph_of(size, [edge for edge in combinations(range(size), 2) if chance.random() < density])


def everyone(graph: list[int]) -> int:
    return (1 << len(graph)) - 1


def mask(*vertices: int) -> int:
    return sum(1 << vertex for vertex in vertices)


def pairs_of(mate: list[int]) -> tuple[Edge, ...]:
    return tuple((vertex, partner) for vertex, partner in enumerate(mate) if vertex < partner)
