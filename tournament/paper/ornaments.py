"""What adorns papers to keep: a frame and a medal, both made of the points and the checkers of a board."""

from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.paper import fonts, lettering
from tournament.paper.page import Box

GOLD, IVORY, DARK = HexColor(0xE9B95C), HexColor(0xF3EEE1), HexColor(0x16302A)
GREY = HexColor(0x55605C)
# The points of a board on which checkers are drawn, alternately.
FAINT = (HexColor(0xC4DDD3), HexColor(0xECD4A3))
# Fill, edge and number of the checkers of the first three, and of all others.
MEDALS = {
    1: (GOLD, HexColor(0x8A6526), HexColor(0x2A1E06)),
    2: (IVORY, HexColor(0x8F8A7B), DARK),
    3: (DARK, lettering.BRASS, white),
}
OF_OTHERS = (white, lettering.GREEN, lettering.GREEN)
POINTS_OF_A_MEDAL = 24
# The lines around a paper: a rail in green, and a thin one in brass within it.
RAIL, THIN, INSET = 3.2, 0.8, 5.0
# The part of its room that a point takes, and its base in relation to its height.
WIDE, SLIM, FEWEST_POINTS = 0.94, 0.62, 7


def draw_frame(canvas: Canvas, frame: Box, height: float) -> None:
    """Draw a rail with points of this height on all four sides, and a checker in each corner."""
    draw_rails(canvas, frame)
    inner = frame.inset(INSET, INSET)
    corner = height * 1.35
    for turn, x, y, length in (
        (0, inner.left, inner.foot, inner.width),
        (90, inner.right, inner.foot, inner.height),
        (180, inner.right, inner.top, inner.width),
        (270, inner.left, inner.top, inner.height),
    ):
        _draw_side(canvas, turn, x, y, length - 2 * corner, corner, height)
    for x in (inner.left + corner / 2, inner.right - corner / 2):
        for y in (inner.foot + corner / 2, inner.top - corner / 2):
            canvas.setFillColor(lettering.GREEN)
            canvas.circle(x, y, corner * 0.3, stroke=0, fill=1)
            canvas.setStrokeColor(GOLD)
            canvas.setLineWidth(0.9)
            canvas.circle(x, y, corner * 0.2, stroke=1, fill=0)


def draw_rails(canvas: Canvas, frame: Box) -> None:
    """Draw the two lines around a paper."""
    inner = frame.inset(INSET, INSET)
    for box, color, width in ((frame, lettering.GREEN, RAIL), (inner, lettering.BRASS, THIN)):
        canvas.setStrokeColor(color)
        canvas.setLineWidth(width)
        canvas.rect(box.left, box.foot, box.width, box.height)


def _draw_side(canvas: Canvas, turn: int, x: float, y: float, length: float, corner: float, height: float) -> None:
    """Draw the points of one side, which begins at this corner, turned around it; an odd number of them."""
    count = max(FEWEST_POINTS, int(length / (height * SLIM))) // 2 * 2 + 1
    base = length / count
    canvas.saveState()
    canvas.translate(x, y)
    canvas.rotate(turn)
    for nth in range(count):
        color = lettering.BRASS if nth % 2 else lettering.GREEN
        draw_point(canvas, corner + base * (nth + 0.5), 0, base * WIDE, height, color)
    canvas.restoreState()


def draw_point(canvas: Canvas, middle: float, foot: float, base: float, height: float, color: Color) -> None:
    """Draw a point of a board; a negative height lets it hang."""
    path = canvas.beginPath()
    path.moveTo(middle - base / 2, foot)
    path.lineTo(middle + base / 2, foot)
    path.lineTo(middle, foot + height)
    path.close()
    canvas.setFillColor(color)
    canvas.drawPath(path, stroke=0, fill=1)


def draw_medal(canvas: Canvas, x: float, y: float, radius: float, rank: int | None) -> None:
    """Draw a place on a checker, within the 24 points of a board; no number where there is no place."""
    for nth in range(POINTS_OF_A_MEDAL):
        turn = 360 * nth / POINTS_OF_A_MEDAL
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(-turn)
        color = lettering.BRASS if nth % 2 else lettering.GREEN
        draw_point(canvas, 0, radius * 0.79, radius * 0.2, radius * 0.21, color)
        canvas.restoreState()
    fill, edge, ink = MEDALS.get(rank or 0, OF_OTHERS)
    canvas.setFillColor(fill)
    canvas.setStrokeColor(edge)
    for part, width, fills in ((0.76, 0.035, 1), (0.62, 0.015, 0)):
        canvas.setLineWidth(radius * width)
        canvas.circle(x, y, radius * part, stroke=1, fill=fills)
    if rank:
        size = radius * min(0.86, 1.15 / max(1, fonts.breadth(str(rank), fonts.BOLD)))
        canvas.setFillColor(ink)
        canvas.setFont(fonts.BOLD, size)
        canvas.drawCentredString(x, y - size * lettering.HALF_CAPITAL, str(rank))


def draw_rule(canvas: Canvas, x: float, y: float, half: float) -> None:
    """Draw a line around a small diamond, the doubling cube seen from its edge."""
    canvas.setStrokeColor(lettering.BRASS)
    canvas.setLineWidth(0.9)
    for side in (-1, 1):
        canvas.line(x + side * 2.5 * mm, y, x + side * half, y)
        draw_point(canvas, x, y, 7, side * 4, lettering.GREEN)
