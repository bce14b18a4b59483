"""Lists in the active language, independent of their format: a title, columns and rows."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any, Generic, TypeVar

from django.utils import formats, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournament.languages import language_called
from tournament.models import Tournament
from tournament.names import isolated, search_key
from tournament.phrases.values import day_and_time, money

# What a row of a list is about.
Shown = TypeVar("Shown")


class ColumnKind(StrEnum):
    """The content of a column, which decides its typesetting.

    `TABLE` is the number people look for; a `NAME` gets more room than the one `BESIDE` it, and that more than a
    `REMARK`. `POINTS` holds a number, None for one to write in by hand, or a text where there will be none.
    `MONEY` holds an `Amount`; `MEETING` an opponent's place and, after a blank, the score.
    """

    TABLE = "table"
    NUMBER = "number"
    SIGNED = "signed"
    POINTS = "points"
    MONEY = "money"
    NAME = "name"
    BESIDE = "beside"
    MEETING = "meeting"
    REMARK = "remark"


class Strong(str):
    """A text in bold, which marks winners."""

    __slots__ = ()


class Struck(str):
    """A text that no longer counts, struck through."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A number: bold if it won, struck if it does not count; `added` are the columns, from 0, that it sums up."""

    value: Fraction | int
    is_strong: bool = False
    is_struck: bool = False
    added: tuple[int, ...] | None = None

    def __str__(self) -> str:
        return formats.number_format(self.rounded)

    @property
    def rounded(self) -> int | float:
        """The value as a plain number, rounded to six decimal places."""
        return int(self.value) if self.value.denominator == 1 else round(float(self.value), 6)


@dataclass(frozen=True, slots=True)
class Cells:
    """Rows of a column to add up, counted from 0; the defaults mean the amount's own column and list."""

    rows: range
    column: int | None = None
    subtitle: str = ""


@dataclass(frozen=True, slots=True)
class Amount:
    """Money in whole cents, with the cells it adds and subtracts if it is computed from other amounts."""

    cents: int
    currency: str
    added: tuple[Cells, ...] = ()
    subtracted: tuple[Cells, ...] = ()
    is_total: bool = False

    @property
    def is_worked_out(self) -> bool:
        """Whether the amount is computed from other amounts, possibly from none."""
        return bool(self.is_total or self.added or self.subtracted)

    def __str__(self) -> str:
        return money(self.cents, self.currency)


@dataclass(frozen=True, slots=True)
class DayCell:
    """A day, which stays a date in a workbook; with a time of day if `at` is a moment."""

    at: date | datetime

    def __str__(self) -> str:
        day = date_format(self.at, "SHORT_DATE_FORMAT")
        return f"{day}, {date_format(self.at, 'H:i')}" if isinstance(self.at, datetime) else day


Cell = str | int | Amount | DayCell | Figure | None
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column with its heading; a heading that is the `day` of an evening becomes a date in a workbook."""

    heading: str
    kind: ColumnKind
    day: date | None = None


@dataclass(frozen=True)
class ListColumn(Generic[Shown]):
    """A column of a list, named once for its table on pages, its sheet on paper and in a workbook, and its files.

    `fact` is the value of a row that other programs receive under `key`. Lists show `cell` under the heading, by
    default the fact itself; without a heading, lists omit the column. For a criterion of the ranking, `meaning` is the
    heading in full, and `in_words` writes the value in messages.
    Amounts are facts in cents. `parts` are the keys of the columns that an amount is computed from, the first minus the
    others; any other amount of 0 is left empty, except where the column `shows_zero`.
    """

    key: str
    kind: ColumnKind
    fact: Callable[[Shown], Any]
    heading: str | Promise = ""
    cell: Callable[[Shown], Cell] | None = None
    meaning: str | Promise = ""
    in_words: Callable[[int], str] = str
    parts: tuple[str, ...] = ()
    shows_zero: bool = False

    def cell_of(self, row: Shown) -> Any:
        """The value for a cell on paper, in a workbook or in a file."""
        return self.cell(row) if self.cell else self.fact(row)

    @property
    def listed(self) -> Column:
        """The column for a list, with its heading in the active language."""
        return Column(str(self.heading), self.kind)


def cells_of(columns: Sequence[ListColumn[Shown]], rows: Iterable[Shown]) -> tuple[Row, ...]:
    """Make the rows of a sheet with these columns."""
    return tuple(tuple(column.cell_of(row) for column in columns) for row in rows)


def money_cells(columns: Sequence[ListColumn[Shown]], row: Shown, currency: str, rows: range) -> Row:
    """Make a row of a sheet with amounts; an amount computed from other columns takes their cells in `rows`."""
    return tuple(
        _amount(column, column.fact(row), columns, currency, rows)
        if column.kind is ColumnKind.MONEY
        else column.cell_of(row)
        for column in columns
    )


def total_row(
    columns: Sequence[ListColumn[Any]], cents_of: Callable[[ListColumn[Any]], int], currency: str, rows: range
) -> Row:
    """Make the last row of a sheet: an amount adds up its column in `rows`, or is computed from sums of others."""
    named = next(column for column in columns if column.kind is ColumnKind.NAME)

    def cell(column: ListColumn[Any]) -> Cell:
        if column.kind is ColumnKind.MONEY:
            return _amount(column, cents_of(column), columns, currency, rows, is_total=True)
        if column is named:
            return Strong(_("Total"))
        return None if column.kind is ColumnKind.NUMBER else ""

    return tuple(map(cell, columns))


def _amount(
    column: ListColumn[Any],
    cents: int,
    columns: Sequence[ListColumn[Any]],
    currency: str,
    rows: range,
    *,
    is_total: bool = False,
) -> Amount | None:
    keys = [other.key for other in columns]
    parts = tuple(Cells(rows, keys.index(key)) for key in column.parts) or ((Cells(rows),) if is_total else ())
    is_shown = cents or parts or column.shows_zero
    return Amount(cents, currency, parts[:1], parts[1:], is_total) if is_shown else None


def facts_of(columns: Sequence[ListColumn[Shown]], rows: Iterable[Shown]) -> list[dict[str, Any]]:
    """Make the rows of a list for other programs, each a value for each key."""
    return [{column.key: column.fact(row) for column in columns} for row in rows]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list to hand out; `notes` stand under the title, lines for `signatures` under the list.

    `span` names the range of rows on a page, such as A–H. `linked` is the caption of the printed address, by default
    that of a tournament's page.
    """

    title: str
    subtitle: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    signatures: tuple[str, ...] = ()
    span: Callable[[Row, Row], str] | None = None
    linked: str = ""


def in_language_of(tournament: Tournament) -> AbstractContextManager[None]:
    """Activate the language of the tournament's printouts."""
    return translation.override(language_called(tournament.language).code)


def occasion(tournament: Tournament) -> tuple[str, ...]:
    """The first note of every sheet of a tournament: date, time and venue, and whether it is for practice."""
    day = day_and_time(tournament.date, tournament.begins_at)
    practice = _("Practice tournament") if tournament.is_practice else ""
    return (" · ".join(filter(None, (day, isolated(tournament.venue), practice))),)


def initials(first: Row, last: Row) -> str:
    """The range from the initial of the first row's name to that of the last row's, like A–H."""
    begun = [search_key(str(row[0]))[:1].upper() for row in (first, last)]
    return "–".join(dict.fromkeys(begun))
