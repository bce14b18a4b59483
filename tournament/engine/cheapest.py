"""The cheapest perfect matching of a complete graph, by Edmonds ("Maximum matching and a polyhedron with
0,1-vertices", 1965).

Every vertex has a price, and no pair costs less than its two prices together; a pair that costs just as much is
tight. A perfect matching of tight pairs is therefore the cheapest. A search grows a tree of alternating paths over
tight pairs, with outer and inner vertices as in `matching.py`; where it cannot go on, the prices of outer vertices rise
and those of inner ones fall by the same amount, until one more pair is tight. An odd circle is shrunk into one node
with a credit, by which the pairs inside may cost less than their prices. The node outlives the search; it is taken
apart again when it is an inner node and its credit is used up.

Costs are whole numbers of any size, and everything is counted in halves, so nothing is ever rounded. With n vertices
there are n/2 searches of fewer than 2n steps, and each step looks at every pair: n⁴ at most.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from tournament.engine.matching import ALONE, Matching, members

Costs = Sequence[Sequence[int]]
Link = tuple[int, int]
"""A pair of vertices, the first of them in the node that the link comes from."""


@dataclass(slots=True, eq=False)
class _Node:
    """A vertex, or an odd circle of nodes shrunk into one.

    `base` is the vertex that is matched outside the node, or alone. `links[i]` joins `circle[i]` and the next node of
    the circle; `circle[0]` holds the base, and of the other nodes each is matched with the next.
    """

    vertices: int
    base: int
    circle: "list[_Node]"
    links: list[Link]
    credit: int = 0

    def holds(self, vertex: int) -> bool:
        return bool(self.vertices >> vertex & 1)

    def place_of(self, vertex: int) -> int:
        return next(at for at, node in enumerate(self.circle) if node.holds(vertex))


def cheapest_matching(costs: Costs) -> Matching:
    """Match all vertices, an even number, at the lowest total cost; `costs[i][j]` and `costs[j][i]` are the same."""
    search = _Search(costs)
    for vertex in range(len(costs)):
        if search.mate[vertex] == ALONE:
            search.match(vertex)
    return search.mate


class _Search:
    """Prices, nodes and matching of all searches; the tree's outer and inner nodes, each with the link to it.

    `top` holds for each vertex the outermost node that contains it.
    """

    def __init__(self, costs: Costs) -> None:
        size = len(costs)
        self.costs = costs
        # A pair costs twice its cost in halves, so at least the cheapest pairs of its two vertices together.
        self.price = [min(cost for other, cost in enumerate(row) if other != at) for at, row in enumerate(costs)]
        self.mate: Matching = [ALONE] * size
        self.top = [_Node(1 << vertex, vertex, [], []) for vertex in range(size)]
        self.outer: dict[_Node, Link | None] = {}
        self.inner: dict[_Node, Link] = {}

    def match(self, root: int) -> None:
        """Match a vertex that is alone with another one, by an alternating path between the two."""
        self.outer, self.inner = {self.top[root]: None}, {}
        while True:
            amount, event = self._next_event()
            self._change_prices(amount)
            if isinstance(event, _Node):
                self._take_apart(event)
                continue
            node = self.top[event[1]]
            if node in self.outer:
                self._shrink(event)
            elif self.mate[node.base] == ALONE:
                self._flip_path(event)
                return
            else:
                self.inner[node] = event
                self.outer[self.top[self.mate[node.base]]] = (node.base, self.mate[node.base])

    def _next_event(self) -> tuple[int, Link | _Node]:
        """Return by how much prices may change, and the link then tight or the node whose credit is then used up."""
        next_event: tuple[int, Link | _Node] = min(self._tight_soon(), key=itemgetter(0))
        for node in self.inner:
            if node.circle and node.credit // 2 < next_event[0]:
                next_event = node.credit // 2, node
        return next_event

    def _tight_soon(self) -> Iterator[tuple[int, Link]]:
        outer = sum(node.vertices for node in self.outer)
        inner = sum(node.vertices for node in self.inner)
        free = (1 << len(self.costs)) - 1 & ~outer & ~inner
        price = self.price
        for node in self.outer:
            for vertex in members(node.vertices):
                row, own_price = self.costs[vertex], price[vertex]
                for other in members(free):
                    yield 2 * row[other] - own_price - price[other], (vertex, other)
                for other in members(outer & ~node.vertices):
                    yield (2 * row[other] - own_price - price[other]) // 2, (vertex, other)

    def _change_prices(self, amount: int) -> None:
        for nodes, change in ((self.outer, amount), (self.inner, -amount)):
            for node in nodes:
                node.credit += 2 * change
                for vertex in members(node.vertices):
                    self.price[vertex] += change

    def _path(self, vertex: int) -> list[_Node]:
        """Return the nodes on the path from the node of an outer vertex to the root."""
        path = [self.top[vertex]]
        while (link := self.outer[path[-1]]) is not None:
            inner = self.top[link[0]]
            path += [inner, self.top[self.inner[inner][0]]]
        return path

    def _shrink(self, link: Link) -> None:
        """Shrink the circle that a link between two outer nodes closes into one outer node."""
        there, back = self._path(link[0]), self._path(link[1])
        stem = next(node for node in there if node in back)
        there, back = there[: there.index(stem)][::-1], back[: back.index(stem)]
        links = [self._link_to(node) for node in there] + [link]
        links += [(near_end, far_end) for far_end, near_end in map(self._link_to, back)]
        circle = [stem, *there, *back]
        shrunk = _Node(sum(node.vertices for node in circle), stem.base, circle, links)
        link_to_stem = self.outer[stem]
        for node in circle:
            self.outer.pop(node, None)
            self.inner.pop(node, None)
        self.outer[shrunk] = link_to_stem
        for vertex in members(shrunk.vertices):
            self.top[vertex] = shrunk

    def _link_to(self, node: _Node) -> Link:
        link = self.outer[node] if node in self.outer else self.inner[node]
        assert link is not None
        return link

    def _take_apart(self, shrunk: _Node) -> None:
        """Replace an inner circle by its nodes; the tree keeps those on the even way from its entry to the base."""
        link = self.inner.pop(shrunk)
        for node in shrunk.circle:
            for vertex in members(node.vertices):
                self.top[vertex] = node
        circle, size = shrunk.circle, len(shrunk.circle)
        at = shrunk.place_of(link[1])
        step = 1 if at % 2 else -1
        while True:
            self.inner[circle[at]] = link
            if at == 0:
                return
            # Take two steps: to the matched node, which is outer, and from there to the next inner one.
            for tree in (self.outer, self.inner):
                near_end, far_end = shrunk.links[at] if step == 1 else shrunk.links[at - 1][::-1]
                at = (at + step) % size
                link = (near_end, far_end)
                if tree is self.outer:
                    self.outer[circle[at]] = link

    def _flip_path(self, link: Link) -> None:
        """Swap matched and unmatched pairs on the path from the root that ends with `link` at a vertex left alone."""
        joined: Link | None = link
        while joined is not None:
            first, second = joined
            node = self.top[first]
            self._expose(self.top[second], second)
            self._expose(node, first)
            tree_link = self.outer[node]
            self.mate[first], self.mate[second] = second, first
            joined = None if tree_link is None else self.inner[self.top[tree_link[0]]]

    def _expose(self, node: _Node, vertex: int) -> None:
        """Match the vertices of a node with each other, except for the given one, its new base."""
        node.base = vertex
        if not node.circle:
            return
        at = node.place_of(vertex)
        node.circle = node.circle[at:] + node.circle[:at]
        node.links = node.links[at:] + node.links[:at]
        self._expose(node.circle[0], vertex)
        for between in range(1, len(node.circle), 2):
            first, second = node.links[between]
            self._expose(node.circle[between], first)
            self._expose(node.circle[between + 1], second)
            self.mate[first], self.mate[second] = second, first
