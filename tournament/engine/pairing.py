"""The pairing of a round: the lexicographically first complete pairing without a rematch, and why.

"Among all complete pairings without a rematch, take the lexicographically first: the leader gets the
best-placed unmet opponent that still leaves the rest pairable, and so on down." As long as many players are
left, everything leaves the rest pairable; only among the last ones does it take a search (matching.py).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tournament.engine.crosstable import Crosstable, crosstable
from tournament.engine.lookahead import LOOKAHEAD_STEPS, look_ahead
from tournament.engine.matching import (
    Graph,
    Matching,
    exposed_vertices,
    make_first,
    maximum_matching,
    members,
    possible_partners,
)
from tournament.engine.obstacle import smallest_obstacle
from tournament.engine.record import TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.rematches import first_with_fewest_rematches
from tournament.engine.standings import rank
from tournament.engine.terms import Outcome


class Why(StrEnum):
    """Why a leader did not get a better-placed opponent."""

    MET = "met"
    LEFT_FOR_OTHERS = "left_for_others"
    KEEPS_ROUNDS_PLAYABLE = "keeps_rounds_playable"


class PassedOver(NamedTuple):
    """A better-placed player left (None: the bye) whom the leader did not get."""

    number: int | None
    why: Why


class DrawnPairing(NamedTuple):
    """Two start numbers, the better-ranked first; `second` is None for the bye.

    `passed_over` holds, best first, who was still there and ranks before the second. `is_rematch` is also true
    of a second bye.
    """

    first: int
    second: int | None
    passed_over: tuple[PassedOver, ...] = ()
    is_rematch: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """Pairings in pairing order, and how many of the rounds planned after this one they leave playable.

    `lookahead_bound`: for a larger number the look-ahead came to no answer.
    """

    pairings: tuple[DrawnPairing, ...]
    later_rounds: int
    lookahead_bound: bool = False


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A drawn round, in pairing order; tables are numbered elsewhere.

    `later_rounds` is how many more those present can play without a rematch, of the rounds planned; at least so many
    where the look-ahead met its bound.
    """

    number: int
    pairings: tuple[DrawnPairing, ...]
    planned_rounds: int
    rematches_allowed: bool
    later_rounds: int
    lookahead_bound: bool


def draw(
    record: TournamentRecord, *, rematches_allowed: bool = False, lookahead_steps: int = LOOKAHEAD_STEPS
) -> DrawnRound:
    """Pair the next round.

    Refuses with `results_missing` (`round`, `missing`: the pairs of start numbers still playing),
    `too_few_players`, and what `pair_in_order` refuses.
    """
    number = len(record.rounds) + 1
    if record.rounds and not record.rounds[-1].is_complete:
        missing = tuple(
            (pairing.first, pairing.second)
            for pairing in record.rounds[-1].pairings
            if pairing.result.outcome is Outcome.PENDING
        )
        raise Refused("results_missing", round=number - 1, missing=missing)
    if len(record.present(number)) < 2:
        raise Refused("too_few_players")
    table = crosstable(record, number - 1)
    planned_rounds = record.rules.rounds
    return _draw(record, number, table, planned_rounds, planned_rounds - number, rematches_allowed, lookahead_steps)


def redraw(record: TournamentRecord, number: int, *, lookahead_steps: int = LOOKAHEAD_STEPS) -> DrawnRound:
    """Pair a round of the record once more, from what was in force when it was paired.

    Where a round says that its look-ahead met the bound, that may have been any search, another program's too: it is
    paired as it stands if it leaves some number of rounds playable the way the rules say. Refuses what
    `pair_in_order` refuses.
    """
    round_ = record.rounds[number - 1]
    found = [(pairing.first, pairing.second) for pairing in round_.pairings]
    table = crosstable(record, number - 1, as_of=number)

    def drawn_keeping(later_rounds: int) -> DrawnRound:
        allowed = round_.rematches_allowed
        return _draw(record, number, table, round_.planned_rounds, later_rounds, allowed, lookahead_steps)

    first = drawn = drawn_keeping(round_.planned_rounds - number)
    if round_.lookahead_bound:
        while [(pairing.first, pairing.second) for pairing in drawn.pairings] != found:
            if drawn.later_rounds == 0:
                return first
            drawn = drawn_keeping(drawn.later_rounds - 1)
    return drawn


def _draw(
    record: TournamentRecord,
    number: int,
    table: Crosstable,
    planned_rounds: int,
    later_rounds: int,
    rematches_allowed: bool,
    lookahead_steps: int,
) -> DrawnRound:
    """ "Rank all, then leave the absent out of the pairing." """
    present = set(record.present(number))
    ranking = rank(table, record.rules.ranking, record.draw_seed, number - 1)
    drawn = pair_in_order(
        [row.number for row in ranking if row.number in present],
        table.opponents,
        table.unplayed_wins,
        later_rounds,
        planned_rounds,
        rematches_allowed=rematches_allowed,
        lookahead_steps=lookahead_steps,
    )
    return DrawnRound(
        number, drawn.pairings, planned_rounds, rematches_allowed, drawn.later_rounds, drawn.lookahead_bound
    )


