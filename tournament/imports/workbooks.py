"""The rows of a workbook: Excel (.xlsx) by openpyxl, LibreOffice (.ods) and old Excel (.xls) by calamine."""

import json
import re
import subprocess
import sys
import zipfile
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils.cell import column_index_from_string

from tournament.engine.refusals import Refused
from tournament.imports.cells import LAST_COLUMN, LAST_ROW, MEGABYTE, Limits, NumberedRow, SourceList, text_of

SHEETS = 12
ROWS_ABOVE_HEADINGS, MOST_MERGED = 12, 5_000

# The most of a workbook that is in memory at once: a row, or all that is outside of rows, which may take fifty times
# its size in memory.
ROW_BYTES, LOOSE_MEGABYTES = 500_000, 2
# A few kilobytes may unpack to more than can be read in time, or kept in memory at four bytes for each letter.
MOST_ELEMENTS, MOST_LETTERS = 1_000_000, 5_000_000
ROW_BEGINS, ROW_ENDS = re.compile(rb"<(?:\w{1,20}:)?row[\s>]"), re.compile(rb"</(?:\w{1,20}:)?row\s*>")
# A comment or the like, in which a row could seem to end.
NO_ELEMENT = re.compile(rb"<!|.<\?", re.DOTALL)
ROW_TAG = re.compile(rb"<(?:\w{1,20}:)?row\s([^<>]{1,2000})>")
ROW_NUMBER, ROW_HIDDEN = re.compile(rb'\br="(\d{1,7})"'), re.compile(rb'\bhidden="(?:1|true)"')
MERGED = re.compile(rb'<(?:\w{1,20}:)?mergeCell\s[^<>]{0,200}?\bref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"')

# In the download that needs no Python, the program itself is the reader: packaging/pyinstaller/start.py.
READER = "--read-workbook" if getattr(sys, "frozen", False) else str(Path(__file__).with_name("workbook_process.py"))
READER_SECONDS = 20


# Cells that are merged into one: their column, and their first and last row.
Merged = tuple[int, int, int]


def read_workbook(
    data: bytes, limits: Limits, known_headings: Callable[[Sequence[str]], int], sheet_name: str = ""
) -> SourceList:
    """Read the sheet with the name `sheet_name`, else the first with most known headings in a row."""
    try:
        is_excel = False
        if data.startswith(b"PK"):
            with zipfile.ZipFile(BytesIO(data)) as packed:
                if sum(part.file_size for part in packed.infolist()) > limits.megabytes_unpacked * MEGABYTE:
                    raise Refused("list_file_too_large", megabytes=limits.megabytes_unpacked)
                is_excel = "xl/workbook.xml" in packed.namelist()
        sheets_of = _excel_sheets if is_excel else _other_sheets
        return _one_of(sheets_of(data, limits), known_headings, sheet_name, limits)
    except Refused:
        raise
    # A broken file may raise any exception.
    except Exception as error:
        raise Refused("list_file_broken") from error


def _one_of(
    sheets: Mapping[str, Callable[[], Iterator[NumberedRow]]],
    known_headings: Callable[[Sequence[str]], int],
    sheet_name: str,
    limits: Limits,
) -> SourceList:
    """Return the chosen or most likely sheet, and the names of all sheets that are not empty."""
    tops = {name: list(islice(rows(), ROWS_ABOVE_HEADINGS)) for name, rows in islice(sheets.items(), SHEETS)}
    filled = [name for name, top in tops.items() if top]
    counts = {name: max(known_headings([text_of(cell) for cell in row.cells]) for row in tops[name]) for name in filled}
    name = sheet_name if sheet_name in filled else max(filled, key=counts.__getitem__, default="")
    numbered_rows = tuple(islice(sheets[name](), limits.rows + 1)) if name else ()
    return SourceList(numbered_rows, tuple(filled), name)


def _in_bounds(numbered_rows: Iterable[NumberedRow]) -> Iterator[NumberedRow]:
    """Yield the rows. Raises Refused (list_file_too_much) once they hold more text than any list does."""
    letters = 0
    for row in numbered_rows:
        letters += sum(len(cell) for cell in row.cells if isinstance(cell, str))
        if letters > MOST_LETTERS:
            raise Refused("list_file_too_much")
        yield row


def _excel_sheets(data: bytes, limits: Limits) -> dict[str, Callable[[], Iterator[NumberedRow]]]:
    """Each visible sheet of a workbook by its name, as a function that reads its rows."""
    with zipfile.ZipFile(BytesIO(data)) as packed:
        contents = map(packed.read, packed.infolist())
        if sum(content.count(b"<") - content.count(b"</") for content in contents) > MOST_ELEMENTS:
            raise Refused("list_file_too_much")
        if sum(_loose_bytes(packed.read(part)) for part in packed.infolist()) > LOOSE_MEGABYTES * MEGABYTE:
            raise Refused("list_file_too_large", megabytes=LOOSE_MEGABYTES)
        workbook = load_workbook(BytesIO(data), read_only=True, data_only=True)
        visible = [sheet for sheet in workbook.worksheets if sheet.sheet_state == "visible"][:SHEETS]
        parts = {sheet.title: packed.read(str(vars(sheet)["_worksheet_path"]).lstrip("/")) for sheet in visible}
    return {sheet.title: partial(_excel_rows, sheet, parts[sheet.title]) for sheet in visible}


