"""Lines of text: fitted into their room, and drawn.

The paragraphs of reportlab's platypus take five times as long: see `tests/benchmarks/bench_exports.py`.

All papers share one scale: `TITLE` for what people look for, `NOTE` for what explains a list, `SMALL` for the rest;
rows of lists are in between.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from tournament.names import parts_of
from tournament.paper.fonts import REGULAR, breadth, longest_piece, wrap
from tournament.paper.letters import in_order_seen, printable
from tournament.paper.page import Box

TITLE = 24.0
NOTE = 12.0
SMALL = 9.5
LEADING = 1.2
# The distance from the middle of a line to its baseline: half the height of a capital.
HALF_CAPITAL = 0.365
# Factors of the type size for texts too long for their room.
SHRINKING = (0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)
# Type below this size is not legible; a word broken over two lines still is.
LEGIBLE = SMALL * 0.6

GREEN, BRASS, HAIRLINE = HexColor(0x0F5C4D), HexColor(0xB9873F), HexColor(0xB0B0B0)


class Align(Enum):
    """The alignment of a line in its room."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


# The share of a line's free room that comes before it.
SHARES_BEFORE = {Align.START: 0.0, Align.MIDDLE: 0.5, Align.END: 1.0}


@dataclass(frozen=True, slots=True)
class SetText:
    """The lines of a text, laid out."""

    lines: tuple[str, ...]
    font: str
    size: float
    is_struck: bool = False

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * LEADING


def paragraph(text: str, width: float, size: float = SMALL, font: str = REGULAR, *, is_name: bool = False) -> SetText:
    lines = (name_lines if is_name else wrap)(printable(text), font, size, width)
    return SetText(lines, font, size)


def name_lines(name: str, font: str, size: float, width: float) -> tuple[str, ...]:
    """Wrap a name: between first name and surname, if that suffices for two lines."""
    if breadth(name, font, size) > width:
        parts = halves(name)
        if all(parts) and all(breadth(part, font, size) <= width for part in parts):
            return parts
    return wrap(name, font, size, width)


def halves(name: str) -> tuple[str, str]:
    """The first names, and the surname with its particle, in the order in which they are written; the first is empty
    where there is only one name.
    """
    before_comma, comma, behind = name.partition(", ")
    if comma:
        return f"{before_comma},", behind
    parts = parts_of(name)
    surname = f"{parts.particle} {parts.last}".strip() + parts.beside
    return (name.removesuffix(surname).rstrip(), surname) if name.endswith(f" {surname}") else ("", name)


def fitted(
    text: str,
    width: float,
    height: float,
    size: float = SMALL,
    font: str = REGULAR,
    *,
    then: Sequence[float] = (),
    least: float = LEGIBLE,
    is_name: bool = False,
) -> SetText:
    """Fit a text into its room as large as possible: in `size`, else the sizes in `then`, else small type or smaller.

    The text is never cut off, and words are broken only if they do not fit whole in any legible size, from `least` on.
    """
    longest = longest_piece(printable(text), font)
    smaller = [
        smaller_size for smaller_size in (*then, SMALL, *(SMALL * part for part in SHRINKING)) if smaller_size < size
    ]
    torn = None
    for type_size in (size, *smaller):
        if torn is not None and type_size < least:
            break
        set_text = paragraph(text, width, type_size, font, is_name=is_name)
        if set_text.height <= height and longest * type_size <= width:
            return set_text
        if torn is None and set_text.height <= height:
            torn = set_text
    return torn or set_text


def draw_text(canvas: Canvas, text: SetText, start: float, end: float, top: float, align: Align = Align.START) -> None:
    """Draw lines of text from the top down, at the start, in the middle or at the end of their room."""
    canvas.setFont(text.font, text.size)
    baseline = top - text.size * (LEADING / 2 + HALF_CAPITAL)
    for line in text.lines:
        room = end - start - breadth(line, text.font, text.size)
        # As in reportlab's drawString, which would measure the line again.
        text_object = canvas.beginText(start + SHARES_BEFORE[align] * room, baseline)
        text_object.textLine(in_order_seen(line))
        canvas.drawText(text_object)
        baseline -= text.size * LEADING


def draw_in(canvas: Canvas, text: SetText, box: Box, align: Align = Align.START) -> None:
    """Draw a text centred vertically in its room."""
    draw_text(canvas, text, box.left, box.right, (box.top + box.foot + text.height) / 2, align)
