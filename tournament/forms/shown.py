"""The state of a page, sent along with all its requests."""

import re

from tournament.forms.sent import ReadField, SentForm


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,12}", text) else None


class ShownForm(SentForm):
    """The state of a page; a value is None or empty if the page does not send it.

    `v` is the version shown, `since` the time of opening in seconds, `part` the part of a long list, `tapped` the
    tapped player without an opponent, `of` the key of the match on a score sheet, `tables` which tables of a round are
    asked for, `table` the one that is to come next, `match` the key of the one that the page has named.
    """

    v = ReadField()
    since = ReadField(_number)
    part = ReadField(_number)
    tapped = ReadField(_number)
    of = ReadField(_number)
    tables = ReadField(lambda text: text if text in ("open", "all") else "")
    table = ReadField(_number)
    match = ReadField(_number)
