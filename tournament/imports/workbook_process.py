"""Reads a workbook from standard input and writes its cells as JSON, in a process with limited memory and time.

It is started by its path, so it cannot import the rest of the program.
"""

import json
import sys
import zipfile
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetVisibleEnum

# Elements of an OpenDocument, whose attributes begin with the same prefix as they do.
TABLE, COVERED, MOST_MERGED = "table:table", "table:covered-table-cell", 5_000
MOST_BYTES, MOST_SECONDS = 400 * 1024 * 1024, 15


def main() -> None:
    """Write the sheets, or the problem, to standard output."""
    _limit()
    limits = json.loads(sys.argv[-1])
    try:
        data = sys.stdin.buffer.read()
        workbook = CalamineWorkbook.from_filelike(BytesIO(data))
        visible_names = [sheet.name for sheet in workbook.sheets_metadata if sheet.visible is SheetVisibleEnum.Visible]
        merged = _merged_in_open_document(data) if data.startswith(b"PK") else {}
        sheets = [_sheet(workbook, name, limits, merged.get(name, [])) for name in visible_names[: limits["sheets"]]]
        cells = (cell for sheet in sheets for _number, row in sheet["rows"] for cell in row)
        is_too_much = sum(len(cell) for cell in cells if isinstance(cell, str)) > limits["letters"]
        answer: dict[str, Any] = {"problem": "too_much"} if is_too_much else {"problem": "", "sheets": sheets}
    except PasswordError:
        answer = {"problem": "password"}
    except (CalamineError, zipfile.BadZipFile, ExpatError, ValueError):
        answer = {"problem": "broken"}
    # Escaped, every letter outside of ASCII would take six to twelve bytes.
    sys.stdout.buffer.write(json.dumps(answer, default=_plain, ensure_ascii=False).encode())


if sys.platform == "win32":
    import ctypes
    import struct

    # JOBOBJECT_EXTENDED_LIMIT_INFORMATION: offsets of flags and memory limit, its size and its class number.
    FLAGS_AT, MEMORY_AT, SIZE, NUMBER = 16, 112, 144, 9
    LIMITS_MEMORY = 0x100

    def _limit() -> None:
        """Limit the memory of this process by a Windows job; the parent process limits its time."""
        kernel = ctypes.WinDLL("kernel32")
        kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = ctypes.c_void_p
        limits = bytearray(SIZE)
        struct.pack_into("<I", limits, FLAGS_AT, LIMITS_MEMORY)
        struct.pack_into("<Q", limits, MEMORY_AT, MOST_BYTES)
        job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
        kernel.SetInformationJobObject(job, NUMBER, bytes(limits), SIZE)
        kernel.AssignProcessToJobObject(job, ctypes.c_void_p(kernel.GetCurrentProcess()))

else:
    import resource

    def _limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, _lowered(resource.RLIMIT_AS, MOST_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, _lowered(resource.RLIMIT_CPU, MOST_SECONDS))

    def _lowered(what: int, most: int) -> tuple[int, int]:
        _soft, hard = resource.getrlimit(what)
        lowest = most if hard == resource.RLIM_INFINITY else min(most, hard)
        return lowest, hard


def _sheet(
    workbook: CalamineWorkbook, name: str, limits: dict[str, int], merged: list[tuple[int, int, int]]
) -> dict[str, Any]:
    sheet = workbook.get_sheet_by_name(name)
    rows: list[tuple[int, list[Any]]] = []
    for number, row in enumerate(sheet.to_python(skip_empty_area=False, nrows=limits["rows"]), start=1):
        if any(cell != "" for cell in row[: limits["columns"]]) and len(rows) < limits["filled"]:
            rows.append((number, row[: limits["columns"]]))
    merged += [
        (first_column, first_row + 1, last_row + 1)
        for (first_row, first_column), (last_row, _last_column) in sheet.merged_cell_ranges or ()
        if last_row > first_row
    ]
    return {"name": name, "rows": rows, "merged": merged}


def _merged_in_open_document(data: bytes) -> dict[str, list[tuple[int, int, int]]]:
    """The merged cells of each table of an OpenDocument: column from 0, first and last row from 1.

    The library knows those of other workbooks only.
    """
    with zipfile.ZipFile(BytesIO(data)) as packed:
        content = packed.read("content.xml") if "content.xml" in packed.namelist() else b""
    if b"number-rows-spanned" not in content:
        return {}
    merged_by_table: dict[str, list[tuple[int, int, int]]] = {}
    table: list[tuple[int, int, int]] = []
    row = column = repeated = depth = 0

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal table, row, column, repeated, depth
        depth += tag == TABLE
        # A table within a cell is none of the sheet.
        if depth > 1:
            return
        if tag == TABLE:
            table = merged_by_table.setdefault(attributes.get("table:name", ""), [])
            row = 0
        elif tag == f"{TABLE}-row":
            repeated = int(attributes.get("table:number-rows-repeated", 1))
            column = 0
        elif tag in (f"{TABLE}-cell", COVERED):
            spanned = int(attributes.get("table:number-rows-spanned", 1))
            if spanned > 1 and len(table) < MOST_MERGED:
                table.append((column, row + 1, row + spanned))
            column += int(attributes.get("table:number-columns-repeated", 1))

    def end(tag: str) -> None:
        nonlocal row, depth
        depth -= tag == TABLE
        row += repeated if tag == f"{TABLE}-row" and depth == 1 else 0

    parser = ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.Parse(content, True)
    return merged_by_table


def _plain(cell: object) -> Any:
    if isinstance(cell, datetime):
        return {"moment": cell.isoformat()}
    if isinstance(cell, date):
        return {"day": cell.isoformat()}
    return cell.isoformat() if isinstance(cell, time) else str(cell) if isinstance(cell, timedelta) else None


if __name__ == "__main__":
    main()
