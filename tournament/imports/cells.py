"""Rows of cells read from a file with a list, each row with its number in the file."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time

from tournament.names import search_key

MEGABYTE = 1024 * 1024
# A workbook may claim cells anywhere; cells beyond these are not read.
LAST_ROW, LAST_COLUMN = 100_000, 50

Row = Sequence[object]


@dataclass(frozen=True, slots=True)
class Limits:
    """The most rows and megabytes that a file may have, and the most megabytes of an unpacked workbook."""

    rows: int
    megabytes: int
    megabytes_unpacked: int


@dataclass(frozen=True, slots=True)
class NumberedRow:
    """A row, and the line of the file in which it ends, counted from 1."""

    number: int
    cells: Row
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class SourceList:
    """The rows of a list as they are in its file.

    In a workbook, `sheets` names the sheets that are not empty, and `sheet` the one that was read. `encoding` is
    that of a text, guessed or chosen, and empty if the file leaves no doubt.
    """

    rows: tuple[NumberedRow, ...]
    sheets: tuple[str, ...] = ()
    sheet: str = ""
    encoding: str = ""


def text_of(cell: object) -> str:
    """Return a cell as text without line breaks: 7.0, as Excel stores 7, as "7", and a date without midnight."""
    if isinstance(cell, datetime) and cell.time() == time():
        cell = cell.date()
    whole = int(cell) if isinstance(cell, float) and cell.is_integer() else cell
    return "" if whole is None else " ".join(str(whole).split())


def search_keys(words: str) -> frozenset[str]:
    """Return the words of a text in the form for comparison: without accents, "ß" as "ss", "ς" as "σ"."""
    return frozenset(search_key(words).split())