def pair_in_order(
    ranking: Sequence[int],
    met: Mapping[int, Collection[int]],
    met_bye: Collection[int],
    later_rounds: int,
    planned_rounds: int,
    *,
    rematches_allowed: bool = False,
    lookahead_steps: int = LOOKAHEAD_STEPS,
) -> Drawn:
    """Pair those present, given best first; an odd number of them has the bye in last place.

    `met` holds whom each of them has met, `later_rounds` how many rounds are planned after this one.
    Refuses with `no_pairing_without_rematch`, and, where rematches are allowed, `rematches_not_needed`.
    `group` names players (None: the bye) who cannot all be paired without a rematch, best first: they fall into
    groups of odd size that can go outside their own group only to those named in `only`, and these are fewer
    than the groups. One who has met everyone is a group alone.
    """
    field = _Field(ranking, met, met_bye)
    if rematches_allowed:
        return Drawn(_pair_with_fewest_rematches(field), later_rounds=0)
    # "With at most n/2 planned rounds nothing needs checking."
    if later_rounds > 0 and 2 * planned_rounds > len(ranking):
        return _pair_looking_ahead(field, later_rounds, lookahead_steps)
    return Drawn(_pair_or_refuse(field), max(later_rounds, 0))


@dataclass(frozen=True, slots=True)
class _Field:
    """Those present, best first, whom they have met, and who has met the bye."""

    ranking: Sequence[int]
    met: Mapping[int, Collection[int]]
    met_bye: Collection[int]

    @property
    def is_odd(self) -> bool:
        return len(self.ranking) % 2 == 1

    @property
    def without_bye(self) -> int:
        """How many have not met the bye."""
        return sum(number not in self.met_bye for number in self.ranking)

    @property
    def head_until(self) -> int:
        """With more than this number left, the bye counted, every choice of new opponents leaves the rest pairable.

        Dirac's theorem: with n left of whom each has met at most d, n - 2 >= 2 (d + 1) will do. An odd field
        needs n - 2 >= 2 (d + 2), and somebody left who has not met the bye.
        """
        most_met = max((len(self.met[number]) for number in self.ranking), default=0)
        return 2 * (most_met + 1 + self.is_odd)

    def order(self, left: Sequence[int], with_bye: bool) -> "_Order":
        """The given numbers and the bye as vertices of the graph of those who have not met."""
        vertex_of = {number: vertex for vertex, number in enumerate(left)}
        everyone = (1 << len(left)) - 1
        graph = []
        for vertex, number in enumerate(left):
            known = 1 << vertex
            for other in self.met[number]:
                if other in vertex_of:
                    known |= 1 << vertex_of[other]
            graph.append(everyone & ~known)
        numbers: list[int | None] = list(left)
        if with_bye:
            bye = len(left)
            free = sum(1 << vertex for vertex, number in enumerate(left) if number not in self.met_bye)
            for vertex in members(free):
                graph[vertex] |= 1 << bye
            graph.append(free)
            numbers.append(None)
        return _Order(numbers, graph)


@dataclass(frozen=True, slots=True)
class _Order:
    """Numbers in ranking order, None for the bye, and the graph of those who have not met, by place."""

    numbers: Sequence[int | None]
    graph: Graph

    @property
    def everyone(self) -> int:
        return (1 << len(self.numbers)) - 1

    def first_matching(self) -> Matching | None:
        """The lexicographically first perfect matching; None where there is none."""
        mate = maximum_matching(self.graph, self.everyone)
        if exposed_vertices(self.everyone, mate):
            return None
        make_first(self.graph, self.everyone, mate)
        return mate

    def pairings(self, mate: Matching, *, looked_ahead: bool = False) -> Iterator[DrawnPairing]:
        """The pairs of a matching in pairing order, with the reasons."""
        rest = self.everyone
        for vertex, first in enumerate(self.numbers):
            if first is None or not rest >> vertex & 1:
                continue
            partner = mate[vertex]
            better = rest & (1 << partner) - (2 << vertex)
            kept = possible_partners(self.graph, rest, mate, vertex) if looked_ahead and better else 0
            passed_over = tuple(
                PassedOver(self.numbers[other], self._why(vertex, other, kept)) for other in members(better)
            )
            is_rematch = not self.graph[vertex] >> partner & 1
            yield DrawnPairing(first, self.numbers[partner], passed_over, is_rematch)
            rest &= ~(1 << vertex | 1 << partner)

    def _why(self, leader: int, other: int, kept: int) -> Why:
        if not self.graph[leader] >> other & 1:
            return Why.MET
        return Why.KEEPS_ROUNDS_PLAYABLE if kept >> other & 1 else Why.LEFT_FOR_OTHERS


