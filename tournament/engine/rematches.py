"""The lexicographically first complete pairing that spreads rematches evenly, or has the fewest. Knows only numbers.

The fewest: with spare vertices added, one for each vertex a maximum matching leaves alone, a perfect matching exists:
those matched with spares are to repeat a pair among themselves, as few as possible. So one search finds the possible
new partners of a vertex, and a second one, with the vertex matched with a spare, those of a repeated pair.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.engine import matching
from tournament.engine.cheapest import cheapest_matching


def first_with_fewest_rematches(graph: matching.Graph) -> matching.Matching:
    """Match everybody; of all the ways that use the fewest pairs outside the graph the lexicographically first."""
    spared = _with_spares(graph)
    result = [0] * len(graph)
    for leader in range(len(graph)):
        if spared.within >> leader & 1:
            partner = spared.match_first(leader)
            result[leader], result[partner] = partner, leader
    return result


def first_spread_evenly(size: int, objections: Mapping[tuple[int, int], tuple[bool, int]]) -> matching.Matching:
    """Match everybody with the fewest pairs kept apart; of those ways the fewest pairs that have met most often, then
    the fewest of those that met once less, and so on; of all that is left take the lexicographically first.

    `objections` says of each pair, the lower vertex first, whether it is kept apart and how often it has met. It is one
    cheapest matching (n⁴ at most): a pair that has met u times costs (n + 1)^u, and behind each cost stands the place
    of the partner, as a digit whose position is that of the leader. 42 vertices take 30 milliseconds, in the worst of
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
    """A graph with its spare vertices and a perfect matching of what is left of it."""

    graph: matching.Graph
    mate: matching.Matching
    everyone: int
    spares: int
    within: int

    def match_first(self, leader: int) -> int:
        """Take the leader and the lowest possible partner, new or not, out of the graph; return the partner."""
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
