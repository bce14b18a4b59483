"""The list of players, and players who do not play in a round."""

from collections.abc import Sequence

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.phrases.values import enumeration

ORDERS = {
    "name": gettext_lazy("Name"),
    "number": gettext_lazy("Number"),
    "open": gettext_lazy("Open first"),
}


def order_label(order: str) -> str:
    """Name an order of the list of players."""
    return str(ORDERS[order])


HAS_LEFT = gettext_lazy("has left")


def left_note(names: Sequence[str]) -> str:
    """Name the players on a list who have left; empty if none has."""
    sentence = ngettext("%(names)s has left.", "%(names)s have left.", len(names))
    return sentence % {"names": enumeration(names)} if names else ""


def left_sentence(name: str, round_number: int, table: int) -> str:
    """Say that a player has left with an open match in the running round, and where to decide it."""
    facts = {"name": name, "round": round_number, "table": table}
    return _("%(name)s has left. Table %(table)s is still open: decide it on the page of round %(round)s.") % facts


CAME_LATE = gettext_lazy("came late")
NOT_PLAYING = {
    "sits_out": gettext_lazy("sitting out"),
    "left": gettext_lazy("left after round %(round)s"),
    "from_round": gettext_lazy("plays from round %(round)s"),
    "at_once_or_from_round": gettext_lazy("plays from round %(round)s or at once"),
    "at_once": gettext_lazy("can play at once"),
    "came_late": CAME_LATE,
    "was_away": gettext_lazy("was away"),
}


def joined_words(joined_round: int, rounds_in_all: int) -> str:
    """Say from which round on a latecomer plays; empty if that round will not be played."""
    if joined_round == 1:
        return ""
    return _("from round %(number)s") % {"number": joined_round} if joined_round <= rounds_in_all else str(CAME_LATE)


def added_now_sentence(next_round: int, *, is_planned: bool, is_running: bool) -> str:
    """Say from which round on players added to a running tournament play."""
    if is_planned and is_running:
        sentence = _("Players added now are paired from round %(number)s or set at a table at once.")
    elif is_planned:
        sentence = _("Players added now are paired from round %(number)s.")
    elif is_running:
        sentence = _("No further round is planned; players added now can only be set at a table of this one.")
    else:
        sentence = _("No further round is planned; players added now are not paired.")
    return sentence % {"number": next_round}


def not_playing_words(why: str, round_number: int) -> str:
    """Say why a player does not play in a round."""
    if why == "left" and not round_number:
        return _("left before round 1")
    return str(NOT_PLAYING[why]) % {"round": round_number}
