"""The two faces of the printed sheets, and what they cannot set."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR = "DejaVuSansCondensed"
BOLD = "DejaVuSansCondensed-Bold"
REPLACEMENT = "□"
INVISIBLE = "Cf"
FROM_RIGHT_TO_LEFT = ("R", "AL")


def _load(names: Iterable[str]) -> frozenset[int]:
    """Make the faces known to reportlab; gives the code points that all of them have."""
    folder = Path(settings.ROOT) / "static" / "fonts"
    fonts = [TTFont(name, str(folder / f"{name}.ttf")) for name in names]
    for font in fonts:
        pdfmetrics.registerFont(font)
    return frozenset.intersection(*(frozenset(font.face.charToGlyph) for font in fonts))


DRAWABLE = _load((REGULAR, BOLD))


def missing_glyphs(text: str) -> set[str]:
    """The characters of a text that a printed sheet replaces by a box.

    Letters written from right to left count among them: set one after the other they would read backwards.
    """
    return {character for character in set(text) if _is_missing(character)}


@cache
def _is_missing(character: str) -> bool:
    return unicodedata.category(character) != INVISIBLE and (
        ord(character) not in DRAWABLE or unicodedata.bidirectional(character) in FROM_RIGHT_TO_LEFT
    )


# The same names stand on paper after paper.
@lru_cache(maxsize=10_000)
def printable(text: str) -> str:
    """The text as it is set: each missing character as a box, without the invisible ones."""
    if text.isascii() and text.isprintable():
        return text
    missing = missing_glyphs(text)
    if text.isprintable() and not missing:
        return text
    return "".join(
        REPLACEMENT if character in missing else character
        for character in text
        if unicodedata.category(character) != INVISIBLE
    )


def breadth(text: str, font: str, size: float = 1) -> float:
    """How wide a text is, in points."""
    return _breadth(text, font) * size


# The same few numbers come again and again, and each is measured before and while it is set.
@lru_cache(maxsize=10_000)
def _breadth(text: str, font: str) -> float:
    return pdfmetrics.stringWidth(text, font, 1)


def pieces(text: str) -> list[str]:
    """The text in parts that stay together: words with the blank before them, double names at their hyphen."""
    return re.findall(r"\s*(?:[^\s-]+-*|-+)", text)


def wrap(text: str, font: str, size: float, width: float) -> tuple[str, ...]:
    """The text in lines of at most that width; what is too long for a line is broken anywhere."""
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
