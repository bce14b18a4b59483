"""The layout of a sheet on its pages: column widths, wrapped cells, rows of each page.

The tables of reportlab's platypus take six to eight times as long for the same rows with wrapped texts, and have to be
given the column widths, which are most of the work here: see `tests/benchmarks/bench_exports.py`.

Lengths are in points, 72 to the inch; column needs are multiples of the type size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise, repeat
from math import ceil

from reportlab.lib.units import mm

from tournament.pages.sheets import Amount, Cell, Column, ColumnKind, Sheet, Strong, Struck
from tournament.paper import lettering, letters
from tournament.paper.fonts import BOLD, REGULAR, breadth, longest_piece, pieces, wrap
from tournament.phrases.values import signed

GAP = 10.0
# The greatest width that a remark on two lines may take from the names.
WIDEST_REMARK = 120.0
# The type sizes of a column with texts other than names that do not fit on two lines; they get a third line only after
# that.
SMALLER = (8.5, 7.5)
# The letters of names beside the ones people look for may be this part of those: opponents are read from one step away.
BESIDE = 0.6
# Where a name is too long for three lines, or a word of it for one, its column gets type smaller by these factors.
SMALLER_NAMES = (0.85, 0.7)
NAMES = (ColumnKind.NAME, ColumnKind.BESIDE)
# The least width of boxes and of columns of small numbers, in multiples of the type size.
NARROWEST_NUMBER = 2.2
# The greatest width that boxes to write in need, and the largest type of headings, whose words would be wider.
WIDEST_BOX = 17 * mm
LARGEST_HEADING = 14.0
ROUNDING = 0.01
# The gap between the text of a row and the lines around it.
PADDING = lettering.SMALL / 4
# A name may wrap if it is this many times as long as nine in ten of the others.
MUCH_LONGER = 1.4
# The greatest height of a row in a list of a single page, in multiples of the type size.
HIGHEST_ROW = 2.6
# The share of rows that may be exceptions: higher than the others, or with a name on two lines.
EXCEPTIONS = 0.1
FEWEST_WITH_AN_EXCEPTION = 3
# Texts of any length, in the order in which they get room for one line.
FLEXIBLE = (ColumnKind.NAME, ColumnKind.BESIDE, ColumnKind.REMARK)


@dataclass(frozen=True, slots=True)
class Setting:
    """The size of a list: type size, row height, strips side by side (one or two), and the gap between columns.

    `beside` is the type size of names beside the ones people look for, by default `size`; `remark` is that of remarks.
    `in_halves` lets every name stand on two lines.
    """

    size: float
    row_height: float
    strips: int = 1
    beside: float | None = None
    remark: float = lettering.SMALL
    gap: float = GAP
    in_halves: bool = False

    @property
    def table_size(self) -> float:
        """The type size of table numbers, which people look for."""
        is_high = self.row_height > lettering.TITLE * lettering.LEADING * 0.9
        return max(lettering.TITLE, self.size) if is_high else self.size

    @property
    def heading_size(self) -> float:
        """The type size of headings, which have to be read from two steps away, and leave the width to the names."""
        return min(self.size, max(lettering.SMALL, 0.7 * self.size), LARGEST_HEADING)

    def size_of(self, kind: ColumnKind) -> float:
        match kind:
            case ColumnKind.TABLE:
                return self.table_size
            case ColumnKind.BESIDE:
                return self.beside or self.size
            case ColumnKind.REMARK:
                return self.remark
            case ColumnKind.MEETING:
                return min(self.size, max(lettering.SMALL, 0.75 * self.size))
        return self.size


@dataclass(frozen=True, slots=True)
class SetRow:
    """A row, laid out; a cell of None is left to write in by hand."""

    height: float
    cells: tuple[lettering.SetText | None, ...]


Strip = tuple[SetRow, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet laid out on its pages, each with strips of rows side by side.

    `edges` are left and right of each column, from the left of its strip. `leads` is the width that a column reserves
    for the number at the beginning of its cells, so that these numbers are right-aligned.
    """

    columns: tuple[Column, ...]
    edges: tuple[tuple[float, float], ...]
    leads: tuple[float, ...]
    headings: tuple[lettering.SetText, ...]
    box_height: float
    strip_width: float
    strip_gap: float
    pages: tuple[tuple[Strip, ...], ...]

    @property
    def heading_height(self) -> float:
        return _heading_height(self.headings)

    @property
    def rows_by_page(self) -> tuple[range, ...]:
        ends = list(accumulate((sum(len(strip) for strip in page) for page in self.pages), initial=0))
        return tuple(range(start, end) for start, end in pairwise(ends))


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell before the layout; `breadth` is its width in type of size 1, `text` is None if written in by hand."""

    text: str | None
    font: str
    breadth: float
    is_struck: bool = False


_Row = tuple[_Cell, ...]


@dataclass(frozen=True, slots=True)
class _Need:
    """The widths that a column needs in type of size 1.

    In the width `two_lines`, nine in ten texts fit on two lines, in `one_line` on one line; in `widest`, all texts fit
    on one line. `lead` is the width of the longest number at the beginning of a cell.
    """

    two_lines: float
    one_line: float
    widest: float
    lead: float = 0.0


def lay_out(sheet: Sheet, settings: Sequence[Setting], width: float, height: float) -> Layout:
    """Lay out a list with the largest names, on the fewest pages, and with few more names wrapped than in the smallest.

    `settings` go from large to small. An empty column of remarks is left out.
    """
    used = [
        index
        for index, column in enumerate(sheet.columns)
        if column.kind is not ColumnKind.REMARK or any(row[index] for row in sheet.rows)
    ]
    columns = tuple(sheet.columns[index] for index in used)
    rows = [tuple(_cell(row[index], sheet.columns[index].kind) for index in used) for row in sheet.rows]
    needs = _alike(columns, [_need(column.kind, [row[at] for row in rows]) for at, column in enumerate(columns)])
    *larger, smallest = (_Trial(columns, rows, needs, setting, width, height) for setting in settings)
    most_wrapped = smallest.wrapped + max(1, len(rows) * EXCEPTIONS)
    fewest = smallest.page_count
    for trial in reversed(larger):
        if trial.least_page_count < fewest:
            fewest = min(fewest, trial.page_count)
    best = smallest
    for trial in larger:
        is_short = trial.least_page_count <= fewest and trial.page_count == fewest
        if not is_short or trial.is_too_narrow or trial.wrapped > most_wrapped:
            continue
        if best is smallest or trial.legibility > best.legibility:
            best = trial
        if best.legibility >= trial.size:
            break
    return best.layout()


class _Trial:
    """A list laid out in one setting; everything is computed on demand."""

    def __init__(
        self,
        columns: tuple[Column, ...],
        rows: Sequence[_Row],
        needs: Sequence[_Need],
        setting: Setting,
        width: float,
        height: float,
    ) -> None:
        self._columns, self._rows, self._setting = columns, rows, setting
        self._strip_gap = 2 * GAP
        self._strip_width = (width - self._strip_gap * (setting.strips - 1)) / setting.strips
        self._largest = [setting.size_of(column.kind) for column in columns]
        self._leads = tuple(need.lead * size for need, size in zip(needs, self._largest, strict=True))
        heading = setting.heading_size
        room = self._strip_width - setting.gap * (len(columns) - 1)
        least_widths = map(_least_width, columns, needs, self._largest, repeat(heading))
        self.is_too_narrow = sum(least_widths) > room
        self._widths = _widths(columns, needs, self._largest, room, heading)
        self._headings = tuple(
            lettering.SetText(wrap(column.heading, REGULAR, heading, column_width), REGULAR, heading)
            for column, column_width in zip(columns, self._widths, strict=True)
        )
        self._room = height - _heading_height(self._headings)

    @property
    def least_page_count(self) -> int:
        """The number of pages if every row had the least height."""
        return ceil(len(self._rows) * self._setting.row_height / (self._setting.strips * self._room))

    @property
    def page_count(self) -> int:
        return max(1, ceil(len(self._strips) / self._setting.strips))

    @cached_property
    def wrapped(self) -> int:
        """The number of rows with a name on more lines than the setting has for it."""
        most = 2 if self._setting.in_halves else 1
        return sum(
            any(self._columns[index].kind is ColumnKind.NAME and len(text.lines) > most for index, text in row.items())
            for row in self._long
        )

    @cached_property
    def legibility(self) -> float:
        """The size of the smallest type in which a name stands; one beside it counts with what it may be smaller."""
        factors = {ColumnKind.NAME: 1.0, ColumnKind.BESIDE: 1 / BESIDE}
        sizes = [
            text.size * factors[column.kind]
            for index, (column, size) in enumerate(zip(self._columns, self._largest, strict=True))
            if column.kind in factors
            for text in (lettering.SetText((), REGULAR, size), *self._too_long(index, size))
        ]
        return min(sizes, default=self.size)

    @property
    def size(self) -> float:
        """The type size of the setting."""
        return self._setting.size

    @cached_property
    def _sizes(self) -> list[float]:
        """The type size of each column, one for all its texts, and for all names but the longest."""
        sizes: dict[ColumnKind, float] = {}
        for index, (column, size) in enumerate(zip(self._columns, self._largest, strict=True)):
            least = 0.0 if column.kind is ColumnKind.REMARK else lettering.SMALL
            tried = [tried_size for tried_size in _sizes(column.kind, size) if tried_size >= least]
            needed = [text.size for text in self._too_long(index, size) if text.size in tried]
            sizes[column.kind] = min([sizes.get(column.kind, size), *needed])
        return [sizes[column.kind] for column in self._columns]

    def _too_long(self, index: int, size: float) -> Iterator[lettering.SetText]:
        """Wrap the texts of a column that do not fit on one line."""
        kind, width = self._columns[index].kind, self._widths[index]
        cells = (row[index] for row in self._rows)
        return (_wrapped(cell, kind, size, width) for cell in cells if cell.breadth * size > width)

    @cached_property
    def _long(self) -> list[dict[int, lettering.SetText]]:
        """For each row the wrapped texts of cells that do not fit on one line, by column."""
        return [
            {
                index: _wrapped(cell, self._columns[index].kind, size, width)
                for index, (cell, size, width) in enumerate(zip(row, self._sizes, self._widths, strict=True))
                if cell.breadth * size > width
            }
            for row in self._rows
        ]

    @cached_property
    def _heights(self) -> list[float]:
        """The height of each row; if many rows need two small lines, all get room for them, so the list looks even."""
        usual = self._setting.row_height
        heights = [
            max((usual, *(text.height + PADDING for text in row.values()))) if row else usual for row in self._long
        ]
        two_lines = 2 * min(self._sizes) * lettering.LEADING + PADDING
        if heights and _usual(heights) > usual:
            return [max(two_lines, height) for height in heights]
        return heights

    @cached_property
    def _strips(self) -> list[range]:
        starts = [0]
        filled = 0.0
        for index, height in enumerate(self._heights):
            if index > starts[-1] and filled + height > self._room:
                starts.append(index)
                filled = 0.0
            filled += height
        return [range(start, end) for start, end in pairwise((*starts, len(self._rows)))]

    def layout(self) -> Layout:
        lefts = accumulate((column_width + self._setting.gap for column_width in self._widths), initial=0.0)
        pages = _pages(self._strips, [self._row(index) for index in range(len(self._rows))], self._setting.strips)
        stretch = self._stretch(pages)
        return Layout(
            columns=self._columns,
            edges=tuple((left, left + width) for left, width in zip(lefts, self._widths, strict=False)),
            leads=self._leads,
            headings=self._headings,
            box_height=0.75 * self._setting.row_height * stretch,
            strip_width=self._strip_width,
            strip_gap=self._strip_gap,
            pages=tuple(
                tuple(tuple(replace(row, height=row.height * stretch) for row in strip) for strip in page)
                for page in pages
            ),
        )

    def _stretch(self, pages: Sequence[Sequence[Strip]]) -> float:
        """The factor by which rows are made higher so that a short list fills its page; 1 for several pages."""
        filled = max(sum(row.height for row in strip) for page in pages for strip in page)
        if len(pages) > 1 or not filled:
            return 1.0
        return max(
            1.0, min((self._room - ROUNDING) / filled, HIGHEST_ROW * self._setting.size / self._setting.row_height)
        )

    def _row(self, index: int) -> SetRow:
        long = self._long[index]
        cells = enumerate(zip(self._rows[index], self._sizes, strict=True))
        return SetRow(
            self._heights[index],
            tuple(_drawn(cell, long.get(at), size) for at, (cell, size) in cells),
        )


def _cell(cell: Cell, kind: ColumnKind) -> _Cell:
    is_total = isinstance(cell, Amount) and cell.is_total
    font = BOLD if kind is ColumnKind.TABLE or is_total or isinstance(cell, Strong) else REGULAR
    text: str | None
    if cell is None:
        text = {ColumnKind.POINTS: None, ColumnKind.TABLE: "–"}.get(kind, "")
    elif kind is ColumnKind.SIGNED and isinstance(cell, int):
        text = signed(cell)
    else:
        text = letters.printable(str(cell))
    return _Cell(text, font, breadth(text, font) if text else 0.0, isinstance(cell, Struck))


def _need(kind: ColumnKind, cells: Sequence[_Cell]) -> _Need:
    widest = max((cell.breadth for cell in cells), default=0.0)
    if kind is ColumnKind.MEETING:
        leads = [breadth(leading_number(cell.text or ""), cell.font) for cell in cells]
        lead = max(leads, default=0.0)
        rests = (cell.breadth - own_lead for cell, own_lead in zip(cells, leads, strict=True))
        widest = max(widest, lead + max(rests, default=0.0))
        return _Need(widest, widest, widest, lead)
    if kind not in FLEXIBLE or not cells:
        return _Need(widest, widest, widest)
    one_line = _usual([cell.breadth for cell in cells])
    if kind is ColumnKind.NAME and widest <= one_line * MUCH_LONGER:
        one_line = widest
    halved = _halved_name if kind in NAMES else _halved
    two_lines = _usual([min(cell.breadth, halved(cell.text or "", cell.font)) for cell in cells])
    if kind is ColumnKind.REMARK:
        two_lines = max(two_lines, *(longest_piece(cell.text or "", cell.font) for cell in cells))
    return _Need(two_lines, one_line, widest)


def _alike(columns: Sequence[Column], needs: Sequence[_Need]) -> list[_Need]:
    """Give all columns of names the same needs, so that opponents' names are equally wide."""
    names = [need for column, need in zip(columns, needs, strict=True) if column.kind is ColumnKind.NAME]
    if not names:
        return list(needs)
    shared = _Need(*(max(getattr(need, step) for need in names) for step in ("two_lines", "one_line", "widest")))
    return [shared if column.kind is ColumnKind.NAME else need for column, need in zip(columns, needs, strict=True)]


