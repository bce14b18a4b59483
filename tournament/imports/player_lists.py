"""A list of players from an Excel workbook or a text file (CSV), turned into lines as they are pasted."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import BinaryIO

from tournament.engine.refusals import Refused
from tournament.imports.cells import Limits, rows_of, text_of
from tournament.imports.pasted_lines import LEADING_NUMBER
from tournament.names import is_contact, search_key

# Several times the members of a large club.
LIMITS = Limits(rows=5_000, megabytes=2, megabytes_unpacked=5)
ROWS_ABOVE_A_HEADER = 10

NAME = frozenset({"name", "namen", "spieler", "spielerin", "spielername", "teilnehmer", "player", "players"}) | {
    "player name", "full name", "name, vorname", "nachname, vorname", "vorname nachname", "last name, first name"
}  # fmt: skip
FIRST_NAME = frozenset({"vorname", "rufname", "first name", "firstname", "given name"})
LAST_NAME = frozenset({"nachname", "familienname", "zuname", "last name", "lastname", "surname", "family name"})
CLUB = frozenset({"verein", "vereinsname", "klub", "club", "club name"})

# The words in a column of answers to a question.
ANSWERS = frozenset({"ja", "nein", "yes", "no", "oui", "non", "si", "x", "m", "w", "f", "d", "true", "false", "wahr"})
# A time, or a year beside a number as short as a day.
MOMENT = re.compile(r"\d:\d\d|\b\d{1,2}\b.*\b(?:19|20)\d\d\b|\b(?:19|20)\d\d\b.*\b\d{1,2}\b")
_CURRENCY = r"(?:chf|czk|dkk|eur|euros?|fr|gbp|huf|kc|kr|nok|pln|sek|usd|zl)\.?"
AMOUNT = re.compile(rf"(?:{_CURRENCY})?\s*\d+(?:[.,]\d+|,-)?\s*(?:{_CURRENCY})?")
# A longer cell is no name, whatever it holds; this many rows are read to tell what the columns hold.
LONGEST_CELL = 200
ROWS_THAT_TELL = 100

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a list: one for names or two for first and last names, and the one for clubs."""

    name: tuple[int, ...]
    club: int | None


def read_player_list(file: BinaryIO) -> str:
    """Read a file as one line for each player, the club behind a tab; a row without a name begins with a semicolon."""
    found = rows_of(file, LIMITS, lambda cells: len(_headings(cells)))
    rows = [[text_of(cell) for cell in row.cells] for row in found]
    filled = [row for row in rows if any(map(_has_letter, row))]
    lines = _lines(filled)
    if all(line.startswith(";") for line in lines):
        raise Refused("list_file_without_name")
    return "\n".join(lines)


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


def _lines(rows: Sequence[Row]) -> list[str]:
    header = next((number for number in range(len(rows[:ROWS_ABOVE_A_HEADER])) if _header_columns(rows, number)), None)
    if header is None:
        above = below = _rows_above(rows)
        clubs = [_headings(row)["club"] for row in rows[:above] if "club" in _headings(row)]
        columns = _text_columns(rows[below:], clubs[0] if clubs else None)
    else:
        above, below = header, header + 1
        columns = _header_columns(rows, header)
    if columns is None:
        return []
    return [*map(_nameless, rows[:above]), *(_line(row, columns) for row in rows[below:])]


def _headings(row: Row, without: Collection[int] = ()) -> dict[str, int]:
    """The column of each known heading in the row, except for the columns `without`."""
    column_of: dict[str, int] = {}
    for column, cell in enumerate(row):
        heading = search_key(cell).strip(" .:*")
        for kind, words in (("name", NAME), ("first", FIRST_NAME), ("last", LAST_NAME), ("club", CLUB)):
            if heading in words and column not in without:
                column_of.setdefault(kind, column)
    return column_of


