"""The two typefaces of printed sheets, and the width of texts in them."""

import re
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from tournament.names import ISOLATES

REGULAR = "DejaVuSansCondensed"
BOLD = "DejaVuSansCondensed-Bold"
WITHOUT_ISOLATES = str.maketrans("", "", ISOLATES)


# Embedding a typeface moves a read position in its shared file, which two papers at once would confuse. Only this is
# locked, as everything else belongs to one paper, so that a receipt does not wait for the slips of a thousand tables.
EMBEDDING = Lock()


class Face(TTFont):
    def addObjects(self, doc: object) -> None:  # noqa: N802
        with EMBEDDING:
            super().addObjects(doc)


# Two threads opening the typefaces at once would set one paper in two copies of each.
OPENING = Lock()


def open_faces() -> frozenset[int]:
    """Register the typefaces with reportlab; return the code points that both of them have."""
    with OPENING:
        return _open_faces()


# Reading the files takes a tenth of a second, so they are read once, when something is printed.
@cache
def _open_faces() -> frozenset[int]:
    fonts = [Face(name, font_file(name)) for name in (REGULAR, BOLD)]
    for font in fonts:
        pdfmetrics.registerFont(font)
    return frozenset.intersection(*(frozenset(font.face.charToGlyph) for font in fonts))


def font_file(name: str) -> str:
    return str(Path(settings.ROOT) / "static" / "fonts" / f"{name}.ttf")


def is_drawable(character: str) -> bool:
    return ord(character) in open_faces()


def breadth(text: str, font: str, size: float = 1) -> float:
    return _breadth(text, font) * size


# Cached, as the same few numbers recur, and each text is measured before and during the layout.
@lru_cache(maxsize=10_000)
def _breadth(text: str, font: str) -> float:
    open_faces()
    return pdfmetrics.stringWidth(text if text.isascii() else text.translate(WITHOUT_ISOLATES), font, 1)


def pieces(text: str) -> list[str]:
    """Split a text into unbreakable pieces: words with the preceding blank, numbers, parts of hyphenated names."""
    return re.findall(r"\s*(?:(?:[^\s-]|(?<=\d)-(?=\d))+-*|-+)(?:(?<=\d) (?:€|[A-Z]{3})(?!\w))?", text)


@lru_cache(maxsize=10_000)
def longest_piece(text: str, font: str) -> float:
    """The width of the longest unbreakable piece of a text, in type of size 1."""
    return max((breadth(piece.strip(), font) for piece in pieces(text)), default=0.0)


def wrap(text: str, font: str, size: float, width: float) -> tuple[str, ...]:
    """Wrap a text to lines of at most this width; a piece too long for a line is broken anywhere."""
    lines: list[str] = []
    line = ""
    for piece in pieces(text):
        if breadth((line + piece).lstrip(), font, size) <= width:
            line = (line + piece).lstrip()
            continue
        if line:
            lines.append(line)
        *full, line = _broken(piece.lstrip(), font, size, width)
        lines.extend(full)
    return (*lines, line)


def _broken(piece: str, font: str, size: float, width: float) -> list[str]:
    parts = [""]
    for character in piece:
        if parts[-1] and breadth(parts[-1] + character, font, size) > width:
            parts.append("")
        parts[-1] += character
    return parts