def leading_number(text: str) -> str:
    """The number at the beginning of a cell, right-aligned with those of the other cells; empty if there is none."""
    return text.partition(" ")[0] if text[:1].isdecimal() else ""


def _usual(values: Sequence[float]) -> float:
    """The value that nine in ten values do not exceed, and of a few all but one."""
    exceptions = max(int(EXCEPTIONS * len(values)), len(values) >= FEWEST_WITH_AN_EXCEPTION)
    return sorted(values)[-1 - exceptions]


@lru_cache(maxsize=10_000)
def _halved(text: str, font: str) -> float:
    """The least width in which a text fits on two lines, in type of size 1."""
    parts = pieces(text)
    ends = list(accumulate(breadth(part, font) for part in parts))
    return min((max(end, ends[-1] - end) for end in ends), default=0.0)


@lru_cache(maxsize=10_000)
def _halved_name(name: str, font: str) -> float:
    """The least width in which a name fits on two lines, first names and surname, in type of size 1."""
    first, last = lettering.halves(name)
    return max(breadth(first, font), breadth(last, font)) if first else _halved(name, font)


def _widths(
    columns: Sequence[Column], needs: Sequence[_Need], sizes: Sequence[float], room: float, heading_size: float
) -> tuple[float, ...]:
    """Compute the column widths: numbers get what they need, all other texts first two lines, then one, names first.

    The remaining room goes to the columns beside names if there are any, so that each name is near its table, else to
    the names.
    """
    widths = [
        _least_width(column, need, size, heading_size) for column, need, size in zip(columns, needs, sizes, strict=True)
    ]
    flexible = [index for index, column in enumerate(columns) if column.kind in FLEXIBLE]
    spare = room - sum(widths)
    if spare < 0:
        return _narrowed(widths, flexible, sizes, room)
    steps = [(kind, step) for step in ("one_line", "widest") for kind in FLEXIBLE]
    for kind, step in steps:
        indices = [index for index in flexible if columns[index].kind is kind]
        needed_width = max((getattr(needs[index], step) * sizes[index] for index in indices), default=0.0)
        lacking = {index: max(0.0, needed_width + ROUNDING - widths[index]) for index in indices}
        share = min(1.0, spare / (sum(lacking.values()) or 1.0))
        for index, lack in lacking.items():
            widths[index] += share * lack
            spare -= share * lack
    last = [index for index in flexible if columns[index].kind is ColumnKind.BESIDE]
    takers = last or [index for index in flexible if columns[index].kind is ColumnKind.NAME]
    for index in takers:
        widths[index] += spare / len(takers)
    return tuple(widths)


