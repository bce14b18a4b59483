"""Which state of which part of a list a page shows, sent along with every request of it."""

import re

from tournament.forms.sent import ReadField, SentForm


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,12}", text) else None


class ShownForm(SentForm):
    """The version that the page shows, since when it has been open, in seconds, and which part of a long list it is,
    who of those without an opponent was tapped, and the key of whose match it is (None: it does not say).
    """

    v = ReadField()
    since = ReadField(_number)
    part = ReadField(_number)
    tapped = ReadField(_number)
    of = ReadField(_number)
