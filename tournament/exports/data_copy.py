"""The copy of a person's data on paper, from line to line and from page to page.

Lengths are in points, 72 to the inch; y counts from the foot of the page.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.pdf import printed
from tournament.languages import language_called
from tournament.pages.persons import CopyLine, copy_lines
from tournament.pages.sheets import Sheet
from tournament.paper import drawing, fonts, lettering
from tournament.paper.document import document
from tournament.paper.page import USUAL_PAGE, Box
from tournament.phrases.persons import copy_notes

INDENT = 14.0
# The type sizes of headings by their level, and the gaps above them.
HEADING_SIZES = {1: 13.0, 2: lettering.SMALL}
ABOVE_HEADINGS = {1: 12.0, 2: 4.0}


@dataclass(frozen=True, slots=True)
class SetLine:
    """One line of text on the page, and the gap above it."""

    text: lettering.SetText
    indent: float
    above: float

    @property
    def height(self) -> float:
        return self.above + self.text.height


Pages = Sequence[Sequence[SetLine]]


def data_copy_pdf(stored: Iterable[Mapping[str, Any]], name: str, language: str, *, printed_at: datetime) -> bytes:
    """Print the copy that `stored_about` has collected about somebody, in the language of the person."""
    with translation.override(language_called(language).code):
        sheet = Sheet(name, _("Copy of the stored data"), (), (), copy_notes())
        frame = USUAL_PAGE.frame
        head, foot = drawing.head_of(sheet, "", frame), drawing.foot_of(sheet, (), "", printed(printed_at), frame)
        room = Box(frame.left, frame.foot + foot.height, frame.right, frame.top - head.height)
        pages = tuple(_pages(copy_lines(stored), room))
        part = partial(_draw, head=head, foot=foot, room=room, pages=pages)
        return document(f"{name} · {sheet.subtitle}", USUAL_PAGE, (part,))


def _pages(lines: Iterable[CopyLine], room: Box) -> Iterator[Sequence[SetLine]]:
    """Fill page after page; a heading never stands at the foot of one."""
    page: list[SetLine] = []
    left = room.height
    for line in lines:
        below = 2 * lettering.SMALL * lettering.LEADING if line.level else 0
        for one in _set(line, room.width):
            if page and one.height + below > left:
                yield page
                page, left = [], room.height
            page.append(one)
            left -= one.height
    yield page


def _set(line: CopyLine, width: float) -> Iterator[SetLine]:
    """Wrap a line; each line of the text is one on the page, so that a long text goes on overleaf."""
    size, font = HEADING_SIZES.get(line.level, lettering.SMALL), fonts.BOLD if line.level else fonts.REGULAR
    indent = line.depth * INDENT
    texts = [lettering.paragraph(text, width - indent, size, font) for text in line.text.splitlines()]
    above = ABOVE_HEADINGS.get(line.level, 0.0)
    for text in (each for set_text in texts for each in set_text.lines):
        yield SetLine(lettering.SetText((text,), font, size), indent, above)
        above = 0.0


def _draw(canvas: Canvas, head: drawing.Head, foot: drawing.Foot, room: Box, pages: Pages) -> None:
    for number, page in enumerate(pages, start=1):
        drawing.draw_head(canvas, head)
        canvas.setFillColor(black)
        top = room.top
        for line in page:
            lettering.draw_text(canvas, line.text, room.left + line.indent, room.right, top - line.above)
            top -= line.height
        drawing.draw_foot(canvas, foot, number, len(pages))
        canvas.showPage()
