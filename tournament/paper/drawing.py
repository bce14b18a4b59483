"""The parts of a printed page: head, foot and rows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.pages.sheets import ColumnKind, Sheet, Strong
from tournament.paper import marks
from tournament.paper.fonts import BOLD, REGULAR, breadth
from tournament.paper.layout import GAP, Layout, Strip, leading_number
from tournament.paper.lettering import (
    HALF_CAPITAL,
    LEADING,
    NOTE,
    SHARES_BEFORE,
    SMALL,
    TITLE,
    Align,
    SetText,
    draw_text,
    fitted,
    paragraph,
)
from tournament.paper.letters import in_order_seen
from tournament.paper.page import Box

QR_SIZE = 24 * mm
CAPTION_WIDTH = 38 * mm
TITLE_SIZES = (TITLE, 20.0, 16.0, 13.0)
# The alignment of columns; all others begin at the left.
ALIGNS = {
    **dict.fromkeys((ColumnKind.TABLE, ColumnKind.NUMBER, ColumnKind.SIGNED, ColumnKind.MONEY), Align.END),
    ColumnKind.POINTS: Align.MIDDLE,
}
# A line of text with its position: font, size, left, baseline, text.
Placed = tuple[str, float, float, float, str]
Content = TypeVar("Content")
# The room above a line to sign on.
PEN = 14 * mm


@dataclass(frozen=True, slots=True)
class Head:
    """The head of every page; without an address it has no QR code. `span_height` is the room for the range of rows."""

    frame: Box
    texts: tuple[SetText, ...]
    caption: SetText | None
    url: str
    span_height: float = 0.0

    @property
    def height(self) -> float:
        beside = QR_SIZE + marks.QR_MARGIN + self.caption.height if self.caption else 0.0
        return (
            max(sum(text.height for text in self.texts) + self.span_height, beside)
            + SMALL
            + marks.POINT_HEIGHT
            + SMALL / 2
        )


@dataclass(frozen=True, slots=True)
class Foot:
    """The foot of every page of a sheet, below its rows: lines to sign on, texts, and the time of printing."""

    frame: Box
    signatures: tuple[SetText, ...]
    texts: tuple[SetText, ...]
    printed: str

    @property
    def signing_height(self) -> float:
        return PEN + 2 * max(text.height for text in self.signatures) if self.signatures else 0.0

    @property
    def height(self) -> float:
        return SMALL + self.signing_height + sum(text.height for text in self.texts) + 2 * SMALL * LEADING


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The head and the foot on every page of a paper."""

    head: Head
    foot: Foot

    @property
    def room(self) -> Box:
        frame = self.head.frame
        return Box(frame.left, frame.foot + self.foot.height, frame.right, frame.top - self.head.height)

    def draw_pages(
        self, canvas: Canvas, contents: Sequence[Content], draw: Callable[[Canvas, Content], object]
    ) -> None:
        """Draw each of the contents, in black, on a separate page with head and foot."""
        for number, content in enumerate(contents, start=1):
            draw_head(canvas, self.head)
            canvas.setFillColor(black)
            draw(canvas, content)
            draw_foot(canvas, self.foot, number, len(contents))
            canvas.showPage()


def surroundings_of(sheet: Sheet, footnotes: Sequence[str], url: str, printed: str, frame: Box) -> Surroundings:
    return Surroundings(head_of(sheet, url, frame), foot_of(sheet, footnotes, url, printed, frame))


def head_of(sheet: Sheet, url: str, frame: Box) -> Head:
    """Lay out the head of a sheet; a long title gets smaller type so that it fits on two lines."""
    width = frame.width - CAPTION_WIDTH - SMALL
    titles = [paragraph(sheet.title, width, size, BOLD) for size in TITLE_SIZES]
    linked = sheet.linked or _("Standings and pairings on your phone")
    return Head(
        frame=frame,
        texts=(
            next((title for title in titles if len(title.lines) <= 2), titles[-1]),
            paragraph(sheet.subtitle, width, TITLE),
            *(paragraph(note, width, NOTE, BOLD if isinstance(note, Strong) else REGULAR) for note in sheet.notes),
        ),
        caption=paragraph(linked, CAPTION_WIDTH) if url else None,
        url=url,
        span_height=TITLE * LEADING if sheet.span else 0.0,
    )


def foot_of(sheet: Sheet, footnotes: Sequence[str], url: str, printed: str, frame: Box) -> Foot:
    """Lay out the foot of a sheet: lines to sign on, footnotes, the address to type, and the time of printing."""
    width = _signing_width(frame, sheet.signatures)
    signatures = tuple(paragraph(text, width) for text in sheet.signatures)
    texts = (*footnotes, url) if url else footnotes
    return Foot(frame, signatures, tuple(paragraph(text, frame.width) for text in texts), printed)


def _signing_width(frame: Box, signatures: Sequence[object]) -> float:
    return (frame.width - GAP * (len(signatures) - 1)) / max(len(signatures), 1)


