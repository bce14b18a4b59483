"""Rounds with names, ranks and results, and the players who do not play in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from tournament.engine import finals
from tournament.engine.crosstable import match_winner
from tournament.engine.record import EntryRecord, Result, Score
from tournament.engine.scores import counted_score
from tournament.engine.seating import is_running
from tournament.engine.terms import Outcome
from tournament.models import Entry, Game, Pairing, Report, Round, Tournament
from tournament.names import search_key
from tournament.queries.evening import Evening, evening_of, once, public_evening
from tournament.queries.record import length_at, length_of, result_of, round_of_finals, rounds_in_all, rules_of

# Rounds with names, ranks and results.

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A pairing with its players and result; `second` and `table` are None for the bye.

    `key` is the key of the stored pairing, `finished_at` the time of its first result, if known. `waits_for_board`
    tells that the venue has fewer boards than this table's number, `changed_at` when the pairing was added to a round
    that was already public, `in_finals` is its round of the finals, counted from 1, 0 outside them, `in_second` tells
    one of their second bracket, and `length` is the length of the match.
    In a round that was read as a whole, the players have the ranks that they had when it was paired, `is_for_third` is
    the match for third place, and `counted` the score that counts, by the rules.
    """

    key: int
    table: int | None
    first: Entry
    second: Entry | None
    result: Result
    finished_at: datetime | None
    changed_at: datetime | None
    waits_for_board: bool
    in_finals: int
    in_second: bool
    length: int
    first_rank: int | None = None
    second_rank: int | None = None
    is_for_third: bool = False
    counted: Score | None = None

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


@dataclass(frozen=True)
class RoundPage:
    """A round in pairing order."""

    round: Round
    rows: tuple[PairingRow, ...]

    @cached_property
    def tables(self) -> tuple[PairingRow, ...]:
        """The matches by table, without the bye."""
        return tuple(sorted((row for row in self.rows if row.table), key=lambda row: row.table or 0))

    @property
    def byes(self) -> tuple[PairingRow, ...]:
        """The byes: one at most, except in pairings made by the director."""
        return tuple(row for row in self.rows if row.is_bye)

    @property
    def all_tables(self) -> tuple[int, ...]:
        return tuple(row.table for row in self.tables if row.table)

    @cached_property
    def open_tables(self) -> tuple[int, ...]:
        return tuple(row.table for row in self.tables if row.table and row.is_open)

    @property
    def changed_tables(self) -> tuple[PairingRow, ...]:
        """The open matches that were not there when the round began."""
        return tuple(row for row in self.tables if row.is_changed)

    @property
    def finished_tables(self) -> int:
        return len(self.tables) - len(self.open_tables)


def pairings_of(round_: Round) -> RoundPage:
    """Return a round with names, ranks and results; if it is hidden, it is read anew."""
    tournament = round_.tournament
    return round_page(evening_of(tournament) if round_.is_hidden else public_evening(tournament), round_.number)


@once
def round_page(evening: Evening, number: int) -> RoundPage:
    """Return the pairings of a round with names, ranks before it, and results."""
    round_, ranks = evening.rounds[number - 1], evening.ranks_before(number)
    is_last = number == len(evening.record.rounds)
    third = finals.third_place(evening.record) if round_.is_finals and is_last else None
    in_finals = round_of_finals(evening.tournament, round_)
    pairing_rows = []
    for stored_pairing in evening.pairings[number]:
        first, second = stored_pairing.record.first, stored_pairing.record.second
        score, in_second = stored_pairing.record.result.score, stored_pairing.record.in_second
        length = length_of(evening.tournament, finals=in_finals, in_second=in_second)
        row = PairingRow(
            key=stored_pairing.key,
            finished_at=stored_pairing.finished_at,
            changed_at=stored_pairing.changed_at,
            table=stored_pairing.table,
            first=evening.entries[first],
            first_rank=ranks[first],
            second=None if second is None else evening.entries[second],
            second_rank=None if second is None else ranks[second],
            result=stored_pairing.record.result,
            waits_for_board=waits_for_board(stored_pairing.table, evening.tournament.boards),
            in_finals=in_finals,
            in_second=in_second,
            length=length,
            is_for_third=third is not None and first == third.first,
            counted=score and counted_score(rules_of(evening.tournament, length=length), score),
        )
        pairing_rows.append(row)
    return RoundPage(round_, tuple(pairing_rows))


