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
HIGHEST_ROW = 26 * mm
# The sizes of letters in the table, and the most lines of a cell.
CELL_SIZES = (14.0, 12.5, 11.0)
MOST_LINES = 2
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
    cards = [_card(tournament, entry, played_rounds) for entry, played_rounds in player_cards(tournament)]
    part = partial(
        _draw_pages,
        page=page,
        pages=stacked(cards, COLUMNS * ROWS),
        ranking=rules_of(tournament).ranking if tournament.planned_rounds else (),
    )
    return document(f"{tournament.name} · {_('Player cards')}", page, (part,))


def _card(tournament: Tournament, entry: Entry, played_rounds: Sequence[PlayedRound]) -> Card:
    details = (
        (_("Start number %(number)d") % {"number": entry.number}, isolated(entry.club)),
        (isolated(tournament.name), date_format(tournament.date, "DATE_FORMAT")),
    )
    cells_by_round = {number: _cells(number, cell, standing, entry) for number, cell, standing in played_rounds}
    round_numbers = _rounds_shown(len(played_rounds), tournament.planned_rounds or rounds_with_finals(tournament))
    rows = tuple(cells_by_round.get(number, (str(number),)) for number in round_numbers)
    of_player, of_tournament = (" · ".join(filter(None, line)) for line in details)
    return Card(entry.display_name, (of_player, of_tournament), player_link(entry), rows)


def _rounds_shown(paired_count: int, planned: int) -> range:
    """The rounds on a card: all, or, if they are too many, those around the running round."""
    last = max(paired_count, planned)
    last = min(last, max(paired_count + MOST_ROUNDS // 2, MOST_ROUNDS))
    return range(max(last - MOST_ROUNDS, 0) + 1, last + 1)


def _cells(number: int, cell: CrossCell, standing: Standing | None, entry: Entry) -> tuple[str, ...]:
    if cell.opponent is None or cell.result is None:
        opponent = outcome_label(Outcome.BYE) if cell.meeting is Meeting.BYE else "–"
        result = ""
    else:
        opponent = cell.opponent.entry.display_name
        result = "" if cell.meeting is Meeting.OPEN else result_text(cell.result, entry.number)
    cells = (str(number), opponent, Strong(result) if cell.meeting is Meeting.WON else result)
    if standing is None:
        return cells
    return (*cells, *starmap(figure_text, islice(standing.figures.items(), FIGURES)), str(standing.place or "–"))


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
    name = lettering.fitted(card.name, width, NAME_HEIGHT, NAME, fonts.BOLD, is_name=True)
    lettering.draw_text(canvas, name, head.left, head.right, head.top)
    foot = head.foot + GAP
    for line, line_count in zip(reversed(card.details), (2, 1), strict=True):
        details = lettering.fitted(line, head.width, line_count * LINE)
        lettering.draw_text(canvas, details, head.left, head.right, foot + details.height)
        foot += details.height
    _draw_table(canvas, card, Box(room.left, room.foot, room.right, head.foot), ranking)


def _cell_size(cells: Sequence[str], width: float, height: float) -> float:
    """The one size for the cells of a column: the largest in which each stands whole on two lines, else SMALL."""
    for size in CELL_SIZES:
        set_cells = [lettering.paragraph(cell, width, size, _font(cell), is_name=True) for cell in cells]
        longest = max((fonts.longest_piece(cell, _font(cell)) for cell in cells), default=0.0)
        is_low = all(len(cell.lines) <= MOST_LINES and cell.height <= height for cell in set_cells)
        if is_low and longest * size <= width:
            return size
    return lettering.SMALL


def _font(cell: str) -> str:
    return fonts.BOLD if isinstance(cell, Strong) else fonts.REGULAR


def _draw_table(canvas: Canvas, card: Card, room: Box, ranking: Ranking) -> None:
    headings, fixed_widths, aligns = zip(*_columns(ranking), strict=True)
    rest_width = room.width - sum(fixed_widths) - GAP * (len(fixed_widths) - 1)
    widths = [width or rest_width for width in fixed_widths]
    lefts = list(accumulate((width + GAP for width in widths), initial=room.left))[:-1]
    height = min(HIGHEST_ROW, (room.height - HEADINGS_HEIGHT) / max(len(card.rows), 1))
    sizes = [
        _cell_size([row[at] for row in card.rows if at < len(row)], width, height) for at, width in enumerate(widths)
    ]
    top = room.top
    marks.draw_hairline(canvas, room.left, room.right, top)
    heading_sizes = [lettering.SMALL] * len(headings)
    for cells, tall, cell_sizes in (
        (headings, HEADINGS_HEIGHT, heading_sizes),
        *((row, height, sizes) for row in card.rows),
    ):
        for cell, size, align, left, width in zip(cells, cell_sizes, aligns, lefts, widths, strict=False):
            box = Box(left, top - tall, left + width, top)
            set_cell = lettering.fitted(cell, width, tall, size, _font(cell), is_name=True)
            lettering.draw_in(canvas, set_cell, box, align)
        top -= tall
        marks.draw_hairline(canvas, room.left, room.right, top)
