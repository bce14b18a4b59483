"""How the places changed from round to round, as lines to be drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.record import TournamentRecord
from tournament.engine.standings import standings
from tournament.models import Entry, Tournament
from tournament.names import short_name
from tournament.queries.record import record_of
from tournament.queries.standings import entries_by_number

MOST_LINES = 32
# A column and a row of the drawing, in units of its own.
STEP = 10
MIDDLE = STEP // 2


class Weight(StrEnum):
    """How strongly a line is drawn."""

    PLAIN = "plain"
    AHEAD = "ahead"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class CourseLine:
    """A player's places after the draw and after each round, None before they had come; `row` is where it ends."""

    entry: Entry
    places: tuple[int | None, ...]
    row: int
    weight: Weight
    lowest_row: int

    @property
    def rank(self) -> int:
        return self.places[-1] or 0

    @property
    def name(self) -> str:
        return short_name(self.entry.display_name, 26)

    @property
    def short(self) -> str:
        return short_name(self.entry.display_name)

    @property
    def _points(self) -> list[tuple[int, int]]:
        return [
            (column * STEP + MIDDLE, min(place, self.lowest_row) * STEP - MIDDLE)
            for column, place in enumerate(self.places)
            if place is not None
        ]

    @property
    def path(self) -> str:
        """The line of an SVG path, out to the name at its right."""
        return f"{curve(self._points)}h{MIDDLE}"

    @property
    def dots(self) -> str:
        """One dot a round, as lines without length, which stay round however the drawing is stretched."""
        return "".join(f"M{x} {y}h0" for x, y in self._points)


@dataclass(frozen=True, slots=True)
class CoursePage:
    """The lines in the order in which they are drawn, the important ones last; `ends` are the same from the top."""

    lines: tuple[CourseLine, ...]
    rounds: int
    rows: int
    left_out: int

    @property
    def ends(self) -> tuple[CourseLine, ...]:
        return tuple(sorted(self.lines, key=lambda line: line.row))

    @property
    def has_nameless_row(self) -> bool:
        """Whether the lowest row belongs to nobody but is there for all who were further down."""
        return self.rows > len(self.lines)

    @property
    def columns(self) -> range:
        return range(self.rounds + 1)

    @property
    def width(self) -> int:
        return (self.rounds + 1) * STEP

    @property
    def height(self) -> int:
        return self.rows * STEP


def course_page(tournament: Tournament, own: int | None = None, record: TournamentRecord | None = None) -> CoursePage:
    """The first 32 and the player remembered, `own`; places further down share the lowest row."""
    record = record or record_of(tournament)
    entries = entries_by_number(tournament)
    joined = {entry.number: entry.joined_round for entry in record.entries}
    tables = [standings(record, after) for after in range(len(record.rounds) + 1)]
    ranks = [
        _places([row.number for row in table if joined[row.number] <= after + 1]) for after, table in enumerate(tables)
    ]
    shown = [row.number for row in tables[-1] if row.rank <= MOST_LINES or row.number == own]
    rows = min(len(entries), MOST_LINES + 1)
    lines = [
        CourseLine(
            entries[number],
            tuple(rank.get(number) for rank in ranks),
            row,
            Weight.OWN if number == own else Weight.AHEAD if row <= 3 else Weight.PLAIN,
            rows,
        )
        for row, number in enumerate(shown, start=1)
    ]
    lines.sort(key=lambda line: (list(Weight).index(line.weight), -line.row))
    return CoursePage(tuple(lines), len(record.rounds), rows, len(entries) - len(shown))


def _places(numbers: Sequence[int]) -> dict[int, int]:
    """The place of each, the best first: among those who had come by then."""
    return {number: place for place, number in enumerate(numbers, start=1)}


@dataclass(frozen=True, slots=True)
class Way:
    """The line of one player alone, from the top of the field to its end."""

    places: tuple[int, ...]
    players: int

    @property
    def _points(self) -> list[tuple[int, int]]:
        span = max(self.players - 1, 1)
        return [(column * STEP + MIDDLE, 12 + 76 * (place - 1) // span) for column, place in enumerate(self.places)]

    @property
    def width(self) -> int:
        return len(self.places) * STEP

    @property
    def path(self) -> str:
        return curve(self._points)

    @property
    def dots(self) -> str:
        return "".join(f"M{x} {y}h0" for x, y in self._points)


def curve(points: Sequence[tuple[int, int]]) -> str:
    """An SVG path through the points that leaves and enters each of them level."""
    (x, y), *others = points
    path = f"M{x} {y}"
    for next_x, next_y in others:
        middle = (x + next_x) // 2
        path += f"C{middle} {y} {middle} {next_y} {next_x} {next_y}"
        x, y = next_x, next_y
    return path
