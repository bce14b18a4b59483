"""The order of players who are level on all counted criteria: by their direct matches, then by lot.

An arrow runs from a to b if a has won more of their direct matches than b. "Nobody may stand below a player they lead,
unless a circle of arrows forces it": the players are split into the strongly connected components of the arrows, and
the components are put in an order in which every arrow points down. A component is a single player or a circle, in
which arrows lead from each player to every other, directly or through others.
"""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import repeat
from typing import NamedTuple

from tournament.engine.terms import Criterion


class DirectMatches(NamedTuple):
    """Why one player stands above another by head-to-head.

    In different components `winner` has beaten `loser`; each is one of the two players, or in the same circle as one.
    In the same circle `wins` holds how many matches each of the two won within it. `is_split`: the loser has won
    against the winner, too, but less often.
    """

    winner: int
    loser: int
    wins: tuple[int, int] | None = None
    is_split: bool = False


class Circle(NamedTuple):
    """Why head-to-head leaves two players to the lot: each of these has beaten the next, and the last the first.

    The two are among them, the better one first. All in their component won equally many matches within it.
    """

    players: tuple[int, ...]


class Placed(NamedTuple):
    """A tied player in the final order; `decided_by` and `matches` tell what separates them from the player before."""

    number: int
    decided_by: Criterion | None
    matches: DirectMatches | Circle | None = None


def order_tied(
    group: Sequence[int], defeated: Mapping[int, Sequence[int]], lots: Mapping[int, str]
) -> tuple[Placed, ...]:
    """Order the tied start numbers, best first.

    `defeated` lists whom each player has beaten at the board, once for each win, and may leave out players who have
    beaten nobody; `lots` are compared as text.
    """
    defeated = {a: defeated[a] for a in group if a in defeated}
    arrows = _arrows(group, defeated) if defeated else {}
    if not any(arrows.values()):
        return _by_lot(group, lots)
    placed: list[Placed] = []
    above: tuple[int, ...] = ()
    for component, could_come_before in _components_in_order(group, arrows, lots):
        inside = _order_circle(component, arrows, defeated, lots)
        if above:
            first = _first_of_component(above, inside, component, arrows, defeated, could_come_before)
            inside = (first, *inside[1:])
        placed.extend(inside)
        above = component
    return tuple(placed)


def _first_of_component(
    above: tuple[int, ...],
    inside: tuple[Placed, ...],
    component: tuple[int, ...],
    arrows: Mapping[int, set[int]],
    defeated: Mapping[int, Sequence[int]],
    could_come_before: bool,
) -> Placed:
    """Return the first player of a component, with what separates them from the component above."""
    first = inside[0].number
    if could_come_before:
        return Placed(first, Criterion.LOT)
    pairs = [(a, b) for a in above for b in component if b in arrows[a]]
    winner, loser = (above[-1], first) if (above[-1], first) in pairs else pairs[0]
    is_split = winner in defeated.get(loser, ())
    return Placed(first, Criterion.HEAD_TO_HEAD, DirectMatches(winner, loser, is_split=is_split))


def _arrows(group: Sequence[int], defeated: Mapping[int, Sequence[int]]) -> dict[int, set[int]]:
    members = set(group)
    beaten = {a: members.intersection(defeated.get(a, ())) for a in group}
    return {
        a: {b for b in inside if defeated[a].count(b) > defeated.get(b, ()).count(a)} if inside else inside
        for a, inside in beaten.items()
    }


def _by_lot(group: Sequence[int], lots: Mapping[int, str]) -> tuple[Placed, ...]:
    best, *other_numbers = sorted(group, key=lots.__getitem__)
    return (Placed(best, None), *map(Placed, other_numbers, repeat(Criterion.LOT)))


def _circle_by_lot(
    circle: tuple[int, ...], arrows: Mapping[int, set[int]], lots: Mapping[int, str]
) -> tuple[Placed, ...]:
    """Order a circle in which nobody won more than another, and name for each two who follow a circle through both."""
    best, *other_rows = _by_lot(circle, lots)
    placed = [best]
    for row in other_rows:
        above = placed[-1].number
        there, back = (_chain(circle, arrows, *pair) for pair in ((above, row.number), (row.number, above)))
        placed.append(row._replace(matches=Circle((*there[:-1], *back[:-1]))))
    return tuple(placed)


