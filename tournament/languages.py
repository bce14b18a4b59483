"""The languages of the program; each has an entry here and a catalogue in `locale`."""

from typing import NamedTuple

from django.utils.translation import get_language


class Language(NamedTuple):
    """A language: `code` is Django's, with the country whose formats apply; `short` is used in addresses and archives.

    `csv_separator` is the character that spreadsheets set to this language expect between two cells;
    `quotation_marks` open and close what is quoted.
    """

    code: str
    short: str
    name: str
    csv_separator: str
    quotation_marks: tuple[str, str]


LANGUAGES = (
    Language("de", "de", "Deutsch", ";", ("„", "“")),
    Language("en-gb", "en", "English", ",", ("“", "”")),
)


def active_language() -> Language:
    """Return the active language, or the first of `LANGUAGES` if the program does not have the active one."""
    active = get_language() or ""
    return next((language for language in LANGUAGES if active.startswith(language.short)), LANGUAGES[0])


def language_called(short: str) -> Language:
    """Return the language with this short code, like "de"."""
    return next(language for language in LANGUAGES if language.short == short)


def language_choices() -> list[tuple[str, str]]:
    """The languages as choices of a form field, each named in its own language."""
    return [(language.short, language.name) for language in LANGUAGES]
