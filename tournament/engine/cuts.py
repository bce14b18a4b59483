"""Narrow odd cuts: why a graph may hold too few disjoint perfect matchings. Knows only numbers.

Of an odd set of vertices every perfect matching has to match at least one with a vertex outside. Fewer edges
leaving the set than perfect matchings wanted: it cannot be done. All narrow cuts of a graph show in one tree of
n - 1 minimum cuts (Gomory and Hu 1961), and some narrowest odd cut is among them (Padberg and Rao 1982);
the tree is built the way of Gusfield (1990), with one flow for each vertex.
"""

from tournament.engine.matching import Graph, members
from tournament.engine.steps import Steps

WIDE = -1


def has_narrow_odd_cut(graph: Graph, within: int, rest: int, later: int, steps: Steps) -> bool:
    """Whether an odd set rules out one matching of `rest` and `later` matchings of `within`, all disjoint."""
    above, width = _cut_tree(graph, within, later + 1, steps)
    for top in above:
        if width[top] != WIDE:
            steps.take(len(above))
            side = _below(above, top)
            wanted = later + (side & rest).bit_count() % 2
            if side.bit_count() % 2 and _edges_out(graph, within, side) < wanted:
                return True
    return False


def _below(above: dict[int, int], top: int) -> int:
    side = 0
    for vertex in above:
        step = vertex
        while step not in (top, above[step]):
            step = above[step]
        if step == top:
            side |= 1 << vertex
    return side


def _edges_out(graph: Graph, within: int, side: int) -> int:
    return sum((graph[vertex] & within & ~side).bit_count() for vertex in members(side))


def _cut_tree(graph: Graph, within: int, enough: int, steps: Steps) -> tuple[dict[int, int], dict[int, int]]:
    """For each vertex the one above it (the root has itself) and the edges between their two sides.

    Two vertices that no cut of fewer than `enough` edges parts hang together by WIDE.
    """
    first, *others = members(within)
    above = dict.fromkeys(members(within), first)
    width = {first: WIDE}
    for vertex in others:
        target = above[vertex]
        flow, side = _flow(graph, within, vertex, target, enough, steps)
        if flow >= enough:
            width[vertex] = WIDE
            continue
        width[vertex] = flow
        for other in above:
            if other != vertex and side >> other & 1 and above[other] == target:
                above[other] = vertex
        if side >> above[target] & 1:
            above[vertex], above[target] = above[target], vertex
            width[vertex], width[target] = width[target], flow
    return above, width


def _flow(graph: Graph, within: int, source: int, target: int, enough: int, steps: Steps) -> tuple[int, int]:
    """The most paths without a common edge, counted up to `enough`; below that, the source's side of the cut."""
    steps.take(within.bit_count())
    open_to = [neighbours & within for neighbours in graph]
    between = open_to[source] & open_to[target]
    flow = between.bit_count() + (open_to[source] >> target & 1)
    open_to[source] &= ~(between | 1 << target)
    for vertex in members(between):
        open_to[vertex] &= ~(1 << target)
    while flow < enough:
        steps.take(within.bit_count())
        came_from = {source: source}
        reached = 1 << source
        for vertex in (waiting := [source]):
            for following in members(open_to[vertex] & ~reached):
                came_from[following] = vertex
                waiting.append(following)
            reached |= open_to[vertex]
            if reached >> target & 1:
                break
        else:
            return flow, reached
        step = target
        while step != source:
            before = came_from[step]
            if open_to[step] >> before & 1:
                open_to[before] &= ~(1 << step)
            else:
                open_to[step] |= 1 << before
            step = before
        flow += 1
    return flow, 0
