"""Rounds and their pairings: pairing by hand, players without an opponent, the next step, the pace."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from tournament.engine import by_hand, finals, prospects
from tournament.engine.crosstable import crosstable, match_winner
from tournament.engine.pairing import DrawnRound, draw
from tournament.engine.record import EntryRecord, Result, RoundRecord, Score, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.seating import FreePlayer, Place, Waits, free_players, is_running, place_of, proposals, seat_for
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.models import Entry, Game, Pairing, Report, Round, Tournament
from tournament.names import search_key
from tournament.queries.evening import Evening, StoredPairing, evening_of, record_of
from tournament.queries.players import absent_in, missed_players
from tournament.queries.record import finals_places, places_in, result_of, rounds_in_all, rounds_with_finals
from tournament.queries.tournaments import Closing, closing_of, open_tables

# Changing pairings by hand: what the director needs to know.


@dataclass(frozen=True, slots=True)
class ChosenPair:
    """A pair with players and ranks; without a second it is the bye, or a free player without an opponent yet.

    `is_objected`: they have met before, or it is a second bye; `are_kept_apart`: they should not meet. `table` is where
    they would sit; None where that is not asked for.
    """

    first: Entry
    first_rank: int
    second: Entry | None
    second_rank: int | None
    is_objected: bool
    are_kept_apart: bool
    table: int | None = None

    @property
    def pair(self) -> by_hand.Pair:
        return self.first.number, self.second.number if self.second else None


@dataclass(frozen=True, slots=True)
class RulesPairs:
    """The pairs that the rules make from today's results, in pairing order; `refused` is the reason if none."""

    pairs: tuple[ChosenPair, ...]
    refused: Refused | None


def stored_pairs(round_: Round) -> tuple[by_hand.Pair, ...]:
    """Return the pairs of a stored round as start numbers, in pairing order."""
    pairings = Pairing.objects.filter(round=round_).order_by("position")
    return tuple(pairings.values_list("first__number", "second__number"))


def seated(pairs: Iterable[by_hand.Pair]) -> tuple[int, ...]:
    """Return the start numbers of all players in the pairs."""
    return tuple(number for pair in pairs for number in pair if number is not None)


