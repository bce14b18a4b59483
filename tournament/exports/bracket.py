"""The bracket of the finals as a paper to hang up, with room to write in names not yet known."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.pdf import page_of, printed
from tournament.models import Tournament
from tournament.pages.rounds import BracketBox, BracketPage, BracketSide, bracket_page, bracket_sheet
from tournament.paper.document import document
from tournament.paper.drawing import surroundings_of
from tournament.paper.fonts import BOLD, REGULAR
from tournament.paper.lettering import SMALL, Align, SetText, draw_in, draw_text, fitted, paragraph
from tournament.paper.marks import draw_box
from tournament.paper.page import Box
from tournament.queries.evening import public_evening

GAP = 8 * mm
HEADING_HEIGHT = 8 * mm
HIGHEST_MATCH = 26 * mm
# The greatest share of the available height that a match takes, including the table number above it.
SHARE = 0.94
TABLE_HEIGHT = 4.5 * mm
MATCHES_ON_A_PAGE = 8
SEED_WIDTH, POINTS_WIDTH = 7 * mm, 9 * mm
NAME, HEADING, HINT = 13.0, 13.0, 7.0
# The sizes in which the names of a round stand, the largest first; only a name too long for all has smaller letters.
NAMES = (NAME, 12.0, 11.0, 10.0, SMALL)
INSET = 1.5 * mm


def bracket_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    """Print the bracket in landscape format: up to 16 places on one page, more in parts with the last rounds behind."""
    bracket = bracket_page(public_evening(tournament))
    assert bracket is not None
    sheet, page = bracket_sheet(tournament, bracket), page_of(tournament).on_its_side
    around = surroundings_of(sheet, (), public_url, printed(printed_at), page.frame)
    part = partial(around.draw_pages, contents=_parts(bracket), draw=partial(_draw, room=around.room))
    return document(f"{sheet.title} · {sheet.subtitle}", page, (part,))


def _parts(bracket: BracketPage) -> tuple[BracketPage, ...]:
    """Divide a large bracket into parts of 16 places, each down to a single match, and the rounds that join them.

    A second bracket follows on pages of its own.
    """
    second = _parts(BracketPage(bracket.second, None)) if bracket.second else ()
    count = len(bracket.rounds[0].boxes) // MATCHES_ON_A_PAGE
    if count < 2:
        return (replace(bracket, second=()), *second)
    parts = []
    for nth in range(count):
        part_rounds = []
        for round_ in bracket.rounds:
            box_count = len(round_.boxes) // count
            if box_count:
                part_rounds.append(replace(round_, boxes=round_.boxes[nth * box_count : (nth + 1) * box_count]))
        parts.append(BracketPage(tuple(part_rounds), None))
    joining = tuple(round_ for round_ in bracket.rounds if len(round_.boxes) <= count)
    return (*parts, BracketPage(joining, bracket.third), *second)


def _draw(canvas: Canvas, bracket: BracketPage, room: Box) -> None:
    """Draw rounds side by side, and below them who has dropped into their open matches."""
    if bracket.drops:
        told = paragraph(" ".join(bracket.drops), room.width)
        draw_text(canvas, told, room.left, room.right, room.foot + told.height)
        room = replace(room, foot=room.foot + told.height + SMALL)
    count = len(bracket.rounds)
    width = (room.width - (count - 1) * GAP) / count
    for nth, round_ in enumerate(bracket.rounds):
        left = room.left + nth * (width + GAP)
        column = replace(room, left=left, right=left + width)
        draw_in(canvas, _heading(round_.title, width), replace(column, foot=column.top - HEADING_HEIGHT))
        column = replace(column, top=column.top - HEADING_HEIGHT)
        box_height = column.height / len(round_.boxes)
        size = _name_size(round_.boxes, replace(column, foot=column.top - box_height))
        for index, box in enumerate(round_.boxes):
            top = column.top - index * box_height
            _draw_match(canvas, box, replace(column, top=top, foot=top - box_height), size)
            if nth < count - 1:
                halves = len(bracket.rounds[nth + 1].boxes) < len(round_.boxes)
                goes_down = index % 2 == 0 if halves else None
                _draw_winners_line(canvas, replace(column, top=top, foot=top - box_height), goes_down=goes_down)
            if nth:
                middle = top - box_height / 2 - TABLE_HEIGHT / 2
                canvas.line(left - GAP / 2, middle, left, middle)
    if bracket.third:
        left = room.right - width
        place = Box(left, room.foot, room.right, room.foot + HIGHEST_MATCH)
        draw_in(canvas, _heading(bracket.third.title, width), replace(place, foot=place.top, top=place.top + 7 * mm))
        _draw_match(canvas, bracket.third, place, _name_size([bracket.third], place))


def _heading(title: str, width: float) -> SetText:
    return fitted(title, width, HEADING_HEIGHT, HEADING, BOLD)


def _name_size(boxes: Sequence[BracketBox], place: Box) -> float:
    """The size of the names of a round, whose matches are as large as this box: the one that all legible names fit."""
    room = _name_room(replace(place, foot=place.top - _row_height(place)))
    names = (_set_name(side, room, NAME) for box in boxes for side in box.sides if side.entry)
    return min((name.size for name in names if name.size in NAMES), default=NAME)


def _row_height(place: Box) -> float:
    return (min(SHARE * place.height, HIGHEST_MATCH) - TABLE_HEIGHT) / 2


def _name_room(line: Box) -> Box:
    return Box(line.left + SEED_WIDTH, line.foot, line.right - POINTS_WIDTH, line.top)


def _set_name(side: BracketSide, room: Box, size: float) -> SetText:
    font = BOLD if side.has_won else REGULAR
    return fitted(side.name, room.width, room.height, size, font, then=NAMES, is_name=True)


def _draw_match(canvas: Canvas, box: BracketBox, place: Box, size: float) -> None:
    """Draw a match in the middle of its box: the table number, and below it the two players."""
    row = _row_height(place)
    height = 2 * row + TABLE_HEIGHT
    top = (place.top + place.foot + height) / 2
    table = _("Table %(table)s") % {"table": box.table} if box.table else ""
    above = " · ".join(filter(None, (table, box.state, box.waits)))
    if above:
        draw_in(
            canvas, fitted(above, place.width, TABLE_HEIGHT, SMALL), replace(place, top=top, foot=top - TABLE_HEIGHT)
        )
    for nth, side in enumerate(box.sides):
        line = replace(place, top=top - TABLE_HEIGHT - nth * row, foot=top - TABLE_HEIGHT - (nth + 1) * row)
        draw_box(canvas, line.left, line.right, (line.top + line.foot) / 2, row)
        _draw_side(canvas, side, line, size)


def _draw_side(canvas: Canvas, side: BracketSide, line: Box, size: float) -> None:
    canvas.setFillColor(black)
    name = _name_room(line)
    font = BOLD if side.has_won else REGULAR
    if side.seed is not None:
        seed = replace(line, left=line.left + INSET, right=name.left)
        draw_in(canvas, fitted(str(side.seed), seed.width, seed.height, SMALL), seed)
    if side.entry:
        draw_in(canvas, _set_name(side, name, size), name)
    else:
        room = replace(line, left=name.left, right=line.right - INSET)
        hint = fitted(side.words, room.width, room.height, HINT)
        draw_in(canvas, hint, replace(room, top=room.foot + hint.height + HINT * 0.2), Align.END)
    if side.points is not None:
        points = replace(line, left=name.right, right=line.right - INSET)
        draw_in(canvas, fitted(str(side.points), points.width, points.height, size, font), points, Align.END)


def _draw_winners_line(canvas: Canvas, place: Box, *, goes_down: bool | None) -> None:
    """Draw the line to the next round, from the match to the middle between it and its neighbour.

    It goes neither up nor down where the next round has as many matches.
    """
    middle = (place.top + place.foot) / 2 - TABLE_HEIGHT / 2
    end = (place.foot if goes_down else place.top) - TABLE_HEIGHT / 2
    canvas.line(place.right, middle, place.right + GAP / 2, middle)
    if goes_down is not None:
        canvas.line(place.right + GAP / 2, middle, place.right + GAP / 2, end)
