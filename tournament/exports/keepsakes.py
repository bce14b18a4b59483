"""A player's card to keep, on paper of the size A6: the place on a medal, and the matches as points of a board."""

from collections.abc import Sequence
from functools import partial

from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A6
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.pictures import FEWEST_COLUMNS, MOST_MATCHES, shown_result, told_of_player
from tournament.models import Entry
from tournament.names import isolated
from tournament.paper.document import document
from tournament.paper.fonts import BOLD, REGULAR
from tournament.paper.lettering import GREEN, LEADING, Align, draw_in, draw_text, fitted
from tournament.paper.ornaments import DARK, FAINT, GOLD, GREY, IVORY, draw_medal, draw_point, draw_rails
from tournament.paper.page import EDGE, Box, PaperPage
from tournament.paper.picture import MOST_CHECKERS
from tournament.queries.evening import public_evening
from tournament.queries.standings import PathRow

PAGE = PaperPage(*A6).on_its_side
MEDAL_RADIUS, BESIDE_MEDAL = 17 * mm, 42 * mm
NAME, PLACE, OCCASION, RESULT, BEST = 22.0, 13.0, 10.0, 10.0, 9.5
SMALLER_NAMES = (19.0, 16.0, 13.0, 11.0, 9.0)
PANEL_HEIGHT, POINT_HEIGHT, WIDEST_POINT = 33 * mm, 24 * mm, 15 * mm
CHECKER, STEP = 2.3 * mm, 4.8 * mm


def keepsake_pdf(entry: Entry) -> bytes:
    """Print the card of a player who wishes to appear."""
    return document(f"{entry.display_name} · {entry.tournament.name}", PAGE, (partial(_draw, entry=entry),))


def _draw(canvas: Canvas, entry: Entry) -> None:
    player_facts = told_of_player(public_evening(entry.tournament), entry.number)
    if player_facts is None:
        return
    name, rank, lead, line, path, best = player_facts
    frame = Box(0, 0, PAGE.width, PAGE.height).inset(EDGE * 0.7, EDGE * 0.7)
    draw_rails(canvas, frame)
    room = frame.inset(5 * mm, 5 * mm)
    draw_medal(canvas, room.left + MEDAL_RADIUS, room.top - MEDAL_RADIUS, MEDAL_RADIUS, rank)
    left, top = room.left + BESIDE_MEDAL, room.top
    for text, size, font, line_count, color in (
        (name, NAME, BOLD, 2, black),
        (lead, PLACE, BOLD, 1, GREEN),
        (line, OCCASION, REGULAR, 2, GREY),
    ):
        smaller = SMALLER_NAMES if size == NAME else (size * 0.85, size * 0.7)
        height = line_count * size * LEADING + 1
        set_text = fitted(text, room.right - left, height, size, font, then=smaller, is_name=size == NAME)
        canvas.setFillColor(color)
        draw_text(canvas, set_text, left, room.right, top, Align.MIDDLE)
        top -= set_text.height + 1.2 * mm
    foot = room.foot + 10 * mm
    _draw_matches(canvas, path, entry.number, Box(room.left, foot, room.right, foot + PANEL_HEIGHT))
    for text, size, color, at in (
        (best, BEST, black, room.foot + 5 * mm),
        (isolated(entry.tournament.organiser), BEST * 0.9, GREEN, room.foot),
    ):
        canvas.setFillColor(color)
        draw_in(
            canvas, fitted(text, room.width, 5 * mm, size), Box(room.left, at, room.right, at + 4 * mm), Align.MIDDLE
        )


def _draw_matches(canvas: Canvas, path: Sequence[PathRow], number: int, panel: Box) -> None:
    """Draw the last matches as points; the checkers are the player's own points, gold where won."""
    canvas.setFillColor(IVORY)
    canvas.rect(panel.left, panel.foot, panel.width, panel.height, stroke=0, fill=1)
    last_matches = path[-MOST_MATCHES:]
    base = panel.width / max(FEWEST_COLUMNS, len(last_matches))
    for nth, match in enumerate(last_matches):
        middle = panel.left + base * (nth + 0.5)
        draw_point(canvas, middle, panel.top, min(base * 0.8, WIDEST_POINT), -POINT_HEIGHT, FAINT[nth % 2])
        canvas.setFillColor(GOLD if match.has_won else DARK)
        canvas.setStrokeColor(GREEN)
        canvas.setLineWidth(0.6)
        for checker in range(min(match.score[0], MOST_CHECKERS) if match.score else 0):
            canvas.circle(middle, panel.top - CHECKER - 0.4 * mm - checker * STEP, CHECKER, stroke=1, fill=1)
        font = BOLD if match.has_won else REGULAR
        result = fitted(shown_result(match, number), base - 2, RESULT * LEADING + 1, RESULT, font)
        canvas.setFillColor(black)
        draw_in(
            canvas, result, Box(middle - base / 2, panel.foot, middle + base / 2, panel.foot + 7 * mm), Align.MIDDLE
        )
