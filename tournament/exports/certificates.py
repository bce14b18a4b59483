"""Certificates for the first three, to be framed: a page in landscape format, with the points of a board around it."""

from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.colors import Color, black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.pdf import page_of
from tournament.models import Tournament
from tournament.models.cash import PLACES
from tournament.names import isolated
from tournament.paper.document import Part, document
from tournament.paper.fonts import BOLD, REGULAR
from tournament.paper.lettering import GREEN, LEADING, LEGIBLE, Align, SetText, draw_text, fitted
from tournament.paper.marks import draw_line
from tournament.paper.ornaments import GREY, draw_frame, draw_medal, draw_rule
from tournament.paper.page import EDGE, Box, PaperPage
from tournament.phrases.standings import wins_words
from tournament.phrases.values import day_and_time, enumeration, ordinal
from tournament.queries.persons import Honour, certified

HEADING, NAME, PLACE, OCCASION, PLAIN, SIGNED = 44.0, 58.0, 28.0, 26.0, 16.0, 12.0
SMALLER_NAMES = (46.0, 36.0, 30.0, 24.0, 18.0)
# All texts become smaller together by these factors until they fit above the medal.
TOGETHER = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52)
POINT_HEIGHT = 11 * mm
SIDE, END = 34 * mm, 27 * mm
# From the foot of the page to the middle of the medal, and to the foot of the texts above it.
MEDAL_AT, MEDAL_RADIUS, TEXTS_END = 45 * mm, 19 * mm, 68 * mm
SIGNED_AT, SIGNATURE_WIDTH = 38 * mm, 68 * mm
LEAST_GAP, MOST_GAP, RULE_HALF, RULE_ROOM = 1.5 * mm, 7 * mm, 62 * mm, 4 * mm


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
    draw_frame(canvas, Box(0, 0, page.width, page.height).inset(EDGE, EDGE), POINT_HEIGHT)
    text = Box(SIDE, TEXTS_END, page.width - SIDE, page.height - END)
    _draw_texts(canvas, _texts(tournament, honour, text), text)
    draw_medal(canvas, page.width / 2, MEDAL_AT, MEDAL_RADIUS, honour.rank if honour.rank <= PLACES else None)
    _draw_signatures(canvas, page)
    canvas.showPage()


def _texts(tournament: Tournament, honour: Honour, room: Box) -> list[tuple[SetText, Color]]:
    """The texts from top to bottom, the club first; a name too long for one line takes two."""
    place = _("%(place)s place") % {"place": ordinal(honour.rank)}
    wins = wins_words(honour.match_wins, honour.finals_wins)
    when = (day_and_time(tournament.date, tournament.begins_at), isolated(tournament.venue))
    lines = (
        (tournament.organiser, PLAIN, REGULAR, 2, GREEN),
        (_("Certificate"), HEADING, BOLD, 1, GREEN),
        (honour.entry.wished_name, NAME, BOLD, 2, black),
        (honour.entry.club, PLAIN, REGULAR, 2, black),
        (f"{place} · {wins}" if honour.rank <= PLACES else wins, PLACE, REGULAR, 1, black),
        (_("Winner of the consolation") if honour.has_won_second else "", PLACE, REGULAR, 1, black),
        (tournament.name, OCCASION, BOLD, 2, GREEN),
        (" · ".join(filter(None, when)), PLAIN, REGULAR, 2, GREY),
        (_prizes(honour), PLAIN, REGULAR, 2, GREY),
    )
    for part in TOGETHER:
        texts = [
            (
                fitted(
                    text,
                    room.width,
                    most * size * part * LEADING + 1,
                    size * part,
                    font,
                    then=[each * part for each in SMALLER_NAMES] if size == NAME else (),
                    least=SMALLER_NAMES[-1] * part if size == NAME else LEGIBLE,
                    is_name=size == NAME,
                ),
                color,
            )
            for text, size, font, most, color in lines
            if text
        ]
        if _height(texts) + LEAST_GAP * len(texts) + RULE_ROOM <= room.height:
            break
    return texts


def _prizes(honour: Honour) -> str:
    """The prizes; that an amount is one goes without saying."""
    what = enumeration(honour.prizes)
    return _("Prize: %(what)s") % {"what": what} if any(map(str.isalpha, what)) else what


def _height(texts: list[tuple[SetText, Color]]) -> float:
    return sum(text.height for text, _color in texts)


def _draw_texts(canvas: Canvas, texts: list[tuple[SetText, Color]], room: Box) -> None:
    """Draw the texts one below the other in the middle of the room, and a line below the heading."""
    gap = min((room.height - _height(texts) - RULE_ROOM) / (len(texts) + 1), MOST_GAP)
    top = (room.top + room.foot + _height(texts) + RULE_ROOM + gap * (len(texts) - 1)) / 2
    heading = next(text for text, color in texts if text.font == BOLD and color == GREEN)
    for text, color in texts:
        canvas.setFillColor(color)
        draw_text(canvas, text, room.left, room.right, top, Align.MIDDLE)
        top -= text.height
        if text is heading:
            top -= RULE_ROOM
            draw_rule(canvas, (room.left + room.right) / 2, top + RULE_ROOM / 2 - gap / 4, RULE_HALF)
        top -= gap


def _draw_signatures(canvas: Canvas, page: PaperPage) -> None:
    canvas.setFillColor(GREY)
    for caption, left in ((_("Tournament director"), SIDE), (_("For the club"), page.width - SIDE - SIGNATURE_WIDTH)):
        text = fitted(caption, SIGNATURE_WIDTH, SIGNED * LEADING + 1, SIGNED)
        draw_line(canvas, left, left + SIGNATURE_WIDTH, SIGNED_AT)
        draw_text(canvas, text, left, left + SIGNATURE_WIDTH, SIGNED_AT - 1 * mm, Align.MIDDLE)
