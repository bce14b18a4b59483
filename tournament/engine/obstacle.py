"""Why a graph has no perfect matching, one that leaves no vertex alone.

Tutte (1947): there is none if removing some vertices, called the ways out, leaves more connected parts of odd size than
were removed, for every odd part has to match one of its vertices with a way out. Gallai and Edmonds: the vertices that
some maximum matching leaves alone form such parts, and their other neighbours are the ways out.
"""

from collections.abc import Sequence

from tournament.engine import matching


def smallest_obstacle(graph: matching.Graph) -> tuple[int, int]:
    """Return odd parts of a graph without a perfect matching, and their ways out, one fewer; both as bit masks.

    The parts are the smallest that are enough: a single vertex without neighbours, if there is one.
    """
    everyone = (1 << len(graph)) - 1
    parts = list(matching.connected_parts(graph, _can_be_alone(graph, everyone)))
    outside = [_neighbours(graph, part) & ~part for part in parts]
    order = sorted(range(len(parts)), key=lambda at: (parts[at].bit_count(), outside[at].bit_count(), parts[at]))
    parts, outside = [parts[at] for at in order], [outside[at] for at in order]
    stuck = _parts_without_enough_ways_out(outside)
    group = sum(parts[at] for at in stuck)
    return group, _neighbours(graph, group) & ~group


def _can_be_alone(graph: matching.Graph, everyone: int) -> int:
    mate = matching.maximum_matching(graph, everyone)
    alone = 0
    for vertex in matching.exposed_vertices(everyone, mate):
        alone |= matching.grow_tree(graph, everyone, mate, vertex).outer
    return alone


def _neighbours(graph: matching.Graph, part: int) -> int:
    reached = 0
    for vertex in matching.members(part):
        reached |= graph[vertex]
    return reached


def _parts_without_enough_ways_out(outside: Sequence[int]) -> list[int]:
    """Give each part a way out of its own until that fails; return the parts that have too few ways out together."""
    ways_out = sorted({vertex for ways in outside for vertex in matching.members(ways)})
    size = len(outside) + len(ways_out)
    links = [0] * size
    for part, ways in enumerate(outside):
        for index, vertex in enumerate(ways_out, len(outside)):
            if ways >> vertex & 1:
                links[part] |= 1 << index
                links[index] |= 1 << part
    within = (1 << size) - (1 << len(outside))
    mate: matching.Matching = [matching.ALONE] * size
    for part in range(len(outside)):
        within |= 1 << part
        tree = matching.grow_tree(links, within, mate, part)
        if tree.exposed == matching.ALONE:
            return list(matching.members(tree.outer))
        tree.enlarge()
    raise ValueError("the graph has a perfect matching")