@once
def rows_by_number(evening: Evening, number: int) -> Mapping[int, PairingRow]:
    """Return each start number's pairing in a round."""
    return {entry.number: row for row in round_page(evening, number).rows for entry in row.players}


def waits_for_board(table: int | None, boards: int | None) -> bool:
    """Tell whether a table has to wait until a board is free."""
    return table is not None and boards is not None and table > boards


def named_pairing(pairing: Pairing, tournament: Tournament) -> PairingRow:
    """Return a stored pairing of the tournament alone, with its players."""
    return PairingRow(
        key=pairing.pk,
        table=pairing.table,
        first=pairing.first,
        second=pairing.second,
        result=result_of(pairing),
        finished_at=pairing.finished_at,
        changed_at=pairing.changed_at,
        waits_for_board=waits_for_board(pairing.table, tournament.boards),
        in_finals=round_of_finals(tournament, pairing.round),
        in_second=pairing.in_second,
        length=length_at(tournament, pairing.round, in_second=pairing.in_second),
    )


@dataclass(frozen=True, slots=True)
class PlayerPairing:
    """A player and their pairing, None if they do not play this round."""

    entry: Entry
    pairing: PairingRow | None

    @property
    def opponent(self) -> Entry | None:
        if self.pairing is None:
            return None
        return self.pairing.second if self.pairing.first.number == self.entry.number else self.pairing.first


def players_by_name(evening: Evening, number: int) -> tuple[PlayerPairing, ...]:
    """Return all players with their pairings in a round, by name; who has left and has no pairing is left out."""
    pairing_rows, leavers = rows_by_number(evening, number), evening.record.left
    player_pairings = [PlayerPairing(entry, pairing_rows.get(number)) for number, entry in evening.entries.items()]
    still_here = [row for row in player_pairings if row.pairing or row.entry.number not in leavers]
    return tuple(sorted(still_here, key=lambda row: search_key(row.entry.display_name)))


def length_begun(tournament: Tournament, number: int) -> int:
    """Return the length of a player's match in the last public round of the finals; outside them, of every match."""
    if tournament.finals_players is None:
        return tournament.match_length
    last = tournament.rounds.released().filter(is_finals=True).order_by("number").last()
    if last is None:
        return tournament.match_length
    pairing = last.pairings.filter(Q(first__number=number) | Q(second__number=number)).first()
    return length_at(tournament, last, in_second=pairing is not None and pairing.in_second)


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
    has_games = Exists(Game.objects.filter(pairing=OuterRef("pk")))
    pairings = Pairing.objects.select_related("round__tournament", "first", "second", "winner")
    return pairings.annotate(last_paired=Subquery(numbers[:1]), is_reported=reported, has_games=has_games)


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
    missing = expected - seated
    return tuple(
        NotPlaying(evening.entries[row.number], *_reason(row, round_, evening))
        for row in record.entries
        if row.number in missing
    )


def _reason(record: EntryRecord, round_: Round, evening: Evening) -> tuple[WhyNotPlaying, int]:
    """Return why the player does not play, and the round they left after or play from, 0 without one.

    A player who has joined or returned since the round was paired plays from the next one; while the round runs, they
    can be set at a table.
    """
    number, paired_count, left_after = round_.number, len(evening.rounds), record.withdrawn_after
    if left_after is not None and left_after < number:
        return WhyNotPlaying.LEFT, left_after
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
