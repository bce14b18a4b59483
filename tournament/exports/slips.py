"""Match slips: one for each table, to be filled in by the two who play there.

Lengths are points, 72 to the inch; y counts from the foot of the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.engine.record import Rules, Score
from tournament.exports.content import in_language_of
from tournament.exports.document import Part, document
from tournament.exports.fonts import BOLD, REGULAR, breadth
from tournament.exports.lettering import (
    SMALL,
    TITLE,
    Align,
    draw_in,
    draw_text,
    fitted,
    paragraph,
)
from tournament.exports.marks import QR_MARGIN, draw_box, draw_cuts, draw_hairline, draw_line, draw_qr_code
from tournament.exports.page import EDGE, Box, Page, stacked
from tournament.exports.pdf import page_of
from tournament.models import Round
from tournament.queries.player_links import player_link
from tournament.queries.record import rules_of
from tournament.queries.rounds import PairingRow, round_page

SLIPS_ON_A_PAGE = 4
SIDE = 12 * mm
QR_SIZE = 21 * mm
LINKED_WIDTH = QR_SIZE + QR_MARGIN
HEAD_HEIGHT, HEADINGS_HEIGHT, SIGNING_HEIGHT = 10.5 * mm, 6 * mm, 11.5 * mm
NAME_WIDTH, RESULT_WIDTH = 42 * mm, 18 * mm
TICK = 4.6 * mm
# Longer matches have no room for their games; the result is asked for all the same.
MOST_GAMES, MOST_GAMES_TO_TICK = 9, 5
GAP = 2 * mm


@dataclass(frozen=True, slots=True)
class Slip:
    """A table of a round; without `links` the players have none."""

    table: int
    names: tuple[str, str]
    links: tuple[str, str]
    score: Score | None


@dataclass(frozen=True, slots=True)
class Games:
    """What there is to tick: how many games a match may take, and what a game may be worth."""

    count: int
    worths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the rows and columns of a slip stand."""

    names: Box
    games: tuple[Box, ...]
    result: Box

    def row(self, box: Box, number: int) -> Box:
        """The room of a row in a column: those of the two players, then that of the score after each game."""
        height = (box.height - HEADINGS_HEIGHT) / 3
        top = box.top - HEADINGS_HEIGHT - number * height
        return Box(box.left, top - height, box.right, top)


def slips_pdf(paired: Round) -> bytes:
    """The slips of a round."""
    with in_language_of(paired.tournament):
        title = f"{paired.tournament.name} · {_('Match slips')}"
        page = page_of(paired.tournament)
        return document(title, page, (slips_part(paired, page),))


def slips_part(paired: Round, page: Page) -> Part:
    """The slips of a round, on pages that are cut as one pile and then lie in order of the tables."""
    tournament = paired.tournament
    occasion = (
        _("Round %(number)s") % {"number": paired.number},
        tournament.name,
        date_format(tournament.date, "DATE_FORMAT"),
    )
    slips = [_slip(row) for row in round_page(paired).tables]
    return partial(
        _draw_pages,
        page=page,
        pages=stacked(slips, SLIPS_ON_A_PAGE),
        occasion=" · ".join(occasion),
        games=games_of(rules_of(tournament)),
    )


def games_of(rules: Rules) -> Games:
    """The games of the longest match there can be."""
    worths = (1, *((2,) if rules.gammons else ()), *((3,) if rules.backgammons else ()))
    return Games(2 * rules.match_length - 1, worths)


def _slip(row: PairingRow) -> Slip:
    """The bye has none."""
    assert row.table is not None
    assert row.second is not None
    links = (player_link(row.first), player_link(row.second))
    return Slip(row.table, (row.first.display_name, row.second.display_name), links, row.result.score)


def _draw_pages(canvas: Canvas, page: Page, pages: Sequence[Sequence[Slip]], occasion: str, games: Games) -> None:
    for slips in pages:
        draw_cuts(canvas, page, 1, SLIPS_ON_A_PAGE)
        for slip, piece in zip(slips, page.pieces(1, SLIPS_ON_A_PAGE), strict=False):
            _draw_slip(canvas, slip, piece.inset(SIDE, EDGE), occasion, games)
        canvas.showPage()


def _draw_slip(canvas: Canvas, slip: Slip, room: Box, occasion: str, games: Games) -> None:
    canvas.setFillColor(black)
    _draw_heading(canvas, slip, Box(room.left, room.top - HEAD_HEIGHT, room.right, room.top), occasion)
    below = room.top - HEAD_HEIGHT
    codes_left = room.right - 2 * LINKED_WIDTH
    for place, (name, link) in enumerate(zip(slip.names, slip.links, strict=True)):
        left = codes_left + place * LINKED_WIDTH + QR_MARGIN
        _draw_code(canvas, name, link, Box(left, room.foot, left + QR_SIZE, below - QR_MARGIN))
    main = Box(room.left, room.foot, codes_left - GAP, below)
    _draw_grid(canvas, slip, _grid(Box(main.left, main.foot + SIGNING_HEIGHT, main.right, main.top), games), games)
    _draw_signatures(canvas, main)


