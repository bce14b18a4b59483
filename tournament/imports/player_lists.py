"""A list of players from an Excel workbook or a text file (CSV), as the lines in which it could have been pasted."""

import csv
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from itertools import islice
from typing import BinaryIO

from openpyxl import load_workbook

from tournament.engine.refusals import Refused
from tournament.names import search_key

MEGABYTE = 1024 * 1024
MOST_MEGABYTES, MOST_MEGABYTES_UNPACKED = 2, 5
# The members of a large club, several times over.
MOST_ROWS = 5_000
# A workbook may claim cells anywhere; so far they are looked for.
LAST_ROW, LAST_COLUMN = 100_000, 50
LINES_THAT_TELL = 200
ROWS_ABOVE_A_HEADER = 10

ZIP, OLD_OFFICE, UTF_16 = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", (b"\xff\xfe", b"\xfe\xff")
# So a password is kept in a file of Excel: as a stream of this name inside the old format.
WITH_PASSWORD = "EncryptedPackage".encode("utf-16-le")
# PDF, web page, JSON, rich text; an image gives itself away by its zero bytes.
NO_LIST = ("%PDF", "<", "{")
# The German Excel writes the second; a byte that does not exist there, such as the ü of DOS, leads to the third.
ENCODINGS = ("utf-8-sig", "cp1252", "cp850")
# "Keller, Anna" is one name: a comma that parts columns has no blank behind it.
DELIMITERS = {"\t": "\t", ";": ";", ",": r",(?!\s|$)"}

NAME = frozenset({"name", "namen", "spieler", "spielerin", "spielername", "teilnehmer", "player", "players"}) | {
    "player name", "full name", "name, vorname", "nachname, vorname", "vorname nachname", "last name, first name"
}  # fmt: skip
FIRST_NAME = frozenset({"vorname", "rufname", "first name", "firstname", "given name"})
LAST_NAME = frozenset({"nachname", "familienname", "zuname", "last name", "lastname", "surname", "family name"})
CLUB = frozenset({"verein", "vereinsname", "klub", "club", "club name"})

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a list has its names, first and last name perhaps apart, and its clubs."""

    name: tuple[int, ...]
    club: int | None


def read_player_list(file: BinaryIO) -> str:
    """The players of the file, a line each, the club behind a tab; a row without a name begins with a semicolon."""
    data = file.read(MOST_MEGABYTES * MEGABYTE + 1)
    if len(data) > MOST_MEGABYTES * MEGABYTE:
        raise Refused("list_file_too_large", megabytes=MOST_MEGABYTES)
    found = list(islice(_rows(data), MOST_ROWS + 1))
    if len(found) > MOST_ROWS:
        raise Refused("list_file_too_long", rows=MOST_ROWS)
    rows = [[_one_line(cell) for cell in islice(row, LAST_COLUMN)] for row in found]
    filled = [row for row in rows if any(map(_has_letter, row))]
    lines = _lines(filled)
    if all(line.startswith(";") for line in lines):
        raise Refused("list_file_without_name")
    return "\n".join(lines)


def _rows(data: bytes) -> Iterable[Iterable[object]]:
    if not data.strip():
        raise Refused("list_file_empty")
    if data.startswith(OLD_OFFICE):
        raise Refused("list_file_has_password") if WITH_PASSWORD in data else Refused("list_file_old_excel")
    return _rows_of_workbook(data) if data.startswith(ZIP) else _rows_of_text(_decoded(data))


def _rows_of_workbook(data: bytes) -> list[tuple[object, ...]]:
    """The rows of the first sheet that has any, as far as it takes to see that they are too many."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
        if unpacked <= MOST_MEGABYTES_UNPACKED * MEGABYTE:
            return _first_filled_sheet(data)
    # A file that is broken somewhere inside can end in any exception.
    except Exception as error:
        raise Refused("list_file_broken") from error
    raise Refused("list_file_too_large", megabytes=MOST_MEGABYTES_UNPACKED)


