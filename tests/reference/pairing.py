"""The pairing of a round, from the text of the rules alone: enumerated where that can be afforded.

Players are numbers in ranking order, the bye is None and stands last where the field is odd.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import rustworkx

from tests.reference.matches import Archive, is_present, matches_up_to
from tests.reference.ranking import standings

Player = int | None
Pair = tuple[Player, Player]

ENUMERATED_PLAYERS = 10
# Up to here the exhaustive search has answered every random tournament within a second; it has no bound of its own.
LOOKAHEAD_PLAYERS = 16


@dataclass(frozen=True)
class Pairing:
    """The pairs in pairing order, better-ranked first, (player, None) for the bye.

    `pairs` is None where no complete pairing without a rematch exists. `lookahead_unchecked`: the field is too
    large to say how many of the planned rounds stay playable, the pairs are those without look-ahead.
    """

    pairs: tuple[Pair, ...] | None
    lookahead_unchecked: bool = False


NO_PAIRING_WITHOUT_REMATCH = Pairing(pairs=None)


def pair_round(archive: Archive, round_number: int, rematches_allowed: bool = False) -> Pairing:
    """The pairing of that round, paired already or not, from the rounds before it and who is present in it."""
    if rematches_allowed:
        return next(_pairings_spread_evenly(archive, round_number))
    return next(_pairings_from_the_most_rounds_down(archive, round_number))


def is_pairing_within_a_bound(archive: Archive, round_number: int, pairs: tuple[Pair, ...]) -> bool:
    """Whether the round can be so where some searches of the look-ahead met a bound, whichever they were.

    "A d whose search meets the bound counts as one that nothing leaves playable": so any d may have been the first.
    """
    with_rematches = archive["rounds"][round_number - 1]["rematches_allowed"]
    all_pairings = _pairings_spread_evenly if with_rematches else _pairings_from_the_most_rounds_down
    pairings = list(all_pairings(archive, round_number))
    return pairings[0].lookahead_unchecked or Pairing(pairs) in pairings


def _pairings_from_the_most_rounds_down(archive: Archive, round_number: int) -> Iterator[Pairing]:
    order, met = present_in_ranking_order(archive, round_number), meetings(archive, round_number)
    return pairings_from_the_most_rounds_down(order, met, *_planned_rounds(archive, round_number))


def _pairings_spread_evenly(archive: Archive, round_number: int) -> Iterator[Pairing]:
    order = present_in_ranking_order(archive, round_number)
    times, apart = times_met(archive, round_number), kept_apart(archive, round_number)
    return pairings_spread_evenly(order, times, apart, *_planned_rounds(archive, round_number))


def present_in_ranking_order(archive: Archive, round_number: int) -> tuple[Player, ...]:
    """Who is present in that round, best-ranked first, and the bye last if they are an odd number."""
    present = {player["number"] for player in archive["players"] if is_present(player, round_number)}
    ranking = standings(archive, round_number - 1, as_of=round_number)
    order = tuple(row["player"] for row in ranking if row["player"] in present)
    return order if len(order) % 2 == 0 else (*order, None)


def meetings(archive: Archive, round_number: int) -> set[frozenset[Player]]:
    """Return the pairs that a round avoids: those that have met before, and those kept apart."""
    return {*times_met(archive, round_number), *kept_apart(archive, round_number)}


def times_met(archive: Archive, round_number: int) -> Counter[frozenset[Player]]:
    """How often two have met before that round; whoever had a bye or won by forfeit has met the bye."""
    met: Counter[frozenset[Player]] = Counter()
    for match in matches_up_to(archive, round_number - 1, as_of=round_number):
        if match.was_played:
            met[frozenset({match.first, match.second})] += 1
        elif match.outcome in {"bye", "forfeit"}:
            met[frozenset({match.winner, None})] += 1
    return met


def kept_apart(archive: Archive, round_number: int) -> set[frozenset[Player]]:
    """The pairs that the round was drawn to keep apart, or is to be."""
    return {
        frozenset(wish["players"])
        for wish in archive.get("kept_apart", [])
        if wish["from"] <= round_number <= wish.get("until", round_number)
    }


def pairing_without_rematch(
    order: Sequence[Player], met: Collection[frozenset[Player]], planned_rounds: int, rounds_after_this: int
) -> Pairing:
    """The first complete pairing of those that leave the most of the remaining planned rounds playable."""
    return next(pairings_from_the_most_rounds_down(order, met, planned_rounds, rounds_after_this))


def pairings_from_the_most_rounds_down(
    order: Sequence[Player], met: Collection[frozenset[Player]], planned_rounds: int, rounds_after_this: int
) -> Iterator[Pairing]:
    """ "For d = R, R − 1, …, 1: the lexicographically first that leaves d further rounds playable", where one does.

    After them the lexicographically first of all; the same pairing may come several times.
    """
    unmet = frozenset(pair for pair in combinations(order, 2) if frozenset(pair) not in met)
    players = len(order) - (None in order)
    if players <= ENUMERATED_PLAYERS:
        first = next(complete_pairings(order, unmet), None)
    else:
        first = first_by_matching(order, met)
    if first is None:
        yield NO_PAIRING_WITHOUT_REMATCH
        return

    # "With at most n/2 planned rounds nothing needs checking."
    if 2 * planned_rounds > players and rounds_after_this > 0:
        if players > LOOKAHEAD_PLAYERS:
            yield Pairing(first, lookahead_unchecked=True)
            return
        for further in range(rounds_after_this, 0, -1):
            if has_disjoint_pairings(order, unmet, further + 1):
                yield Pairing(
                    next(
                        pairs
                        for pairs in complete_pairings(order, unmet)
                        if has_disjoint_pairings(order, unmet - set(pairs), further)
                    )
                )
    yield Pairing(first)


def pairings_spread_evenly(
    order: Sequence[Player],
    times: Mapping[frozenset[Player], int],
    apart: Collection[frozenset[Player]],
    planned_rounds: int,
    rounds_after_this: int,
) -> Iterator[Pairing]:
    """A new cycle from the most rounds down, where there can be one; else what repeats as little as can be."""
    pairs = [frozenset(pair) for pair in combinations(order, 2)]
    fewest = min((times.get(pair, 0) for pair in pairs if pair not in apart), default=0)
    if fewest >= 1:
        others = {pair for pair in pairs if pair in apart or times.get(pair, 0) != fewest}
        cycle = list(pairings_from_the_most_rounds_down(order, others, planned_rounds, rounds_after_this))
        if cycle[0] != NO_PAIRING_WITHOUT_REMATCH:
            yield from cycle
            return
    yield Pairing(
        _first_of_least_repeats(order, times, apart)
        if len(order) <= ENUMERATED_PLAYERS
        else _first_of_least_weight(order, times, apart)
    )


def _first_of_least_repeats(
    order: Sequence[Player], times: Mapping[frozenset[Player], int], apart: Collection[frozenset[Player]]
) -> tuple[Pair, ...]:
    """ "First the fewest kept-apart pairs", then those "that have met most often before", "and so on down to 1"."""
    most = max(times.values(), default=0)

    def counts(pairs: tuple[Pair, ...]) -> list[int]:
        met = [times.get(frozenset(pair), 0) for pair in pairs]
        return [sum(frozenset(pair) in apart for pair in pairs), *(met.count(often) for often in range(most, 0, -1))]

    # min() keeps the first of several equals, and they come in lexicographic order.
    return min(complete_pairings(order, frozenset(combinations(order, 2))), key=counts)


def _first_of_least_weight(
    order: Sequence[Player], times: Mapping[frozenset[Player], int], apart: Collection[frozenset[Player]]
) -> tuple[Pair, ...]:
    """Return the lexicographically first of the pairings with the least weight, by fixing one pair after the other."""
    base, most = len(order) + 1, max(times.values(), default=0)

    def weight(one: Player, other: Player) -> int:
        pair = frozenset({one, other})
        often = times.get(pair, 0)
        return (base**often if often else 0) + (base ** (most + 1) if pair in apart else 0)

    def least(players: Sequence[Player]) -> int:
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(players)
        highest = base ** (most + 2)
        graph.add_edges_from(
            [(a, b, highest - weight(players[a], players[b])) for a, b in combinations(range(len(players)), 2)]
        )
        matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return sum(weight(players[a], players[b]) for a, b in matching)

    pairs: list[Pair] = []
    rest, left = list(order), least(order)
    while rest:
        leader = rest[0]
        for opponent in rest[1:]:
            others = [player for player in rest if player not in (leader, opponent)]
            if weight(leader, opponent) + least(others) == left:
                break
        pairs.append((leader, opponent))
        rest, left = others, left - weight(leader, opponent)
    return tuple(pairs)


def complete_pairings(order: Sequence[Player], possible: frozenset[Pair]) -> Iterator[tuple[Pair, ...]]:
    """Every complete pairing made of possible pairs, in lexicographic order of the opponents' places."""
    if not order:
        yield ()
        return
    leader, *others = order
    for opponent in others:
        if (leader, opponent) in possible:
            rest = [player for player in others if player != opponent]
            for pairs_of_rest in complete_pairings(rest, possible):
                yield ((leader, opponent), *pairs_of_rest)


