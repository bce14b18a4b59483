"""What a PDF shows, read back: its texts with their places, its shapes, its codes."""

import io
from dataclasses import dataclass

import pypdf

from tournament.exports.fonts import BOLD, REGULAR, breadth

FACES = {"DejaVuSansCondensed": REGULAR, "DejaVuSansCondensed-Bold": BOLD}
SHAPES = {b"m": 1, b"l": 1, b"c": 3}


@dataclass(frozen=True)
class Text:
    """A text from where it begins to where it ends."""

    content: str
    left: float
    right: float
    baseline: float
    size: float
    is_bold: bool


def reader(data):
    return pypdf.PdfReader(io.BytesIO(data))


def page_lines(data):
    """The lines of each page in the order in which they are drawn."""
    return [[line.strip() for line in page.extract_text().splitlines()] for page in reader(data).pages]


def texts(page):
    """Every text of a page."""
    found = []

    def note(content, cm, tm, font, size):
        if font and content.strip():
            face = FACES[font["/BaseFont"].split("+")[-1]]
            left, baseline = tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]
            content = content.strip("\n")
            right = left + breadth(content, face, size)
            found.append(Text(content, left, right, baseline, round(size, 1), face == BOLD))

    page.extract_text(visitor_text=note)
    return found


def corners(page):
    """Every point that a line, a curve or a rectangle of a page goes through."""
    found = []

    def note(operator, operands, cm, tm):
        numbers = [float(operand) for operand in operands if isinstance(operand, (int, float))]
        if operator == b"re":
            x, y, width, height = numbers
            numbers = [x, y, x + width, y + height]
        elif operator not in SHAPES:
            return
        found.extend((x * cm[0] + cm[4], y * cm[3] + cm[5]) for x, y in zip(numbers[::2], numbers[1::2], strict=True))

    page.extract_text(visitor_operand_before=note)
    return found


def rectangles(page):
    """Every rectangle of a page: left, foot, width, height."""
    found = []

    def note(operator, operands, cm, tm):
        if operator == b"re":
            found.append(tuple(float(operand) for operand in operands))

    page.extract_text(visitor_operand_before=note)
    return found
