"""The rows of a list from an Excel workbook or a text file (CSV), each with its number in the file."""

import csv
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from itertools import islice
from typing import BinaryIO

from openpyxl import load_workbook

from tournament.engine.refusals import Refused

MEGABYTE = 1024 * 1024
# A workbook may claim cells anywhere; cells beyond these are not looked for.
LAST_ROW, LAST_COLUMN = 100_000, 50
SHEETS = 5
LINES_THAT_TELL, CHARACTERS_THAT_TELL = 200, 200_000

# How much of a workbook is in memory at once: a row, or all that stands outside of the rows, which may take fifty times
# its size there.
ROW_BYTES, LOOSE_MEGABYTES = 500_000, 2
ROW_BEGINS, ROW_ENDS = re.compile(rb"<(?:\w{1,20}:)?row[\s>]"), re.compile(rb"</(?:\w{1,20}:)?row\s*>")
# A comment or the like, in which a row could seem to end.
NO_ELEMENT = re.compile(rb"<!|.<\?", re.DOTALL)

ZIP, OLD_OFFICE, UTF_16 = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", (b"\xff\xfe", b"\xfe\xff")
# Excel writes a file with a password as a stream of this name inside the old format.
WITH_PASSWORD = "EncryptedPackage".encode("utf-16-le")
# PDF, web page, JSON, rich text; an image gives itself away by its zero bytes.
NO_LIST = ("%PDF", "<", "{")
# German Excel writes the second; a byte that does not exist in it, such as the ü of DOS, leads to the third.
ENCODINGS = ("utf-8-sig", "cp1252", "cp850")
# "Keller, Anna" is one name: a comma that separates columns has no blank behind it.
DELIMITERS = {"\t": "\t", ";": ";", ",": r",(?!\s|$)"}

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


def rows_of(file: BinaryIO, limits: Limits, known_headings: Callable[[Sequence[str]], int]) -> list[NumberedRow]:
    """Read the rows of the file that have any cell. Raises Refused where it is no such list.

    `known_headings` counts the headings of such a list in a row, which tells the delimiter of the columns.
    """
    data = file.read(limits.megabytes * MEGABYTE + 1)
    if len(data) > limits.megabytes * MEGABYTE:
        raise Refused("list_file_too_large", megabytes=limits.megabytes)
    if not data.strip():
        raise Refused("list_file_empty")
    if data.startswith(OLD_OFFICE):
        raise Refused("list_file_has_password") if WITH_PASSWORD in data else Refused("list_file_old_excel")
    if data.startswith(ZIP):
        rows = _rows_of_workbook(data, limits)
    else:
        rows = list(islice(_rows_of_text(_decoded(data), known_headings), limits.rows + 1))
    if len(rows) > limits.rows:
        raise Refused("list_file_too_long", rows=limits.rows)
    return rows


def text_of(cell: object) -> str:
    """A cell as text without line breaks; a whole number as Excel keeps it, 7.0, as 7."""
    whole = int(cell) if isinstance(cell, float) and cell.is_integer() else cell
    return "" if whole is None else " ".join(str(whole).split())


def _rows_of_workbook(data: bytes, limits: Limits) -> list[NumberedRow]:
    """The rows of the first sheet that has any; of too many rows just enough to see that."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > limits.megabytes_unpacked * MEGABYTE:
                raise Refused("list_file_too_large", megabytes=limits.megabytes_unpacked)
            if sum(_loose_bytes(packed.read(part)) for part in packed.infolist()) > LOOSE_MEGABYTES * MEGABYTE:
                raise Refused("list_file_too_large", megabytes=LOOSE_MEGABYTES)
        return _first_filled_sheet(data, limits)
    except Refused:
        raise
    # A file that is broken somewhere inside can end in any exception.
    except Exception as error:
        raise Refused("list_file_broken") from error


def _loose_bytes(part: bytes) -> int:
    """How many bytes of a part of the workbook stand outside of rows, or in a row that is too large for one."""
    if NO_ELEMENT.search(part):
        return len(part)
    loose, behind = 0, 0
    for end in ROW_ENDS.finditer(part):
        begin = max((found.start() for found in ROW_BEGINS.finditer(part, behind, end.start())), default=end.start())
        is_row = end.start() - begin <= ROW_BYTES
        loose += begin - behind if is_row else end.start() - behind
        behind = end.end()
    return loose + len(part) - behind


def _first_filled_sheet(data: bytes, limits: Limits) -> list[NumberedRow]:
    workbook = load_workbook(BytesIO(data), read_only=True, data_only=True)
    try:
        for sheet in workbook.worksheets[:SHEETS]:
            # Some programs write a wrong size of the sheet.
            sheet.reset_dimensions()
            rows = enumerate(islice(sheet.iter_rows(max_col=LAST_COLUMN, values_only=True), LAST_ROW), start=1)
            filled = (NumberedRow(number, row) for number, row in rows if any(cell is not None for cell in row))
            if found := list(islice(filled, limits.rows + 1)):
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


def _rows_of_text(text: str, known_headings: Callable[[Sequence[str]], int]) -> Iterator[NumberedRow]:
    # Excel's own note of the delimiter.
    noted = re.match(r"sep=([\t;,|])\n", text)
    delimiter = noted[1] if noted else _delimiter(text, known_headings)
    reader = csv.reader(StringIO(text[noted.end() if noted else 0 :]), delimiter=delimiter)
    try:
        for row in reader:
            yield NumberedRow(reader.line_num + bool(noted), row[:LAST_COLUMN])
    except csv.Error as error:
        raise Refused("list_file_unreadable") from error


def _delimiter(text: str, known_headings: Callable[[Sequence[str]], int]) -> str:
    """The delimiter that most lines contain; a comma where splitting the first line at it gives known headings."""
    lines = list(
        islice(filter(str.strip, re.sub('"[^"]*"', '""', text[:CHARACTERS_THAT_TELL]).splitlines()), LINES_THAT_TELL)
    )
    if any(known_headings(line.split(",", LAST_COLUMN)) > 1 for line in lines[:1]):
        return ","
    return max(DELIMITERS, key=lambda delimiter: sum(bool(re.search(DELIMITERS[delimiter], line)) for line in lines))
