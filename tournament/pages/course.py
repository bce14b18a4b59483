"""How the places changed from round to round, as lines to be drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import Protocol, Self

from django.utils.translation import gettext as _

from tournament.engine.standings import standings
from tournament.names import short_name
from tournament.queries.evening import Evening

MOST_LINES = 32
# A column and a row of the drawing, in units of its own.
STEP = 10
MIDDLE = STEP // 2
# Of a line that is kept; whose it is, is kept with the facts.
BYTES_OF_A_LINE = 400
# In a crowded drawing; what stands closer to the one before than this share of the height is not marked.
MARKED, CLOSEST = (1, 2, 3, 5), 0.06


@dataclass(frozen=True, slots=True)
class Scale:
    """How far down a place stands, from the `first` to the `last` of the drawing, in units of its own.

    In rows as high as their names; where they are too many, the first ones far apart and all others ever closer.
    """

    first: int = 1
    last: int = 1

    @property
    def places(self) -> int:
        return self.last - self.first + 1

    @property
    def is_crowded(self) -> bool:
        """Whether there are too many lines to tell them apart."""
        return self.places > MOST_LINES

    @property
    def height(self) -> int:
        return self.places * STEP

    def at(self, place: int) -> int:
        """The y coordinate of a place, also of one above or below the drawing."""
        if not self.is_crowded:
            return (place - self.first) * STEP + MIDDLE
        share = log(place / self.first) / log(self.last / self.first)
        return MIDDLE + round(share * (self.height - STEP))

    @property
    def marks(self) -> tuple[tuple[int, str], ...]:
        """The places to be named at the side of a crowded drawing, and how far down, as CSS says it."""
        tens = [mark * 10**power for power in range(len(str(self.last))) for mark in MARKED]
        marked: list[tuple[int, str]] = []
        free = 0.0
        for place in (self.first, *(mark for mark in sorted(tens) if self.first < mark <= self.last)):
            share = self.at(place) / self.height
            if share >= free:
                marked.append((place, f"{share:.1%}"))
                free = share + CLOSEST
        return tuple(marked)


class Runner(Protocol):
    """A player or person to whom a line of the drawing belongs."""

    @property
    def number(self) -> int: ...

    @property
    def display_name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class CourseLine:
    """A player's places after the draw and after each round, None before they had come.

    The first three in the drawing lead. `row` is where the name stands; of those who share a place, not all at it.
    """

    entry: Runner
    ranks: tuple[int | None, ...]
    row: int = 0
    scale: Scale = field(default_factory=Scale)

    @property
    def rank(self) -> int:
        return self.ranks[-1] or 0

    @property
    def leads(self) -> bool:
        return self.rank < self.scale.first + 3

    @property
    def name(self) -> str:
        return short_name(self.entry.display_name, 26)

    @property
    def short(self) -> str:
        return short_name(self.entry.display_name)

    @property
    def _points(self) -> list[tuple[int, int]]:
        return [
            (column * STEP + MIDDLE, self.scale.at(rank)) for column, rank in enumerate(self.ranks) if rank is not None
        ]

    @property
    def path(self) -> str:
        """The line of an SVG path, out to the name at its right."""
        points = self._points
        (x, y), end = points[-1], self.scale.at(self.row or self.rank)
        return f"{curve(points)}h{MIDDLE}" if end == y else f"{curve(points)}L{x + MIDDLE} {end}"

    @property
    def dots(self) -> str:
        """The SVG path of one dot for each round."""
        return dots(self._points)


@dataclass(frozen=True, slots=True)
class CoursePage:
    """Everybody's line, in order of their places now; `days` stand above the columns where those are evenings."""

    lines: tuple[CourseLine, ...]
    rounds: int
    days: tuple[str, ...] = ()

    @property
    def kept_bytes(self) -> int:
        return 1_000 + BYTES_OF_A_LINE * len(self.lines)

    def between(self, first: int, last: int) -> Self:
        """The lines of those who are now at these places and between them, drawn as far as they run there."""
        lines = self.lines[first - 1 : last]
        return replace(self, lines=tuple(replace(line, scale=Scale(first, last)) for line in lines))

    @property
    def scale(self) -> Scale:
        """The scale that all its lines share."""
        return self.lines[0].scale if self.lines else Scale()

    @property
    def drawn(self) -> tuple[CourseLine, ...]:
        """In the order in which they are drawn: the first three last, so that nothing covers them."""
        return self.lines[::-1]

    @property
    def headings(self) -> tuple[str, ...]:
        """What stands above the columns: the lot, then the rounds, or the days."""
        return self.days or (_("Lot"), *(str(number) for number in self.columns[1:]))

    @property
    def columns(self) -> range:
        return range(self.rounds + 1)

    @property
    def width(self) -> int:
        return (self.rounds + 1) * STEP


def course_page(evening: Evening) -> CoursePage:
    """How the places of all came about."""
    record, entries = evening.record, evening.entries
    joined = {entry.number: entry.joined_round for entry in record.entries}
    tables = [standings(record, after) for after in range(len(record.rounds) + 1)]
    ranks = [
        _ranks([row.number for row in table if joined[row.number] <= after + 1]) for after, table in enumerate(tables)
    ]
    lines = [CourseLine(entries[row.number], tuple(rank.get(row.number) for rank in ranks)) for row in tables[-1]]
    return CoursePage(tuple(lines), len(record.rounds)).between(1, len(lines))


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
