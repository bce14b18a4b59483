"""The ranking with names, and how each place came about."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.engine.standings import Standing, standings
from tournament.engine.terms import KONSTANZ, Ranking
from tournament.models import Entry, Tournament
from tournament.queries.evening import Evening, evening_of


@dataclass(frozen=True, slots=True)
class RankedEntry:
    """A row of the ranking and its player."""

    standing: Standing
    entry: Entry


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A place with the ones next to it; `climbed` is how many places since the round before (0 at first)."""

    standing: Standing
    entry: Entry
    above: RankedEntry | None
    below: RankedEntry | None
    climbed: int
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The ranking after a round by the criteria of `ranking`; provisional while matches of that round are open."""

    after_round: int
    open_tables: int
    rows: tuple[StandingRow, ...]
    entries: Mapping[int, Entry]
    ranking: Ranking = KONSTANZ

    @property
    def is_provisional(self) -> bool:
        return self.open_tables > 0


def entries_by_number(tournament: Tournament) -> dict[int, Entry]:
    """Everyone who ever entered, in order of start numbers."""
    return {entry.number: entry for entry in tournament.entries.order_by("number")}


def standings_page(
    tournament: Tournament, after_round: int | None = None, evening: Evening | None = None
) -> StandingsPage:
    """The ranking after a round, by default the last one paired."""
    evening = evening or evening_of(tournament)
    record, entries = evening.record, evening.entries
    k = len(record.rounds) if after_round is None else after_round
    left = record.left
    before = {row.number: row.rank for row in standings(record, k - 1)} if k > 1 else {}
    ranked = [RankedEntry(standing, entries[standing.number]) for standing in standings(record, k)]
    rows = [
        StandingRow(
            row.standing,
            row.entry,
            above,
            below,
            before.get(row.entry.number, rank) - rank,
            has_left=row.entry.number in left,
        )
        for rank, (above, row, below) in enumerate(
            zip([None, *ranked], ranked, [*ranked[1:], None], strict=False), start=1
        )
    ]
    return StandingsPage(k, record.rounds[k - 1].open_matches if k else 0, tuple(rows), entries, record.rules.ranking)