def ranking_before(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Return the players who would be paired if the round were drawn now, the best first by today's results."""
    record = evening_of(tournament).until(number - 1).record
    present = set(record.present(number))
    return tuple(row.number for row in standings(record, number - 1) if row.number in present)


def drawn_anew(round_: Round) -> DrawnRound:
    """Pair the last round again by the rules, from today's results; with rematches if it allowed them and has to."""
    record = evening_of(round_.tournament).until(round_.number - 1).record
    try:
        return draw(record)
    except Refused as refused:
        if refused.code != "no_pairing_without_rematch" or not round_.rematches_allowed:
            raise
    return draw(record, rematches_allowed=True)


def rules_pairs(round_: Round) -> RulesPairs:
    try:
        drawn = drawn_anew(round_)
    except Refused as refused:
        return RulesPairs((), refused)
    return RulesPairs(with_names(round_, [(pairing.first, pairing.second) for pairing in drawn.pairings]), None)


def with_names(round_: Round, pairs: list[by_hand.Pair]) -> tuple[ChosenPair, ...]:
    """Return the pairs with players, ranks, and whether the rules would avoid them."""
    evening = evening_of(round_.tournament).until(round_.number - 1)
    record, entries = evening.record, evening.entries
    ranks = {row.number: row.rank for row in standings(record, round_.number - 1)}
    apart = record.apart(round_.number)
    objected = by_hand.objections(pairs, crosstable(record, round_.number - 1))
    return tuple(
        ChosenPair(
            entries[first],
            ranks[first],
            None if second is None else entries[second],
            None if second is None else ranks[second],
            (first, second) in objected,
            second in apart.get(first, ()),
        )
        for first, second in pairs
    )


def joins_who_are_kept_apart(round_: Round, draft: by_hand.Draft, stored: by_hand.Draft) -> bool:
    """Tell whether the draft newly pairs two players who are kept apart; the page then says so before saving."""
    apart = evening_of(round_.tournament).until(round_.number - 1).record.apart(round_.number)
    before = {frozenset(pair) for pair in stored.pairs}
    joined = [pair for pair in draft.pairs if frozenset(pair) not in before]
    return any(second in apart.get(first, ()) for first, second in joined)


def is_overtaken(round_: Round, record: TournamentRecord | None = None) -> bool:
    """Tell whether, after a correction, the rules would pair the last round otherwise, while it has no result."""
    record = record or record_of(round_.tournament)
    stored = (pairing for each in record.rounds for pairing in each.pairings)
    if (
        round_.is_finals
        or round_.manual
        or not any(past.until == round_.number for pairing in stored for past in pairing.was)
        or has_results(record.rounds[round_.number - 1])
    ):
        return False
    try:
        drawn = drawn_anew(round_)
    except Refused:
        return True
    return stored_pairs(round_) != tuple((pairing.first, pairing.second) for pairing in drawn.pairings)


def has_results(round_: RoundRecord) -> bool:
    return any(pairing.result.outcome not in (Outcome.PENDING, Outcome.BYE) for pairing in round_.pairings)


# Players without an opponent in the running round, and whom they could play.


@dataclass(frozen=True, slots=True)
class Met:
    """The last match of two players, with its score from the side of the first."""

    round_number: int
    score: Score


@dataclass(frozen=True, slots=True)
class Waiting:
    """A free player, why they are free, and what can be done if nobody is free to play them.

    `key` and `table` are those of the stored pairing that would be dropped, `leaver` is the opponent who has left.
    `may_have_win` is by forfeit; `has_met_bye` tells that they have had a bye. `is_back` tells that they were on the
    list before the round, `is_left_over` that no proposal includes them.
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
    """Two free players, the table they would get, their last match, and whether they should be kept apart."""

    first: Waiting
    second: Waiting
    table: int | None
    met: Met | None
    are_kept_apart: bool


@dataclass(frozen=True, slots=True)
class WithoutOpponent:
    """The free players, the `proposals`, the best first, and all possible pairings (`chances`) of the `tapped` player.

    `sitting_out` are players who asked to miss the round: they are free once they come after all.
    """

    round_number: int
    free: tuple[Waiting, ...]
    proposals: tuple[PossiblePairing, ...]
    tapped: Waiting | None
    chances: Mapping[int, PossiblePairing]
    sitting_out: tuple[Entry, ...]

    @property
    def has_waiting(self) -> bool:
        """Tell whether a player waits for an opponent; one with the bye does not."""
        return any(one.why is not Waits.BYE for one in self.free)


def fixed_tables(entries: Iterable[Entry]) -> dict[int, int]:
    return {entry.number: entry.fixed_table for entry in entries if entry.fixed_table}


def free_now(round_: Round, record: TournamentRecord) -> tuple[FreePlayer, ...]:
    """Return the players of the last round who have no opponent, or the bye.

    Nobody is free while the round is hidden, nor in the finals.
    """
    if round_.is_hidden or round_.is_finals:
        return ()
    begun = Game.objects.filter(pairing__round=round_).values_list("pairing__first__number", flat=True)
    return free_players(record, frozenset(begun), absent_in(round_.tournament, round_.number))


def without_opponent(round_: Round, evening: Evening, tapped: int | None = None) -> WithoutOpponent | None:
    """Return the players without an opponent in the running round; None if nobody but a player with the bye.

    None in the finals, too, where opponents only come from the bracket.
    """
    record = evening.record
    if evening.tournament.is_closed or round_.is_hidden or round_.is_finals or round_.number != len(record.rounds):
        return None
    begun = {stored.record.first for stored in evening.pairings[round_.number] if stored.has_games}
    free = free_players(record, begun, evening.absent_in(round_.number))
    sitting_out = tuple(one.entry for one in not_playing(round_, evening) if one.why is WhyNotPlaying.SITS_OUT)
    if not is_running(record) or (not sitting_out and all(player.why is Waits.BYE for player in free)):
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
        sitting_out=sitting_out,
    )


def seats(round_: Round) -> dict[int | None, by_hand.Pair]:
    """Map each table of a round to its two players; the table of the bye is None."""
    pairings = Pairing.objects.filter(round=round_).values_list("table", "first__number", "second__number")
    return {table: (first, second) for table, first, second in pairings}


def can_be_paired_again(round_: Round, record: TournamentRecord) -> bool:
    """Tell whether the round has no result yet and the rules can pair the players who are here now."""
    if round_.is_finals or has_results(record.rounds[round_.number - 1]):
        return False
    try:
        drawn_anew(round_)
    except Refused:
        return False
    return True


class _View:
    """Builds the values shown for free players; the ranking is computed once."""

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
        self.apart = record.apart(self.number + 1)
        self.proposed = proposals(free, self.table, self.apart)
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
        are_kept_apart = second in self.apart.get(first, ())
        met = self._met(first, second)
        return PossiblePairing(self.waiting[first], self.waiting[second], seat.table, met, are_kept_apart)

    def _met(self, first: int, second: int) -> Met | None:
        """Return the last played match of the two, if any."""
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


# Leavers of the running round, and what can be done about them.


@dataclass(frozen=True, slots=True)
class Leaver:
    """A player who left while their pairing was open; `key` is the key of the stored pairing.

    `opponent` is None for the bye. `has_begun` tells that games of the match are stored.
    """

    entry: Entry
    key: int
    table: int | None
    opponent: Entry | None
    opponent_has_left: bool
    has_begun: bool


@dataclass(frozen=True, slots=True)
class Leavers:
    """The leavers of a round in pairing order, and whether it can be paired again without them."""

    rows: tuple[Leaver, ...]
    may_pair_again: bool


def leavers(round_: Round, evening: Evening) -> Leavers:
    """Return the leavers of the running round; none where it is not the last one, or the tournament is closed.

    If both players of a match have left, only the first is listed. A leaver with the bye is listed only while the round
    can be paired again. Leavers whose opponent is free in a public round are left out; `without_opponent` lists that
    opponent. In the finals nobody is free.
    """
    record, entries = evening.record, evening.entries
    if evening.tournament.is_closed or round_.number != len(record.rounds):
        return Leavers((), may_pair_again=False)
    running = record.rounds[-1]
    left = record.left
    if not left & running.seated:
        return Leavers((), may_pair_again=False)
    may_pair_again = can_be_paired_again(round_, record)
    rows = []
    for stored in evening.pairings[round_.number]:
        pairing = stored.record
        gone = [number for number in (pairing.first, pairing.second) if number in left]
        is_open = pairing.result.outcome is Outcome.PENDING or (pairing.second is None and may_pair_again)
        leaves_one_free = len(gone) == 1 and pairing.second and not stored.has_games and not round_.is_finals
        if not gone or not is_open or (leaves_one_free and not round_.is_hidden):
            continue
        opponent = pairing.first if gone[0] == pairing.second else pairing.second
        rows.append(
            Leaver(
                entry=entries[gone[0]],
                key=stored.key,
                table=pairing.table,
                opponent=None if opponent is None else entries[opponent],
                opponent_has_left=len(gone) == 2,
                has_begun=stored.has_games,
            )
        )
    return Leavers(tuple(rows), may_pair_again)


# The director's next step: what the rules allow, and what the header of every desk page shows.


class DirectorStep(StrEnum):
    ENTER_PLAYERS = "enter_players"
    DRAW = "draw"
    RELEASE = "release"
    ENTER_RESULTS = "enter_results"
    PAIR = "pair"
    CLOSE = "close"
    CLOSED = "closed"


class Readiness(StrEnum):
    """Whether the step can be taken: at once, after a question about something open, or not yet."""

    READY = "ready"
    CAN = "can"
    NOT_YET = "not-yet"


@dataclass(frozen=True, slots=True)
class NextStep:
    """The director's next step, the round it is about, and how many players would be paired in the next round."""

    step: DirectorStep
    round_number: int
    present: int


@dataclass(frozen=True, slots=True)
class DeskStep:
    """A step, its round and its readiness.

    `count` is the number of open tables (`ENTER_RESULTS`), of missed players (`CAN`), else of players in the next
    round. `is_last_round` tells that no planned round follows the last one paired. `closing` says what is asked
    about before the tournament is closed. `places` is how many can play in the next round if it is one of the finals,
    else 0.
    """

    step: DirectorStep
    readiness: Readiness
    round_number: int
    count: int
    is_last_round: bool
    closing: Closing | None = None
    places: int = 0


def next_step(tournament: Tournament, record: TournamentRecord) -> NextStep:
    """Return the next step; `ENTER_PLAYERS` and `ENTER_RESULTS` mean that something is missing for the next round.

    "Fewer than two present: no round": the tournament can be closed then too.
    """
    paired_count = len(record.rounds)
    is_for_finals = finals.finals_are_next(record)
    present = len(seated(finals.next_pairs(record)) if is_for_finals else record.present(paired_count + 1))
    if tournament.is_closed:
        step = DirectorStep.CLOSED
    elif record.completed_rounds < paired_count:
        step = DirectorStep.ENTER_RESULTS
    elif paired_count == 0:
        step = DirectorStep.DRAW if present > 1 else DirectorStep.ENTER_PLAYERS
    elif is_for_finals:
        step = DirectorStep.PAIR if present else DirectorStep.CLOSE
    elif paired_count >= tournament.planned_rounds or present < 2:
        step = DirectorStep.CLOSE
    else:
        step = DirectorStep.PAIR
    is_about_next = step in (DirectorStep.DRAW, DirectorStep.ENTER_PLAYERS, DirectorStep.PAIR)
    return NextStep(step, paired_count + is_about_next, present)


def desk_step(tournament: Tournament, newest: Round | None, evening: Evening | None = None) -> DeskStep:
    """Return the director's next step; `newest` is the last round paired.

    While a round is running, which is most of the time, this takes one query, or none if the evening is given.
    """
    number = newest.number if newest else 0
    places = finals_places(tournament, number + 1)
    is_last = number >= tournament.planned_rounds and not places
    if tournament.is_closed:
        return DeskStep(DirectorStep.CLOSED, Readiness.NOT_YET, number, 0, is_last)
    if newest and newest.is_hidden:
        return DeskStep(DirectorStep.RELEASE, Readiness.READY, number, 0, is_last)
    still_open = 0
    if newest:
        still_open = evening.record.rounds[-1].open_matches if evening else len(open_tables(tournament))
    if still_open:
        return DeskStep(DirectorStep.ENTER_RESULTS, Readiness.NOT_YET, number, still_open, is_last, None, places)
    evening = evening or evening_of(tournament)
    step = next_step(tournament, evening.record)
    if step.step in (DirectorStep.DRAW, DirectorStep.PAIR) and (missed := len(missed_players(evening))):
        return DeskStep(step.step, Readiness.CAN, step.round_number, missed, is_last, None, places)
    is_last = is_last or (newest is not None and newest.is_finals and step.step is DirectorStep.CLOSE)
    if step.step is DirectorStep.CLOSE and (closing := closing_of(tournament)).asks_first:
        return DeskStep(step.step, Readiness.CAN, step.round_number, step.present, is_last, closing)
    readiness = Readiness.NOT_YET if step.step is DirectorStep.ENTER_PLAYERS else Readiness.READY
    return DeskStep(step.step, readiness, step.round_number, step.present, is_last, None, places)


# Players who do not play in a round, and why.


class WhyNotPlaying(StrEnum):
    SITS_OUT = "sits_out"
    LEFT = "left"
    FROM_ROUND = "from_round"
    AT_ONCE_OR_FROM_ROUND = "at_once_or_from_round"
    AT_ONCE = "at_once"
    CAME_LATE = "came_late"
    WAS_AWAY = "was_away"


@dataclass(frozen=True, slots=True)
class NotPlaying:
    """A player and why they do not play; `round_number` is the round they left after, or play from."""

    entry: Entry
    why: WhyNotPlaying
    round_number: int = 0


def not_playing(round_: Round, evening: Evening) -> tuple[NotPlaying, ...]:
    """Return the players who are not in the round, by start number; in the finals, only those who had reached it."""
    record = evening.record
    seated = record.rounds[round_.number - 1].seated
    expected = finals.players_of(record, round_.number) if round_.is_finals else evening.entries.keys()
    return tuple(
        NotPlaying(entry, *_reason(row, round_, evening))
        for row in record.entries
        if row.number in expected - seated and (entry := evening.entries[row.number])
    )


def _reason(record: EntryRecord, round_: Round, evening: Evening) -> tuple[WhyNotPlaying, int]:
    """Return why the player does not play, and the round they left after or play from, 0 without one.

    A player who has joined or returned since the round was paired plays from the next one; while the round runs, they
    can be set at a table.
    """
    number, paired_count, left = round_.number, len(evening.rounds), record.withdrawn_after
    if left is not None and left < number:
        return WhyNotPlaying.LEFT, left
    was_there = record.joined_round <= number
    if was_there and record.number in evening.absent_in(number):
        return WhyNotPlaying.SITS_OUT, 0
    if was_there and number < paired_count:
        return WhyNotPlaying.WAS_AWAY, 0
    first = max(record.joined_round, number + 1)
    may_sit = first == number + 1 > paired_count and is_running(evening.record) and not round_.is_hidden
    if first <= rounds_in_all(evening.tournament, paired_count):
        return (WhyNotPlaying.AT_ONCE_OR_FROM_ROUND if may_sit else WhyNotPlaying.FROM_ROUND), first
    if may_sit:
        return WhyNotPlaying.AT_ONCE, 0
    return (WhyNotPlaying.WAS_AWAY if was_there else WhyNotPlaying.CAME_LATE), 0


# Rounds with names, ranks and results.

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


@dataclass(frozen=True, slots=True)
class NamedPairing:
    """A pairing with its players and result; `second` and `table` are None for the bye.

    `waits_for_board` tells that the venue has fewer boards than this table's number, `changed_at` when the pairing was
    added to a round that was already public, `is_finals` that it belongs to the finals, with their own match length.
    """

    table: int | None
    first: Entry
    second: Entry | None
    result: Result
    waits_for_board: bool
    changed_at: datetime | None
    is_finals: bool

    @property
    def is_bye(self) -> bool:
        return self.second is None

    @property
    def is_open(self) -> bool:
        return self.result.outcome is Outcome.PENDING

    @property
    def is_changed(self) -> bool:
        """Tell whether the players, who may have seen another pairing before, still have to learn of this one."""
        return self.changed_at is not None and (self.is_open or self.is_bye)

    @property
    def players(self) -> tuple[Entry, ...]:
        """Both players of the pairing, or the one with the bye."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def winner(self) -> Entry | None:
        """The player who gets the match win, bold on every page and paper."""
        if self.second is None:
            return self.first
        number = match_winner(self.result, self.first.number, self.second.number)
        return next((entry for entry in (self.first, self.second) if entry.number == number), None)


@dataclass(frozen=True, slots=True)
class PairingRow(NamedPairing):
    """A named pairing with the ranks its players had when the round was paired; `key` is the key of the stored pairing.

    `finished_at` is the time of its first result, if known; `is_for_third` tells the match for third place.
    """

    key: int
    finished_at: datetime | None
    first_rank: int
    second_rank: int | None
    is_for_third: bool = False


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round in pairing order."""

    round: Round
    rows: tuple[PairingRow, ...]

    @property
    def tables(self) -> tuple[PairingRow, ...]:
        """The matches by table, without the bye."""
        return tuple(sorted((row for row in self.rows if row.table), key=lambda row: row.table or 0))

    @property
    def byes(self) -> tuple[PairingRow, ...]:
        """The byes: one at most, except in pairings made by the director."""
        return tuple(row for row in self.rows if row.is_bye)

    @property
    def open_tables(self) -> tuple[int, ...]:
        return tuple(row.table for row in self.tables if row.table and row.is_open)

    @property
    def changed_tables(self) -> tuple[PairingRow, ...]:
        """The open matches that were not there when the round began."""
        return tuple(row for row in self.tables if row.is_changed)

    @property
    def finished_tables(self) -> int:
        return len(self.tables) - len(self.open_tables)


def round_page(round_: Round, evening: Evening | None = None) -> RoundPage:
    """Return the pairings of a stored round with names, ranks before it, and results."""
    evening = evening or evening_of(round_.tournament)
    ranks = evening.ranks_before(round_.number)
    is_last = round_.number == len(evening.record.rounds)
    third = finals.third_place(evening.record) if round_.is_finals and is_last else None
    rows = []
    for stored in evening.pairings[round_.number]:
        first, second = stored.record.first, stored.record.second
        row = PairingRow(
            key=stored.key,
            finished_at=stored.finished_at,
            changed_at=stored.changed_at,
            table=stored.table,
            first=evening.entries[first],
            first_rank=ranks[first],
            second=None if second is None else evening.entries[second],
            second_rank=None if second is None else ranks[second],
            result=stored.record.result,
            waits_for_board=waits_for_board(stored.table, evening.tournament.boards),
            is_finals=round_.is_finals,
            is_for_third=third is not None and first == third.first,
        )
        rows.append(row)
    return RoundPage(round_, tuple(rows))


def waits_for_board(table: int | None, boards: int | None) -> bool:
    """Tell whether a table has to wait until a board is free."""
    return table is not None and boards is not None and table > boards


def named_pairing(pairing: Pairing, boards: int | None) -> NamedPairing:
    """Return a stored pairing with its players, at a venue with this number of boards."""
    waits, is_finals = waits_for_board(pairing.table, boards), pairing.round.is_finals
    result, changed_at = result_of(pairing), pairing.changed_at
    return NamedPairing(pairing.table, pairing.first, pairing.second, result, waits, changed_at, is_finals)


def pairings_by_number(round_: Round, numbers: Collection[int]) -> dict[int, NamedPairing]:
    """Map start numbers to their pairings in the round; players without a pairing are left out."""
    stored = round_.pairings.filter(Q(first__number__in=numbers) | Q(second__number__in=numbers))
    boards = round_.tournament.boards
    found = [named_pairing(pairing, boards) for pairing in stored.select_related("first", "second", "winner")]
    return {entry.number: named for named in found for entry in named.players if entry.number in numbers}


@dataclass(frozen=True, slots=True)
class PlayerPairing:
    """A player and their pairing, None if they do not play this round."""

    entry: Entry
    pairing: NamedPairing | None

    @property
    def opponent(self) -> Entry | None:
        if self.pairing is None:
            return None
        return self.pairing.second if self.pairing.first.number == self.entry.number else self.pairing.first


def players_by_name(round_: Round, entries: Mapping[int, Entry], left: Collection[int]) -> tuple[PlayerPairing, ...]:
    """Return all players with their pairings by name, without those who have `left` and have no pairing."""
    there = pairings_by_number(round_, entries)
    named = [PlayerPairing(entry, there.get(number)) for number, entry in entries.items()]
    still_here = [row for row in named if row.pairing or row.entry.number not in left]
    return tuple(sorted(still_here, key=lambda row: search_key(row.entry.display_name)))


def finals_have_begun(tournament: Tournament) -> bool:
    """Tell whether a round of the finals is public: from then on every match that begins belongs to them."""
    return tournament.finals_players is not None and tournament.rounds.released().filter(is_finals=True).exists()


class _Asked(TypedDict):
    """Annotations of a pairing.

    `last_paired` is the number of the last round paired; `is_reported` tells that a phone has reported a score,
    `has_games` that games are stored.
    """

    last_paired: int
    is_reported: bool
    has_games: bool


if TYPE_CHECKING:
    PairingToEnter = WithAnnotations[Pairing, _Asked]
else:
    PairingToEnter = Pairing


def pairings_to_enter() -> QuerySet[PairingToEnter]:
    """Return pairings with the related rows and annotations that are checked before a result is entered."""
    numbers = Round.objects.filter(tournament=OuterRef("round__tournament")).order_by("-number").values("number")
    reported = Exists(Report.objects.filter(pairing=OuterRef("pk")))
    kept = Exists(Game.objects.filter(pairing=OuterRef("pk")))
    stored = Pairing.objects.select_related("round__tournament", "first", "second", "winner")
    return stored.annotate(last_paired=Subquery(numbers[:1]), is_reported=reported, has_games=kept)


# Pace: how fast a round goes, which tables are slow, and forecasts from the matches so far.

# Fewer matches are no basis for a forecast.
FEWEST_MATCHES = 2
# A shorter match was entered late, or for practice.
SHORTEST_MATCH = timedelta(minutes=1)
# The break between rounds, until the tournament has had one that can be measured.
USUAL_BREAK = timedelta(minutes=5)
AT_THE_BOARD = (Outcome.PLAYED, Outcome.STOPPED)
STEP = timedelta(minutes=5)
# A match that took longer was interrupted, unless its length allows more time, at `A_POINT` for each point.
A_NIGHT = timedelta(hours=4)
A_POINT = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of a round; `places` is how many can play in it if it belongs to the finals.

    `took` is how long it has been running, or ran until `over_at`; `usual` is how long a match takes, None without
    enough matches. `slow_tables` are open for longer, the longest first. `next_round_at` and `end_at` are forecasts,
    rounded up to five minutes, None where there is nothing to forecast or no basis for it.
    """

    number: int
    places: int
    started_at: datetime
    over_at: datetime | None
    took: timedelta
    usual: timedelta | None
    slow_tables: tuple[int, ...]
    next_round_at: datetime | None
    end_at: datetime | None


@dataclass(frozen=True, slots=True)
class RoundClock:
    number: int
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class _Match:
    """A match and the time when its players got a board, None while they wait for one."""

    pairing: StoredPairing
    began_at: datetime | None

    @property
    def is_open(self) -> bool:
        return self.pairing.outcome == Outcome.PENDING

    @property
    def length(self) -> timedelta | None:
        """How long the match took, if known and played at the board."""
        if self.began_at is None or self.pairing.finished_at is None or self.pairing.outcome not in AT_THE_BOARD:
            return None
        length = self.pairing.finished_at - self.began_at
        return length if length >= SHORTEST_MATCH else None


@dataclass(frozen=True, slots=True)
class _TimedRound:
    """A round, when it began, and its matches."""

    started_at: datetime
    matches: tuple[_Match, ...]

    @property
    def over_at(self) -> datetime | None:
        """When the last result came in; None while one is missing, or where its time is unknown."""
        finished = [match.pairing.finished_at for match in self.matches]
        known = [at for at in finished if at is not None]
        return max(known) if known and len(known) == len(finished) else None


def pace_of(round_: Round, now: datetime, evening: Evening | None = None) -> Pace | None:
    """Return the pace of the round; None if it is hidden or its start is unknown."""
    if round_.started_at is None or round_.is_hidden:
        return None
    evening = evening or evening_of(round_.tournament)
    rounds = evening.released
    timed = [
        _timed(evening.pairings[each.number], each.started_at, evening.tournament.boards)
        for each in rounds[: round_.number]
        if each.started_at
    ]
    own = timed[-1]
    usual = _typical([match.length for each in timed for match in each.matches], _at_a_stretch(evening.tournament))
    is_newest = round_.number == len(rounds)
    next_round_at, end_at = _forecast(round_, timed, now) if is_newest else (None, None)
    return Pace(
        number=round_.number,
        places=places_in(round_),
        started_at=own.started_at,
        over_at=own.over_at,
        took=(own.over_at or now) - own.started_at,
        usual=usual,
        slow_tables=_slow_tables(own, usual, now),
        next_round_at=next_round_at,
        end_at=end_at,
    )


def round_clock(tournament: Tournament, evening: Evening | None = None) -> RoundClock | None:
    """Return the clock of the last public round while a match of it is open."""
    if tournament.round_minutes is None or tournament.is_closed:
        return None
    if evening:
        last = evening.released[-1] if evening.released else None
    else:
        last = tournament.rounds.released().order_by("-number").first()
    if last is None or last.started_at is None:
        return None
    if evening:
        is_open = not evening.record.rounds[last.number - 1].is_complete
    else:
        is_open = last.pairings.filter(outcome=Outcome.PENDING).exists()
    if not is_open:
        return None
    return RoundClock(last.number, last.started_at + timedelta(minutes=tournament.round_minutes))


def _timed(stored: Iterable[StoredPairing], started_at: datetime, boards: int | None) -> _TimedRound:
    """Return a round with its matches; each table that waits for a board gets the next one that becomes free."""
    pairings = sorted((one for one in stored if one.table), key=lambda one: one.table or 0)
    freed = iter(sorted(one.finished_at for one in pairings if one.finished_at))
    matches = [_Match(one, next(freed, None) if waits_for_board(one.table, boards) else started_at) for one in pairings]
    return _TimedRound(started_at, tuple(matches))


def _at_a_stretch(tournament: Tournament) -> timedelta:
    """Return the longest time of a match or round that still counts for forecasts."""
    return max(A_NIGHT, tournament.match_length * A_POINT)


def _typical(lengths: Iterable[timedelta | None], longest: timedelta, fewest: int = FEWEST_MATCHES) -> timedelta | None:
    """Return the median of the known lengths without interruption, if there are enough."""
    known = [length for length in lengths if length is not None and timedelta() <= length < longest]
    return timedelta(seconds=median(length.total_seconds() for length in known)) if len(known) >= fewest else None


def _slow_tables(own: _TimedRound, usual: timedelta | None, now: datetime) -> tuple[int, ...]:
    """Return the tables that are open for longer than usual, the longest first."""
    if usual is None:
        return ()
    open_since = [(match.began_at, match.pairing.table) for match in own.matches if match.is_open]
    slow = sorted((began_at, table) for began_at, table in open_since if began_at and table and now - began_at > usual)
    return tuple(table for _began_at, table in slow)


def _forecast(round_: Round, timed: Sequence[_TimedRound], now: datetime) -> tuple[datetime | None, datetime | None]:
    """Forecast when the next round begins and when the last one ends, at the pace so far."""
    tournament, own = round_.tournament, timed[-1]
    length = _round_length(timed, _at_a_stretch(tournament))
    if length is None or tournament.is_closed:
        return None, None
    over_at = own.over_at or max(own.started_at + length, now)
    left = rounds_with_finals(tournament) - round_.number
    if left <= 0:
        return None, None if own.over_at else _rounded_up(over_at)
    pauses = [later.started_at - one.over_at for one, later in pairwise(timed) if one.over_at]
    pause = _typical(pauses, A_NIGHT, fewest=1)
    begins_at = max(over_at + (pause or USUAL_BREAK), now)
    return _rounded_up(begins_at), _rounded_up(begins_at + left * length + (left - 1) * (pause or USUAL_BREAK))


def _round_length(timed: Sequence[_TimedRound], longest: timedelta) -> timedelta | None:
    """Estimate the time of a round from finished rounds; in the first, from its slowest match once half are over."""
    over = _typical([each.over_at - each.started_at for each in timed if each.over_at], longest, fewest=1)
    own = timed[-1].matches
    lengths = [match.length for match in own if match.length is not None]
    if over is not None or 2 * len(lengths) < len(own) or len(lengths) < FEWEST_MATCHES:
        return over
    return max(lengths)


def _rounded_up(at: datetime) -> datetime:
    """Round up to the next step, because a forecast to the minute would look too certain."""
    return at + timedelta(seconds=-at.timestamp() % STEP.total_seconds())


# Whether all planned rounds can be played by the players who are here.


@dataclass(frozen=True, slots=True)
class LostRounds:
    """The number of planned rounds, and of those possible without a rematch, including the paired ones."""

    planned: int
    playable: int


def lost_rounds(tournament: Tournament, record: TournamentRecord | None = None) -> LostRounds | None:
    """Return how many rounds are planned and how many can be played; None where all planned rounds can be.

    None, too, before round 1 and in a closed tournament. With fewer than two players no warning is needed: they see
    that there is no further round.
    """
    record = record or record_of(tournament)
    paired_count, planned = len(record.rounds), record.rules.rounds
    if tournament.is_closed or not paired_count or len(record.present(paired_count + 1)) < 2:
        return None
    playable = prospects.playable_rounds(record)
    if playable is None or paired_count + playable >= planned:
        return None
    return LostRounds(planned, paired_count + playable)
