"""The pairing rules by trying everything, for small fields: what the engine's searches are measured against."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

Player = int | None
Pair = frozenset[Player]
Pairing = tuple[tuple[Player, Player], ...]


def with_bye(ranking: Sequence[int]) -> tuple[Player, ...]:
    return tuple(ranking) if len(ranking) % 2 == 0 else (*ranking, None)


def new_pairs(ranking: Sequence[int], met: Mapping[int, Collection[int]], met_bye: Collection[int]) -> frozenset[Pair]:
    """The pairs that would be no rematch."""
    return frozenset(
        frozenset((one, other))
        for one, other in combinations(with_bye(ranking), 2)
        if (one not in met_bye if other is None else other not in met[one])
    )


def all_pairings(order: tuple[Player, ...]) -> Iterator[Pairing]:
    """Every complete pairing, rematches or not, in lexicographic order of the opponents' places."""
    if not order:
        yield ()
        return
    leader, *others = order
    for opponent in others:
        rest = tuple(player for player in others if player != opponent)
        for pairing in all_pairings(rest):
            yield ((leader, opponent), *pairing)


def pairings_without_rematch(order: tuple[Player, ...], new: frozenset[Pair]) -> Iterator[Pairing]:
    if not order:
        yield ()
        return
    leader, *others = order
    for opponent in others:
        if frozenset((leader, opponent)) in new:
            rest = tuple(player for player in others if player != opponent)
            for pairing in pairings_without_rematch(rest, new):
                yield ((leader, opponent), *pairing)


def first_pairing(order: tuple[Player, ...], new: frozenset[Pair]) -> Pairing | None:
    return next(pairings_without_rematch(order, new), None)


def longest_lasting_pairing(
    order: tuple[Player, ...], new: frozenset[Pair], later_rounds: int
) -> tuple[Pairing, int] | None:
    """The first of those after which the most rounds, up to so many, can be played without a rematch; how many."""
    pairings = list(pairings_without_rematch(order, new))
    for rounds in range(later_rounds, 0, -1):
        for pairing in pairings:
            if can_be_played(order, new - {frozenset(pair) for pair in pairing}, rounds):
                return pairing, rounds
    return (pairings[0], 0) if pairings else None


@lru_cache(maxsize=100_000)
def can_be_played(order: tuple[Player, ...], new: frozenset[Pair], rounds: int) -> bool:
    """Whether so many rounds can be played one after the other without a rematch."""
    if rounds == 0:
        return True
    if any(sum(player in pair for pair in new) < rounds for player in order):
        return False
    return any(
        can_be_played(order, new - {frozenset(pair) for pair in pairing}, rounds - 1)
        for pairing in pairings_without_rematch(order, new)
    )


def first_spread_evenly(order: tuple[Player, ...], new: frozenset[Pair]) -> Pairing:
    """Where nobody has met anybody twice: a new cycle where all have met once, else the fewest rematches."""
    return min(all_pairings(order), key=lambda pairing: sum(frozenset(pair) not in new for pair in pairing))


def most_pairs(order: tuple[Player, ...], new: frozenset[Pair]) -> int:
    """The most pairs without a rematch that can be made at once."""
    if not order:
        return 0
    leader, *others = order
    return max(
        most_pairs(tuple(others), new),
        *(
            1 + most_pairs(tuple(player for player in others if player != opponent), new)
            for opponent in others
            if frozenset((leader, opponent)) in new
        ),
        0,
    )
