"""Reads the rows of a list that is a text: pasted, or from a file (CSV)."""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from tournament.engine.refusals import Refused
from tournament.imports.cells import LAST_COLUMN, NumberedRow

LINES_THAT_TELL, CHARACTERS_THAT_TELL, LINES_ABOVE_HEADINGS = 200, 200_000, 10
# "Keller, Anna" is one name, and "8,00 €" one amount: a comma that separates columns has no blank behind it.
DELIMITERS = {"\t": "\t", ";": ";", ",": r",(?!\s|$|-|\d\d ?(?:€|EUR|CHF))", "|": r"\|"}
# Columns that are set apart by blanks alone.
GAP = re.compile(r"(?<=\S)(?: {3,}| *\t *| {2,}(?! ))(?=\S)")
# A longer row is refused, because each cell takes many times its size in memory.
LONGEST_ROW = 500_000
LINE = re.compile(r"[^\n]*\n|[^\n]+")
# The longest text that is searched for the recipients of a mail; a longer one would take long.
LONGEST_RECIPIENTS = 50_000
MAIL = r"[^\s<>;,@]{1,64}@[^\s<>;,@]{1,99}"
ADDRESS = re.compile(rf'(?:"([^"]{{0,99}})"|([^<>;,"]{{0,99}}?))\s{{0,9}}<({MAIL})>|({MAIL})')


def rows_of_text(text: str, known_headings: Callable[[Sequence[str]], int]) -> Iterator[NumberedRow]:
    """Read the rows of a text. `known_headings` counts headings in a row, to find the delimiter of the columns."""
    if len(text) <= LONGEST_RECIPIENTS and (addresses := _address_rows(text.split("\n"))):
        return iter(addresses)
    # Excel's own line that names the delimiter.
    noted = re.match(r"sep=([\t;,|])\n", text)
    if noted:
        return _read(text[noted.end() :], noted[1], 1)
    delimiter = _delimiter(text, known_headings)
    if not delimiter:
        return _read(GAP.sub("\t", text), "\t", 0)
    return _read(text, delimiter, 0)


def _read(text: str, delimiter: str, lines_above: int) -> Iterator[NumberedRow]:
    # An unmatched quotation mark would turn all that follows into one cell.
    is_odd = text.count('"') % 2
    read = row_begins = 0

    def lines() -> Iterator[str]:
        nonlocal read
        for line in LINE.finditer(text):
            read = line.end()
            # A row may contain line breaks, in quoted cells.
            if read - row_begins > LONGEST_ROW:
                raise Refused("list_file_unreadable")
            yield line[0]

    reader = csv.reader(lines(), delimiter=delimiter, quoting=csv.QUOTE_NONE if is_odd else csv.QUOTE_MINIMAL)
    try:
        for row in reader:
            yield NumberedRow(reader.line_num + lines_above, row[:LAST_COLUMN])
            row_begins = read
    except csv.Error as error:
        raise Refused("list_file_unreadable") from error


def _delimiter(text: str, known_headings: Callable[[Sequence[str]], int]) -> str:
    """Return the delimiter that gives most headings, else the one in most lines; empty if blanks separate the cells."""
    without_quoted = re.sub('"[^"]*"', '""', text[:CHARACTERS_THAT_TELL])
    lines = list(islice(filter(str.strip, without_quoted.splitlines()), LINES_THAT_TELL))

    def headings(delimiter: str) -> int:
        return max(
            (known_headings(line.split(delimiter, LAST_COLUMN)) for line in lines[:LINES_ABOVE_HEADINGS]), default=0
        )

    def lines_with(delimiter: str) -> int:
        return sum(bool(re.search(DELIMITERS[delimiter], line)) for line in lines)

    by_headings = max(DELIMITERS, key=headings)
    if headings(by_headings) > 1:
        return by_headings
    by_lines = max(DELIMITERS, key=lines_with)
    gaps = sum(bool(GAP.search(line.strip())) for line in lines)
    return "" if len(lines) > 1 and gaps * 2 > len(lines) and not lines_with(by_lines) else by_lines


def _address_rows(lines: Sequence[str]) -> list[NumberedRow]:
    """Return the name and address of each recipient if the text is the "To:" field of a mail, else no rows."""
    numbered_rows: list[NumberedRow] = []
    filled = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not any(re.search(f"<{MAIL}>", line) for _, line in filled[:1]):
        return []
    for number, line in filled:
        pattern_matches = list(ADDRESS.finditer(line))
        recipients = [(match[1] or match[2] or "", match[3] or match[4]) for match in pattern_matches]
        if len(pattern_matches) == 1 and pattern_matches[0][3]:
            recipients = [(line[: line.index("<")].strip(' "'), pattern_matches[0][3])]
        elif re.search(r"\w", ADDRESS.sub("", line)):
            return []
        if not recipients:
            return []
        numbered_rows += [NumberedRow(number, (name.strip(" ,;\t"), address)) for name, address in recipients]
    return numbered_rows
