"""The pieces of a printed page: head, foot and rows.

Lengths are points, 72 to the inch; y counts from the foot of the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product

from django.utils.translation import gettext as _
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.lib.colors import HexColor, black
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.content import Kind, Sheet, Strong
from tournament.exports.fonts import BOLD, REGULAR, printable, wrap
from tournament.exports.layout import GAP, LEADING, SMALL, TITLE, Layout, SetRow, SetText, Strip

PAGE_WIDTH, PAGE_HEIGHT = A4
# Wide enough for a hole punch on the left.
LEFT, RIGHT = 20 * mm, PAGE_WIDTH - 12 * mm
TOP, FOOT = PAGE_HEIGHT - 12 * mm, 10 * mm
WIDTH = RIGHT - LEFT

GREEN, BRASS, HAIRLINE = HexColor(0x0F5C4D), HexColor(0xB9873F), HexColor(0xB0B0B0)
POINTS, POINT_HEIGHT = 60, 5.0
QR_SIZE = 24 * mm
# The white that a reader of the code needs around it.
QR_MARGIN = 3.5 * mm
CAPTION_WIDTH = 34 * mm
TITLE_SIZES = (TITLE, 20.0, 16.0, 13.0)
NUMBERS = (Kind.TABLE, Kind.NUMBER, Kind.SIGNED, Kind.MONEY)
# Room to sign in, above its line.
PEN = 14 * mm
# From the middle of a line to its baseline: half the height of a capital.
HALF_CAPITAL = 0.365


class Align(Enum):
    """Where in its room a line stands."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above the rows of every page of a sheet; without an address no code and no caption under it."""

    texts: tuple[SetText, ...]
    caption: SetText | None
    url: str

    @property
    def height(self) -> float:
        beside = QR_SIZE + QR_MARGIN + self.caption.height if self.caption else 0.0
        return max(sum(text.height for text in self.texts), beside) + SMALL + POINT_HEIGHT + SMALL / 2


@dataclass(frozen=True, slots=True)
class Foot:
    """What stands below the rows of every page of a sheet: lines to sign on, texts, when it was printed."""

    signatures: tuple[SetText, ...]
    texts: tuple[SetText, ...]
    printed: str

    @property
    def signing_height(self) -> float:
        return PEN + 2 * max(text.height for text in self.signatures) if self.signatures else 0.0

    @property
    def height(self) -> float:
        return SMALL + self.signing_height + sum(text.height for text in self.texts) + 2 * SMALL * LEADING


def head_of(sheet: Sheet, url: str) -> Head:
    """The head of a sheet; a long title is set smaller until it takes two lines."""
    width = WIDTH - CAPTION_WIDTH - SMALL
    titles = [_paragraph(sheet.title, BOLD, size, width) for size in TITLE_SIZES]
    return Head(
        texts=(
            next((title for title in titles if len(title.lines) <= 2), titles[-1]),
            _paragraph(sheet.subtitle, REGULAR, TITLE, width),
            *(_paragraph(note, BOLD if isinstance(note, Strong) else REGULAR, SMALL, width) for note in sheet.notes),
        ),
        caption=_paragraph(_("Standings and pairings on the phone"), REGULAR, SMALL, CAPTION_WIDTH) if url else None,
        url=url,
    )


def foot_of(sheet: Sheet, footnotes: Sequence[str], url: str, printed: str) -> Foot:
    """The foot of a sheet: lines to sign on, footnotes, the address to type, when it was printed."""
    signatures = tuple(_paragraph(text, REGULAR, SMALL, _signing_width(sheet.signatures)) for text in sheet.signatures)
    texts = (*footnotes, url) if url else footnotes
    return Foot(signatures, tuple(_paragraph(text, REGULAR, SMALL, WIDTH) for text in texts), printed)


def _signing_width(signatures: Sequence[object]) -> float:
    return (WIDTH - GAP * (len(signatures) - 1)) / len(signatures)


def _paragraph(text: str, font: str, size: float, width: float) -> SetText:
    return SetText(wrap(printable(text), font, size, width), font, size)


def draw_head(canvas: Canvas, head: Head) -> None:
    line = TOP - head.height + POINT_HEIGHT + SMALL / 2
    canvas.setFillColor(black)
    top = TOP
    for text in head.texts:
        _draw_lines(canvas, text, LEFT, RIGHT, top)
        top -= text.height
    if head.caption:
        _draw_lines(canvas, head.caption, LEFT, RIGHT, line + SMALL / 2 + head.caption.height, Align.END)
        _draw_qr_code(canvas, head.url)
    _draw_board_points(canvas, line)


