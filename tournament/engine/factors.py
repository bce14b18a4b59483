"""Factors: a factor is a part of a graph in which every vertex has a given number of edges.

Graphs and matchings are those of `matching.py`. The surplus of a vertex is how many of its edges must be left out.
"""

from collections.abc import Mapping, Sequence

from tournament.engine.matching import ALONE, Graph, Matching, grow_tree, members
from tournament.engine.steps import Steps

Factor = list[int]
Edge = tuple[int, int]


def without(graph: Graph, first: int, second: int) -> list[int]:
    smaller = list(graph)
    smaller[first] &= ~(1 << second)
    smaller[second] &= ~(1 << first)
    return smaller


def find_factor(graph: Graph, degrees: Mapping[int, int], steps: Steps) -> Factor | None:
    """Return a part of the graph in which each vertex has as many edges as wanted; None if there is none.

    It is found by leaving out edges between vertices that have too many: first greedily, then by small changes,
    and if those fail, by a matching.
    """
    steps.take(len(degrees))
    surplus = {}
    for vertex, degree in degrees.items():
        if excess := graph[vertex].bit_count() - degree:
            surplus[vertex] = excess
    if any(excess < 0 for excess in surplus.values()):
        return None
    factor = list(graph)
    too_many = _leave_out_greedily(factor, surplus, steps)
    while too_many:
        steps.take(len(degrees))
        first = too_many.pop()
        second = next((end for end in too_many if _leave_out_instead(graph, factor, first, end)), None)
        if second is None:
            return _leave_out_exactly(graph, factor, surplus, steps)
        too_many.remove(second)
    return factor


def _leave_out_greedily(factor: Factor, surplus: Mapping[int, int], steps: Steps) -> list[int]:
    """Leave out edges between the vertices with the largest surplus.

    Return the vertices that still have too many edges, once for each edge too many.
    """
    surplus_left = dict(surplus)
    too_many: list[int] = []
    while surplus_left:
        steps.take(len(surplus_left))
        vertex = max(surplus_left, key=lambda vertex: (surplus_left[vertex], -vertex))
        excess = surplus_left.pop(vertex)
        neighbours = [neighbour for neighbour in members(factor[vertex]) if neighbour in surplus_left]
        neighbours.sort(key=lambda neighbour: (-surplus_left[neighbour], neighbour))
        for neighbour in neighbours[:excess]:
            factor[vertex] &= ~(1 << neighbour)
            factor[neighbour] &= ~(1 << vertex)
            surplus_left[neighbour] -= 1
            if not surplus_left[neighbour]:
                del surplus_left[neighbour]
        too_many += [vertex] * (excess - len(neighbours))
    return too_many


def _leave_out_instead(graph: Graph, factor: Factor, first: int, second: int) -> bool:
    """Put an edge back, and leave out those from its ends to `first` and `second`; return whether that was possible."""
    for end in members(factor[first]):
        beyond = graph[end] & ~factor[end] & factor[second]
        if beyond:
            far_end = next(members(beyond))
            factor[first] &= ~(1 << end)
            factor[end] = factor[end] & ~(1 << first) | 1 << far_end
            factor[far_end] = factor[far_end] & ~(1 << second) | 1 << end
            factor[second] &= ~(1 << far_end)
            return True
    return False


def _leave_out_exactly(graph: Graph, factor: Factor, surplus: Mapping[int, int], steps: Steps) -> Factor | None:
    """Find the edges to leave out by a perfect matching (Tutte 1954), starting from those left out so far.

    The matching is one of another graph: each edge becomes two vertices, its ends, and each unit of surplus a copy of
    its vertex. The ends of an edge that stays are matched with each other, those of an edge left out with copies of
    their vertices. None if there is no such matching.
    """
    slack = sum(1 << vertex for vertex in surplus)
    edges = [(first, second) for first in surplus for second in members(graph[first] & slack) if first < second]
    copies: dict[int, range] = {}
    size = 2 * len(edges)
    for vertex, excess in surplus.items():
        copies[vertex] = range(size, size + excess)
        size += excess
    steps.take(size + size * size // 512)
    ends = _graph_of_ends(edges, copies, size)
    mate = _matching_of_ends(edges, copies, factor, size)
    everything = (1 << size) - 1
    for copy in range(2 * len(edges), size):
        if mate[copy] == ALONE:
            steps.take(size)
            tree = grow_tree(ends, everything, mate, copy)
            if tree.exposed == ALONE:
                return None
            tree.enlarge()
    exact = list(graph)
    for index, (first, second) in enumerate(edges):
        if mate[2 * index] != 2 * index + 1:
            exact[first] &= ~(1 << second)
            exact[second] &= ~(1 << first)
    return exact


def _graph_of_ends(edges: Sequence[Edge], copies: Mapping[int, range], size: int) -> list[int]:
    ends = [0] * size
    for index, edge in enumerate(edges):
        for end, vertex in enumerate(edge, 2 * index):
            ends[end] = (1 << copies[vertex].stop) - (1 << copies[vertex].start) | 1 << (end ^ 1)
            for copy in copies[vertex]:
                ends[copy] |= 1 << end
    return ends


def _matching_of_ends(edges: Sequence[Edge], copies: Mapping[int, range], factor: Factor, size: int) -> Matching:
    mate = [ALONE] * size
    unused = {vertex: list(of_vertex) for vertex, of_vertex in copies.items()}
    for index, (first, second) in enumerate(edges):
        end = 2 * index
        if factor[first] >> second & 1:
            mate[end], mate[end + 1] = end + 1, end
        else:
            for this, vertex in ((end, first), (end + 1, second)):
                copy = unused[vertex].pop()
                mate[this], mate[copy] = copy, this
    return mate