def _least_width(column: Column, need: _Need, size: float, heading_size: float) -> float:
    heading = max(breadth(word, REGULAR, heading_size) for word in column.heading.split() or [""])
    match column.kind:
        case ColumnKind.NAME | ColumnKind.BESIDE:
            least = need.two_lines * size
        case ColumnKind.REMARK:
            least = min(need.two_lines * size, WIDEST_REMARK)
        case ColumnKind.POINTS:
            on_one_line = max(NARROWEST_NUMBER * size, breadth(column.heading, REGULAR, heading_size))
            least = max(min(on_one_line, WIDEST_BOX), need.widest * size)
        case ColumnKind.SIGNED:
            least = max(need.widest, NARROWEST_NUMBER) * size
        case _:
            least = need.widest * size
    return max(heading, least) + ROUNDING


def _narrowed(
    widths: Sequence[float], flexible: Sequence[int], sizes: Sequence[float], room: float
) -> tuple[float, ...]:
    """Narrow the columns to the room: the widest flexible ones, relative to their type sizes, are narrowed first."""
    narrowed = list(widths)
    room_left = max(0.0, room - sum(width for index, width in enumerate(widths) if index not in flexible))
    shares = sum(sizes[index] for index in flexible)
    for index in sorted(flexible, key=lambda column_index: widths[column_index] / sizes[column_index]):
        narrowed[index] = min(widths[index], room_left * sizes[index] / shares)
        room_left -= narrowed[index]
        shares -= sizes[index]
    return tuple(narrowed)