def _pair_or_refuse(field: _Field) -> tuple[DrawnPairing, ...]:
    pairings = _pair(field)
    if pairings is None:
        raise _no_pairing(field)
    return pairings


def _no_pairing(field: _Field) -> Refused:
    if field.is_odd and not field.without_bye and len(field.ranking) >= field.head_until:
        return Refused("no_pairing_without_rematch", group=(None,), only=())
    order = field.order(field.ranking, field.is_odd)
    group, only = smallest_obstacle(order.graph)
    return Refused(
        "no_pairing_without_rematch",
        group=tuple(order.numbers[vertex] for vertex in members(group)),
        only=tuple(order.numbers[vertex] for vertex in members(only)),
    )


def _pair(field: _Field) -> tuple[DrawnPairing, ...] | None:
    """The lexicographically first pairing without a rematch; None where there is none."""
    pairings, left = _pair_head(field)
    bye_left = (len(left) % 2) == 1
    if bye_left and len(left) >= field.head_until:
        return None  # nobody has not met the bye, or the head would have gone on
    order = field.order(left, bye_left)
    mate = order.first_matching()
    return None if mate is None else (*pairings, *order.pairings(mate))


def _pair_with_fewest_rematches(field: _Field) -> tuple[DrawnPairing, ...]:
    """ "Rematches are allowed only where no pairing without one exists": the smallest possible number of them."""
    pairings = _pair(field)
    if pairings is not None:
        raise Refused("rematches_not_needed")
    if field.is_odd and not field.without_bye:
        # A second bye there must be, and it counts the same whoever has it.
        pairings = _pair(_Field(field.ranking, field.met, ()))
    if pairings is None:
        order = field.order(field.ranking, field.is_odd)
        pairings = tuple(order.pairings(first_with_fewest_rematches(order.graph)))
    return tuple(
        pairing._replace(is_rematch=True) if pairing.second is None and pairing.first in field.met_bye else pairing
        for pairing in pairings
    )


def _pair_looking_ahead(field: _Field, later_rounds: int, steps: int) -> Drawn:
    """ "Those count that leave the most of the remaining planned rounds playable without a rematch"."""
    if len(field.ranking) ** 2 // 64 > steps:
        return Drawn(_pair_or_refuse(field), later_rounds=0, lookahead_bound=True)
    order = field.order(field.ranking, field.is_odd)
    plain = order.first_matching()
    if plain is None:
        raise _no_pairing(field)
    ahead = look_ahead(order.graph, plain, later_rounds, steps)
    return Drawn(tuple(order.pairings(ahead.mate, looked_ahead=True)), ahead.later_rounds, ahead.bound_met)


def _pair_head(field: _Field) -> tuple[list[DrawnPairing], list[int]]:
    """Pair the head of the field, each leader with the first new opponent; the pairings, and who is left.

    In an odd field the last one who has not met the bye is kept for it.
    """
    ranking, met, met_bye, head_until = field.ranking, field.met, field.met_bye, field.head_until
    bye_is_left = field.is_odd
    free = field.without_bye if bye_is_left else 0
    below = list(range(1, len(ranking) + 1))
    leader, left = 0, len(ranking) + bye_is_left
    pairings: list[DrawnPairing] = []
    while left > head_until and (free or not bye_is_left):
        first = ranking[leader]
        known = met[first]
        only_free = False
        if bye_is_left:
            free -= first not in met_bye
            only_free = free == 1
            if not free:
                rest = _from(below, below[leader])
                pairings.append(DrawnPairing(first, None, _passed_over(ranking, rest, known)))
                bye_is_left = False
                left -= 2
                leader = below[leader]
                continue
        above, other = leader, below[leader]
        passed: list[int] = []
        while (second := ranking[other]) in known or (only_free and second not in met_bye):
            passed.append(other)
            above, other = other, below[other]
        pairings.append(DrawnPairing(first, second, _passed_over(ranking, passed, known) if passed else ()))
        if bye_is_left:
            free -= second not in met_bye
        below[above] = below[other]
        leader = below[leader]
        left -= 2
    return pairings, [ranking[index] for index in _from(below, leader)]


def _from(below: Sequence[int], index: int) -> Iterator[int]:
    while index < len(below):
        yield index
        index = below[index]


def _passed_over(ranking: Sequence[int], indices: Iterable[int], known: Collection[int]) -> tuple[PassedOver, ...]:
    """Those a leader of the head did not get: met before, or kept for the bye."""
    return tuple(
        PassedOver(ranking[index], Why.MET if ranking[index] in known else Why.LEFT_FOR_OTHERS) for index in indices
    )
