"""Rows of cells read from a file with a list, each row with its number in the file."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time

from tournament.names import search_key

MEGABYTE = 1024 * 1024
# A workbook may claim cells anywhere; cells beyond these are not read.
LAST_ROW, LAST_COLUMN = 100_000, 50

# Signs without a width, as programs put them around texts; two names that differ in them look alike.
UNSEEN = re.compile("[\u200b\u200e\u200f\u2060\u00ad\ufeff\u202a-\u202e\u2066-\u2069]")

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
    that of a text, guessed or chosen, and empty if the file leaves no doubt. `is_mended` tells that the letters of a
    text were encoded twice, `is_chat` that it was copied from a messenger: time, sender, messages.
    """

    rows: tuple[NumberedRow, ...]
    sheets: tuple[str, ...] = ()
    sheet: str = ""
    encoding: str = ""
    is_mended: bool = False
    is_chat: bool = False


def text_of(cell: object) -> str:
    """Return a cell as text: 7.0, as Excel stores 7, as "7", a date without midnight.

    It has no line breaks and no signs that nobody sees.
    """
    if isinstance(cell, datetime) and cell.time() == time():
        cell = cell.date()
    whole = int(cell) if isinstance(cell, float) and cell.is_integer() else cell
    return "" if whole is None else " ".join(UNSEEN.sub("", str(whole)).split())


def search_keys(words: str) -> frozenset[str]:
    """Return the words of a text in the form for comparison: without accents, "ß" as "ss", "ς" as "σ"."""
    return frozenset(search_key(words).split())
