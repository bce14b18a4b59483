"""Which lines of the journal are asked for."""

import re
from collections.abc import Mapping

from tournament.actions.catalogue import ACTIONS, ActionKind, of_kind
from tournament.pages.journal import Filter

LONGEST_TEXT = 100
# What is said at the tables would push everything else from the page; whoever looks for it asks for it.
WITHOUT_SHEETS = frozenset(ACTIONS) - of_kind(ActionKind.SHEETS)


def asked_kind(data: Mapping[str, str]) -> ActionKind | None:
    """The kind of an address; what is no kind asks for everything but what is said at the tables."""
    kind = data.get("kind", "")
    return ActionKind(kind) if kind in list(ActionKind) else None


def asked_lines(data: Mapping[str, str]) -> Filter:
    """The lines that an address asks for, by kind and by words."""
    kind = asked_kind(data)
    return Filter(of_kind(kind) if kind else WITHOUT_SHEETS, data.get("q", "").strip()[:LONGEST_TEXT])


def asked_page(data: Mapping[str, str]) -> int:
    """The number of the page asked for; what is none asks for the first."""
    asked = data.get("page", "")
    return int(asked) if re.fullmatch("[1-9][0-9]{0,5}", asked) else 1
