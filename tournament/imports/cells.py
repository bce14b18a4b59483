"""Rows of cells read from a file with a list, each row with its number in the file."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time

from tournament.names import search_key

MEGABYTE = 1024 * 1024
# A workbook may claim cells anywhere; cells beyond these are not looked for.
LAST_ROW, LAST_COLUMN = 100_000, 50

Row = Sequence[object]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file is read; for a workbook also how large it may be when unpacked."""

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
    """A list as it stands in its file.

    A workbook has the names of its `sheets` with any cell, and of the `sheet` that was read. The `encoding` of a text
    is the one that was guessed or chosen, and empty where the file leaves no doubt.
    """

    rows: tuple[NumberedRow, ...]
    sheets: tuple[str, ...] = ()
    sheet: str = ""
    encoding: str = ""


def text_of(cell: object) -> str:
    """A cell as text without line breaks; a whole number as Excel keeps it, 7.0, as 7, a day without midnight."""
    if isinstance(cell, datetime) and cell.time() == time():
        cell = cell.date()
    whole = int(cell) if isinstance(cell, float) and cell.is_integer() else cell
    return "" if whole is None else " ".join(str(whole).split())


def search_keys(words: str) -> frozenset[str]:
    """The words of a text as they are compared: without accents, "ß" as "ss", "ς" as "σ"."""
    return frozenset(search_key(words).split())
