"""Letters on paper: those in the typefaces, joined Arabic ones, and the visual order of text from right to left.

A text is in reading order until it is laid out; then each line is put into visual order. A name with letters that no
typeface has is printed with its start number: see `names_on_paper`.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from arabic_reshaper.arabic_reshaper import ArabicReshaper
from bidi import get_display
from django.utils.translation import gettext as _

from tournament.names import ISOLATES, is_from_right_to_left, isolated, surname_first
from tournament.paper.fonts import WITHOUT_ISOLATES, is_drawable

# The replacement for letters that no typeface has.
LACKING = "…"
INVISIBLE = "Cf"
# The first character of the Unicode categories for letters and for numbers.
LETTERS = "LN"
# Vowel signs above and below letters, which print leaves out and these typefaces cannot place.
POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]")
# Neither typeface has this ligature for a whole word.
joined_arabic = ArabicReshaper({"ARABIC LIGATURE ALLAH": False}).reshape

_numbered_names: ContextVar[Mapping[str, str]] = ContextVar("numbered_names")


@contextmanager
def names_on_paper(name_by_number: Mapping[int, str]) -> Iterator[None]:
    """Within this context manager, print names of these players that have missing letters with their number."""
    # Longest first, so that no name is replaced within a longer one.
    lacking = sorted(
        ((number, name) for number, name in name_by_number.items() if missing_letters(name)),
        key=lambda numbered_name: -len(numbered_name[1]),
    )
    numbered = {form: _numbered(number, form) for number, name in lacking for form in (name, surname_first(name))}
    token = _numbered_names.set(numbered)
    try:
        yield
    finally:
        _numbered_names.reset(token)


def _numbered(number: int, name: str) -> str:
    beside = _("(no. %(number)d)") % {"number": number}
    return f"{isolated(_set(name))} {beside}".strip()


def missing_letters(text: str) -> set[str]:
    """The characters of a text that no typeface has."""
    return {
        character
        for character in set(_joined(text))
        if not is_drawable(character) and unicodedata.category(character) != INVISIBLE
    }


def printable(text: str) -> str:
    """Convert a text to printable letters, still in reading order."""
    if text.isascii() and text.isprintable():
        return text
    for name, numbered in _numbered_names.get({}).items():
        if name in text:
            text = text.replace(name, numbered)
    return _set(text)


# The same names recur on paper after paper.
@lru_cache(maxsize=10_000)
def _set(text: str) -> str:
    """Join letters, replace missing ones by a sign, and drop missing symbols and invisible characters."""
    drawn_text = "".join(map(_drawn, _joined(text)))
    return re.sub(f"{LACKING}[{LACKING} ]*{LACKING}", LACKING, drawn_text).strip()


def _drawn(character: str) -> str:
    category = unicodedata.category(character)
    if character in ISOLATES or (is_drawable(character) and category != INVISIBLE):
        return character
    return LACKING if category[0] in LETTERS else ""


def _joined(text: str) -> str:
    if not is_from_right_to_left(text):
        return text
    joined: str = joined_arabic(POINTS.sub("", unicodedata.normalize("NFC", text)))
    return joined


def in_order_seen(line: str) -> str:
    """Put a line into visual order, without the invisible marks around names."""
    if line.isascii():
        return line
    displayed = str(get_display(line)) if is_from_right_to_left(line) else line
    return displayed.translate(WITHOUT_ISOLATES)
