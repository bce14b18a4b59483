"""Match slips: one for each table, to be filled in by its two players, and a strip for each with their private link.

The strips are cut or torn off, so that each player has their own code in hand, and nobody the code of the other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.engine.terms import KONSTANZ, Ranking
from tournament.exports.pdf import page_of
from tournament.machine.progress import track_progress
from tournament.matches.formats import MatchFormat, MatchGame
from tournament.models import Entry, Round
from tournament.names import isolated
from tournament.pages.rounds import later, later_in_full, part_of
from tournament.paper.document import Part, document
from tournament.paper.fonts import BOLD, REGULAR, breadth
from tournament.paper.lettering import SMALL, TITLE, Align, draw_in, draw_text, fitted, paragraph
from tournament.paper.marks import QR_MARGIN, draw_box, draw_cuts, draw_hairline, draw_line, draw_qr_code
from tournament.paper.page import EDGE, Box, PaperPage, stacked
from tournament.phrases.rounds import round_name
from tournament.phrases.standings import ranking_note
from tournament.phrases.tournaments import format_note, game_label
from tournament.queries.evening import evening_of
from tournament.queries.players import player_link
from tournament.queries.record import format_of, places_in, rules_of
from tournament.queries.rounds.pairings import PairingRow, RoundPage, round_page

SLIPS_ON_A_PAGE = 4
SIDE = 12 * mm
QR_SIZE = 21 * mm
STRIP_WIDTH = QR_SIZE + 2 * QR_MARGIN
HEAD_HEIGHT, HEADINGS_HEIGHT, SIGNING_HEIGHT = 10.5 * mm, 6 * mm, 11.5 * mm
NAME_WIDTH, RESULT_WIDTH = 42 * mm, 18 * mm
TICK = 4.8 * mm
# With more games, slips have no columns for games, only for the result; with more to tick, points are written in.
MOST_GAMES, MOST_GAMES_TO_TICK = 9, 5
GAP = 2 * mm


@dataclass(frozen=True, slots=True)
class Games:
    """The fields to fill in for games: their greatest number, and `worths`, the points that a game can be worth.

    Without `worths`, points are written in instead of ticked. `names` are given if a match alternates between several
    games; `note` describes an unusual match format.
    """

    count: int
    worths: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows and columns of a slip; without `games` there is no row for the score after each game."""

    names: Box
    games: tuple[Box, ...]
    result: Box

    def row(self, box: Box, number: int) -> Box:
        """The room of a row in a column: rows 0 and 1 are the players, the next is the score after each game."""
        height = (box.height - HEADINGS_HEIGHT) / (3 if self.games else 2)
        top = box.top - HEADINGS_HEIGHT - number * height
        return Box(box.left, top - height, box.right, top)


def slips_pdf(round_: Round, *, only_changed: bool = False) -> bytes:
    """Print all slips, or only those of open tables paired anew since the round began; the others are handed out."""
    title = f"{round_.tournament.name} · {_('Match slips')}"
    page, pairings = page_of(round_.tournament), round_page(evening_of(round_.tournament), round_.number)
    return document(title, page, (slips_part(pairings, page, only_changed=only_changed),))


def slips_part(pairings: RoundPage, page: PaperPage, *, only_changed: bool = False) -> Part:
    """The slips of a round, on pages that are sorted by table when cut as one pile."""
    round_, tournament = pairings.round, pairings.round.tournament
    occasion = (
        round_name(round_.number, places_in(round_)),
        isolated(tournament.name),
        date_format(tournament.date, "DATE_FORMAT"),
    )
    pairing_rows = [
        row for row in (pairings.changed_tables if only_changed else pairings.tables) if row.table and row.second
    ]
    return partial(
        _draw_pages,
        page=page,
        pages=track_progress(tournament, "slips_pdf", stacked(pairing_rows, SLIPS_ON_A_PAGE)),
        occasion=" · ".join(occasion),
        games={
            length: games_of(
                format_of(tournament, length=length),
                rules_of(tournament).ranking,
                is_knock_out=not tournament.planned_rounds,
            )
            for length in {row.length for row in pairing_rows}
        },
    )


