"""A round with names, ranks and results."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from tournament.engine.crosstable import match_winner
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Entry, Game, Pairing, Report, Round
from tournament.names import search_key
from tournament.queries.evening import Evening, StoredPairing, evening_of
from tournament.queries.record import result_of

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


@dataclass(frozen=True, slots=True)
class NamedPairing:
    """A pairing with its players and how it stands; `second` and `table` are None for the bye.

    `waits_for_board` says that the venue has fewer boards than this table's number, `changed_at` when it came into a
    round that everyone saw already.
    """

    table: int | None
    first: Entry
    second: Entry | None
    result: Result
    waits_for_board: bool
    changed_at: datetime | None

    @property
    def is_bye(self) -> bool:
        return self.second is None

    @property
    def is_open(self) -> bool:
        return self.result.outcome is Outcome.PENDING

    @property
    def is_changed(self) -> bool:
        """Whether its players have still to hear of it, who saw another round."""
        return self.changed_at is not None and (self.is_open or self.is_bye)

    @property
    def players(self) -> tuple[Entry, ...]:
        """Both players of the pairing, or the one who has the bye."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def winner(self) -> Entry | None:
        """Who gets the match win, in bold on every page and paper."""
        if self.second is None:
            return self.first
        number = match_winner(self.result, self.first.number, self.second.number)
        return next((entry for entry in (self.first, self.second) if entry.number == number), None)


@dataclass(frozen=True, slots=True)
class PairingRow(NamedPairing):
    """A named pairing with the ranks its players had when the round was paired; `key` is the stored pairing's.

    `finished_at` is when its first result came in, where that is known.
    """

    key: int
    finished_at: datetime | None
    first_rank: int
    second_rank: int | None


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round in pairing order."""

    round: Round
    rows: tuple[PairingRow, ...]

    @property
    def tables(self) -> tuple[PairingRow, ...]:
        """The matches in order of their tables, without the bye."""
        return tuple(sorted((row for row in self.rows if row.table), key=lambda row: row.table or 0))

    @property
    def byes(self) -> tuple[PairingRow, ...]:
        """One at most, but for the director's own pairings."""
        return tuple(row for row in self.rows if row.is_bye)

    @property
    def open_tables(self) -> tuple[int, ...]:
        return tuple(row.table for row in self.tables if row.table and row.is_open)

    @property
    def changed_tables(self) -> tuple[PairingRow, ...]:
        """Those that are open and were not there when the round began."""
        return tuple(row for row in self.tables if row.is_changed)

    @property
    def finished_tables(self) -> int:
        return len(self.tables) - len(self.open_tables)


def round_page(round_: Round, evening: Evening | None = None) -> RoundPage:
    """The pairings of a stored round with names, places before it, and results."""
    evening = evening or evening_of(round_.tournament)
    ranks = evening.ranks_before(round_.number)
    rows = [_row(stored, evening, ranks) for stored in evening.pairings[round_.number]]
    return RoundPage(round_, tuple(rows))


def _row(stored: StoredPairing, evening: Evening, ranks: Mapping[int, int]) -> PairingRow:
    first, second = stored.record.first, stored.record.second
    return PairingRow(
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
    )


def waits_for_board(table: int | None, boards: int | None) -> bool:
    """Whether a table has to wait until a board is free."""
    return table is not None and boards is not None and table > boards


def named_pairing(pairing: Pairing, boards: int | None) -> NamedPairing:
    """A stored pairing with its players, at a venue with so many boards."""
    waits = waits_for_board(pairing.table, boards)
    return NamedPairing(pairing.table, pairing.first, pairing.second, result_of(pairing), waits, pairing.changed_at)


def pairings_by_number(round_: Round, numbers: Collection[int]) -> dict[int, NamedPairing]:
    """Where those with these start numbers sit in the round; who does not play is left out."""
    stored = Pairing.objects.filter(Q(first__number__in=numbers) | Q(second__number__in=numbers), round=round_)
    boards = round_.tournament.boards
    found = [named_pairing(pairing, boards) for pairing in stored.select_related("first", "second", "winner")]
    return {
        entry.number: named
        for named in found
        for entry in (named.first, named.second)
        if entry and entry.number in numbers
    }


@dataclass(frozen=True, slots=True)
class PlayerPairing:
    """A player and their pairing, None for who does not play this round."""

    entry: Entry
    pairing: NamedPairing | None

    @property
    def opponent(self) -> Entry | None:
        """Whom they play; None without a match."""
        if self.pairing is None:
            return None
        return self.pairing.second if self.pairing.first.number == self.entry.number else self.pairing.first


def players_by_name(round_: Round, entries: Mapping[int, Entry], left: Collection[int]) -> tuple[PlayerPairing, ...]:
    """Everybody but those who have `left`, by name, with where they sit in the round."""
    there = pairings_by_number(round_, entries)
    named = [PlayerPairing(entry, there.get(number)) for number, entry in entries.items()]
    still_here = [row for row in named if row.pairing or row.entry.number not in left]
    return tuple(sorted(still_here, key=lambda row: search_key(row.entry.display_name)))


class _Asked(TypedDict):
    """`last_paired` is the number of the last round paired; `is_reported` says that a phone has reported a score,
    `has_games` that games of it are kept.
    """

    last_paired: int
    is_reported: bool
    has_games: bool


if TYPE_CHECKING:
    PairingToEnter = WithAnnotations[Pairing, _Asked]
else:
    PairingToEnter = Pairing


def pairings_to_enter() -> QuerySet[PairingToEnter]:
    """Pairings with all that is asked before a result of theirs is entered."""
    numbers = Round.objects.filter(tournament=OuterRef("round__tournament")).order_by("-number").values("number")
    reported = Exists(Report.objects.filter(pairing=OuterRef("pk")))
    kept = Exists(Game.objects.filter(pairing=OuterRef("pk")))
    stored = Pairing.objects.select_related("round__tournament", "first", "second", "winner")
    return stored.annotate(last_paired=Subquery(numbers[:1]), is_reported=reported, has_games=kept)
