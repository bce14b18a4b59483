"""The copy of a person's data as PDF, on as many pages as needed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
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


# One line of text on the page, its indent, and the gap above it.
SetLine = tuple[lettering.SetText, float, float]


def data_copy_pdf(stored_data: Iterable[Mapping[str, Any]], name: str, language: str, *, printed_at: datetime) -> bytes:
    """Print the data that `stored_about` has collected about a person, in this language."""
    with translation.override(language_called(language).code):
        sheet = Sheet(name, _("Copy of the stored data"), (), (), copy_notes())
        around = drawing.surroundings_of(sheet, (), "", printed(printed_at), USUAL_PAGE.frame)
        pages = tuple(_pages(copy_lines(stored_data), around.room))
        part = partial(around.draw_pages, contents=pages, draw=partial(_draw_page, room=around.room))
        return document(f"{name} · {sheet.subtitle}", USUAL_PAGE, (part,))


def _pages(lines: Iterable[CopyLine], room: Box) -> Iterator[Sequence[SetLine]]:
    """Fill page after page; a heading is never the last line of a page."""
    page: list[SetLine] = []
    height_left = room.height
    for line in lines:
        below = 2 * lettering.SMALL * lettering.LEADING if line.level else 0
        for text, indent, above in _set(line, room.width):
            if page and above + text.height + below > height_left:
                yield page
                page, height_left = [], room.height
            page.append((text, indent, above))
            height_left -= above + text.height
    yield page


def _set(line: CopyLine, width: float) -> Iterator[SetLine]:
    """Wrap a line of the copy into single lines of the page, so that a long text can continue on the next page."""
    size, font = HEADING_SIZES.get(line.level, lettering.SMALL), fonts.BOLD if line.level else fonts.REGULAR
    indent = line.depth * INDENT
    texts = [lettering.paragraph(text, width - indent, size, font) for text in line.text.splitlines()]
    above = ABOVE_HEADINGS.get(line.level, 0.0)
    for text in (wrapped_line for set_text in texts for wrapped_line in set_text.lines):
        yield lettering.SetText((text,), font, size), indent, above
        above = 0.0


def _draw_page(canvas: Canvas, lines: Sequence[SetLine], room: Box) -> None:
    top = room.top
    for text, indent, above in lines:
        lettering.draw_text(canvas, text, room.left + indent, room.right, top - above)
        top -= above + text.height