def draw_head(canvas: Canvas, head: Head) -> None:
    left, right, top = head.frame.left, head.frame.right, head.frame.top
    line = top - head.height + marks.POINT_HEIGHT + SMALL / 2
    canvas.setFillColor(black)
    marks.draw_board_points(canvas, left, right, line)
    canvas.setFillColor(black)
    for text in head.texts:
        draw_text(canvas, text, left, right, top)
        top -= text.height
    if head.caption:
        draw_text(canvas, head.caption, left, right, line + SMALL / 2 + head.caption.height, Align.END)
        marks.draw_qr_code(canvas, head.url, right - QR_SIZE, head.frame.top, QR_SIZE)


def draw_span(canvas: Canvas, head: Head, span: str) -> None:
    """Draw the range of rows on this page, in the type of the title, just above the row of board points."""
    frame = head.frame
    text = fitted(span, frame.width - CAPTION_WIDTH - SMALL, head.span_height, TITLE, BOLD)
    draw_text(canvas, text, frame.left, frame.right, frame.top - head.height + marks.POINT_HEIGHT + SMALL + text.height)


def draw_foot(canvas: Canvas, foot: Foot, page: int, pages: int) -> None:
    left, right = foot.frame.left, foot.frame.right
    canvas.setFillColor(black)
    top = foot.frame.foot + foot.height - SMALL
    _draw_signatures(canvas, foot, top - PEN)
    top -= foot.signing_height
    for text in foot.texts:
        draw_text(canvas, text, left, right, top)
        top -= text.height
    canvas.setFont(REGULAR, SMALL)
    canvas.drawString(left, foot.frame.foot, foot.printed)
    numbered = _("Page %(number)s of %(count)s") % {"number": page, "count": pages}
    canvas.drawRightString(right, foot.frame.foot, numbered)


def _draw_signatures(canvas: Canvas, foot: Foot, line: float) -> None:
    """Draw lines to sign on side by side, each with its label below."""
    width = _signing_width(foot.frame, foot.signatures)
    left = foot.frame.left
    for text in foot.signatures:
        marks.draw_line(canvas, left, left + width, line)
        draw_text(canvas, text, left, left + width, line)
        left += width + GAP


def draw_strip(canvas: Canvas, layout: Layout, strip: Strip, left: float, top: float) -> None:
    """Draw the headings, and below them the rows between hairlines; all texts go into one text object."""
    y = top - layout.heading_height
    headings = [y + SMALL / 2 + heading.height for heading in layout.headings]
    texts = list(_placed(layout, layout.headings, left, headings))
    line_heights = [y]
    canvas.setFillColor(black)
    for row in strip:
        middle = y - row.height / 2
        tops = [middle + text.height / 2 if text else middle for text in row.cells]
        texts += _placed(layout, row.cells, left, tops)
        if any(text and text.is_struck for text in row.cells):
            struck = [text if text and text.is_struck else None for text in row.cells]
            for font, size, x, baseline, line in _placed(layout, struck, left, tops):
                marks.draw_line(canvas, x, x + breadth(line, font, size), baseline + size * HALF_CAPITAL)
        for text, (start, end) in zip(row.cells, layout.edges, strict=True):
            if text is None:
                marks.draw_box(canvas, left + start, left + end, middle, layout.box_height)
        y -= row.height
        line_heights.append(y)
    marks.draw_hairlines(canvas, left, left + layout.strip_width, line_heights)
    _draw_placed(canvas, texts)


def _placed(layout: Layout, cells: Sequence[SetText | None], left: float, tops: Sequence[float]) -> Iterator[Placed]:
    """Yield the lines of a row's cells with their positions, each cell from its top down."""
    room = zip(cells, layout.columns, layout.edges, layout.leads, tops, strict=True)
    for text, column, (start, end), lead, top in room:
        if text is None:
            continue
        baseline = top - text.size * (LEADING / 2 + HALF_CAPITAL)
        for line in text.lines:
            yield text.font, text.size, left + _start_of(line, text, column.kind, start, end, lead), baseline, line
            baseline -= text.size * LEADING


def _start_of(line: str, text: SetText, kind: ColumnKind, start: float, end: float, lead: float) -> float:
    if kind is ColumnKind.MEETING:
        return start + max(0.0, lead - breadth(leading_number(line), text.font, text.size))
    align = ALIGNS.get(kind)
    return start + SHARES_BEFORE[align] * (end - start - breadth(line, text.font, text.size)) if align else start


def _draw_placed(canvas: Canvas, texts: Sequence[Placed]) -> None:
    """Draw all lines in one text object: drawn singly, each would be measured and wrapped again."""
    text_object = canvas.beginText()
    face: tuple[str, float] | None = None
    for font, size, x, baseline, line in texts:
        if (font, size) != face:
            face = font, size
            text_object.setFont(font, size)
        text_object.setTextOrigin(x, baseline)
        text_object.textOut(in_order_seen(line))
    canvas.drawText(text_object)
