"""The look-ahead: finds a pairing that leaves as many of the rounds still planned playable as possible.

In the graph the vertices are the players present and the bye, and the edges join those who may meet. Wanted are a
perfect matching for this round and one for each later round, no two with an edge in common (disjoint), for as many
later rounds as there can be. The question is hard in general, so the search for each number of rounds is bounded by a
count of steps; for a club's field it takes a fraction of them. Several rounds together have that many edges at each
vertex: they are looked for within such a part of the graph, a factor (`factors.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.engine import matching
from tournament.engine.factors import Factor, find_factor, without
from tournament.engine.steps import Steps, StepsUsedUp
from tournament.engine.sweep import fill_rounds

LOOKAHEAD_STEPS = 2_500_000
"""Some two seconds' worth of steps: half for the largest number of later rounds, a quarter for the next, and so on."""

MOST_LATER_ROUNDS = 100
"""No search is tried for more later rounds than this: its calls nest as deep as there are rounds."""

SWEPT_EDGES = 4
"""If nobody has more unmet opponents than this, all rounds are filled at once (`sweep.py`), else one by one."""


@dataclass(frozen=True, slots=True)
class Lookahead:
    """The result of a look-ahead: `mate` is the lexicographically first matching that leaves the most later rounds.

    `later_rounds` is their number. `bound_met`: the steps were used up before a larger number could be ruled out.
    """

    mate: matching.Matching
    later_rounds: int
    bound_met: bool


def look_ahead(graph: matching.Graph, plain: matching.Matching, later_rounds: int, allowed_steps: int) -> Lookahead:
    """Find the lexicographically first perfect matching whose removal leaves the most disjoint others.

    `plain` is the lexicographically first perfect matching of the graph; at most `later_rounds` others are looked for.
    """
    # This round takes one of everybody's neighbours, and so does each later one.
    most = min(later_rounds, min(neighbours.bit_count() for neighbours in graph) - 1)
    bound_met = False
    for rounds in range(most, 0, -1):
        if _is_safe(graph, rounds):
            return Lookahead(plain, rounds, bound_met)
        allowed_steps //= 2
        try:
            mate = _Search(Steps(allowed_steps)).first_lasting(graph, plain, rounds)
        except StepsUsedUp:
            bound_met = True
        else:
            if mate is not None:
                return Lookahead(mate, rounds, bound_met)
    return Lookahead(plain, 0, bound_met)


def _is_safe(graph: matching.Graph, later_rounds: int) -> bool:
    """Whether every perfect matching leaves enough others, for a reason that needs no search.

    A complete graph falls into n - 1 perfect matchings (the circle method of round robins), and any one of them
    may be the first. And while everyone has n/2 neighbours left, there is a perfect matching (Dirac 1952).
    """
    size = len(graph)
    fewest = min(neighbours.bit_count() for neighbours in graph)
    return (fewest == size - 1 and later_rounds <= size - 2) or 2 * (fewest - later_rounds) >= size


