"""Papers to be framed, with the points of a board around them: certificates for the first three, the final ranking."""

from collections.abc import Sequence
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
from tournament.paper.fonts import BOLD, REGULAR, breadth
from tournament.paper.lettering import GREEN, LEADING, LEGIBLE, Align, SetText, draw_text, fitted
from tournament.paper.marks import draw_line
from tournament.paper.ornaments import GREY, draw_frame, draw_medal, draw_rule
from tournament.paper.page import EDGE, Box, PaperPage
from tournament.phrases.standings import wins_words
from tournament.phrases.values import day_and_time, enumeration, ordinal
from tournament.queries.evening import public_evening
from tournament.queries.persons import Honour, certified
from tournament.queries.standings import StandingRow, standings_page

HEADING, NAME, PLACE, OCCASION, PLAIN, SIGNED = 44.0, 58.0, 28.0, 26.0, 16.0, 12.0
SMALLER_NAMES = (46.0, 36.0, 30.0, 24.0, 18.0)
# All texts become smaller together by these factors until they fit above the medal.
TOGETHER = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52)
POINT_HEIGHT = 11 * mm
SIDE, END = 34 * mm, 27 * mm
# From the foot of the page to the middle of the medal, and to the foot of the texts above it.
MEDAL_AT, MEDAL_RADIUS, TEXTS_END = 45 * mm, 19 * mm, 68 * mm
SIGNED_AT, SIGNATURE_WIDTH = 38 * mm, 68 * mm
# The final ranking: the lines of more players stand in two columns, or on two pages.
MOST_ON_A_PAGE, MOST_IN_A_COLUMN = 90, 30
SIDE_UPRIGHT, HIGHEST_LINE, BETWEEN_COLUMNS = 27 * mm, 13 * mm, 6 * mm
# The height of a line with a medal in lines without one, and that of a line in its letters.
MEDAL_LINES, ABOVE_A_LINE = 1.8, 1.25
# What stands beside a name, in letters: the place, the match wins, and what is between them.
WIDTH_BESIDE_A_NAME = 7.0
LEAST_GAP, MOST_GAP, RULE_HALF, RULE_ROOM = 1.5 * mm, 7 * mm, 62 * mm, 4 * mm


def certificates_pdf(tournament: Tournament) -> bytes:
    """Print a page for each of the first three; no page until all matches are played."""
    page = page_of(tournament).on_its_side
    return document(f"{tournament.name} · {_('Certificates')}", page, certificate_parts(tournament))


def certificate_parts(tournament: Tournament) -> list[Part]:
    """Make a part for each certificate, drawn on a page in landscape format whatever the format of the document."""
    page = page_of(tournament).on_its_side
    return [
        partial(_draw_certificate, page=page, tournament=tournament, honour=honour) for honour in certified(tournament)
    ]


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
                    then=[smaller_size * part for smaller_size in SMALLER_NAMES] if size == NAME else (),
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


# The final ranking, to be framed too: medals for the first three, and lines as high as there is room.


def ranking_to_frame_pdf(tournament: Tournament) -> bytes:
    """Print the final ranking on a page, of more than 90 players on two; without what is useless in a frame."""
    page = page_of(tournament)
    rows = standings_page(public_evening(tournament)).placed_rows
    half = len(rows) if len(rows) <= MOST_ON_A_PAGE else (len(rows) + PLACES) // 2
    parts = [partial(_draw_ranking, page=page, tournament=tournament, rows=each) for each in (rows[:half], rows[half:])]
    return document(f"{tournament.name} · {_('Final standings')}", page, parts if rows[half:] else parts[:1])