def _chain(circle: tuple[int, ...], arrows: Mapping[int, set[int]], start: int, end: int) -> list[int]:
    """Return the shortest chain from one player of a circle to another in which each has beaten the next."""
    inside, came_from, reached = set(circle), {start: start}, [start]
    for number in reached:
        for loser in sorted(arrows[number] & inside - came_from.keys()):
            came_from[loser] = number
            reached.append(loser)
        if end in came_from:
            break
    chain = [end]
    while chain[-1] != start:
        chain.append(came_from[chain[-1]])
    return chain[::-1]


def _order_circle(
    circle: tuple[int, ...],
    arrows: Mapping[int, set[int]],
    defeated: Mapping[int, Sequence[int]],
    lots: Mapping[int, str],
) -> tuple[Placed, ...]:
    """Order the players of a circle.

    "By matches won against each other inside the component; players still equal there form a new group."
    """
    if len(circle) == 1:
        return (Placed(circle[0], None),)
    members = set(circle)
    wins = {a: sum(b in members for b in defeated.get(a, ())) for a in circle}
    levels = sorted(set(wins.values()), reverse=True)
    if len(levels) == 1:
        return _circle_by_lot(circle, arrows, lots)
    placed: list[Placed] = []
    for level in levels:
        equal = order_tied([number for number in circle if wins[number] == level], defeated, lots)
        if placed:
            last, first = placed[-1].number, equal[0].number
            matches = DirectMatches(last, first, (wins[last], wins[first]))
            equal = (Placed(first, Criterion.HEAD_TO_HEAD, matches), *equal[1:])
        placed.extend(equal)
    return tuple(placed)


def _components_in_order(
    group: Sequence[int], arrows: Mapping[int, set[int]], lots: Mapping[int, str]
) -> list[tuple[tuple[int, ...], bool]]:
    """Return the components in an order in which every arrow between two of them points down.

    "Whenever several components could come next, the one that holds the best lot comes first." With each component it
    is told whether it could have been placed before the one above it.
    """
    linked = {number for a in group if arrows[a] for number in (a, *arrows[a])}
    components = _strong_components([a for a in group if a in linked], arrows)
    home = {number: index for index, component in enumerate(components) for number in component}
    below = [{home[b] for a in component for b in arrows[a]} - {index} for index, component in enumerate(components)]
    best_lot = [min(lots[number] for number in component) for component in components]
    alone = [number for number in group if number not in linked]
    components += [[number] for number in alone]
    below += [set()] * len(alone)
    best_lot += [lots[number] for number in alone]
    waiting_for = [0] * len(components)
    for targets in below:
        for target in targets:
            waiting_for[target] += 1
    ready = [(best_lot[index], index) for index, count in enumerate(waiting_for) if count == 0]
    heapify(ready)
    in_order: list[tuple[tuple[int, ...], bool]] = []
    freed: set[int] = set()
    while ready:
        index = heappop(ready)[1]
        in_order.append((tuple(components[index]), index not in freed))
        freed = set()
        for target in below[index]:
            waiting_for[target] -= 1
            if waiting_for[target] == 0:
                freed.add(target)
                heappush(ready, (best_lot[target], target))
    return in_order


def _strong_components(group: Sequence[int], arrows: Mapping[int, set[int]]) -> list[list[int]]:
    """Return the strongly connected components, by Tarjan's algorithm without recursion, as chains may be long."""
    index_by_number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_numbers: list[int] = []
    is_open: set[int] = set()
    components: list[list[int]] = []
    for root in group:
        if root in index_by_number:
            continue
        path = [(root, iter(sorted(arrows[root])))]
        index_by_number[root] = lowest[root] = len(index_by_number)
        open_numbers.append(root)
        is_open.add(root)
        while path:
            number, targets = path[-1]
            for target in targets:
                if target not in index_by_number:
                    index_by_number[target] = lowest[target] = len(index_by_number)
                    open_numbers.append(target)
                    is_open.add(target)
                    path.append((target, iter(sorted(arrows[target]))))
                    break
                if target in is_open:
                    lowest[number] = min(lowest[number], index_by_number[target])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[number])
                if lowest[number] == index_by_number[number]:
                    cut = open_numbers.index(number)
                    components.append(open_numbers[cut:])
                    is_open.difference_update(open_numbers[cut:])
                    del open_numbers[cut:]
    return components
