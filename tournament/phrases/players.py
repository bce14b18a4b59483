"""The list of players, and who of them does not play in a round."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.phrases.values import enumeration

ORDERS = {
    "name": gettext_lazy("Name"),
    "number": gettext_lazy("Number"),
    "open": gettext_lazy("Open first"),
}


def order_label(order: str) -> str:
    """What the list of players is in order of."""
    return str(ORDERS[order])


HAS_LEFT = gettext_lazy("has left")


def left_note(names: Sequence[str]) -> str:
    """Under a list, who of those on it has left; empty where nobody has."""
    sentence = ngettext("%(names)s has left.", "%(names)s have left.", len(names))
    return sentence % {"names": enumeration(names)} if names else ""


def left_sentence(name: str, round_number: int, table: int) -> str:
    """That somebody has left whose match of the running round is open, and where to decide it."""
    facts = {"name": name, "round": round_number, "table": table}
    return _("%(name)s has left. Table %(table)s is still open: decide it on the page of round %(round)s.") % facts


NOT_PLAYING = {
    "sits_out": gettext_lazy("sitting out"),
    "left": gettext_lazy("left after round %(round)s"),
    "from_round": gettext_lazy("plays from round %(round)s"),
    "was_away": gettext_lazy("was away"),
}


def not_playing_words(why: str, round_number: int) -> str:
    """Why somebody does not play in a round."""
    if why == "left" and not round_number:
        return _("left before round 1")
    return str(NOT_PLAYING[why]) % {"round": round_number}
