"""A name, a club, a reason or another line of text as it is stored."""

from tournament.engine.refusals import Refused
from tournament.names import is_printable, tidy

NAME_LIMIT = 100
REASON_LIMIT = 200


def clean_line(typed: str, limit: int, too_long: Refused, unprintable: Refused) -> str:
    """The text as typed, tidied; refused as said where it has more characters than the limit or cannot be printed."""
    text = tidy(typed)
    if len(text) > limit:
        raise too_long
    if not is_printable(text):
        raise unprintable
    return text


def clean_name(typed: str) -> str:
    """The name as typed, tidied. Raises Refused where it is empty, too long or cannot be printed."""
    too_long, unprintable = Refused("name_too_long", limit=NAME_LIMIT), Refused("name_unprintable")
    name = clean_line(typed, NAME_LIMIT, too_long, unprintable)
    if not name:
        raise Refused("name_empty")
    return name


def clean_club(typed: str) -> str:
    """The club as typed, tidied. Raises Refused where it is too long or cannot be printed."""
    too_long, unprintable = Refused("club_too_long", limit=NAME_LIMIT), Refused("name_unprintable")
    return clean_line(typed, NAME_LIMIT, too_long, unprintable)


def shortened_reason(reason: str) -> str:
    """What the program itself says of a round, cut off where there is no more room."""
    return reason if len(reason) <= REASON_LIMIT else f"{reason[: REASON_LIMIT - 1]}…"


def clean_reason(typed: str) -> str:
    """Why a fee is waived or pairings are changed, tidied. Raises Refused where it is too long or cannot be printed."""
    too_long, unprintable = Refused("reason_too_long", limit=REASON_LIMIT), Refused("name_unprintable")
    return clean_line(typed, REASON_LIMIT, too_long, unprintable)
