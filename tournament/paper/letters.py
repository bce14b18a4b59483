"""Letters on paper: which the faces have, Arabic ones joined, and what is written from right to left in its order.

A text stays in the order in which it is read until it is set; each line of it is then put in the order in which it is
seen. A name in letters that no face has is printed with its start number beside it: see `names_on_paper`.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Protocol

from arabic_reshaper.arabic_reshaper import ArabicReshaper
from bidi import get_display
from django.utils.translation import gettext as _

from tournament.names import ISOLATES, is_from_right_to_left, isolated, surname_first
from tournament.paper.fonts import WITHOUT_ISOLATES, is_drawable

# Stands for letters that no face has.
LACKING = "…"
INVISIBLE = "Cf"
# The first of Unicode's two for letters and for numbers.
LETTERS = "LN"
# Vowel signs over and under the letters: print leaves them out, and these faces cannot place them.
POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]")
# The one sign for the whole word is in no face.
joined_arabic = ArabicReshaper({"ARABIC LIGATURE ALLAH": False}).reshape

_numbered_names: ContextVar[Mapping[str, str]] = ContextVar("numbered_names")


class Numbered(Protocol):
    """Somebody with a name and a number: a player, or a person of a club."""

    @property
    def number(self) -> int: ...

    @property
    def display_name(self) -> str: ...


@contextmanager
def names_on_paper(entries: Iterable[Numbered]) -> Iterator[None]:
    """Within it, the names of these players that cannot be set carry their number wherever they are printed."""
    # The longest first, so that no name is taken for a part of another one.
    lacking = sorted(
        (entry for entry in entries if missing_letters(entry.display_name)),
        key=lambda entry: -len(entry.display_name),
    )
    numbered = {
        form: _numbered(entry, form)
        for entry in lacking
        for form in (entry.display_name, surname_first(entry.display_name))
    }
    token = _numbered_names.set(numbered)
    try:
        yield
    finally:
        _numbered_names.reset(token)


def _numbered(entry: Numbered, name: str) -> str:
    number = _("(no. %(number)d)") % {"number": entry.number}
    return f"{isolated(_set(name))} {number}".strip()


def missing_letters(text: str) -> set[str]:
    """The characters of a text that no face has."""
    return {character for character in set(_joined(text)) if _is_missing(character)}


def _is_missing(character: str) -> bool:
    return not is_drawable(character) and unicodedata.category(character) != INVISIBLE


def printable(text: str) -> str:
    """The text with the letters that it is set in, still in the order in which it is read."""
    if text.isascii() and text.isprintable():
        return text
    for name, numbered in _numbered_names.get({}).items():
        if name in text:
            text = text.replace(name, numbered)
    return _set(text)


# The same names stand on paper after paper.
@lru_cache(maxsize=10_000)
def _set(text: str) -> str:
    """Joined, with a sign for the letters that no face has, without symbols that none has and what is not seen."""
    drawn = "".join(map(_drawn, _joined(text)))
    return re.sub(f"{LACKING}[{LACKING} ]*{LACKING}", LACKING, drawn).strip()


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
    """A line from left to right as it is seen, without the marks that keep names apart."""
    if line.isascii():
        return line
    displayed = str(get_display(line)) if is_from_right_to_left(line) else line
    return displayed.translate(WITHOUT_ISOLATES)