def has_disjoint_pairings(order: Sequence[Player], possible: frozenset[Pair], rounds: int) -> bool:
    """Whether so many rounds can be played with possible pairs, each at most once: an exhaustive search."""
    if rounds == 0 or not order:
        return True
    if not _everyone_can_meet(order, possible, rounds):
        return False

    # The rounds may come in any order: let the first be the one with the leader's best-placed opponent of all.
    leader = order[0]
    for opponent in order[1:]:
        if (leader, opponent) in possible:
            rest = [player for player in order if player not in (leader, opponent)]
            for pairs_of_rest in complete_pairings(rest, possible):
                used = {(leader, opponent), *pairs_of_rest}
                if has_disjoint_pairings(order, possible - used, rounds - 1):
                    return True
            possible -= {(leader, opponent)}
    return False


def _everyone_can_meet(order: Sequence[Player], possible: frozenset[Pair], opponents: int) -> bool:
    """Whether pairs can be chosen so that everyone stands in exactly so many: without that no rounds can be made.

    Tutte's reduction to one matching: each pair has two ends, matched with each other where the pair is chosen,
    and each player as many spare nodes as pairs to be left out.
    """
    graph = rustworkx.PyGraph()
    ends = {(pair, player): graph.add_node(None) for pair in possible for player in pair}
    graph.add_edges_from_no_data([(ends[pair, pair[0]], ends[pair, pair[1]]) for pair in possible])
    for player in order:
        own = [pair for pair in possible if player in pair]
        if len(own) < opponents:
            return False
        spare = graph.add_nodes_from([None] * (len(own) - opponents))
        graph.add_edges_from_no_data([(ends[pair, player], node) for pair in own for node in spare])
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == graph.num_nodes()