def games_of(match_format: MatchFormat, ranking: Ranking = KONSTANZ, *, is_knock_out: bool = False) -> Games:
    """The games of the longest possible match; with the cube a game has too many values to tick."""
    count = 2 * match_format.match_length - 1
    worths = (
        ()
        if match_format.cube
        else (1, *((2,) if match_format.gammons else ()), *((3,) if match_format.backgammons else ()))
    )
    turns = match_format.game is MatchGame.TAVLI and count <= MOST_GAMES
    names = tuple(game_label(match_format.game_at(game)) for game in range(count)) if turns else ()
    notes = (format_note(match_format), ranking_note(ranking, is_knock_out=is_knock_out))
    return Games(count, worths, names, " ".join(filter(None, notes)))


def _draw_pages(
    canvas: Canvas, page: PaperPage, pages: Iterable[Sequence[PairingRow]], occasion: str, games: Mapping[int, Games]
) -> None:
    for pairing_rows in pages:
        draw_cuts(canvas, page, 1, SLIPS_ON_A_PAGE, strips=strips_of(page.width - SIDE))
        for row, piece in zip(pairing_rows, page.pieces(1, SLIPS_ON_A_PAGE), strict=False):
            _draw_slip(canvas, row, piece.inset(SIDE, EDGE), occasion, games[row.length])
        canvas.showPage()


def _draw_slip(canvas: Canvas, row: PairingRow, room: Box, occasion: str, games: Games) -> None:
    canvas.setFillColor(black)
    whole, strips = room, strips_of(room.right)
    room = replace(room, right=strips[0] - 2 * GAP)
    below = room.top - HEAD_HEIGHT
    _draw_heading(canvas, row, replace(room, foot=below), " · ".join(filter(None, (occasion, games.note))))
    main = replace(room, top=below)
    grid = _grid(replace(main, foot=main.foot + SIGNING_HEIGHT), games)
    _draw_headings(canvas, grid, games)
    players = [entry for entry in (row.first, row.second) if entry]
    for nth, entry in enumerate(players):
        _draw_player(canvas, nth, entry, grid, games)
        points = row.result.score[nth] if row.result.score else None
        _draw_points(canvas, grid.row(grid.result, nth), points)
    _draw_scores(canvas, grid)
    _draw_signatures(canvas, main)
    for entry, left in zip(players, strips, strict=True):
        _draw_code(canvas, entry, replace(whole, left=left + QR_MARGIN, right=left + QR_MARGIN + QR_SIZE))


def strips_of(right: float) -> tuple[float, float]:
    """The left edges of the two players' strips; the margin right of the second QR code is that of the page."""
    second = right - STRIP_WIDTH + QR_MARGIN
    return second - STRIP_WIDTH, second


def _draw_heading(canvas: Canvas, row: PairingRow, room: Box, occasion: str) -> None:
    table = paragraph(_("Table %(number)s") % {"number": row.table}, room.width / 3, TITLE, BOLD)
    draw_in(canvas, table, room)
    right = replace(room, left=room.left + room.width / 3 + GAP)
    notes = (part_of(row), later_in_full() if later(row) else "", occasion)
    occasion = " · ".join(filter(None, notes))
    draw_in(canvas, fitted(occasion, right.width, right.height), right, Align.END)
    draw_hairline(canvas, room.left, room.right, room.foot)


def _draw_code(canvas: Canvas, player: Entry, room: Box) -> None:
    """Draw the QR code of a player's private link, with their name and what it is for."""
    words = paragraph(_("Only for this player: table and score on the phone"), room.width)
    draw_qr_code(canvas, player_link(player), room.left, room.top, QR_SIZE)
    below = room.top - QR_SIZE - GAP / 2
    whose = fitted(player.display_name, room.width, below - room.foot - words.height - GAP)
    draw_text(canvas, whose, room.left, room.right, below)
    draw_text(canvas, words, room.left, room.right, room.foot + words.height)


def _grid(room: Box, games: Games) -> Grid:
    count = games.count if games.count <= MOST_GAMES else 0
    result = replace(room, left=room.right - RESULT_WIDTH)
    names = replace(room, right=room.left + NAME_WIDTH if count else result.left)
    width = (result.left - names.right) / max(count, 1)
    lefts = [names.right + game * width for game in range(count)]
    return Grid(names, tuple(replace(room, left=left, right=left + width) for left in lefts), result)


