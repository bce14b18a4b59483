"""What stands on a player's card: the way so far, with the score and the place after each round."""

from dataclasses import dataclass

from tournament.engine.record import TournamentRecord
from tournament.engine.standings import Standing, standings
from tournament.models import Entry, Tournament
from tournament.queries.crosstable import CrossCell, crosstable_page
from tournament.queries.evening import evening_of


@dataclass(frozen=True, slots=True)
class CardRow:
    """A round of a player: whom they met, and how they stood after it; nothing yet while it is open."""

    round_number: int
    cell: CrossCell
    after: Standing | None


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player and the rounds paired so far."""

    entry: Entry
    rows: tuple[CardRow, ...]


def player_cards(tournament: Tournament) -> tuple[PlayerCard, ...]:
    """The cards of everyone who has not left, by start number."""
    evening = evening_of(tournament)
    record = evening.record
    left = record.left
    after = [_after(record, round_.number) for round_ in record.rounds]
    rows = sorted(crosstable_page(tournament, evening).rows, key=lambda row: row.entry.number)
    return tuple(
        PlayerCard(
            row.entry,
            tuple(
                CardRow(number, cell, after[number - 1].get(row.entry.number))
                for number, cell in enumerate(row.cells, start=1)
            ),
        )
        for row in rows
        if row.entry.number not in left
    )


def _after(record: TournamentRecord, round_number: int) -> dict[int, Standing]:
    if round_number > record.completed_rounds:
        return {}
    return {row.number: row for row in standings(record, round_number)}