def _draw_heading(canvas: Canvas, slip: Slip, room: Box, occasion: str) -> None:
    table = paragraph(_("Table %(number)s") % {"number": slip.table}, room.width / 3, TITLE, BOLD)
    draw_in(canvas, table, room)
    width = room.width * 2 / 3 - GAP
    draw_in(canvas, fitted(occasion, width, room.height), Box(room.right - width, *_sides(room)), Align.END)
    draw_hairline(canvas, room.left, room.right, room.foot)


def _sides(room: Box) -> tuple[float, float, float]:
    return room.foot, room.right, room.top


def _draw_code(canvas: Canvas, name: str, link: str, room: Box) -> None:
    """The private link of a player, and whose it is; nothing where there is none."""
    if not link:
        return
    draw_qr_code(canvas, link, room.left, room.top, QR_SIZE)
    height = room.height - QR_SIZE - GAP / 2
    caption = fitted(name, room.width, height)
    draw_text(canvas, caption, room.left, room.right, room.top - QR_SIZE - GAP / 2)


def _grid(room: Box, games: Games) -> Grid:
    names = Box(room.left, room.foot, room.left + NAME_WIDTH, room.top)
    result = Box(room.right - RESULT_WIDTH, room.foot, room.right, room.top)
    count = games.count if games.count <= MOST_GAMES else 0
    width = (result.left - names.right) / max(count, 1)
    lefts = [names.right + game * width for game in range(count)]
    return Grid(names, tuple(Box(left, room.foot, left + width, room.top) for left in lefts), result)


def _draw_grid(canvas: Canvas, slip: Slip, grid: Grid, games: Games) -> None:
    headings = [(box, _game(number, box.width)) for number, box in enumerate(grid.games, start=1)]
    for box, text in (*headings, (grid.result, _("Result"))):
        draw_in(canvas, paragraph(text, box.width), _heading_of(box), Align.MIDDLE)
    if grid.games:
        room = _heading_of(grid.names)
        draw_in(canvas, fitted(_worths(games), room.width - GAP, room.height), room)
    for player, name in enumerate(slip.names):
        room = grid.row(grid.names, player)
        draw_in(canvas, fitted(name, room.width - GAP, room.height, font=BOLD), room)
        for box in grid.games:
            _draw_ticks(canvas, grid.row(box, player), games)
        _draw_points(canvas, grid.row(grid.result, player), None if slip.score is None else slip.score[player])
    room = grid.row(grid.names, 2)
    if grid.games:
        draw_in(canvas, fitted(_("Score after the game"), room.width - GAP, room.height), room)
    for box in grid.games:
        room = grid.row(box, 2)
        draw_box(canvas, room.left + GAP / 2, room.right - GAP / 2, (room.top + room.foot) / 2, room.height * 0.75)
        draw_in(canvas, paragraph(":", room.width), room, Align.MIDDLE)
    for row in range(3):
        draw_hairline(canvas, grid.names.left, grid.result.right, grid.row(grid.names, row).top)


def _heading_of(column: Box) -> Box:
    return Box(column.left, column.top - HEADINGS_HEIGHT, column.right, column.top)


def _game(number: int, width: float) -> str:
    text = _("Game %(number)d") % {"number": number}
    return text if breadth(text, REGULAR, SMALL) <= width else str(number)


def _worths(games: Games) -> str:
    """What the boxes to tick mean."""
    names = {1: _("1 single"), 2: _("2 gammon"), 3: _("3 backgammon")}
    return ", ".join(names[worth] for worth in games.worths)


def _draw_ticks(canvas: Canvas, room: Box, games: Games) -> None:
    """A box for each worth of a game; where games are many, one to write it into."""
    middle = (room.top + room.foot) / 2
    if games.count > MOST_GAMES_TO_TICK:
        draw_box(canvas, room.left + GAP / 2, room.right - GAP / 2, middle, room.height * 0.75)
        return
    gap = min(GAP, (room.width - TICK * len(games.worths)) / (len(games.worths) + 1))
    left = (room.left + room.right - len(games.worths) * (TICK + gap) + gap) / 2
    for worth in games.worths:
        draw_box(canvas, left, left + TICK, middle, TICK)
        tick = Box(left, middle - TICK / 2, left + TICK, middle + TICK / 2)
        draw_in(canvas, paragraph(str(worth), TICK), tick, Align.MIDDLE)
        left += TICK + gap


def _draw_points(canvas: Canvas, room: Box, points: int | None) -> None:
    """The points won in the match, where they are known already."""
    draw_box(canvas, room.left + GAP, room.right, (room.top + room.foot) / 2, room.height * 0.8)
    if points is not None:
        draw_in(
            canvas, paragraph(str(points), room.width, TITLE, BOLD), Box(room.left + GAP, *_sides(room)), Align.MIDDLE
        )


def _draw_signatures(canvas: Canvas, room: Box) -> None:
    width = (room.width - GAP * 2) / 2
    for player, left in enumerate((room.left, room.right - width), start=1):
        text = paragraph(_("Signature of player %(number)s") % {"number": player}, width)
        draw_line(canvas, left, left + width, room.foot + text.height)
        draw_text(canvas, text, left, left + width, room.foot + text.height)
