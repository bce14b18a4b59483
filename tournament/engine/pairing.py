"""The pairing of a round: the lexicographically first complete pairing without a rematch, and why.

"Among all complete pairings without a rematch, take the lexicographically first: the leader gets the
best-placed unmet opponent that still leaves the rest pairable, and so on down." The leader is the best-placed player
not paired yet, and the field is everyone present. As long as many players are left, any opponent leaves the rest
pairable: the players paired by then are the head of the field. The last ones need a search (`matching.py`) in the graph
of possible pairs: its vertices are players and the bye, its edges join two who may meet. The look-ahead
(`lookahead.py`) chooses the pairing that leaves the most later rounds playable.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from tournament.engine import matching
from tournament.engine.crosstable import Crosstable, crosstable
from tournament.engine.lookahead import LOOKAHEAD_STEPS, look_ahead
from tournament.engine.obstacle import smallest_obstacle
from tournament.engine.record import RoundRecord, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.rematches import first_spread_evenly
from tournament.engine.standings import rank

MOST_WITH_REMATCHES = 100
"""With more players than this no rematch is needed before round 49, and spreading rematches evenly takes too long."""

NEEDS_CONSENT = ("no_pairing_without_rematch", "wishes_in_the_way")
"""The refusals of a round that can be paired if the director allows rematches, or that two meet who are kept apart."""

NOBODY_APART: Mapping[int, Collection[int]] = MappingProxyType({})


class Why(StrEnum):
    """Why a leader did not get a better-placed opponent."""

    MET = "met"
    MET_MORE_OFTEN = "met_more_often"
    KEPT_APART = "kept_apart"
    LEFT_FOR_OTHERS = "left_for_others"
    LEFT_FOR_BYE = "left_for_bye"
    KEEPS_ROUNDS_PLAYABLE = "keeps_rounds_playable"


class PassedOver(NamedTuple):
    """A free player (None: the bye) ranked above the second of a pairing, but not paired with its first."""

    number: int | None
    why: Why


class DrawnPairing(NamedTuple):
    """Two start numbers, the better-ranked first; `second` is None for the bye.

    `passed_over` holds, best first, the players still unpaired who rank before the second. `is_rematch` is also
    true of a second bye. `are_kept_apart`: the two should not have met, but nothing else was possible.
    """

    first: int
    second: int | None
    passed_over: tuple[PassedOver, ...] = ()
    is_rematch: bool = False
    are_kept_apart: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """Pairings in pairing order, and how many of the rounds planned after this one they leave playable.

    `lookahead_bound`: the look-ahead used up its steps before it could rule out a larger number. `nobody_unmet`:
    everybody had met everybody before it, and the bye. `is_for_wishes`: rematches are needed only because pairs are
    kept apart.
    """

    pairings: tuple[DrawnPairing, ...]
    later_rounds: int
    lookahead_bound: bool = False
    nobody_unmet: bool = False
    is_for_wishes: bool = False

    @property
    def broken_wishes(self) -> tuple[tuple[int, int | None], ...]:
        """The pairs who meet although they are kept apart."""
        return tuple((pairing.first, pairing.second) for pairing in self.pairings if pairing.are_kept_apart)

    @property
    def has_rematches(self) -> bool:
        return any(pairing.is_rematch for pairing in self.pairings)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRound(Drawn):
    """A drawn round, in pairing order; tables are numbered elsewhere.

    `later_rounds` is how many of the planned rounds after this one the players present can play without a rematch, or
    at least so many if the look-ahead used up its steps. If everybody has met everybody, it is how many rounds they can
    play before a pair meets once more than another.
    """

    number: int
    planned_rounds: int
    rematches_allowed: bool

    @property
    def has_bye(self) -> bool:
        return any(pairing.second is None for pairing in self.pairings)


def draw(
    record: TournamentRecord, *, rematches_allowed: bool = False, lookahead_steps: int = LOOKAHEAD_STEPS
) -> DrawnRound:
    """Pair the next round.

    Refuses with `results_missing` (`round`, `missing`: the pairs of start numbers still playing), `finals_drawn`,
    `too_few_players`, and the codes of `pair_in_order`.
    """
    number = len(record.rounds) + 1
    if record.swiss_rounds < len(record.rounds):
        raise Refused("finals_drawn")
    if record.rounds and not record.rounds[-1].is_complete:
        raise Refused("results_missing", round=number - 1, missing=record.rounds[-1].open_pairs)
    if len(record.present(number)) < 2:
        raise Refused("too_few_players")
    table = crosstable(record, number - 1)
    round_record = RoundRecord(number, (), record.rules.rounds, rematches_allowed=rematches_allowed)
    return _draw(record, round_record, table, round_record.planned_rounds - number, lookahead_steps)


def redraw(record: TournamentRecord, number: int, *, lookahead_steps: int = LOOKAHEAD_STEPS) -> DrawnRound:
    """Pair a round of the record again, by the results and wishes in force when it was paired.

    If the look-ahead used up its steps, another search, even another program's, may have found more: such a round is
    confirmed if the rules give its pairs for some number of later rounds kept playable. Refuses like `pair_in_order`.
    """
    round_ = record.rounds[number - 1]
    pairs = [(pairing.first, pairing.second) for pairing in round_.pairings]
    table = crosstable(record, number - 1, as_of=number)

    first = drawn_round = _draw(record, round_, table, round_.planned_rounds - number, lookahead_steps)
    if round_.lookahead_bound:
        while [(pairing.first, pairing.second) for pairing in drawn_round.pairings] != pairs:
            if drawn_round.later_rounds == 0:
                return first
            drawn_round = _draw(record, round_, table, drawn_round.later_rounds - 1, lookahead_steps)
    return drawn_round


def _draw(
    record: TournamentRecord, round_: RoundRecord, table: Crosstable, later_rounds: int, lookahead_steps: int
) -> DrawnRound:
    """Pair a round by its own settings: "Rank all, then leave the absent out of the pairing." """
    number, planned_rounds, rematches_allowed = round_.number, round_.planned_rounds, round_.rematches_allowed
    present = set(record.present(number))
    ranking = rank(table, record.rules.ranking, record.draw_seed, number - 1)
    drawn_pairings = pair_in_order(
        [row.number for row in ranking if row.number in present],
        table.opponents,
        table.unplayed_wins,
        later_rounds,
        planned_rounds,
        rematches_allowed=rematches_allowed,
        apart=record.apart(number),
        lookahead_steps=lookahead_steps,
    )
    values = {field.name: getattr(drawn_pairings, field.name) for field in fields(drawn_pairings)}
    values["pairings"] = _with_bye_named(drawn_pairings.pairings)
    return DrawnRound(number=number, planned_rounds=planned_rounds, rematches_allowed=rematches_allowed, **values)


def _with_bye_named(pairings: Sequence[DrawnPairing]) -> tuple[DrawnPairing, ...]:
    """Say of the player with the bye that they were left for it, not for others."""
    bye = next((pairing.first for pairing in pairings if pairing.second is None), None)
    for_others, for_bye = PassedOver(bye, Why.LEFT_FOR_OTHERS), PassedOver(bye, Why.LEFT_FOR_BYE)
    return tuple(
        pairing._replace(
            passed_over=tuple(for_bye if passed == for_others else passed for passed in pairing.passed_over)
        )
        if bye is not None and for_others in pairing.passed_over
        else pairing
        for pairing in pairings
    )


def pair_in_order(
    ranking: Sequence[int],
    met: Mapping[int, Collection[int]],
    met_bye: Collection[int],
    later_rounds: int,
    planned_rounds: int,
    *,
    rematches_allowed: bool = False,
    apart: Mapping[int, Collection[int]] = NOBODY_APART,
    lookahead_steps: int = LOOKAHEAD_STEPS,
) -> Drawn:
    """Pair the players present, given best first; if their number is odd, the bye is the last-placed opponent.

    `met` lists whom each player has met, a repeated opponent as often as met, and `met_bye` likewise who has met the
    bye; `apart` holds whom a player is not to meet, `later_rounds` how many rounds are planned after this one.
    Rematches, if allowed, are spread evenly; any rematch is preferred to a pair kept apart. Refuses them with
    `rematches_not_needed`, and with `too_many_for_rematches` if more than `MOST_WITH_REMATCHES` are present.
    Without them, refuses with `no_pairing_without_rematch`: its `group` lists players (None: the bye), best first, who
    cannot all be paired: they form parts of odd size, out of which players can be paired only with those in `only`, of
    whom there are fewer than parts. A player who has met everyone is a part alone. Its `apart` says whether somebody in
    the group is kept apart from a player present. If wishes alone stand in the way, refuses with `wishes_in_the_way`:
    its `pairs` are the fewest who are kept apart and have to meet.
    """
    field = _Field(ranking, met, met_bye, apart)
    if rematches_allowed:
        pairings = _pair(field)
        if pairings is not None:
            raise Refused("rematches_not_needed")
        is_for_wishes = bool(apart) and _pair(replace(field, apart=NOBODY_APART)) is not None
        if len(ranking) > MOST_WITH_REMATCHES:
            raise Refused("too_many_for_rematches", most=MOST_WITH_REMATCHES)
        return replace(_pair_evenly(field, later_rounds, lookahead_steps), is_for_wishes=is_for_wishes)
    # "With at most n/2 planned rounds nothing needs checking."
    if later_rounds > 0 and 2 * planned_rounds > len(ranking):
        return _pair_looking_ahead(field, later_rounds, lookahead_steps)
    return Drawn(_pair_or_refuse(field), max(later_rounds, 0))


@dataclass(frozen=True, slots=True)
class _Field:
    """The players present, best first, whom each has met, who has met the bye, and who is kept apart from whom."""

    ranking: Sequence[int]
    met: Mapping[int, Collection[int]]
    met_bye: Collection[int]
    apart: Mapping[int, Collection[int]]

    def avoided(self, number: int) -> Collection[int]:
        """Return whom a player has met, and from whom they are kept apart.

        "For the pairing, and only for it, they count as having met."
        """
        return (*self.met[number], *self.apart[number]) if number in self.apart else self.met[number]

    def objection(self, first: int, second: int | None) -> tuple[bool, int]:
        """Return the objections to a pair: whether it is kept apart, which weighs more, and how often it has met."""
        times = Counter(self.met_bye)[first] if second is None else [*self.met[first]].count(second)
        return second in self.apart.get(first, ()), times

    @property
    def is_odd(self) -> bool:
        return len(self.ranking) % 2 == 1

    @property
    def without_bye(self) -> int:
        """The number of players who have not met the bye."""
        return sum(number not in self.met_bye for number in self.ranking)

    @property
    def head_until(self) -> int:
        """With more players than this left, the bye included, any choice of unmet opponents leaves the rest pairable.

        Dirac's theorem: with n left of whom each has met at most d, n - 2 >= 2 (d + 1) is enough; a pair kept apart
        counts as met. An odd field needs n - 2 >= 2 (d + 2), and somebody left who has not met the bye.
        """
        most_met = max((len(self.met[number]) for number in self.ranking), default=0)
        most_apart = max(map(len, self.apart.values()), default=0)
        return 2 * (most_met + most_apart + 1 + self.is_odd)

    def order(self, players: Sequence[int], with_bye: bool) -> "_Order":
        """Return the graph of possible pairs among the given start numbers, and the bye if wanted."""
        vertex_of = {number: vertex for vertex, number in enumerate(players)}
        everyone = (1 << len(players)) - 1
        graph = []
        for vertex, number in enumerate(players):
            avoided_mask = 1 << vertex
            for other_number in self.avoided(number):
                if other_number in vertex_of:
                    avoided_mask |= 1 << vertex_of[other_number]
            graph.append(everyone & ~avoided_mask)
        numbers: list[int | None] = list(players)
        if with_bye:
            bye = len(players)
            free = sum(1 << vertex for vertex, number in enumerate(players) if number not in self.met_bye)
            for vertex in matching.members(free):
                graph[vertex] |= 1 << bye
            graph.append(free)
            numbers.append(None)
        return _Order(self, numbers, graph)


@dataclass(frozen=True, slots=True)
class _Order:
    """Start numbers in ranking order, None for the bye, and the graph of possible pairs; vertices are their indices."""

    field: _Field
    numbers: Sequence[int | None]
    graph: matching.Graph

    @property
    def everyone(self) -> int:
        return (1 << len(self.numbers)) - 1

    def objections(self) -> dict[tuple[int, int], tuple[bool, int]]:
        """Return the objections to each pair, keyed by its two vertices, the lower first."""
        return {
            (vertex, later_vertex): self.field.objection(first, second)
            for vertex, first in enumerate(self.numbers)
            if first is not None
            for later_vertex, second in enumerate(self.numbers[vertex + 1 :], vertex + 1)
        }

    def first_matching(self) -> matching.Matching | None:
        """Return the lexicographically first perfect matching; None if there is none."""
        mate = matching.maximum_matching(self.graph, self.everyone)
        if matching.exposed_vertices(self.everyone, mate):
            return None
        matching.make_first(self.graph, self.everyone, mate)
        return mate

    def pairings(self, mate: matching.Matching, *, looked_ahead: bool = False) -> Iterator[DrawnPairing]:
        """Yield the pairs of a matching in pairing order, with the players passed over and the reasons."""
        free = self.everyone
        for vertex, first in enumerate(self.numbers):
            if first is None or not free >> vertex & 1:
                continue
            partner = mate[vertex]
            better = free & (1 << partner) - (2 << vertex)
            possible_mask = matching.possible_partners(self.graph, free, mate, vertex) if looked_ahead and better else 0
            objection = self.field.objection(first, self.numbers[partner])
            passed_over = tuple(
                PassedOver(
                    self.numbers[other],
                    self._why(first, self.numbers[other], objection, bool(possible_mask >> other & 1)),
                )
                for other in matching.members(better)
            )
            are_kept_apart, times_met = objection
            yield DrawnPairing(first, self.numbers[partner], passed_over, times_met > 0, are_kept_apart)
            free &= ~(1 << vertex | 1 << partner)

    def _why(self, leader: int, other: int | None, objection: tuple[bool, int], is_kept: bool) -> Why:
        """Tell why the leader did not get `other`, but a partner with this `objection`."""
        objected, (is_apart, times_met) = self.field.objection(leader, other), objection
        if objected[0] > is_apart:
            return Why.KEPT_APART
        if objected > (is_apart, times_met):
            return Why.MET_MORE_OFTEN if times_met else Why.MET
        return Why.KEEPS_ROUNDS_PLAYABLE if is_kept else Why.LEFT_FOR_OTHERS


def _pair_or_refuse(field: _Field) -> tuple[DrawnPairing, ...]:
    pairings = _pair(field)
    if pairings is None:
        raise _no_pairing(field)
    return pairings


def _no_pairing(field: _Field) -> Refused:
    if field.is_odd and not field.without_bye and len(field.ranking) >= field.head_until:
        return Refused("no_pairing_without_rematch", group=(None,), only=(), apart=False)
    if field.apart and len(field.ranking) <= MOST_WITH_REMATCHES:
        drawn_pairings = _pair_evenly(field, later_rounds=0, steps=0)
        if drawn_pairings.broken_wishes and not drawn_pairings.has_rematches:
            return Refused("wishes_in_the_way", pairs=drawn_pairings.broken_wishes)
    order = field.order(field.ranking, field.is_odd)
    group, only = smallest_obstacle(order.graph)
    stuck = tuple(order.numbers[vertex] for vertex in matching.members(group))
    return Refused(
        "no_pairing_without_rematch",
        group=stuck,
        only=tuple(order.numbers[vertex] for vertex in matching.members(only)),
        apart=any(other in field.ranking for number in stuck if number for other in field.apart.get(number, ())),
    )


def _pair(field: _Field) -> tuple[DrawnPairing, ...] | None:
    """Return the lexicographically first pairing without a rematch; None if there is none."""
    pairings, players_left = _pair_head(field)
    bye_left = (len(players_left) % 2) == 1
    if bye_left and len(players_left) >= field.head_until:
        return None  # everybody has met the bye: otherwise `_pair_head` would have gone on
    order = field.order(players_left, bye_left)
    mate = order.first_matching()
    return None if mate is None else (*pairings, *order.pairings(mate))


def _pair_evenly(field: _Field, later_rounds: int, steps: int) -> Drawn:
    """Pair by the rule "Rematches are spread evenly".

    If everybody has met everybody, a new cycle among pairs that have met least often is paired as the first one was.
    Otherwise, or if that is impossible, pairs are repeated as little as possible, those that have met most often least.
    """
    order = field.order(field.ranking, field.is_odd)
    objections = order.objections()
    nobody_unmet = all(times for _is_apart, times in objections.values())
    fewest = min((times for is_apart, times in objections.values() if not is_apart), default=0)
    if fewest:
        met_as_often = [0] * len(order.numbers)
        for (first, second), objection in objections.items():
            if objection == (False, fewest):
                met_as_often[first] |= 1 << second
                met_as_often[second] |= 1 << first
        cycle = replace(order, graph=met_as_often)
        plain = cycle.first_matching()
        if plain is not None:
            ahead = _looking_ahead(cycle, plain, later_rounds, steps)
            return replace(ahead, nobody_unmet=nobody_unmet)
    mate = first_spread_evenly(len(order.numbers), objections)
    return Drawn(tuple(order.pairings(mate)), 0, nobody_unmet=nobody_unmet)


def _pair_looking_ahead(field: _Field, later_rounds: int, steps: int) -> Drawn:
    """Pair by the look-ahead.

    Of all pairings "those count that leave the most of the remaining planned rounds playable without a rematch".
    """
    if len(field.ranking) ** 2 // 64 > steps:
        return Drawn(_pair_or_refuse(field), later_rounds=0, lookahead_bound=True)
    order = field.order(field.ranking, field.is_odd)
    plain = order.first_matching()
    if plain is None:
        raise _no_pairing(field)
    return _looking_ahead(order, plain, later_rounds, steps)


def _looking_ahead(order: _Order, plain: matching.Matching, later_rounds: int, steps: int) -> Drawn:
    ahead = look_ahead(order.graph, plain, later_rounds, steps)
    return Drawn(tuple(order.pairings(ahead.mate, looked_ahead=True)), ahead.later_rounds, ahead.bound_met)


def _pair_head(field: _Field) -> tuple[list[DrawnPairing], list[int]]:
    """Pair the head of the field, each leader with the first unmet opponent; return the pairings and the players left.

    In an odd field the last player who has not met the bye is kept for it.
    """
    ranking, met_bye, head_until = field.ranking, field.met_bye, field.head_until
    bye_is_left = field.is_odd
    free = field.without_bye if bye_is_left else 0
    below = list(range(1, len(ranking) + 1))
    leader, left_count = 0, len(ranking) + bye_is_left
    pairings: list[DrawnPairing] = []
    while left_count > head_until and (free or not bye_is_left):
        first = ranking[leader]
        avoided = field.avoided(first)
        only_free = False
        if bye_is_left:
            free -= first not in met_bye
            only_free = free == 1
            if not free:
                indices = _unpaired_from(below, below[leader])
                pairings.append(DrawnPairing(first, None, _passed_over(field, first, indices)))
                bye_is_left = False
                left_count -= 2
                leader = below[leader]
                continue
        above, second_index = leader, below[leader]
        passed: list[int] = []
        while (second := ranking[second_index]) in avoided or (only_free and second not in met_bye):
            passed.append(second_index)
            above, second_index = second_index, below[second_index]
        pairings.append(DrawnPairing(first, second, _passed_over(field, first, passed) if passed else ()))
        if bye_is_left:
            free -= second not in met_bye
        below[above] = below[second_index]
        leader = below[leader]
        left_count -= 2
    return pairings, [ranking[index] for index in _unpaired_from(below, leader)]


def _unpaired_from(below: Sequence[int], index: int) -> Iterator[int]:
    while index < len(below):
        yield index
        index = below[index]


def _passed_over(field: _Field, leader: int, indices: Iterable[int]) -> tuple[PassedOver, ...]:
    """Return the players whom a leader of the head did not get: met before, kept apart, or kept for the bye."""
    met, apart = field.met[leader], field.apart.get(leader, ())
    return tuple(
        PassedOver(number, Why.KEPT_APART if number in apart else Why.MET if number in met else Why.LEFT_FOR_OTHERS)
        for number in map(field.ranking.__getitem__, indices)
    )