def _header_columns(rows: Sequence[Row], number: int) -> Columns | None:
    """The columns under the headings of this row, except for those of contacts.

    Beside a column of first names, "Name" means the last.
    """
    if not _headings(rows[number]):
        return None
    below = _columns_of(rows[number + 1 :])
    column_of = _headings(rows[number], [nth for nth, cells in enumerate(below) if _are_mostly(is_contact, cells)])
    if "first" in column_of or "last" in column_of:
        parts = [column_of.get("first"), column_of.get("last", column_of.get("name"))]
    else:
        parts = [column_of.get("name")]
    name = tuple(column for column in parts if column is not None)
    return Columns(name, column_of.get("club")) if name else None


def _text_columns(rows: Sequence[Row], club: int | None) -> Columns | None:
    """The columns of a list without a heading for names: the first with names, and for clubs `club` or the next."""
    columns = _columns_of(rows)
    possible = [nth for nth, cells in enumerate(columns) if cells and not _are_mostly(_is_no_name, cells)]
    names = [nth for nth in possible if nth != club]
    name = next((nth for nth in names if not _is_doubtful(columns[nth])), names[0] if names else None)
    if name is None:
        return None
    return Columns((name,), club if club in possible else next((nth for nth in names if nth > name), None))


def _rows_above(rows: Sequence[Row]) -> int:
    """How many rows stand above a list that has no known heading for names."""
    first = rows[:ROWS_ABOVE_A_HEADER]
    return next((number + 1 for number in range(len(first)) if _is_header(rows, number)), 0)


def _is_header(rows: Sequence[Row], number: int) -> bool:
    """Whether the row has a heading: it stands over nothing but numbers, contacts, answers or the like, and under none.

    Most of the rows below have a cell there, so that a single remark makes no heading of the row above it.
    """
    above, below = _columns_of(rows[:number]), _columns_of(rows[number + 1 :])
    fewest = min(len(rows) - number - 1, ROWS_THAT_TELL) / 2
    return any(
        heading
        and not any(map(_is_no_name, (heading, *over)))
        and len(under) >= max(fewest, 1)
        and all(map(_is_no_name, under))
        for heading, over, under in zip_longest(rows[number], above, below, fillvalue="")
    )


def _columns_of(rows: Sequence[Row]) -> list[list[str]]:
    """The filled cells of each column, from as many rows as it takes to tell what the column holds."""
    told = rows[:ROWS_THAT_TELL]
    width = max(map(len, told), default=0)
    return [
        [row[column][:LONGEST_CELL] for row in told if column < len(row) and row[column]] for column in range(width)
    ]


def _are_mostly(kind: Callable[[str], bool], cells: Sequence[str]) -> bool:
    return bool(cells) and sum(map(kind, cells)) * 2 >= len(cells)


def _is_no_name(cell: str) -> bool:
    """Whether the cell holds no name by what is in it: a number, a contact, an answer, a time, an amount or a code."""
    key = search_key(cell)
    is_no_word = not _has_letter(cell) or key in ANSWERS or AMOUNT.fullmatch(key)
    return bool(is_no_word or MOMENT.search(cell)) or _is_code(cell) or is_contact(cell)


def _is_code(cell: str) -> bool:
    """Whether a cell is one word with a letter behind a digit, or with more digits than letters."""
    word = LEADING_NUMBER.sub("", cell)
    digits = sum(map(str.isdigit, word))
    return " " not in word and bool(re.search(r"\d.*[^\W\d_]", word) or digits > sum(map(str.isalpha, word)))


def _is_doubtful(cells: Sequence[str]) -> bool:
    """Whether a column is unlikely to hold the names: it has numbered words, or a few words again and again."""
    below = cells[1:]
    is_repeated = bool(below) and len(set(below)) * 2 <= len(below)
    return is_repeated or _are_mostly(lambda cell: " " not in cell and any(map(str.isdigit, cell)), cells)


def _line(row: Row, columns: Columns) -> str:
    name = " ".join(row[column] for column in columns.name if column < len(row) and row[column])
    if not _has_letter(name):
        return _nameless(row)
    club = row[columns.club] if columns.club is not None and columns.club < len(row) else ""
    return f"{name}\t{club}" if club else name


def _nameless(row: Row) -> str:
    return ";" + " ".join(cell for cell in row if cell)
