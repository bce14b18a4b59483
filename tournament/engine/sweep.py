"""Finds matchings for several rounds at once, vertex by vertex; they are disjoint: no pair is in two of them.

A vertex is open in a round until it is matched there. Each vertex is matched in all its rounds before the next one. So
what is still possible depends only on the state, which vertices are open in each round, whatever the order of the
rounds: a state that has failed need not be tried again. With few edges there are few states, with many too many.
"""

from collections.abc import Iterator

from tournament.engine.matching import Graph, Matching, members
from tournament.engine.steps import Steps

Rounds = tuple[int, ...]
"""For each round the bit mask of the vertices that are still open in it."""


def fill_rounds(graph: Graph, rounds: Rounds, mate: Matching, steps: Steps) -> Matching | None:
    """Match every vertex in all its open rounds, each time with another neighbour.

    Return `mate` with the matching of the first round added; None if there is no solution.
    """
    failed: set[Rounds] = set()
    branches = [(rounds, mate, _next_states(graph, rounds, steps))]
    while branches:
        rounds, mate, following = branches[-1]
        state = next(following, None)
        if state is None:
            failed.add(tuple(sorted(rounds)))
            branches.pop()
            continue
        new_mate = _with_pair(mate, rounds[0] ^ state[0])
        if not any(state):
            return new_mate
        if tuple(sorted(state)) not in failed:
            branches.append((state, new_mate, _next_states(graph, state, steps)))
    return None


def _with_pair(mate: Matching, pair: int) -> Matching:
    if not pair:
        return mate
    first, second = members(pair)
    new_mate = mate.copy()
    new_mate[first], new_mate[second] = second, first
    return new_mate


def _next_states(graph: Graph, rounds: Rounds, steps: Steps) -> Iterator[Rounds]:
    steps.take(len(graph))
    vertex = _vertex_with_least_choice(graph, rounds)
    for state in _assignments(graph[vertex], rounds, vertex):
        if all(graph[neighbour] & is_open for is_open in state for neighbour in members(graph[vertex] & is_open)):
            yield state


def _assignments(neighbours: int, rounds: Rounds, vertex: int) -> Iterator[Rounds]:
    """Yield the state after each way to match the vertex in all its open rounds with different neighbours."""
    for index, is_open in enumerate(rounds):
        if is_open >> vertex & 1:
            for partner in members(neighbours & is_open):
                still_open = is_open & ~(1 << vertex | 1 << partner)
                smaller = (*rounds[:index], still_open, *rounds[index + 1 :])
                yield from _assignments(neighbours & ~(1 << partner), smaller, vertex)
            return
    yield rounds


def _vertex_with_least_choice(graph: Graph, rounds: Rounds) -> int:
    somewhere = 0
    for is_open in rounds:
        somewhere |= is_open
    best, least = -1, (0, 0)
    for vertex in members(somewhere):
        choices, open_rounds = 1, 0
        for is_open in rounds:
            if is_open >> vertex & 1:
                choices *= (graph[vertex] & is_open).bit_count()
                open_rounds += 1
        if best < 0 or (choices, -open_rounds) < least:
            best, least = vertex, (choices, -open_rounds)
        if choices <= 1:
            break
    return best
