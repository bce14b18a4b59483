"""A list of players from an Excel workbook or a text file (CSV), as the lines in which it could have been pasted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from tournament.engine.refusals import Refused
from tournament.imports.cells import Limits, rows_of, text_of
from tournament.names import is_contact, search_key

# The members of a large club, several times over.
LIMITS = Limits(rows=5_000, megabytes=2, megabytes_unpacked=5)
ROWS_ABOVE_A_HEADER = 10

NAME = frozenset({"name", "namen", "spieler", "spielerin", "spielername", "teilnehmer", "player", "players"}) | {
    "player name", "full name", "name, vorname", "nachname, vorname", "vorname nachname", "last name, first name"
}  # fmt: skip
FIRST_NAME = frozenset({"vorname", "rufname", "first name", "firstname", "given name"})
LAST_NAME = frozenset({"nachname", "familienname", "zuname", "last name", "lastname", "surname", "family name"})
CLUB = frozenset({"verein", "vereinsname", "klub", "club", "club name"})

# What a column of answers to a question holds.
ANSWERS = frozenset({"ja", "nein", "yes", "no", "oui", "non", "si", "x", "m", "w", "f", "d", "true", "false", "wahr"})
# A longer cell is no name, whatever it holds.
LONGEST_CELL = 200

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a list has its names, first and last name perhaps apart, and its clubs."""

    name: tuple[int, ...]
    club: int | None


def read_player_list(file: BinaryIO) -> str:
    """The players of the file, a line each, the club behind a tab; a row without a name begins with a semicolon."""
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
    header = next((number for number, row in enumerate(rows[:ROWS_ABOVE_A_HEADER]) if _header_columns(row)), None)
    columns = _text_columns(rows) if header is None else _header_columns(rows[header])
    if columns is None:
        return []
    above = int(_names_its_columns(rows)) if header is None else header
    return [
        _nameless(row) if number < above else _line(row, columns) for number, row in enumerate(rows) if number != header
    ]


def _headings(row: Row) -> dict[str, int]:
    """Which known headings the row has, and where."""
    column_of: dict[str, int] = {}
    for column, cell in enumerate(row):
        heading = search_key(cell).strip(" .:*")
        for kind, words in (("name", NAME), ("first", FIRST_NAME), ("last", LAST_NAME), ("club", CLUB)):
            if heading in words:
                column_of.setdefault(kind, column)
    return column_of


def _header_columns(row: Row) -> Columns | None:
    """The columns under the row's headings; beside a column of first names, "Name" means the last."""
    column_of = _headings(row)
    if "first" in column_of or "last" in column_of:
        parts = [column_of.get("first"), column_of.get("last", column_of.get("name"))]
    else:
        parts = [column_of.get("name")]
    name = tuple(column for column in parts if column is not None)
    return Columns(name, column_of.get("club")) if name else None


def _text_columns(rows: Sequence[Row]) -> Columns | None:
    """Without a header: the first column of names, not of numbers or contacts, has the names, the next the clubs."""
    texts = [column for column, cells in enumerate(_columns_of(rows)) if cells and not _are_mostly_no_names(cells)]
    return Columns((texts[0],), texts[1] if len(texts) > 1 else None) if texts else None


def _columns_of(rows: Sequence[Row]) -> list[list[str]]:
    """The cells of each column that hold anything, from above."""
    width = max(map(len, rows), default=0)
    return [[row[column] for row in rows if column < len(row) and row[column]] for column in range(width)]


def _are_mostly_no_names(cells: Sequence[str]) -> bool:
    return sum(map(_is_no_name, cells)) * 2 >= len(cells)


def _is_no_name(cell: str) -> bool:
    """Whether the cell holds no name by what is in it: a number, a contact, an answer or a code."""
    shown = cell[:LONGEST_CELL]
    is_code = " " not in shown and any(map(str.isdigit, shown))
    return not _has_letter(shown) or is_code or search_key(shown) in ANSWERS or is_contact(shown)


def _names_its_columns(rows: Sequence[Row]) -> bool:
    """Whether the first row has a heading over a column in which nothing below is a name."""
    below = _columns_of(rows[1:])
    headings = rows[0] if rows else ()
    return any(
        heading and not _is_no_name(heading) and cells and all(map(_is_no_name, cells))
        for heading, cells in zip(headings, below, strict=False)
    )


def _line(row: Row, columns: Columns) -> str:
    name = " ".join(row[column] for column in columns.name if column < len(row) and row[column])
    if not _has_letter(name):
        return _nameless(row)
    club = row[columns.club] if columns.club is not None and columns.club < len(row) else ""
    return f"{name}\t{club}" if club else name


def _nameless(row: Row) -> str:
    return ";" + " ".join(cell for cell in row if cell)
