"""The languages of the program: a row for each, here and a catalogue in `locale`."""

from typing import NamedTuple

from django.utils.translation import get_language


class Language(NamedTuple):
    """`code` is Django's, with the country whose formats hold; `short` stands in addresses."""

    code: str
    short: str
    name: str


LANGUAGES = (
    Language("de", "de", "Deutsch"),
    Language("en-gb", "en", "English"),
)


def short_code() -> str:
    """The active language as it stands in addresses; where there is none of ours, the first."""
    active = get_language() or ""
    return next((language.short for language in LANGUAGES if active.startswith(language.short)), LANGUAGES[0].short)
