"""Certificates for the first three: a page in landscape format drawn as a board, with the name in its middle."""

from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.pdf import page_of
from tournament.models import Tournament
from tournament.models.cash import PLACES
from tournament.pages.sheets import occasion
from tournament.paper.board import DrawnBoard, draw_checker, draw_die, draw_points
from tournament.paper.document import Part, document
from tournament.paper.fonts import BOLD, REGULAR
from tournament.paper.lettering import BRASS, GREEN, LEADING, TITLE, Align, SetText, draw_text, fitted
from tournament.paper.marks import draw_line
from tournament.paper.page import EDGE, Box, PaperPage
from tournament.phrases.standings import wins_words
from tournament.phrases.values import enumeration, ordinal
from tournament.queries.persons import Honour, certified

HEADING, NAME, PLACE, OCCASION, PLAIN, SIGNED = 40.0, 58.0, 32.0, 26.0, 18.0, 14.0
SMALLER_NAMES = (46.0, 36.0, 30.0, TITLE, PLAIN)
POINT_HEIGHT = 18 * mm
CHECKER_RADIUS, DIE_SIDE = 9 * mm, 11 * mm
SIDE = 28 * mm
SIGNING_HEIGHT, SIGNATURE_WIDTH = 20 * mm, 80 * mm
# The colours of the checker for first, second and third place.
COLORS = (BRASS, GREEN, black)


def certificates_pdf(tournament: Tournament) -> bytes:
    """Print a page for each of the first three; no page until all matches are played."""
    page = page_of(tournament).on_its_side
    return document(f"{tournament.name} · {_('Certificates')}", page, certificate_parts(tournament))


def certificate_parts(tournament: Tournament) -> list[Part]:
    """Make a part for each certificate, drawn on a page in landscape format whatever the format of the document."""
    page = page_of(tournament).on_its_side
    return [partial(_draw_certificate, page=page, tournament=tournament, honour=each) for each in certified(tournament)]


def _draw_certificate(canvas: Canvas, page: PaperPage, tournament: Tournament, honour: Honour) -> None:
    canvas.setPageSize((page.width, page.height))
    frame = Box(0, 0, page.width, page.height).inset(EDGE, EDGE)
    _draw_frame(canvas, frame)
    room = frame.inset(SIDE - EDGE, POINT_HEIGHT + 4 * mm)
    # The place on a checker, between two dice that show it.
    x, y = (room.left + room.right) / 2, room.top - CHECKER_RADIUS
    is_placed = honour.rank <= PLACES
    draw_checker(
        canvas, x, y, CHECKER_RADIUS, COLORS[min(honour.rank, PLACES) - 1], str(honour.rank) if is_placed else ""
    )
    for side in (-1, 1) if is_placed else ():
        draw_die(canvas, x + side * 2 * CHECKER_RADIUS, y, DIE_SIDE, honour.rank)
    text = Box(room.left, room.foot + SIGNING_HEIGHT, room.right, room.top - 2 * CHECKER_RADIUS)
    _draw_texts(canvas, _texts(tournament, honour, text), text)
    _draw_signatures(canvas, Box(room.left, room.foot, room.right, room.foot + SIGNING_HEIGHT))
    canvas.showPage()


def _draw_frame(canvas: Canvas, frame: Box) -> None:
    board = DrawnBoard(frame, has_bar=False)
    draw_points(canvas, board, frame.top, -POINT_HEIGHT)
    draw_points(canvas, board, frame.foot, POINT_HEIGHT)
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(1.5)
    canvas.rect(frame.left, frame.foot, frame.width, frame.height)


def _texts(tournament: Tournament, honour: Honour, room: Box) -> list[SetText]:
    """The texts from top to bottom, the club first; a name too long for one line takes two."""
    place = _("%(place)s place") % {"place": ordinal(honour.rank)}
    wins = wins_words(honour.match_wins, honour.finals_wins)
    prize = _("Prize: %(what)s") % {"what": enumeration(honour.prizes)} if honour.prizes else ""
    lines = (
        (tournament.organiser, PLAIN, REGULAR, 2),
        (_("Certificate"), HEADING, REGULAR, 1),
        (honour.entry.wished_name, NAME, BOLD, 2),
        (honour.entry.club, PLAIN, REGULAR, 2),
        (f"{place} · {wins}" if honour.rank <= PLACES else wins, PLACE, BOLD, 1),
        (_("Winner of the consolation") if honour.has_won_second else "", PLACE, BOLD, 1),
        (tournament.name, OCCASION, REGULAR, 2),
        *((note, PLAIN, REGULAR, 2) for note in occasion(tournament)),
        (prize, PLAIN, REGULAR, 2),
    )
    return [
        fitted(text, room.width, most * size * LEADING + 1, size, font, then=SMALLER_NAMES if size == NAME else ())
        for text, size, font, most in lines
        if text
    ]


def _draw_texts(canvas: Canvas, texts: list[SetText], room: Box) -> None:
    """Draw the texts one below the other, spread evenly over the room."""
    canvas.setFillColor(black)
    gap = (room.height - sum(text.height for text in texts)) / (len(texts) + 1)
    top = room.top - gap
    for text in texts:
        draw_text(canvas, text, room.left, room.right, top, Align.MIDDLE)
        top -= text.height + gap


def _draw_signatures(canvas: Canvas, room: Box) -> None:
    for caption, left in ((_("Tournament director"), room.left), (_("For the club"), room.right - SIGNATURE_WIDTH)):
        text = fitted(caption, SIGNATURE_WIDTH, SIGNED * LEADING + 1, SIGNED)
        draw_line(canvas, left, left + SIGNATURE_WIDTH, room.foot + text.height)
        draw_text(canvas, text, left, left + SIGNATURE_WIDTH, room.foot + text.height)
