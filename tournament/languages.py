"""The languages of the program: a row for each, here and a catalogue in `locale`."""

from typing import NamedTuple

from django.utils.translation import get_language


class Language(NamedTuple):
    """`code` is Django's, with the country whose formats hold; `short` stands in addresses and archives.

    `csv_separator` is what spreadsheets set to this language expect between two cells.
    """

    code: str
    short: str
    name: str
    csv_separator: str


LANGUAGES = (
    Language("de", "de", "Deutsch", ";"),
    Language("en-gb", "en", "English", ","),
)


def active_language() -> Language:
    """Return the active language; where the program does not have it, the first one of its own."""
    active = get_language() or ""
    return next((language for language in LANGUAGES if active.startswith(language.short)), LANGUAGES[0])


def language_called(short: str) -> Language:
    """The language by what stands in addresses and archives."""
    return next(language for language in LANGUAGES if language.short == short)


def language_choices() -> list[tuple[str, str]]:
    """The languages to choose from, each by its own name."""
    return [(language.short, language.name) for language in LANGUAGES]