def _draw_ranking(canvas: Canvas, page: PaperPage, tournament: Tournament, rows: Sequence[StandingRow]) -> None:
    draw_frame(canvas, Box(0, 0, page.width, page.height).inset(EDGE, EDGE), POINT_HEIGHT)
    room = Box(SIDE_UPRIGHT, SIDE_UPRIGHT, page.width - SIDE_UPRIGHT, page.height - SIDE_UPRIGHT)
    top = room.top
    when = " · ".join(filter(None, (day_and_time(tournament.date, ""), isolated(tournament.venue))))
    for text, size, font, color in (
        (tournament.organiser, PLAIN, REGULAR, GREEN),
        (tournament.name, OCCASION, BOLD, GREEN),
        (_("Final standings"), PLAIN, BOLD, black),
        (when, SIGNED, REGULAR, GREY),
    ):
        found = fitted(text, room.width, 2 * size * LEADING + 1, size, font)
        canvas.setFillColor(color)
        draw_text(canvas, found, room.left, room.right, top, Align.MIDDLE)
        top -= found.height if text else 0
    _draw_lines(canvas, rows, Box(room.left, room.foot, room.right, top - LEAST_GAP))
    canvas.showPage()


def _draw_lines(canvas: Canvas, standing_rows: Sequence[StandingRow], room: Box) -> None:
    """Draw the first three on lines of their own, all others below in columns that leave the highest lines."""
    best = [row for row in standing_rows if row.standing.rank <= PLACES]
    others = standing_rows[len(best) :]
    column_count = 1 if len(others) <= MOST_IN_A_COLUMN else 2
    line_count = -(-len(others) // column_count)
    height = min(room.height / (len(best) * MEDAL_LINES + line_count), HIGHEST_LINE)
    for nth, row in enumerate(best):
        top = room.top - nth * height * MEDAL_LINES
        line = Box(room.left, top - height * MEDAL_LINES, room.right, top)
        _draw_line(canvas, row, line, _letters(best, line), has_medal=True)
    top, width = room.top - len(best) * height * MEDAL_LINES, room.width / column_count
    size = _letters(others, Box(0, 0, width - BETWEEN_COLUMNS * (column_count - 1), height))
    for nth, row in enumerate(others):
        left, foot = room.left + nth // line_count * width, top - (nth % line_count + 1) * height
        _draw_line(
            canvas, row, Box(left, foot, left + width - BETWEEN_COLUMNS * (column_count - 1), foot + height), size
        )


def _letters(standing_rows: Sequence[StandingRow], line: Box) -> float:
    """The size of the letters of such lines, one for all: as high as the line allows, for long names down to 0.7."""
    size = min(line.height / (LEADING * ABOVE_A_LINE), NAME / 2)
    longest = max((breadth(row.entry.display_name, BOLD, 1) for row in standing_rows), default=0)
    return max(min(size, line.width / (longest + WIDTH_BESIDE_A_NAME)), 0.7 * size)


def _draw_line(canvas: Canvas, row: StandingRow, line: Box, size: float, *, has_medal: bool = False) -> None:
    """Draw a place, a name and its match wins; a name that is too long is smaller or on two lines."""
    middle, lead = (line.top + line.foot) / 2, max(line.height, 2.4 * size)
    if has_medal:
        draw_medal(canvas, line.left + lead / 2, middle, line.height * 0.42, row.standing.rank)
    canvas.setFillColor(black)
    font = BOLD if has_medal else REGULAR
    wins = wins_words(row.standing.match_wins, 0)
    tail = breadth(wins, REGULAR, size * 0.7)
    cells = [
        ("" if has_medal else str(row.standing.rank), size, font, line.left, line.left + lead - size * 0.6, Align.END),
        (row.entry.display_name, size, font, line.left + lead, line.right - tail - size, Align.START),
        (wins, size * 0.7, REGULAR, line.right - tail - 1, line.right, Align.END),
    ]
    for text, letters, face, left, right, align in cells:
        then = [letters * part for part in (0.85, 0.7, 0.55)]
        found = fitted(text, right - left, line.height, letters, face, then=then, least=LEGIBLE / 2, is_name=True)
        draw_text(canvas, found, left, right, middle + found.height / 2, align)
