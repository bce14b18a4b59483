"""What a PDF shows, read back: its texts with their places, its shapes, its codes."""

import io
import re
from dataclasses import dataclass
from itertools import groupby

import pypdf

from tournament.paper.fonts import BOLD, REGULAR, breadth

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
    return [[text.content for text in texts(page)] for page in reader(data).pages]


def texts(page):
    """Every text of a page that shows something."""
    return on_page(page)[0]


def corners(page):
    """Every point that a line, a curve or a rectangle of a page goes through."""
    return on_page(page)[1]


def on_page(page):
    """The texts and the corners of a page, which is read once for both."""
    fonts = page["/Resources"]["/Font"]
    letters = {name: letters_of(font.get_object()) for name, font in fonts.items()}
    faces = {name: FACES.get(font.get_object()["/BaseFont"].split("+")[-1]) for name, font in fonts.items()}
    pieces, points, font = [], [], (None, 0)

    def note(operator, operands, cm, tm):
        nonlocal font
        points.extend(points_of(operator, operands, cm))
        if operator == b"Tf":
            font = operands[0], float(operands[1])
        elif operator in (b"BT", b"Tm", b"Td", b"T*"):
            pieces.append(None)
        elif operator == b"Tj":
            name, size = font
            content = "".join(letters[name][code] for code in operands[0].original_bytes)
            left, baseline = tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]
            pieces.append((content, left, baseline, faces[name], size))

    page.extract_text(visitor_operand_before=note)
    runs = [list(run) for is_text, run in groupby(pieces, bool) if is_text]
    return [text for text in map(text_of, runs) if text.content], points


def points_of(operator, operands, cm):
    """What a step of drawing goes through, in points from the lower left corner of the page."""
    numbers = [float(operand) for operand in operands if isinstance(operand, (int, float))]
    if operator == b"re":
        x, y, width, height = numbers
        numbers = [x, y, x + width, y + height]
    elif operator not in SHAPES:
        return []
    return [(x * cm[0] + cm[4], y * cm[3] + cm[5]) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def text_of(run):
    """One text: its letters may come out of several parts of a font."""
    (_first, left, baseline, face, size), content = run[0], "".join(piece[0] for piece in run)
    return Text(content.strip(), left, left + breadth(content, face, size), baseline, round(size, 1), face == BOLD)


def letters_of(font):
    """What the codes of an embedded part of a font stand for."""
    if "/ToUnicode" not in font:
        return {}
    pairs = re.findall(rb"<(..)> <(....)>\n", font["/ToUnicode"].get_data())
    return {int(code, 16): chr(int(letter, 16)) for code, letter in pairs}


def rectangles(page):
    """Every rectangle of a page: left, foot, width, height."""
    found = []

    def note(operator, operands, cm, tm):
        if operator == b"re":
            x, y, width, height = (float(operand) for operand in operands)
            found.append((x * cm[0] + cm[4], y * cm[3] + cm[5], width * cm[0], height * cm[3]))

    page.extract_text(visitor_operand_before=note)
    return found
