"""The filter of the journal, read from the query string."""

import re
from collections.abc import Mapping

from tournament.actions.catalogue import ACTIONS, ActionKind, of_kind
from tournament.pages.journal import Filter

LONGEST_TEXT = 100
# By default lines about score sheets are hidden, as they would push everything else off the page.
WITHOUT_SHEETS = frozenset(ACTIONS) - of_kind(ActionKind.SHEETS)


def asked_kind(data: Mapping[str, str]) -> ActionKind | None:
    """Read the kind of action; any other value is read as None."""
    kind = data.get("kind", "")
    return ActionKind(kind) if kind in list(ActionKind) else None


def asked_lines(data: Mapping[str, str]) -> Filter:
    """Read the filter by kind and by words; without a kind it leaves out lines about score sheets."""
    kind = asked_kind(data)
    return Filter(of_kind(kind) if kind else WITHOUT_SHEETS, data.get("q", "").strip()[:LONGEST_TEXT])


def asked_page(data: Mapping[str, str]) -> int:
    """Read the number of the page; any other value means the first."""
    page_text = data.get("page", "")
    return int(page_text) if re.fullmatch("[1-9][0-9]{0,5}", page_text) else 1
