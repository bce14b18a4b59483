"""The picture of a shared link, with the letters of the papers, on the felt of a board.

Lengths are pixels of the finished picture, from its upper left corner down.
"""

import io
import math
from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw, ImageFont

from tournament.paper.fonts import BOLD, REGULAR, breadth, font_file
from tournament.paper.lettering import HALF_CAPITAL, LEADING, SHARES_BEFORE, Align, fitted
from tournament.paper.letters import in_order_seen

WIDTH, HEIGHT = 1200, 630
# Drawn larger and shrunk, so that slanting edges are smooth.
FINE = 2
COLORS_KEPT = 128

FELT, DEEP, IVORY, DARK = "#0f5c4d", "#0b4a3e", "#f3eee1", "#16302a"
WHITE, PALE, GOLD, BRASS, GREEN, UNDONE = "#ffffff", "#c9e2db", "#e9b95c", "#b9873f", "#2b7a69", "#3a7468"
# A checker in gold, ivory or black: its fill, its edge, and what stands on it.
GOLDEN, BRIGHT, BLACK = (GOLD, "#8a6526", "#2a1e06"), (IVORY, "#8f8a7b", DARK), (DARK, "#7cc7b4", WHITE)
OF_NO_MEDAL = (DEEP, GOLD, WHITE)
# The checkers of the first three.
OF_PLACES = {1: GOLDEN, 2: BRIGHT, 3: BLACK}
Look = tuple[str, str, str]
Point = tuple[float, float]

# Long texts are shrunk in these steps before words are broken.
SMALLER = (0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.36, 0.3)
POINTS_OF_A_BOARD, BASE = 5, 92
POINTS_OF_A_MEDAL = 24
MOST_CHECKERS = 5


class Picture:
    """A picture being drawn. Each opens the typefaces itself, as two threads must not share one."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), FELT)
        self.pen = ImageDraw.Draw(self.image)
        self._opened: dict[tuple[str, float], ImageFont.FreeTypeFont] = {}

    def text(
        self,
        words: str,
        left: float,
        top: float,
        width: float,
        size: float,
        *,
        lines: int = 1,
        font: str = REGULAR,
        fill: str = WHITE,
        align: Align = Align.START,
    ) -> float:
        """Write words as large as they fit into so many lines of this size; return the foot of the last line."""
        if not words:
            return top
        then = [size * part for part in SMALLER]
        set_text = fitted(words, width, lines * size * LEADING + 1, size, font, then=then, least=then[-1])
        baseline = top + set_text.size * (LEADING / 2 + HALF_CAPITAL)
        for line in set_text.lines:
            start = left + SHARES_BEFORE[align] * (width - breadth(line, font, set_text.size))
            self._write(line, start, baseline, font, set_text.size, fill)
            baseline += set_text.size * LEADING
        return top + set_text.height

    def middle(self, words: str, x: float, y: float, width: float, size: float, *, font: str, fill: str) -> None:
        """Write one line around a point, smaller if it is broader than `width`."""
        size *= min(1, width / max(1, breadth(words, font, size)))
        self._write(words, x - breadth(words, font, size) / 2, y + size * HALF_CAPITAL, font, size, fill)

    def _write(self, line: str, left: float, baseline: float, font: str, size: float, fill: str) -> None:
        key = (font, size)
        if key not in self._opened:
            basic = ImageFont.Layout.BASIC
            self._opened[key] = ImageFont.truetype(font_file(font), size * FINE, layout_engine=basic)
        at = (left * FINE, baseline * FINE)
        self.pen.text(at, in_order_seen(line), font=self._opened[key], fill=fill, anchor="ls")

    def point(self, left: float, foot: float, base: float, height: float, fill: str) -> None:
        """Draw a point of a board; a negative height lets it hang."""
        self._polygon(((left, foot), (left + base, foot), (left + base / 2, foot - height)), fill)

    def _polygon(self, corners: Iterable[Point], fill: str) -> None:
        self.pen.polygon([(x * FINE, y * FINE) for x, y in corners], fill=fill)

    def panel(self, left: float, top: float, right: float, foot: float, *, radius: float = 0, fill: str = DEEP) -> None:
        self.pen.rounded_rectangle([side * FINE for side in (left, top, right, foot)], radius * FINE, fill=fill)

    def checker(self, x: float, y: float, radius: float, look: Look, label: str = "") -> None:
        """Draw a checker with its inner ring, and a label on it."""
        fill, edge, ink = look
        for part, colour in ((1.0, edge), (0.94, fill)):
            self.pen.ellipse(_around(x, y, radius * part), fill=colour)
        self.pen.ellipse(_around(x, y, radius * 0.76), outline=edge, width=max(1, round(radius * 0.05)) * FINE)
        if label:
            self.middle(label, x, y, radius * 1.3, radius * 1.15, font=BOLD, fill=ink)

    def board(self, left: float, stacks: Sequence[tuple[int, int, Look]]) -> None:
        """Draw points at the right edge of the picture, with stacks of checkers: point, number, look."""
        for column in range(POINTS_OF_A_BOARD):
            fills = (GREEN, BRASS) if column % 2 == 0 else (BRASS, GREEN)
            self.point(left + column * BASE, HEIGHT, BASE, 330, fills[0])
            self.point(left + column * BASE, 0, BASE, -200, fills[1])
        for column, count, look in stacks:
            for nth in range(count):
                self.checker(left + (column + 0.5) * BASE, HEIGHT - 42 - nth * 80, 40, look)

    def medal(self, x: float, y: float, radius: float, rank: int | None) -> None:
        """Draw a place on a checker within the 24 points of the board; no number where there is no place yet."""
        for nth in range(POINTS_OF_A_MEDAL):
            turn = math.tau * nth / POINTS_OF_A_MEDAL
            corners = [(radius * far, turn + aside) for far, aside in ((0.8, -0.13), (1.0, 0.0), (0.8, 0.13))]
            spoke = [(x + far * math.sin(angle), y - far * math.cos(angle)) for far, angle in corners]
            self._polygon(spoke, GOLD if nth % 2 else "#7cc7b4")
        self.checker(x, y, radius * 0.78, OF_PLACES.get(rank or 0, OF_NO_MEDAL), str(rank or ""))

    def png(self) -> bytes:
        """Shrink the picture and return it with few colours, chosen from every fourth pixel of every fourth line."""
        small = self.image.reduce(FINE)
        sample = small.resize((WIDTH // 4, HEIGHT // 4), Image.Resampling.NEAREST)
        out = io.BytesIO()
        small.quantize(palette=sample.quantize(COLORS_KEPT), dither=Image.Dither.NONE).save(out, "PNG")
        return out.getvalue()


def _around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return (x - radius) * FINE, (y - radius) * FINE, (x + radius) * FINE, (y + radius) * FINE