def _excel_rows(sheet: Any, part: bytes) -> Iterator[NumberedRow]:
    # Some programs write a wrong size of the sheet.
    sheet.reset_dimensions()
    cells = enumerate(islice(sheet.iter_rows(max_col=LAST_COLUMN, values_only=True), LAST_ROW), start=1)
    # To tell which rows are hidden or merged, openpyxl would load the whole sheet into memory.
    tags = (tag[1] for tag in ROW_TAG.finditer(part) if ROW_HIDDEN.search(tag[1]))
    hidden = frozenset(int(number[1]) for tag in tags if (number := ROW_NUMBER.search(tag)))
    filled = (
        NumberedRow(number, row, number in hidden)
        for number, row in cells
        if any(cell not in (None, "") for cell in row)
    )
    return _in_bounds(_with_merged(filled, _merged(part)))


def _loose_bytes(part: bytes) -> int:
    """Count the bytes in a part of the workbook outside of rows, or in rows larger than `ROW_BYTES`."""
    if NO_ELEMENT.search(part):
        return len(part)
    loose, behind = 0, 0
    for end in ROW_ENDS.finditer(part):
        begin = max(
            (pattern_match.start() for pattern_match in ROW_BEGINS.finditer(part, behind, end.start())),
            default=end.start(),
        )
        is_row = end.start() - begin <= ROW_BYTES
        loose += begin - behind if is_row else end.start() - behind
        behind = end.end()
    return loose + len(part) - behind


def _merged(part: bytes) -> list[Merged]:
    merged_cells = []
    for reference in islice(MERGED.finditer(part), MOST_MERGED):
        column, first, last = column_index_from_string(reference[1].decode()), int(reference[2]), int(reference[3])
        if column <= LAST_COLUMN and last > first:
            merged_cells.append((column - 1, first, last))
    return merged_cells


def _with_merged(numbered_rows: Iterable[NumberedRow], merged: Sequence[Merged]) -> Iterator[NumberedRow]:
    """Yield the rows, with the content of merged cells repeated in each of their rows."""
    begins: dict[int, list[Merged]] = {}
    for merged_cell in merged:
        begins.setdefault(merged_cell[1], []).append(merged_cell)
    open_ones: dict[int, tuple[int, int, object]] = {}
    firsts = sorted(begins)
    seen = 0
    for row in numbered_rows:
        cells = list(row.cells)
        until = bisect_left(firsts, row.number + 1)
        for first in firsts[seen:until]:
            for column, _first, last in begins[first] if first == row.number else ():
                open_ones[column] = (first, last, cells[column] if column < len(cells) else None)
        seen = until
        for column, (first, last, content) in open_ones.items():
            if first < row.number <= last and column < len(cells):
                cells[column] = content
        yield replace(row, cells=tuple(cells))


def _other_sheets(data: bytes, limits: Limits) -> dict[str, Callable[[], Iterator[NumberedRow]]]:
    """Read each sheet, by its name, in a separate process.

    The library allocates memory for all cells up to the last one, wherever that is: even a small file can claim more
    than the machine has, which would end this process.
    """
    limits_json = json.dumps(
        {
            "rows": LAST_ROW,
            "columns": LAST_COLUMN,
            "sheets": SHEETS,
            "filled": limits.rows + 1,
            "letters": MOST_LETTERS,
        }
    )
    try:
        done = subprocess.run(
            [sys.executable, READER, limits_json],
            input=data,
            capture_output=True,
            check=False,
            timeout=READER_SECONDS,
            # Without it, a window flashes up on Windows.
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except subprocess.TimeoutExpired as expired:
        raise Refused("list_file_too_large", megabytes=limits.megabytes_unpacked) from expired
    if done.returncode:
        raise Refused("list_file_too_large", megabytes=limits.megabytes_unpacked)
    answer = json.loads(done.stdout, object_hook=_moment)
    match answer["problem"]:
        case "password":
            raise Refused("list_file_has_password")
        case "broken":
            raise Refused("list_file_broken")
        case "too_much":
            raise Refused("list_file_too_much")

    def reads(sheet: Mapping[str, Any]) -> Callable[[], Iterator[NumberedRow]]:
        merged = [(column, first, last) for column, first, last in sheet["merged"]]
        return lambda: _in_bounds(_with_merged((NumberedRow(number, row) for number, row in sheet["rows"]), merged))

    return {sheet["name"]: reads(sheet) for sheet in answer["sheets"]}


def _moment(json_value: dict[str, Any]) -> Any:
    if "moment" in json_value:
        return datetime.fromisoformat(json_value["moment"])
    return date.fromisoformat(json_value["day"]) if "day" in json_value else json_value
