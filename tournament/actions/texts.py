"""A name, a club, a reason or another line of text as it is stored."""

import re
import unicodedata

from django.utils.text import slugify

from tournament.engine.refusals import Refused
from tournament.names import WHOLE_LETTERS, is_contact, is_printable, tidy

NAME_LIMIT = 100
REASON_LIMIT = 200
# What stands between words without a blank.
APART = re.compile(r"[/–—·]")
# U+202A to U+202E and U+2066 to U+2069.
TURNS = frozenset({"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"})


def clean_line(typed: str, limit: int, too_long: Refused, unprintable: Refused) -> str:
    """The text as typed, tidied; refused as said where it has more characters than the limit or cannot be printed."""
    text = tidy(typed)
    if len(text) > limit:
        raise too_long
    if not is_printable(text):
        raise unprintable
    return text


def address_of(text: str) -> str:
    """The text as it stands in an address: "ß" as "ss", "ø" as "o", "2026/27" as two; empty where nothing of it can."""
    return slugify(APART.sub(" ", text.casefold()).translate(WHOLE_LETTERS))


def refuse_turned(text: str) -> str:
    """The text; refused where signs that nobody sees turn the order of its letters, or of what stands beside it.

    What was stored or archived with them stays.
    """
    if any(unicodedata.bidirectional(sign) in TURNS for sign in text):
        raise Refused("name_turned")
    return text


def refuse_contact(text: str) -> str:
    """The text. Raises Refused where it holds a mail address, a telephone number or a link: everybody would see it.

    Backups between directors are excepted: what an archive or the file of a club holds comes in as it is.
    """
    if is_contact(text):
        raise Refused("name_is_contact", text=text)
    return text


def clean_name(typed: str) -> str:
    """The name of somebody as typed, tidied. Raises Refused where it is empty, too long, unprintable or a contact."""
    too_long, unprintable = Refused("name_too_long", limit=NAME_LIMIT), Refused("name_unprintable")
    name = refuse_contact(refuse_turned(clean_line(typed, NAME_LIMIT, too_long, unprintable)))
    if not name:
        raise Refused("name_empty")
    return name


def clean_club(typed: str) -> str:
    """The club as typed, tidied. Raises Refused where it is too long, cannot be printed or is a contact."""
    too_long, unprintable = Refused("club_too_long", limit=NAME_LIMIT), Refused("name_unprintable")
    return refuse_contact(refuse_turned(clean_line(typed, NAME_LIMIT, too_long, unprintable)))


def shortened_reason(reason: str) -> str:
    """What the program itself says of a round, cut off where there is no more room."""
    return reason if len(reason) <= REASON_LIMIT else f"{reason[: REASON_LIMIT - 1]}…"


def clean_reason(typed: str) -> str:
    """Why a fee is waived or pairings are changed, tidied. Raises Refused where it is too long or cannot be printed."""
    too_long, unprintable = Refused("reason_too_long", limit=REASON_LIMIT), Refused("name_unprintable")
    return clean_line(typed, REASON_LIMIT, too_long, unprintable)
