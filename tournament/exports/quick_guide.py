"""The quick guide: an evening on two pages, from the numbered steps of the handbook, without pictures."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournament.handbook.books import Book, Section
from tournament.pages.sheets import Sheet
from tournament.paper import drawing, fonts, lettering
from tournament.paper.document import document
from tournament.paper.page import Box, PaperPage

STEPS_ON_A_PAGE = 6
PAGES = 2
TEXT_SIZE = 11.0
HEADING_SIZE = 13.0
# The gap between paragraphs and above a heading.
APART = 4.0


def quick_guide_pdf(book: Book, page: PaperPage, url: str) -> bytes:
    """Print the steps of the evening, six to a page; the QR code leads to the handbook."""
    sheet = Sheet("Backgammon Swiss", book.title, (), (), (), linked=_("The handbook"))
    around = drawing.surroundings_of(sheet, (), url, "", page.frame)
    steps = [book.sections[number * STEPS_ON_A_PAGE :][:STEPS_ON_A_PAGE] for number in range(PAGES)]
    part = partial(around.draw_pages, contents=steps, draw=partial(_draw_steps, room=around.room))
    return document(book.title, page, (part,))


def _draw_steps(canvas: Canvas, steps: Sequence[Section], room: Box) -> None:
    """Draw steps from the top down, with the remaining room shared evenly between them."""
    step_texts = [_set(step, room.width) for step in steps]
    heights = (sum(text.height for text in texts) + APART * (len(texts) - 1) for texts in step_texts)
    gap = (room.height - sum(heights)) / len(step_texts)
    top = room.top
    for texts in step_texts:
        top -= gap
        for text in texts:
            lettering.draw_text(canvas, text, room.left, room.right, top)
            top -= text.height + APART
        top += APART


def _set(step: Section, width: float) -> list[lettering.SetText]:
    """Lay out the heading of a step and its paragraphs."""
    heading = lettering.paragraph(step.title, width, HEADING_SIZE, fonts.BOLD)
    return [heading, *(lettering.paragraph(text, width, TEXT_SIZE) for text in step.paragraphs)]
