"""Marks besides letters: QR codes, boxes, lines to sign and to cut along, the points of a board."""

import re
from collections.abc import Sequence
from functools import lru_cache

import segno
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from tournament.paper.lettering import BRASS, GREEN, HAIRLINE
from tournament.paper.page import PaperPage

POINTS, POINT_HEIGHT = 60, 5.0
# The white margin that readers of QR codes need.
QR_MARGIN = 3.5 * mm
# Any mask is readable; trying all eight would take most of the time of a page full of codes.
MASK = 0
DARK = re.compile(b"\x01+")
CUT = (1.5 * mm, 1.5 * mm)


def draw_qr_code(canvas: Canvas, url: str, left: float, top: float, size: float) -> None:
    """Draw the code as a single path; separate modules would show seams."""
    path, count = modules(url)
    canvas.saveState()
    canvas.translate(left, top - size)
    canvas.scale(size / count, size / count)
    canvas.setFillColor(black)
    canvas.drawPath(PDFPathObject([path]), stroke=0, fill=1)
    canvas.restoreState()


# Cached, as the same private links are on the cards and on the slips of every round.
@lru_cache(maxsize=1_000)
def modules(url: str) -> tuple[str, int]:
    """The dark modules of a code as a path in PDF operators, with modules of size 1, and the number of modules a side.

    The path is written in whole numbers, as writing it by canvas calls would take longer than computing the code.
    """
    rows = segno.make(url, micro=False, error="m", boost_error=False, mask=MASK).matrix
    rectangles = [
        f"{run.start()} {y} {run.end() - run.start()} 1 re"
        for y, row in enumerate(reversed(rows))
        for run in DARK.finditer(row)
    ]
    return f"n {' '.join(rectangles)}", len(rows)


def draw_board_points(canvas: Canvas, left: float, right: float, y: float) -> None:
    """Draw a green line with the points of a backgammon board hanging from it."""
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(1.5)
    canvas.line(left, y, right, y)
    base = (right - left) / POINTS
    for color, first in ((GREEN, 0), (BRASS, 1)):
        path = canvas.beginPath()
        for point in range(first, POINTS, 2):
            path.moveTo(left + point * base, y)
            path.lineTo(left + (point + 1) * base, y)
            path.lineTo(left + (point + 0.5) * base, y - POINT_HEIGHT)
            path.close()
        canvas.setFillColor(color)
        canvas.drawPath(path, stroke=0, fill=1)


def draw_line(canvas: Canvas, left: float, right: float, y: float) -> None:
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.5)
    canvas.line(left, y, right, y)


def draw_hairline(canvas: Canvas, left: float, right: float, y: float) -> None:
    """Draw the thin line between two rows."""
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.5)
    canvas.line(left, y, right, y)


def draw_hairlines(canvas: Canvas, left: float, right: float, heights: Sequence[float]) -> None:
    """Draw several hairlines one below the other."""
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.5)
    canvas.lines([(left, y, right, y) for y in heights])


def draw_box(canvas: Canvas, start: float, end: float, middle: float, height: float) -> None:
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.5)
    canvas.rect(start, middle - height / 2, end - start, height)


def draw_cuts(canvas: Canvas, page: PaperPage, column_count: int, rows: int, *, strips: Sequence[float] = ()) -> None:
    """Draw the lines that cut a page into equal pieces, and the left edges of `strips` that are cut off each piece."""
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.5)
    canvas.setDash(*CUT)
    for row in range(1, rows):
        canvas.line(0, row * page.height / rows, page.width, row * page.height / rows)
    for across in (*(column * page.width / column_count for column in range(1, column_count)), *strips):
        canvas.line(across, 0, across, page.height)
    canvas.setDash()
