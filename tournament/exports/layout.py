"""How a sheet fills its pages: column widths, wrapped cells, rows page by page.

Lengths are points, 72 to the inch.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from tournament.exports.fonts import BOLD, REGULAR, breadth, pieces, printable, wrap
from tournament.exports.lettering import LEADING, SMALL, TITLE, SetText
from tournament.pages.sheets import Amount, Cell, Column, Kind, Sheet, Strong
from tournament.phrases.values import signed

GAP = 10.0
WIDEST_REMARK = 110.0
# Of a box and of a column of small numbers, in multiples of the type size.
NARROWEST_NUMBER = 2.2
ROUNDING = 0.01


@dataclass(frozen=True, slots=True)
class Setting:
    """How large a list is set, and in how many strips side by side (one or two)."""

    size: float
    row_height: float
    strips: int = 1


@dataclass(frozen=True, slots=True)
class SetRow:
    """A row; None stands where something is to be written in."""

    height: float
    cells: tuple[SetText | None, ...]


Strip = tuple[SetRow, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet on its pages, each of strips of rows side by side.

    `edges` are left and right of each column, counted from the left of a strip.
    """

    columns: tuple[Column, ...]
    edges: tuple[tuple[float, float], ...]
    headings: tuple[SetText, ...]
    box_height: float
    strip_width: float
    strip_gap: float
    pages: tuple[tuple[Strip, ...], ...]

    @property
    def heading_height(self) -> float:
        return max(heading.height for heading in self.headings) + SMALL

    @property
    def wrapped(self) -> int:
        """How many rows hold a name that takes more than one line."""
        places = [place for place, column in enumerate(self.columns) if column.kind is Kind.NAME]
        rows = [row for page in self.pages for strip in page for row in strip]
        return sum(any(len(text.lines) > 1 for place in places if (text := row.cells[place])) for row in rows)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell before it is set; `breadth` is its width in type of size 1, `text` None where it stays open."""

    text: str | None
    font: str
    breadth: float


def lay_out(sheet: Sheet, settings: Sequence[Setting], width: float, height: float) -> Layout:
    """The first setting that takes no more pages than the last and wraps hardly more names: one in ten.

    A column of empty remarks is left out.
    """
    used = [
        place
        for place, column in enumerate(sheet.columns)
        if column.kind is not Kind.REMARK or any(row[place] for row in sheet.rows)
    ]
    columns = tuple(sheet.columns[place] for place in used)
    rows = [tuple(_cell(row[place], sheet.columns[place].kind) for place in used) for row in sheet.rows]
    *larger, smallest = settings
    shortest = _set(columns, rows, smallest, width, height)
    for setting in larger:
        if len(rows) * setting.row_height > len(shortest.pages) * setting.strips * height:
            continue
        layout = _set(columns, rows, setting, width, height)
        if len(layout.pages) == len(shortest.pages) and layout.wrapped <= shortest.wrapped + len(rows) / 10:
            return layout
    return shortest


def _cell(cell: Cell, kind: Kind) -> _Cell:
    is_total = isinstance(cell, Amount) and cell.is_total
    font = BOLD if kind is Kind.TABLE or is_total or isinstance(cell, Strong) else REGULAR
    text: str | None
    if cell is None:
        text = {Kind.POINTS: None, Kind.TABLE: "–"}.get(kind, "")
    elif kind is Kind.SIGNED and isinstance(cell, int):
        text = signed(cell)
    else:
        text = printable(str(cell))
    return _Cell(text, font, breadth(text, font) if text else 0)


def _set(
    columns: tuple[Column, ...],
    rows: Sequence[tuple[_Cell, ...]],
    setting: Setting,
    width: float,
    height: float,
) -> Layout:
    strip_gap = 2 * GAP
    strip_width = (width - strip_gap * (setting.strips - 1)) / setting.strips
    table_size = TITLE if setting.row_height > TITLE * LEADING * 0.9 else setting.size
    sizes = [{Kind.TABLE: table_size, Kind.REMARK: SMALL}.get(column.kind, setting.size) for column in columns]
    widths = _widths(columns, rows, sizes, strip_width - GAP * (len(columns) - 1))
    lefts = list(accumulate((column_width + GAP for column_width in widths), initial=0.0))
    headings = tuple(
        SetText(wrap(column.heading, REGULAR, SMALL, column_width), REGULAR, SMALL)
        for column, column_width in zip(columns, widths, strict=True)
    )
    layout = Layout(
        columns=columns,
        edges=tuple((left, left + column_width) for left, column_width in zip(lefts, widths, strict=False)),
        headings=headings,
        box_height=0.75 * setting.row_height,
        strip_width=strip_width,
        strip_gap=strip_gap,
        pages=(),
    )
    set_rows = [_row(cells, sizes, widths, setting.row_height) for cells in rows]
    pages = _pages(set_rows, height - layout.heading_height, setting.strips)
    return replace(layout, pages=pages)


def _widths(
    columns: tuple[Column, ...], rows: Sequence[tuple[_Cell, ...]], sizes: Sequence[float], room: float
) -> list[float]:
    """Numbers get what they need, remarks too within limits, and names share the rest."""
    needed = []
    for place, (column, size) in enumerate(zip(columns, sizes, strict=True)):
        heading = max(breadth(word, REGULAR, SMALL) for word in column.heading.split())
        widest = max((row[place].breadth * size for row in rows), default=0)
        if column.kind is Kind.REMARK:
            widest = min(widest, WIDEST_REMARK)
        elif column.kind is Kind.POINTS:
            widest = max(NARROWEST_NUMBER * size, breadth(column.heading, REGULAR, SMALL))
        elif column.kind is Kind.SIGNED:
            widest = max(widest, NARROWEST_NUMBER * size)
        needed.append(0.0 if column.kind is Kind.NAME else max(heading, widest) + ROUNDING)
    share = (room - sum(needed)) / [column.kind for column in columns].count(Kind.NAME)
    return [width or share for width in needed]


def _row(cells: tuple[_Cell, ...], sizes: Sequence[float], widths: Sequence[float], height: float) -> SetRow:
    texts = tuple(_text(cell, size, width) for cell, size, width in zip(cells, sizes, widths, strict=True))
    tallest = max(text.height for text in texts if text)
    return SetRow(max(height, tallest + SMALL / 4), texts)


def _text(cell: _Cell, size: float, width: float) -> SetText | None:
    """A text goes on one line, else on two, else on as many small ones as it takes: it is never cut."""
    if cell.text is None:
        return None
    if cell.breadth * size <= width:
        return SetText((cell.text,), cell.font, size)
    lines = wrap(cell.text, cell.font, size, width)
    if len(lines) > 2 or any(breadth(piece.strip(), cell.font, size) > width for piece in pieces(cell.text)):
        return SetText(wrap(cell.text, cell.font, SMALL, width), cell.font, SMALL)
    return SetText(lines, cell.font, size)


def _pages(rows: Sequence[SetRow], height: float, strips: int) -> tuple[tuple[Strip, ...], ...]:
    """Fill strip after strip and page after page; the last page is balanced and never holds a single row."""
    filled = _strips(rows, height)
    *full, last = [filled[start : start + strips] for start in range(0, len(filled), strips)]
    rest = [row for strip in last for row in strip]
    if full and len(rest) == 1:
        rest.insert(0, full[-1][-1].pop())
    return (*(tuple(tuple(strip) for strip in page) for page in full), _balanced(rest, strips))


def _strips(rows: Sequence[SetRow], height: float) -> list[list[SetRow]]:
    strips: list[list[SetRow]] = [[]]
    filled = 0.0
    for row in rows:
        if strips[-1] and filled + row.height > height:
            strips.append([])
            filled = 0.0
        strips[-1].append(row)
        filled += row.height
    return strips


def _balanced(rows: Sequence[SetRow], strips: int) -> tuple[Strip, ...]:
    if strips == 1:
        return (tuple(rows),)
    heights = list(accumulate((row.height for row in rows), initial=0.0))
    middle = min(range(len(heights)), key=lambda place: (max(heights[place], heights[-1] - heights[place]), -place))
    return tuple(rows[:middle]), tuple(rows[middle:])
