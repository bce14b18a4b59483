"""Who is without an opponent in the running round, and whom they could play, with names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament.engine.crosstable import crosstable
from tournament.engine.record import Score, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.seating import FreePlayer, Place, Waits, free_players, place_of, proposals, seat_for
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.models import Entry, Game, Round
from tournament.queries.by_hand import drawn_anew
from tournament.queries.evening import Evening
from tournament.queries.presence import absent_in


@dataclass(frozen=True, slots=True)
class Met:
    """When two have met last, and how that ended, seen from the first of them."""

    round_number: int
    score: Score


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who is free, why, and what can be done where nobody is there for them.

    `key` is the stored pairing's that falls away, `table` its table, `leaver` who has left them alone there.
    `may_have_win` by forfeit, `may_have_bye`; `has_met_bye` says that they have had one. `is_back`: they were on the
    list before the round. `is_left_over`: no proposal sets them.
    """

    entry: Entry
    why: Waits
    place: Place
    key: int | None
    table: int | None
    leaver: Entry | None
    is_back: bool
    may_have_win: bool
    may_have_bye: bool
    has_met_bye: bool
    is_left_over: bool


@dataclass(frozen=True, slots=True)
class PossiblePairing:
    """Two who could play each other, at which table, and when they have met."""

    first: Waiting
    second: Waiting
    table: int | None
    met: Met | None


@dataclass(frozen=True, slots=True)
class WithoutOpponent:
    """Those who are free, the `proposals`, the best first, and, where one was `tapped`, whom they could play."""

    round_number: int
    free: tuple[Waiting, ...]
    proposals: tuple[PossiblePairing, ...]
    tapped: Waiting | None
    chances: Mapping[int, PossiblePairing]
    may_pair_again: bool


def fixed_tables(entries: Iterable[Entry]) -> dict[int, int]:
    """By start number who asked for one table."""
    return {entry.number: entry.fixed_table for entry in entries if entry.fixed_table}


def free_now(round_: Round, record: TournamentRecord) -> tuple[FreePlayer, ...]:
    """Who is free in the last round, as it is stored now; nobody while it is hidden."""
    if round_.is_hidden:
        return ()
    begun = Game.objects.filter(pairing__round=round_).values_list("pairing__first__number", flat=True)
    return free_players(record, frozenset(begun), absent_in(round_.tournament, round_.number))


def without_opponent(round_: Round, evening: Evening, tapped: int | None = None) -> WithoutOpponent | None:
    """Those of the running round; None where nobody waits: who has the bye alone does not."""
    record = evening.record
    if evening.tournament.is_closed or round_.is_hidden or round_.number != len(record.rounds):
        return None
    begun = {stored.record.first for stored in evening.pairings[round_.number] if stored.has_games}
    free = free_players(record, begun, evening.absent_in(round_.number))
    if all(player.why is Waits.BYE for player in free):
        return None
    view = _View(round_, evening, free)
    chosen = view.waiting.get(tapped or 0)
    others = [player for player in free if chosen and player.number != chosen.entry.number]
    return WithoutOpponent(
        round_number=round_.number,
        free=tuple(view.waiting.values()),
        proposals=tuple(view.chance(one.first, one.second) for one in view.proposed),
        tapped=chosen,
        chances={other.number: view.chance(tapped or 0, other.number) for other in others},
        may_pair_again=can_be_paired_again(round_, record),
    )


def can_be_paired_again(round_: Round, record: TournamentRecord) -> bool:
    """Whether the round has no result yet, and the rules give one for those who are here now."""
    results = (pairing.result.outcome for pairing in record.rounds[round_.number - 1].pairings)
    if any(outcome not in (Outcome.PENDING, Outcome.BYE) for outcome in results):
        return False
    try:
        drawn_anew(round_)
    except Refused:
        return False
    return True


class _View:
    """What the page says of those who are free, with the ranking read once."""

    def __init__(self, round_: Round, evening: Evening, free: tuple[FreePlayer, ...]) -> None:
        self.evening = evening
        self.record = record = evening.record
        self.number = round_.number
        self.free = {player.number: player for player in free}
        self.table = crosstable(record, self.number - 1)
        self.ranking = [row.number for row in standings(record, self.number - 1, as_of=self.number)]
        self.fixed = fixed_tables(evening.entries.values())
        self.keys = {stored.record.first: stored.key for stored in evening.pairings[self.number]}
        self.has_bye = any(pairing.second is None for pairing in record.rounds[-1].pairings)
        self.proposed = proposals(free, self.table)
        seated = {number for proposal in self.proposed for number in (proposal.first, proposal.second)}
        self.waiting = {player.number: self._waiting(player, player.number not in seated) for player in free}

    def _waiting(self, player: FreePlayer, is_left_over: bool) -> Waiting:
        entry, pairing = self.evening.entries[player.number], player.pairing
        return Waiting(
            entry=entry,
            why=player.why,
            place=place_of(self.record, player.number),
            key=None if pairing is None else self.keys[pairing.first],
            table=None if pairing is None else pairing.table,
            leaver=None if player.leaver is None else self.evening.entries[player.leaver],
            is_back=player.why is Waits.CAME and entry.joined_round <= self.number,
            may_have_win=player.why is Waits.LEFT_ALONE,
            may_have_bye=player.why is not Waits.BYE and not self.has_bye,
            has_met_bye=self.table.has_met_bye(player.number),
            is_left_over=is_left_over,
        )

    def chance(self, first: int, second: int) -> PossiblePairing:
        seat = seat_for(self.record, [self.free[first], self.free[second]], self.ranking, self.fixed)
        return PossiblePairing(self.waiting[first], self.waiting[second], seat.table, self._met(first, second))

    def _met(self, first: int, second: int) -> Met | None:
        """Their last match, where they have one behind them."""
        if second not in self.table.opponents[first]:
            return None
        together = (
            (round_.number, pairing)
            for round_ in reversed(self.record.rounds[:-1])
            for pairing in round_.pairings
            if {pairing.first, pairing.second} == {first, second} and pairing.result.score
        )
        number, pairing = next(together)
        score = pairing.result.score or (0, 0)
        return Met(number, score if pairing.first == first else score[::-1])
