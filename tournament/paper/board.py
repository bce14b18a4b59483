"""Drawings of a backgammon board, its checkers and its dice."""

from dataclasses import dataclass

from reportlab.lib.colors import Color, HexColor, black, white
from reportlab.pdfgen.canvas import Canvas

from tournament.board.games import BAR, PIPS
from tournament.board.positions import Position
from tournament.paper import fonts, lettering
from tournament.paper.page import Box

FELT = HexColor(0xF1EEE6)
POINTS_IN_A_ROW, POINTS_IN_A_BOARD = 12, 6
FULL_STACK = 5


def dark_checkers(position: Position) -> dict[int, int]:
    """Count the checkers of the player on turn, which are dark, on each point that has some.

    Points count from 1 at the lower right to 24 at the upper right.
    """
    return {point: position.own[point] for point in range(1, BAR) if position.own[point]}


def light_checkers(position: Position) -> dict[int, int]:
    """Count the checkers of the other player on each point that has some, as the player on turn counts the points."""
    return {point: position.facing(point) for point in range(1, BAR) if position.facing(point)}


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board drawn in its room: two halves of six points and the bar between them, which an ornament leaves out."""

    room: Box
    has_bar: bool = True

    @property
    def base(self) -> float:
        """The width of a point, and of the bar."""
        return self.room.width / (POINTS_IN_A_ROW + self.has_bar)

    @property
    def point_height(self) -> float:
        return self.room.height * 0.42

    def left_of(self, column: int) -> float:
        """The left edge of a column of points, counted from 0 at the left."""
        return self.room.left + (column + (self.has_bar and column >= POINTS_IN_A_BOARD)) * self.base


def draw_board(canvas: Canvas, room: Box, position: Position) -> None:
    board = DrawnBoard(room)
    canvas.setFillColor(FELT)
    canvas.rect(room.left, room.foot, room.width, room.height, stroke=0, fill=1)
    draw_points(canvas, board, room.top, -board.point_height)
    draw_points(canvas, board, room.foot, board.point_height)
    bar = board.left_of(POINTS_IN_A_BOARD) - board.base
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.5)
    canvas.line(bar, room.foot, bar, room.top)
    canvas.line(bar + board.base, room.foot, bar + board.base, room.top)
    canvas.setLineWidth(1.5)
    canvas.rect(room.left, room.foot, room.width, room.height)
    for color, count_by_point in ((black, dark_checkers(position)), (white, light_checkers(position))):
        for point, count in count_by_point.items():
            _draw_stack(canvas, board, point, count, color)


def draw_points(canvas: Canvas, board: DrawnBoard, base_line: float, height: float) -> None:
    """Draw twelve points on a line, alternately green and brass; a negative height lets them hang."""
    for column in range(POINTS_IN_A_ROW):
        left = board.left_of(column)
        path = canvas.beginPath()
        path.moveTo(left, base_line)
        path.lineTo(left + board.base, base_line)
        path.lineTo(left + board.base / 2, base_line + height)
        path.close()
        canvas.setFillColor(lettering.GREEN if (column % 2 == 0) == (height < 0) else lettering.BRASS)
        canvas.drawPath(path, stroke=0, fill=1)


def _draw_stack(canvas: Canvas, board: DrawnBoard, point: int, count: int, color: Color) -> None:
    is_at_foot = point <= POINTS_IN_A_ROW
    column = POINTS_IN_A_ROW - point if is_at_foot else point - POINTS_IN_A_ROW - 1
    radius = min(board.base * 0.46, board.room.height * 0.048)
    # Checkers of a high stack overlap, and the top one shows their number.
    step = 2 * radius * min(1, (FULL_STACK - 1) / max(count - 1, 1))
    for index in range(count):
        away = radius + step * index
        y = board.room.foot + away if is_at_foot else board.room.top - away
        is_counted = index == count - 1 and count > FULL_STACK
        text = str(count) if is_counted else ""
        draw_checker(canvas, board.left_of(column) + board.base / 2, y, radius, color, text)


def draw_checker(canvas: Canvas, x: float, y: float, radius: float, color: Color, text: str = "") -> None:
    """Draw a checker with its inner ring, or with a text on it."""
    ink = white if color != white else black
    canvas.setFillColor(color)
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.75)
    canvas.circle(x, y, radius * 0.96, fill=1)
    canvas.setStrokeColor(ink)
    canvas.circle(x, y, radius * 0.78)
    if text:
        canvas.setFillColor(ink)
        canvas.setFont(fonts.BOLD, radius)
        canvas.drawCentredString(x, y - radius * lettering.HALF_CAPITAL, text)


def draw_die(canvas: Canvas, x: float, y: float, side: float, eyes: int) -> None:
    """Draw a die from above; x and y are its centre."""
    canvas.setFillColor(white)
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.75)
    canvas.roundRect(x - side / 2, y - side / 2, side, side, side / 6, fill=1)
    canvas.setFillColor(black)
    for right, up in PIPS[eyes]:
        canvas.circle(x + right * side / 4, y + up * side / 4, side / 11, stroke=0, fill=1)
