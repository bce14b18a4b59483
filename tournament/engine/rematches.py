"""The lexicographically first complete pairing that spreads rematches evenly, or has the fewest.

The vertices of the graph are players, and the bye, as numbers from 0 in ranking order; edges join those who have not
met. The leader is the first vertex not matched yet.

For the fewest rematches, spare vertices are added, one for each vertex that a maximum matching leaves alone, joined to
all others; then a perfect matching exists. The vertices matched with spares repeat pairs among themselves, as few as
possible. One search finds the possible new partners of a vertex, a second one, with the vertex matched with a spare,
the partners with whom it can repeat a pair.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.engine import matching
from tournament.engine.cheapest import cheapest_matching


def first_with_fewest_rematches(graph: matching.Graph) -> matching.Matching:
    """Match all vertices with the fewest pairs outside the graph; return the lexicographically first such matching."""
    spared = _with_spares(graph)
    result = [0] * len(graph)
    for leader in range(len(graph)):
        if spared.within >> leader & 1:
            partner = spared.match_first(leader)
            result[leader], result[partner] = partner, leader
    return result


def first_spread_evenly(size: int, objections: Mapping[tuple[int, int], tuple[bool, int]]) -> matching.Matching:
    """Match all vertices with the fewest pairs kept apart; among these matchings with the fewest pairs that have met
    most often, then the fewest that have met once less, and so on; return the lexicographically first of them.

    `objections` holds for each pair, the lower vertex first, whether it is kept apart and how often it has met. One
    cheapest matching finds the answer (n⁴ at most): a pair that has met u times costs (n + 1)^u, and the number of the
    partner follows as a lower digit, at the position of the leader. 42 vertices take 30 milliseconds in the worst of
    200 invented fields.
    """
    most = max(times for _is_apart, times in objections.values())
    costs = [[0] * size for _vertex in range(size)]
    for (leader, partner), (is_apart, times) in objections.items():
        cost = is_apart * (size + 1) ** (most + 1) + (times and (size + 1) ** times)
        costs[leader][partner] = costs[partner][leader] = cost * size**size + partner * size ** (size - 1 - leader)
    return cheapest_matching(costs)


def _with_spares(graph: matching.Graph) -> "_Spared":
    size = len(graph)
    everyone = (1 << size) - 1
    mate = matching.maximum_matching(graph, everyone)
    alone = matching.exposed_vertices(everyone, mate)
    spares = (1 << size + len(alone)) - 1 & ~everyone
    for spare, vertex in enumerate(alone, size):
        mate[vertex] = spare
        mate.append(vertex)
    enlarged = [neighbours | spares for neighbours in graph] + [everyone] * len(alone)
    return _Spared(enlarged, mate, everyone, spares, everyone | spares)


@dataclass(slots=True)
class _Spared:
    """A graph with spare vertices, and a perfect matching `mate` of its vertices not yet taken out (`within`)."""

    graph: matching.Graph
    mate: matching.Matching
    everyone: int
    spares: int
    within: int

    def match_first(self, leader: int) -> int:
        """Take the leader and its lowest possible partner, new or repeated, out of the graph; return the partner."""
        possible = matching.possible_partners(self.graph, self.within, self.mate, leader)
        fresh = possible & self.everyone
        repeated = self._repeated_partners(leader) if possible & self.spares else 0
        partner = next(matching.members(fresh | repeated))
        if fresh >> partner & 1:
            self._take_out(leader, partner)
        else:
            self._take_out(leader, self._spare())
            self._take_out(partner, self._spare())
        return partner

    def _repeated_partners(self, leader: int) -> int:
        one = self._spare()
        mate = self.mate.copy()
        matching.match_with(self.graph, self.within, mate, leader, one)
        without_leader = self.within & ~(1 << leader | 1 << one)
        other = next(matching.members(without_leader & self.spares))
        return matching.possible_partners(self.graph, without_leader, mate, other)

    def _take_out(self, vertex: int, partner: int) -> None:
        matching.match_with(self.graph, self.within, self.mate, vertex, partner)
        self.within &= ~(1 << vertex | 1 << partner)

    def _spare(self) -> int:
        return next(matching.members(self.within & self.spares))
