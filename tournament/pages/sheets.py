"""What a list is, once for every format: a title, columns and rows.

The lists speak the language that is active; `in_language_of` makes it the tournament's.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction

from django.utils import formats, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.languages import language_called
from tournament.models import Tournament
from tournament.names import isolated, search_key
from tournament.phrases.values import money


class ColumnKind(StrEnum):
    """What a column holds, and with it how it is set.

    `TABLE` is the number people look for; a `NAME` matters more than the one `BESIDE` it, and that more than a
    `REMARK`. `POINTS` holds a number, None where one is still to be written in, and a text where there will be none.
    `MONEY` holds an `Amount`; a `MEETING` an opponent's place and, after a blank, the score.
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
    """A text in bold: weight says who won."""

    __slots__ = ()


class Struck(str):
    """A text that does not count any more: a line goes through it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that may be broken: bold where it is won by, struck through where it does not count.

    `added` are the columns of its row, counted from 0, that are added up for it; None where it is no sum.
    """

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
    """Rows of a column, counted from 0, that are added up: of the amount's own column and list unless it is said."""

    rows: range
    column: int | None = None
    subtitle: str = ""


@dataclass(frozen=True, slots=True)
class Amount:
    """Money in whole cents, and the cells that are added up for it and taken away, where it follows from others."""

    cents: int
    currency: str
    added: tuple[Cells, ...] = ()
    subtracted: tuple[Cells, ...] = ()
    is_total: bool = False

    @property
    def is_worked_out(self) -> bool:
        """Whether it follows from other amounts, if only from none."""
        return bool(self.is_total or self.added or self.subtracted)

    def __str__(self) -> str:
        return money(self.cents, self.currency)


@dataclass(frozen=True, slots=True)
class DayCell:
    """A day, which a workbook keeps as one; with a time of day, where `at` is a moment."""

    at: date | datetime

    def __str__(self) -> str:
        day = date_format(self.at, "SHORT_DATE_FORMAT")
        return f"{day}, {date_format(self.at, 'H:i')}" if isinstance(self.at, datetime) else day


# Cents, the cells that are added up for them, and those that are taken away.
Totals = tuple[tuple[int, tuple[Cells, ...], tuple[Cells, ...]], ...]
Cell = str | int | Amount | DayCell | Figure | None
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column under its heading; where that is the `day` of an evening, a workbook holds it as a date."""

    heading: str
    kind: ColumnKind
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list as it is handed out; `notes` stand under the title, lines to sign on under the list.

    `span` says what is found on a page from its first row to its last, such as A–H; `linked` what its address leads
    to, where that is not a tournament.
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
    """Speak the language of the tournament's printed matter."""
    return translation.override(language_called(tournament.language).code)


def occasion(tournament: Tournament) -> tuple[str, ...]:
    """When and where, the first note of every sheet."""
    day = date_format(tournament.date, "DATE_FORMAT")
    practice = _("Practice tournament") if tournament.is_practice else ""
    return (" · ".join(filter(None, (day, isolated(tournament.venue), practice))),)


def initials(first: Row, last: Row) -> str:
    """From the initial of the name that begins one row to that of another, as A–H."""
    begun = [search_key(str(row[0]))[:1].upper() for row in (first, last)]
    return "–".join(dict.fromkeys(begun))