def _draw_headings(canvas: Canvas, grid: Grid, games: Games) -> None:
    numbered = [
        (box, games.names[number - 1] if games.names else _game(number, box.width))
        for number, box in enumerate(grid.games, start=1)
    ]
    for box, text in (*numbered, (grid.result, _("Result"))):
        heading = _heading_of(box)
        draw_in(canvas, fitted(text, heading.width - GAP / 2, heading.height), heading, Align.MIDDLE)
    if grid.games and games.worths:
        room = _heading_of(grid.names)
        draw_in(canvas, fitted(_worths(games), room.width - GAP, room.height), room)


def _draw_player(canvas: Canvas, nth: int, player: Entry, grid: Grid, games: Games) -> None:
    """Draw the row of a player: the name, and the fields for the points of each game."""
    room = grid.row(grid.names, nth)
    draw_hairline(canvas, room.left, grid.result.right, room.top)
    draw_in(canvas, fitted(player.display_name, room.width - GAP, room.height, font=BOLD), room)
    for box in grid.games:
        _draw_ticks(canvas, grid.row(box, nth), games)


def _draw_scores(canvas: Canvas, grid: Grid) -> None:
    """Draw the row for the score after each game."""
    room = grid.row(grid.names, 2)
    draw_hairline(canvas, room.left, grid.result.right, room.top)
    if grid.games:
        draw_in(canvas, fitted(_("Score after each game"), room.width - GAP, room.height), room)
    for box in grid.games:
        room = grid.row(box, 2)
        draw_box(canvas, room.left + GAP / 2, room.right - GAP / 2, (room.top + room.foot) / 2, room.height * 0.75)
        draw_in(canvas, paragraph(":", room.width), room, Align.MIDDLE)


def _heading_of(column: Box) -> Box:
    return replace(column, foot=column.top - HEADINGS_HEIGHT)


def _game(number: int, width: float) -> str:
    text = _("Game %(number)d") % {"number": number}
    return text if breadth(text, REGULAR, SMALL) <= width else str(number)


def _worths(games: Games) -> str:
    """The legend of the boxes to tick: "1 single, 2 gammon"."""
    names = {1: _("1 single"), 2: _("2 gammon"), 3: _("3 backgammon")}
    return ", ".join(names[worth] for worth in games.worths)


def _draw_ticks(canvas: Canvas, room: Box, games: Games) -> None:
    """Draw a box to tick for each value of a game; with too many games or values, one box to write in."""
    middle = (room.top + room.foot) / 2
    if games.count > MOST_GAMES_TO_TICK or not games.worths:
        draw_box(canvas, room.left + GAP / 2, room.right - GAP / 2, middle, room.height * 0.75)
        return
    count = len(games.worths)
    side = min(TICK, (room.width - GAP) / count)
    step = side + min(GAP, (room.width - GAP - count * side) / count)
    left = (room.left + room.right - (count - 1) * step - side) / 2
    for worth in games.worths:
        tick = Box(left, middle - side / 2, left + side, middle + side / 2)
        draw_box(canvas, tick.left, tick.right, middle, side)
        draw_in(canvas, paragraph(str(worth), side), tick, Align.MIDDLE)
        left += step


def _draw_points(canvas: Canvas, room: Box, points: int | None) -> None:
    """Draw the points won in the match, if they are known already."""
    box = replace(room, left=room.left + GAP)
    draw_box(canvas, box.left, box.right, (box.top + box.foot) / 2, box.height * 0.8)
    if points is not None:
        draw_in(canvas, paragraph(str(points), box.width, TITLE, BOLD), box, Align.MIDDLE)


def _draw_signatures(canvas: Canvas, room: Box) -> None:
    width = (room.width - GAP * 2) / 2
    for player, left in enumerate((room.left, room.right - width), start=1):
        text = paragraph(_("Signature of player %(number)s") % {"number": player}, width)
        draw_line(canvas, left, left + width, room.foot + text.height)
        draw_text(canvas, text, left, left + width, room.foot + text.height)