def _planned_rounds(archive: Archive, round_number: int) -> tuple[int, int]:
    """How many rounds were planned when it was paired, and how many of them after this one."""
    this_round: dict[str, Any] = next((round_ for round_ in archive["rounds"] if round_["number"] == round_number), {})
    planned = this_round.get("planned_rounds", archive["rules"]["rounds"])
    return planned, max(0, planned - round_number)


def first_by_matching(order: Sequence[Player], met: Collection[frozenset[Player]]) -> tuple[Pair, ...] | None:
    """The lexicographically first complete pairing without a rematch; None where there is none."""
    if not _is_pairable(order, met):
        return None
    pairs: list[Pair] = []
    rest = list(order)
    while rest:
        leader = rest[0]
        for opponent in rest[1:]:
            left = [player for player in rest if player not in (leader, opponent)]
            if frozenset({leader, opponent}) not in met and _is_pairable(left, met):
                break
        pairs.append((leader, opponent))
        rest = left
    return tuple(pairs)


def _is_pairable(order: Sequence[Player], met: Collection[frozenset[Player]]) -> bool:
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(order)
    places = combinations(range(len(order)), 2)
    graph.add_edges_from_no_data([(a, b) for a, b in places if frozenset({order[a], order[b]}) not in met])
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(order)
