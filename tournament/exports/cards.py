"""Player cards, one for each player, with which an evening can go on without a computer."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, islice, starmap

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.engine.criteria import counted
from tournament.engine.standings import Standing
from tournament.engine.terms import Outcome, Ranking
from tournament.exports.pdf import page_of
from tournament.models import Entry, Tournament
from tournament.names import isolated
from tournament.pages.sheets import Strong
from tournament.paper import fonts, lettering, marks
from tournament.paper.document import document
from tournament.paper.page import EDGE, Box, PaperPage, stacked
from tournament.phrases.results import outcome_label, result_text
from tournament.phrases.standings import CRITERIA, figure_text
from tournament.queries.players import PlayedRound, player_cards, player_link
from tournament.queries.record import rounds_with_finals, rules_of
from tournament.queries.standings import CrossCell, Meeting

COLUMNS, ROWS = 2, 2
QR_SIZE = 21 * mm
HEAD_HEIGHT, HEADINGS_HEIGHT = 35 * mm, 6 * mm
NAME = 18.0
NAME_HEIGHT = 3 * NAME * lettering.LEADING + 1
LINE = lettering.SMALL * lettering.LEADING + 0.1
HIGHEST_ROW = 16 * mm
# The most rows of a card that are high enough to write in on the smallest paper.
MOST_ROUNDS = 18
# The number of criteria on a card, match wins and the next one; there is no room for more.
FIGURES = 2
GAP = 1.5 * mm


@dataclass(frozen=True, slots=True)
class Card:
    """A card to print; `rows` holds the cells of each round, and missing cells are left to fill in by hand."""

    name: str
    details: tuple[str, str]
    link: str
    rows: tuple[tuple[str, ...], ...]


def cards_pdf(tournament: Tournament) -> bytes:
    """Print a card for every player who has not left; the pages, cut as one pile, are sorted by start number."""
    page = page_of(tournament)
    cards = [_card(tournament, entry, played) for entry, played in player_cards(tournament)]
    part = partial(
        _draw_pages,
        page=page,
        pages=stacked(cards, COLUMNS * ROWS),
        ranking=rules_of(tournament).ranking if tournament.planned_rounds else (),
    )
    return document(f"{tournament.name} · {_('Player cards')}", page, (part,))


def _card(tournament: Tournament, entry: Entry, played: Sequence[PlayedRound]) -> Card:
    details = (
        (_("Start number %(number)d") % {"number": entry.number}, isolated(entry.club)),
        (isolated(tournament.name), date_format(tournament.date, "DATE_FORMAT")),
    )
    known = {number: _cells(number, cell, after, entry) for number, cell, after in played}
    shown = _rounds_shown(len(played), tournament.planned_rounds or rounds_with_finals(tournament))
    rows = tuple(known.get(number, (str(number),)) for number in shown)
    of_player, of_tournament = (" · ".join(filter(None, line)) for line in details)
    return Card(entry.display_name, (of_player, of_tournament), player_link(entry), rows)


def _rounds_shown(paired_count: int, planned: int) -> range:
    """The rounds on a card: all, or, if they are too many, those around the running round."""
    last = max(paired_count, planned)
    last = min(last, max(paired_count + MOST_ROUNDS // 2, MOST_ROUNDS))
    return range(max(last - MOST_ROUNDS, 0) + 1, last + 1)


def _cells(number: int, cell: CrossCell, after: Standing | None, entry: Entry) -> tuple[str, ...]:
    if cell.opponent is None or cell.result is None:
        met = outcome_label(Outcome.BYE) if cell.meeting is Meeting.BYE else "–"
        result = ""
    else:
        met = cell.opponent.entry.display_name
        result = "" if cell.meeting is Meeting.OPEN else result_text(cell.result, entry.number)
    cells = (str(number), met, Strong(result) if cell.meeting is Meeting.WON else result)
    if after is None:
        return cells
    return (*cells, *starmap(figure_text, islice(after.figures.items(), FIGURES)), str(after.place or "–"))


def _columns(ranking: Ranking) -> tuple[tuple[str, float, lettering.Align], ...]:
    """The heading, width and alignment of each column of the table; width 0 takes the remaining room."""
    figures = [
        (str(CRITERIA[criterion].heading), 9 * mm, lettering.Align.END) for criterion in counted(ranking)[:FIGURES]
    ]
    return (
        (_("Round"), 11 * mm, lettering.Align.START),
        (_("Opponent"), 0, lettering.Align.START),
        (_("Result"), 14.5 * mm, lettering.Align.MIDDLE),
        *figures,
        (_("Place"), 10 * mm, lettering.Align.END),
    )


def _draw_pages(canvas: Canvas, page: PaperPage, pages: Sequence[Sequence[Card]], ranking: Ranking) -> None:
    for cards in pages:
        marks.draw_cuts(canvas, page, COLUMNS, ROWS)
        for card, piece in zip(cards, page.pieces(COLUMNS, ROWS), strict=False):
            _draw_card(canvas, card, piece.inset(EDGE, EDGE), ranking)
        canvas.showPage()


def _draw_card(canvas: Canvas, card: Card, room: Box, ranking: Ranking) -> None:
    canvas.setFillColor(black)
    head = Box(room.left, room.top - HEAD_HEIGHT, room.right, room.top)
    marks.draw_qr_code(canvas, card.link, head.right - QR_SIZE, head.top, QR_SIZE)
    width = head.width - QR_SIZE - marks.QR_MARGIN
    name = lettering.fitted(card.name, width, NAME_HEIGHT, NAME, fonts.BOLD)
    lettering.draw_text(canvas, name, head.left, head.right, head.top)
    foot = head.foot + GAP
    for line, lines in zip(reversed(card.details), (2, 1), strict=True):
        details = lettering.fitted(line, head.width, lines * LINE)
        lettering.draw_text(canvas, details, head.left, head.right, foot + details.height)
        foot += details.height
    _draw_table(canvas, card, Box(room.left, room.foot, room.right, head.foot), ranking)


def _draw_table(canvas: Canvas, card: Card, room: Box, ranking: Ranking) -> None:
    headings, given, aligns = zip(*_columns(ranking), strict=True)
    rest = room.width - sum(given) - GAP * (len(given) - 1)
    widths = [width or rest for width in given]
    lefts = list(accumulate((width + GAP for width in widths), initial=room.left))[:-1]
    height = min(HIGHEST_ROW, (room.height - HEADINGS_HEIGHT) / max(len(card.rows), 1))
    top = room.top
    marks.draw_hairline(canvas, room.left, room.right, top)
    for cells, tall in ((headings, HEADINGS_HEIGHT), *((row, height) for row in card.rows)):
        for cell, align, left, width in zip(cells, aligns, lefts, widths, strict=False):
            font = fonts.BOLD if isinstance(cell, Strong) else fonts.REGULAR
            box = Box(left, top - tall, left + width, top)
            lettering.draw_in(canvas, lettering.fitted(cell, width, tall, lettering.SMALL, font), box, align)
        top -= tall
        marks.draw_hairline(canvas, room.left, room.right, top)
