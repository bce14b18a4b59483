"""Readers of single values that a page sends: a whole number, an amount of money, yes or no."""

import re

from tournament.engine.refusals import Refused
from tournament.names import tidy
from tournament.phrases.values import CURRENCIES, SIGNS

CURRENCY = f"(?:{'|'.join(map(re.escape, (*CURRENCIES, *SIGNS.values())))})"


def whole_number(text: str) -> int:
    """Read a whole number. Raises Refused for any other text."""
    if not re.fullmatch(r"\s*[0-9]{1,9}\s*", text):
        raise Refused("not_understood")
    return int(text)


def whole_cents(text: str, otherwise: Refused | None = None) -> int:
    """Read an amount of money such as 12, 12,5 or 12.50, in cents; refuse other texts with `otherwise`.

    By default the refusal is that for prices. The currency's sign or code may precede or follow the number.
    """
    match = re.fullmatch(rf"(?:{CURRENCY} ?)?([0-9]{{1,7}})(?:[.,]([0-9]{{1,2}}))?(?: ?{CURRENCY})?", tidy(text))
    if match is None:
        raise otherwise or Refused("price_not_understood")
    return 100 * int(match[1]) + int((match[2] or "").ljust(2, "0"))


def yes_or_no(text: str) -> bool:
    """Read yes or no. Raises Refused for any other text."""
    if text not in ("yes", "no"):
        raise Refused("not_understood")
    return text == "yes"
