"""Small answers as a page sends them: a whole number, yes or no."""

import re

from tournament.engine.refusals import Refused


def whole_number(text: str) -> int:
    """The number; refused where the text is none."""
    if not re.fullmatch(r"\s*[0-9]{1,9}\s*", text):
        raise Refused("not_understood")
    return int(text)


def yes_or_no(text: str) -> bool:
    """Whether the answer was yes; refused where it was neither."""
    if text not in ("yes", "no"):
        raise Refused("not_understood")
    return text == "yes"
