"""Matchings in a graph, by Edmonds' blossom search ("Paths, trees, and flowers", 1965).

A graph is a list of bit masks: bit j of `graph[i]` says that i and j may be matched, and bit i of
`graph[j]` says so too. A matching is a list: `mate[i]` is the vertex matched with i, or `ALONE` if i is exposed. A
perfect matching leaves no vertex exposed. `within` is the bit mask of the vertices that still take part.

A search grows a tree of paths from an exposed vertex, the root; their edges are in turn outside and inside the
matching. Vertices reached by a path of even length are outer, the others inner. Where two outer vertices x and y are
neighbours, the paths to them close an odd circle, the blossom; the last vertex they share is its stem:

                       b ══ x
                     ╱      │        ══ is in the matching,
    root ── a ══ stem       │        ── ╱ ╲ │ are not
                     ╲      │
                       d ══ y

Every vertex of the circle can be reached by a path of even length, one way round or the other, so all of them
become outer, and the search goes on as if the circle were one vertex.

One search looks at each vertex once and at its neighbours a machine word of 30 at a time; a maximum matching
of n vertices takes at most n/2 searches.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

ALONE = -1

Graph = Sequence[int]
Matching = list[int]


def members(mask: int) -> Iterator[int]:
    """Yield the vertices in a bit mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(slots=True)
class Tree:
    """What alternating paths from one exposed vertex reach: edges in turn outside and inside the matching.

    `outer` holds the ends of paths of even length, the root among them: each of them could be exposed instead of the
    root. `inner` holds the vertices that are reached by paths of odd length only.
    `exposed` is another exposed vertex a path has reached (such a path enlarges the matching), or ALONE.
    """

    mate: Matching
    outer: int
    inner: int
    exposed: int
    link: list[int]

    def enlarge(self) -> None:
        """Match the root and the other exposed vertex that was reached."""
        self._flip_path(self.exposed)

    def expose(self, vertex: int) -> None:
        """Match the root, and leave the given outer vertex exposed instead."""
        old_mate = self.mate[vertex]
        self.mate[vertex] = ALONE
        self._flip_path(old_mate)  # does nothing for the root, which is exposed already

    def _flip_path(self, vertex: int) -> None:
        mate, link = self.mate, self.link
        while vertex != ALONE:
            partner = link[vertex]
            following = mate[partner]
            mate[vertex], mate[partner] = partner, vertex
            vertex = following


def grow_tree(graph: Graph, within: int, mate: Matching, root: int, goals: int = 0) -> Tree:
    """Grow a tree from the exposed `root`; stop at another exposed vertex, or once a `goals` vertex is outer."""
    size = len(graph)
    link = [ALONE] * size
    stem = list(range(size))
    blossom: dict[int, int] = {}
    outer = 1 << root
    unreached = within & ~outer
    inner = 0
    waiting = [root]
    for vertex in waiting:
        if outer & goals:
            break
        fresh = graph[vertex] & unreached
        while fresh:
            bit = fresh & -fresh
            neighbour = bit.bit_length() - 1
            link[neighbour] = vertex
            beyond = mate[neighbour]
            if beyond == ALONE:
                return Tree(mate, outer, inner, neighbour, link)
            waiting.append(beyond)
            inner |= bit
            outer |= 1 << beyond
            unreached &= ~(bit | 1 << beyond)
            fresh &= unreached
        crossing = graph[vertex] & outer & ~blossom.get(_stem(stem, vertex), 1 << vertex)
        while crossing:
            neighbour = (crossing & -crossing).bit_length() - 1
            meeting = _meeting(stem, link, mate, vertex, neighbour)
            ends = _bend_arm(stem, link, mate, meeting, vertex, neighbour)
            ends += _bend_arm(stem, link, mate, meeting, neighbour, vertex)
            merged = blossom.get(meeting, 1 << meeting)
            for end in ends:
                stem[end] = meeting
                merged |= blossom.get(end, 1 << end)
            blossom[meeting] = merged
            waiting.extend(members(merged & inner))
            inner &= ~merged
            outer |= merged
            crossing &= ~merged
    return Tree(mate, outer, inner, ALONE, link)


def _stem(stem: list[int], vertex: int) -> int:
    """Return the vertex where the path from the root enters the outermost blossom that holds `vertex`."""
    while stem[vertex] != vertex:
        stem[vertex] = stem[stem[vertex]]
        vertex = stem[vertex]
    return vertex