def _first_filled_sheet(data: bytes) -> list[tuple[object, ...]]:
    workbook = load_workbook(BytesIO(data), read_only=True, data_only=True)
    try:
        for sheet in workbook.worksheets:
            # Some programs write a size of the sheet that is not its size.
            sheet.reset_dimensions()
            rows = islice(sheet.iter_rows(max_col=LAST_COLUMN, values_only=True), LAST_ROW)
            filled = (row for row in rows if any(cell is not None for cell in row))
            if found := list(islice(filled, MOST_ROWS + 1)):
                return found
        return []
    finally:
        workbook.close()


def _decoded(data: bytes) -> str:
    for encoding in ("utf-16",) if data.startswith(UTF_16) else ENCODINGS:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" in text or text.lstrip().startswith(NO_LIST):
            break
        return text.replace("\r\n", "\n").replace("\r", "\n")
    raise Refused("list_file_unreadable")


def _rows_of_text(text: str) -> list[list[str]]:
    # Excel's own note of what parts the columns.
    noted = re.match(r"sep=([\t;,|])\n", text)
    delimiter = noted[1] if noted else _delimiter(text)
    try:
        return list(csv.reader(StringIO(text[noted.end() if noted else 0 :]), delimiter=delimiter))
    except csv.Error as error:
        raise Refused("list_file_unreadable") from error


def _delimiter(text: str) -> str:
    """What stands in most lines; a comma also where it parts the words of a header."""
    lines = list(islice(filter(str.strip, re.sub('"[^"]*"', '""', text).splitlines()), LINES_THAT_TELL))
    if any(len(_header_places(line.split(","))) > 1 for line in lines[:1]):
        return ","
    return max(DELIMITERS, key=lambda delimiter: sum(bool(re.search(DELIMITERS[delimiter], line)) for line in lines))


def _one_line(cell: object) -> str:
    """A cell as text without line breaks; a whole number as Excel keeps it, 7.0, as 7."""
    whole = int(cell) if isinstance(cell, float) and cell.is_integer() else cell
    return "" if whole is None else " ".join(str(whole).split())


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


def _lines(rows: Sequence[Row]) -> list[str]:
    header = next((number for number, row in enumerate(rows[:ROWS_ABOVE_A_HEADER]) if _header_columns(row)), None)
    columns = _text_columns(rows) if header is None else _header_columns(rows[header])
    if columns is None:
        return []
    return [
        _nameless(row) if header is not None and number < header else _line(row, columns)
        for number, row in enumerate(rows)
        if number != header
    ]


def _header_places(row: Row) -> dict[str, int]:
    """Which known headings the row has, and where."""
    places: dict[str, int] = {}
    for column, cell in enumerate(row):
        heading = search_key(cell).strip(" .:*")
        for kind, words in (("name", NAME), ("first", FIRST_NAME), ("last", LAST_NAME), ("club", CLUB)):
            if heading in words:
                places.setdefault(kind, column)
    return places


def _header_columns(row: Row) -> Columns | None:
    """The columns under the row's headings; beside a column of first names, "Name" means the last."""
    places = _header_places(row)
    if "first" in places or "last" in places:
        parts = [places.get("first"), places.get("last", places.get("name"))]
    else:
        parts = [places.get("name")]
    name = tuple(column for column in parts if column is not None)
    return Columns(name, places.get("club")) if name else None


def _text_columns(rows: Sequence[Row]) -> Columns | None:
    """Without a header: the first column of words, not of numbers, has the names, the next the clubs."""
    texts = []
    for column in range(max(map(len, rows), default=0)):
        cells = [row[column] for row in rows if column < len(row) and row[column]]
        if cells and sum(map(_has_letter, cells)) * 2 > len(cells):
            texts.append(column)
    return Columns((texts[0],), texts[1] if len(texts) > 1 else None) if texts else None


def _line(row: Row, columns: Columns) -> str:
    name = " ".join(row[column] for column in columns.name if column < len(row) and row[column])
    if not _has_letter(name):
        return _nameless(row)
    club = row[columns.club] if columns.club is not None and columns.club < len(row) else ""
    return f"{name}\t{club}" if club else name


def _nameless(row: Row) -> str:
    return ";" + " ".join(cell for cell in row if cell)