def draw_foot(canvas: Canvas, foot: Foot, page: int, pages: int) -> None:
    canvas.setFillColor(black)
    top = FOOT + foot.height - SMALL
    _draw_signatures(canvas, foot, top - PEN)
    top -= foot.signing_height
    for text in foot.texts:
        _draw_lines(canvas, text, LEFT, RIGHT, top)
        top -= text.height
    canvas.setFont(REGULAR, SMALL)
    canvas.drawString(LEFT, FOOT, foot.printed)
    canvas.drawRightString(RIGHT, FOOT, _("Page %(number)s of %(count)s") % {"number": page, "count": pages})


def _draw_signatures(canvas: Canvas, foot: Foot, line: float) -> None:
    """Lines side by side, and under each what is to stand on it."""
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.5)
    left = LEFT
    for text in foot.signatures:
        width = _signing_width(foot.signatures)
        canvas.line(left, line, left + width, line)
        _draw_lines(canvas, text, left, left + width, line)
        left += width + GAP


def draw_strip(canvas: Canvas, layout: Layout, strip: Strip, left: float, top: float) -> None:
    """The headings, and the rows below them between hairlines."""
    canvas.setFillColor(black)
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.5)
    y = top - layout.heading_height
    for heading, column, (start, end) in zip(layout.headings, layout.columns, layout.edges, strict=True):
        _draw_cell(canvas, heading, column.kind, left + start, left + end, y + SMALL / 2 + heading.height / 2)
    canvas.line(left, y, left + layout.strip_width, y)
    for row in strip:
        _draw_row(canvas, layout, row, left, y - row.height / 2)
        y -= row.height
        canvas.line(left, y, left + layout.strip_width, y)


def _draw_row(canvas: Canvas, layout: Layout, row: SetRow, left: float, middle: float) -> None:
    for text, column, (start, end) in zip(row.cells, layout.columns, layout.edges, strict=True):
        if text is None:
            _draw_box(canvas, left + start, left + end, middle, layout.box_height)
        else:
            _draw_cell(canvas, text, column.kind, left + start, left + end, middle)


def _draw_cell(canvas: Canvas, text: SetText, kind: Kind, start: float, end: float, middle: float) -> None:
    align = Align.END if kind in NUMBERS else Align.MIDDLE if kind is Kind.POINTS else Align.START
    _draw_lines(canvas, text, start, end, middle + text.height / 2, align)


def _draw_box(canvas: Canvas, start: float, end: float, middle: float, height: float) -> None:
    """Room to write a number in."""
    canvas.setStrokeColor(black)
    canvas.rect(start, middle - height / 2, end - start, height)
    canvas.setStrokeColor(HAIRLINE)


def _draw_lines(
    canvas: Canvas, text: SetText, start: float, end: float, top: float, align: Align = Align.START
) -> None:
    """Lines of text from the top down, at the start or the end of their room or in the middle."""
    canvas.setFont(text.font, text.size)
    baseline = top - text.size * (LEADING / 2 + HALF_CAPITAL)
    for line in text.lines:
        if align is Align.START:
            canvas.drawString(start, baseline, line)
        elif align is Align.END:
            canvas.drawRightString(end, baseline, line)
        else:
            canvas.drawCentredString((start + end) / 2, baseline, line)
        baseline -= text.size * LEADING


def _draw_qr_code(canvas: Canvas, url: str) -> None:
    """The code at the right top, as one path: drawn module by module it would show seams."""
    code = QrCodeWidget(url, barLevel="M").qr
    code.make()
    count = code.getModuleCount()
    side = QR_SIZE / count
    path = canvas.beginPath()
    for row, column in product(range(count), repeat=2):
        if code.isDark(row, column):
            path.rect(RIGHT - QR_SIZE + column * side, TOP - (row + 1) * side, side, side)
    canvas.setFillColor(black)
    canvas.drawPath(path, stroke=0, fill=1)


def _draw_board_points(canvas: Canvas, y: float) -> None:
    """One green line, and hanging from it the points of a backgammon board."""
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(1.5)
    canvas.line(LEFT, y, RIGHT, y)
    base = WIDTH / POINTS
    for color, first in ((GREEN, 0), (BRASS, 1)):
        path = canvas.beginPath()
        for point in range(first, POINTS, 2):
            path.moveTo(LEFT + point * base, y)
            path.lineTo(LEFT + (point + 1) * base, y)
            path.lineTo(LEFT + (point + 0.5) * base, y - POINT_HEIGHT)
            path.close()
        canvas.setFillColor(color)
        canvas.drawPath(path, stroke=0, fill=1)