def _meeting(stem: list[int], link: list[int], mate: Matching, first: int, second: int) -> int:
    """Return the last stem that the paths from the root to two outer vertices share."""
    passed = 0
    step = _stem(stem, first)
    while mate[step] != ALONE:
        passed |= 1 << step
        step = _stem(stem, link[mate[step]])
    passed |= 1 << step
    step = _stem(stem, second)
    while not passed >> step & 1:
        step = _stem(stem, link[mate[step]])
    return step


def _bend_arm(stem: list[int], link: list[int], mate: Matching, meeting: int, vertex: int, across: int) -> list[int]:
    """Reverse the links of one arm of a new blossom, so that its inner vertices become outer; return its stems."""
    ends = []
    while (end := _stem(stem, vertex)) != meeting:
        partner = mate[vertex]
        ends += [end, _stem(stem, partner)]
        link[vertex] = across
        across, vertex = partner, link[partner]
    return ends


def maximum_matching(graph: Graph, within: int) -> Matching:
    """Return a matching with the fewest exposed vertices; low numbers are matched with low ones first."""
    mate = [ALONE] * len(graph)
    free = within
    for vertex in members(within):
        fitting = graph[vertex] & free & ~(1 << vertex)
        if free >> vertex & 1 and fitting:
            partner = (fitting & -fitting).bit_length() - 1
            mate[vertex], mate[partner] = partner, vertex
            free &= ~(1 << vertex | 1 << partner)
    for vertex in members(free):
        if mate[vertex] == ALONE:
            tree = grow_tree(graph, within, mate, vertex)
            if tree.exposed != ALONE:
                tree.enlarge()
            else:
                # A tree that reaches no exposed vertex never will: later searches need not enter it.
                within &= ~(tree.outer | tree.inner)
    return mate


def exposed_vertices(within: int, mate: Matching) -> list[int]:
    """Return the vertices that the matching leaves alone."""
    return [vertex for vertex in members(within) if mate[vertex] == ALONE]


def possible_partners(graph: Graph, within: int, mate: Matching, vertex: int) -> int:
    """Return the partners of a vertex in all perfect matchings, as a bit mask; `mate` is one such matching.

    Without the vertex, its partner is the only exposed one. Its neighbours that could be exposed instead of the partner
    (outer vertices of the partner's tree) could also be its partner, and no others (theorem of Gallai and Edmonds): one
    search finds them all.
    """
    return _tree_without(graph, within, mate.copy(), vertex, 0).outer & graph[vertex]


def match_with(graph: Graph, within: int, mate: Matching, vertex: int, partner: int) -> None:
    """Change the perfect matching `mate` so that a vertex is matched with one of its possible partners."""
    if mate[vertex] != partner:
        _tree_without(graph, within, mate, vertex, 1 << partner).expose(partner)
        mate[vertex], mate[partner] = partner, vertex


def match_with_first(graph: Graph, within: int, mate: Matching, vertex: int) -> int:
    """Change the perfect matching `mate` so that the vertex has its lowest possible partner; return the partner."""
    neighbours = graph[vertex] & within
    lowest = neighbours & -neighbours
    partner = mate[vertex]
    if lowest != 1 << partner:
        tree = _tree_without(graph, within, mate, vertex, lowest)
        partner = next(members(tree.outer & neighbours))
        tree.expose(partner)
        mate[vertex], mate[partner] = partner, vertex
    return partner


def _tree_without(graph: Graph, within: int, mate: Matching, vertex: int, goals: int) -> Tree:
    partner = mate[vertex]
    mate[vertex] = mate[partner] = ALONE
    return grow_tree(graph, within & ~(1 << vertex), mate, partner, goals)


def make_first(graph: Graph, within: int, mate: Matching) -> None:
    """Change the perfect matching `mate` into the lexicographically first one."""
    for vertex in members(within):
        if within >> vertex & 1:
            partner = match_with_first(graph, within, mate, vertex)
            within &= ~(1 << vertex | 1 << partner)


def connected_parts(graph: Graph, within: int) -> Iterator[int]:
    """Yield the connected parts of a graph as bit masks, the one with the lowest vertex first."""
    while within:
        part = border = within & -within
        while border:
            reached = 0
            for vertex in members(border):
                reached |= graph[vertex]
            border = reached & within & ~part
            part |= border
        yield part
        within &= ~part
