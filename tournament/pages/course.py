"""How the places changed from round to round, as lines to be drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

from django.utils.translation import gettext as _

from tournament.engine.record import TournamentRecord
from tournament.engine.standings import standings
from tournament.models import Tournament
from tournament.names import short_name
from tournament.queries.record import record_of
from tournament.queries.standings import entries_by_number

MOST_LINES = 32
# A column and a row of the drawing, in units of its own.
STEP = 10
MIDDLE = STEP // 2


class Runner(Protocol):
    """Whose line it is."""

    @property
    def number(self) -> int: ...

    @property
    def display_name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class CourseLine:
    """A player's places after the draw and after each round, None before they had come.

    So many places `above` are not in the drawing; the first three in it lead.
    """

    entry: Runner
    ranks: tuple[int | None, ...]
    above: int = 0

    @property
    def rank(self) -> int:
        return self.ranks[-1] or 0

    @property
    def leads(self) -> bool:
        return self.rank <= self.above + 3

    @property
    def name(self) -> str:
        return short_name(self.entry.display_name, 26)

    @property
    def short(self) -> str:
        return short_name(self.entry.display_name)

    @property
    def _points(self) -> list[tuple[int, int]]:
        return [
            (column * STEP + MIDDLE, (rank - self.above) * STEP - MIDDLE)
            for column, rank in enumerate(self.ranks)
            if rank is not None
        ]

    @property
    def path(self) -> str:
        """The line of an SVG path, out to the name at its right."""
        return f"{curve(self._points)}h{MIDDLE}"

    @property
    def dots(self) -> str:
        """One dot a round."""
        return dots(self._points)


@dataclass(frozen=True, slots=True)
class CoursePage:
    """Everybody's line, in order of their places now."""

    lines: tuple[CourseLine, ...]
    rounds: int

    def between(self, first: int, last: int) -> Self:
        """The lines of those who are now at these places and between them, drawn as far as they run there."""
        lines = self.lines[first - 1 : last]
        return replace(self, lines=tuple(replace(line, above=first - 1) for line in lines))

    @property
    def drawn(self) -> tuple[CourseLine, ...]:
        """In the order in which they are drawn: the first three last, so that nothing covers them."""
        return self.lines[::-1]

    @property
    def is_crowded(self) -> bool:
        """Whether there are too many lines to tell them apart."""
        return len(self.lines) > MOST_LINES

    @property
    def headings(self) -> tuple[str, ...]:
        """What stands above the columns: the lot, then the rounds."""
        return (_("Lot"), *(str(number) for number in self.columns[1:]))

    @property
    def columns(self) -> range:
        return range(self.rounds + 1)

    @property
    def width(self) -> int:
        return (self.rounds + 1) * STEP

    @property
    def height(self) -> int:
        return len(self.lines) * STEP


def course_page(tournament: Tournament, record: TournamentRecord | None = None) -> CoursePage:
    """How the places of all came about."""
    record = record or record_of(tournament)
    entries = entries_by_number(tournament)
    joined = {entry.number: entry.joined_round for entry in record.entries}
    tables = [standings(record, after) for after in range(len(record.rounds) + 1)]
    ranks = [
        _ranks([row.number for row in table if joined[row.number] <= after + 1]) for after, table in enumerate(tables)
    ]
    lines = [CourseLine(entries[row.number], tuple(rank.get(row.number) for rank in ranks)) for row in tables[-1]]
    return CoursePage(tuple(lines), len(record.rounds))


def _ranks(numbers: Sequence[int]) -> dict[int, int]:
    """The place of each, the best first: among those who had come by then."""
    return {number: rank for rank, number in enumerate(numbers, start=1)}


@dataclass(frozen=True, slots=True)
class Way:
    """The line of one player alone, from the top of the field to its end."""

    ranks: tuple[int, ...]
    players: int

    @property
    def _points(self) -> list[tuple[int, int]]:
        span = max(self.players - 1, 1)
        return [(column * STEP + MIDDLE, 12 + 76 * (rank - 1) // span) for column, rank in enumerate(self.ranks)]

    @property
    def width(self) -> int:
        return len(self.ranks) * STEP

    @property
    def path(self) -> str:
        return curve(self._points)

    @property
    def dots(self) -> str:
        return dots(self._points)


def dots(points: Sequence[tuple[int, int]]) -> str:
    """An SVG path that stroked round is a dot at each of the points, however the drawing is stretched."""
    # Lines without any length are stretched to ellipses by WebKit.
    return "".join(f"M{x} {y}h.01" for x, y in points)


def curve(points: Sequence[tuple[int, int]]) -> str:
    """An SVG path through the points that leaves and enters each of them level."""
    (x, y), *others = points
    path = f"M{x} {y}"
    for next_x, next_y in others:
        middle = (x + next_x) // 2
        path += f"C{middle} {y} {middle} {next_y} {next_x} {next_y}"
        x, y = next_x, next_y
    return path