class _Search:
    """One search: the steps it has left and the dead ends it has found."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.dead_ends: set[tuple[tuple[int, ...], int]] = set()

    def first_lasting(self, graph: matching.Graph, plain: matching.Matching, later: int) -> matching.Matching | None:
        """Return the lexicographically first perfect matching that leaves `later` disjoint ones; None if there is none.

        One pair after the other is fixed; the witness is a matching that shows how the fixed pairs can be completed.
        """
        if later > MOST_LATER_ROUNDS:
            raise StepsUsedUp
        everyone = (1 << len(graph)) - 1
        if self._can_follow(_without_matching(graph, everyone, plain), everyone, later):
            return plain
        witness = self._complete(graph, everyone, everyone, plain, later)
        if witness is None:
            return None
        free = everyone
        for leader in matching.members(everyone):
            if free >> leader & 1:
                for partner in matching.members(matching.possible_partners(graph, free, witness, leader)):
                    smaller = free & ~(1 << leader | 1 << partner)
                    if witness[leader] == partner:
                        break
                    mate = witness.copy()
                    matching.match_with(graph, free, mate, leader, partner)
                    better = self._complete(graph, everyone, smaller, mate, later)
                    if better is not None:
                        witness = better
                        break
                free = smaller
        return witness

    def _complete(
        self, graph: matching.Graph, everyone: int, free: int, mate: matching.Matching, later: int
    ) -> matching.Matching | None:
        """Return `mate` changed among `free` so that the later rounds stay playable; None if that is impossible."""
        return self._find_round(_without_matching(graph, everyone & ~free, mate), everyone, free, later, mate)

    def _can_follow(self, graph: matching.Graph, within: int, rounds: int, factor: Factor | None = None) -> bool:
        """Tell whether the graph has so many disjoint perfect matchings; each connected part is looked at by itself."""
        for part in matching.connected_parts(graph, within):
            if part.bit_count() % 2 or not self._can_follow_in_part(graph, part, rounds, factor):
                return False
        return True

    def _can_follow_in_part(self, graph: matching.Graph, within: int, rounds: int, factor: Factor | None) -> bool:
        if rounds == 0:
            return True
        edges = [neighbours if within >> vertex & 1 else 0 for vertex, neighbours in enumerate(graph)]
        key = (tuple(edges), rounds)
        if key in self.dead_ends:
            return False
        if rounds > 1 and _is_sparse(edges, within):
            can_follow = self._sweep(edges, within, within, rounds - 1, [matching.ALONE] * len(graph)) is not None
        else:
            can_follow = self._holds_rounds(edges, within, rounds, factor)
        if not can_follow:
            self.dead_ends.add(key)
        return can_follow

    def _holds_rounds(self, graph: list[int], within: int, rounds: int, factor: Factor | None) -> bool:
        """Tell whether the graph has so many disjoint perfect matchings.

        Each edge of the vertex with the fewest is tried, first in one of the rounds, then in none.
        """
        pivot = min(matching.members(within), key=lambda vertex: graph[vertex].bit_count())
        while graph[pivot].bit_count() >= rounds:
            self.steps.take(2 * within.bit_count())
            mate = matching.maximum_matching(graph, within)
            if matching.exposed_vertices(within, mate):
                return False
            if rounds == 1:
                return True
            factor = factor or self._factor(graph, within, within, rounds - 1)
            if factor is None:
                return False
            partner = next(matching.members(factor[pivot]))
            smaller = without(graph, pivot, partner)
            if matching.possible_partners(graph, within, mate, pivot) >> partner & 1:
                matching.match_with(graph, within, mate, pivot, partner)
                free = within & ~(1 << pivot | 1 << partner)
                rest_factor = without(factor, pivot, partner)
                if self._find_round(smaller, within, free, rounds - 1, mate, rest_factor):
                    return True
            graph, factor = smaller, None
        return False

    def _find_round(
        self,
        graph: matching.Graph,
        within: int,
        free: int,
        later: int,
        mate: matching.Matching,
        factor: Factor | None = None,
    ) -> matching.Matching | None:
        """Return a perfect matching of `free` that leaves `later` disjoint ones of all `within`; None if none does.

        `mate` is some perfect matching of `free`.
        """
        factor = factor or self._factor(graph, within, free, later)
        if factor is None:
            return None
        if _is_sparse(graph, within):
            return self._sweep(graph, within, free, later, mate)
        for partial in self._matchings(_Partial(graph, free, mate, factor), within, later):
            if self._can_follow(partial.graph, within, later, partial.factor):
                return partial.mate
        return None

    def _sweep(
        self, graph: matching.Graph, within: int, free: int, later: int, mate: matching.Matching
    ) -> matching.Matching | None:
        return fill_rounds(graph, (free, *[within] * later), mate, self.steps)

    def _matchings(self, start: "_Partial", within: int, later: int) -> Iterator["_Partial"]:
        """Yield all perfect matchings of the rest that leave everyone enough edges for the later rounds."""
        branches = [iter([start])]
        while branches:
            partial = next(branches[-1], None)
            if partial is None:
                branches.pop()
            elif partial.rest:
                branches.append(self._extensions(partial, within, later))
            else:
                yield partial

    def _extensions(self, partial: "_Partial", within: int, later: int) -> Iterator["_Partial"]:
        """Fix one more pair, at the vertex with the least choice; yield the edges of the factor first."""
        graph, free, mate, factor = partial.graph, partial.rest, partial.mate, partial.factor
        self.steps.take(free.bit_count())
        vertex = min(matching.members(free), key=lambda vertex: (graph[vertex] & free).bit_count())
        possible = matching.possible_partners(graph, free, mate, vertex)
        for partner in _spread(possible & factor[vertex], vertex + later, len(graph)):
            yield self._extended(partial, vertex, partner, without(factor, vertex, partner))
        for partner in _spread(possible & ~factor[vertex], vertex + later, len(graph)):
            smaller = without(graph, vertex, partner)
            smaller_factor = self._factor(smaller, within, free & ~(1 << vertex | 1 << partner), later)
            if smaller_factor is not None:
                yield self._extended(partial, vertex, partner, smaller_factor)

    def _extended(self, partial: "_Partial", vertex: int, partner: int, factor: Factor) -> "_Partial":
        mate = partial.mate.copy()
        matching.match_with(partial.graph, partial.rest, mate, vertex, partner)
        smaller = without(partial.graph, vertex, partner)
        return _Partial(smaller, partial.rest & ~(1 << vertex | 1 << partner), mate, factor)

    def _factor(self, graph: matching.Graph, within: int, free: int, later: int) -> Factor | None:
        """Return a factor for a matching of `free` and `later` ones of all: necessary for them, mostly sufficient."""
        degrees = {vertex: later + (free >> vertex & 1) for vertex in matching.members(within)}
        return find_factor(graph, degrees, self.steps)


@dataclass(frozen=True, slots=True)
class _Partial:
    """A perfect matching fixed except for `rest`; graph and factor are without the edges of the fixed pairs."""

    graph: matching.Graph
    rest: int
    mate: matching.Matching
    factor: Factor


def _without_matching(graph: matching.Graph, within: int, mate: matching.Matching) -> list[int]:
    """Return the graph without the edges of a matching."""
    smaller = list(graph)
    for vertex in matching.members(within):
        smaller[vertex] &= ~(1 << mate[vertex])
    return smaller


def _spread(mask: int, start: int, size: int) -> list[int]:
    """Return the vertices from `start` on, wrapping around: rounds begun at different vertices collide less."""
    return sorted(matching.members(mask), key=lambda vertex: (vertex - start) % size)


def _is_sparse(graph: matching.Graph, within: int) -> bool:
    return all(graph[vertex].bit_count() <= SWEPT_EDGES for vertex in matching.members(within))
