import io

import segno
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tests.exports.paper import reader, rectangles
from tournament.paper.marks import MASK, draw_qr_code

URL = "https://club.example/t/bodensee-open-2026/p/14/AbCdEfGhIjKlMnOpQrStUv/"


def drawn_modules(rectangles, left, top, size, count):
    """Which modules of a code are dark, as they stand on the page."""
    side = size / count
    dark = set()
    for x, y, width, _height in rectangles:
        row, column = round((top - y) / side) - 1, round((x - left) / side)
        dark |= {(row, column + offset) for offset in range(round(width / side))}
    return dark


def test_every_module_of_a_code_stands_in_its_place():
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(300, 300))
    draw_qr_code(canvas, URL, 100, 200, 21 * mm)
    canvas.save()

    matrix = segno.make(URL, micro=False, error="m", boost_error=False, mask=MASK).matrix
    dark = {(row, column) for row, line in enumerate(matrix) for column, is_dark in enumerate(line) if is_dark}
    assert drawn_modules(rectangles(reader(file.getvalue()).pages[0]), 100, 200, 21 * mm, len(matrix)) == dark
