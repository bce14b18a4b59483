"""A line of text as it is stored."""

from tournament.engine.refusals import Refused
from tournament.names import is_printable, tidy


def clean_line(typed: str, limit: int, too_long: Refused, unprintable: Refused) -> str:
    """The text as typed, tidied; refused as said where it has more characters than the limit or cannot be printed."""
    text = tidy(typed)
    if len(text) > limit:
        raise too_long
    if not is_printable(text):
        raise unprintable
    return text