def _sizes(kind: ColumnKind, size: float) -> tuple[float, ...]:
    """The type sizes for the long texts of a column, the largest first."""
    smaller = [part * size for part in SMALLER_NAMES] if kind in NAMES else SMALLER
    return (size, *(smaller_size for smaller_size in smaller if smaller_size < size))


def _wrapped(cell: _Cell, kind: ColumnKind, size: float, width: float) -> lettering.SetText:
    """Wrap a text to two lines, a name to three, if need be in smaller type, else to any number; it is never cut off.

    A name is broken between first name and surname if that suffices.
    """
    text = cell.text or ""
    wrap_text, most_lines = (lettering.name_lines, 3) if kind in NAMES else (wrap, 2)
    for type_size in _sizes(kind, size):
        lines = wrap_text(text, cell.font, type_size, width)
        if len(lines) <= most_lines and longest_piece(text, cell.font) * type_size <= width:
            return lettering.SetText(lines, cell.font, type_size)
    return lettering.SetText(wrap_text(text, cell.font, lettering.SMALL, width), cell.font, lettering.SMALL)


def _drawn(cell: _Cell, wrapped: lettering.SetText | None, size: float) -> lettering.SetText | None:
    """The text of a cell, laid out; None for a cell to write in by hand."""
    if cell.text is None:
        return None
    text = wrapped or lettering.SetText((cell.text,), cell.font, size)
    return replace(text, is_struck=True) if cell.is_struck else text


def _heading_height(headings: Sequence[lettering.SetText]) -> float:
    return max(heading.height for heading in headings) + lettering.SMALL


def _pages(strips: Sequence[range], rows: Sequence[SetRow], most: int) -> tuple[tuple[Strip, ...], ...]:
    """Set the strips on pages, at most so many side by side; the last page is balanced and never holds a single row."""
    *full, last = [strips[start : start + most] for start in range(0, len(strips), most)]
    last_rows = range(last[0].start, last[-1].stop)
    if full and len(last_rows) == 1:
        full[-1] = [*full[-1][:-1], full[-1][-1][:-1]]
        last_rows = range(last_rows.start - 1, last_rows.stop)
    pages = [tuple(tuple(rows[index] for index in strip) for strip in page) for page in full]
    return (*pages, _balanced([rows[index] for index in last_rows], most))


def _balanced(rows: Sequence[SetRow], strips: int) -> tuple[Strip, ...]:
    if strips == 1:
        return (tuple(rows),)
    heights = list(accumulate((row.height for row in rows), initial=0.0))
    middle = min(range(len(heights)), key=lambda index: (max(heights[index], heights[-1] - heights[index]), -index))
    return tuple(rows[:middle]), tuple(rows[middle:])
