"""Sentences about the list of players, and about players who do not play in a round."""

from collections.abc import Sequence

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.phrases.rounds import round_in_sentence
from tournament.phrases.values import enumeration

ORDERS = {
    "name": gettext_lazy("Name"),
    "number": gettext_lazy("Number"),
    "open": gettext_lazy("Open first"),
}

# Labels of the details of an entry, the number and text fields that only the player's window changes: for this window,
# the journal, and the copy of what is stored about a person.
DETAILS = {"club": gettext_lazy("Club")}

# What a column of a list of players holds, by the values of `Holds` in the imports.
COLUMNS = {
    "name": gettext_lazy("Name"),
    "first": gettext_lazy("First name"),
    "last": gettext_lazy("Surname"),
    "club": gettext_lazy("Club"),
    "paid": gettext_lazy("Paid"),
    "": gettext_lazy("Leave out"),
}
# The encodings of a text file, by Python's names for them.
ENCODINGS = {
    "cp1252": gettext_lazy("Western European (Windows-1252)"),
    "cp1250": gettext_lazy("Central European (Windows-1250)"),
    "iso8859_2": gettext_lazy("Central European (ISO 8859-2)"),
    "cp1251": gettext_lazy("Cyrillic (Windows-1251)"),
    "koi8_r": gettext_lazy("Cyrillic (KOI8-R)"),
    "cp1253": gettext_lazy("Greek (Windows-1253)"),
    "cp1254": gettext_lazy("Turkish (Windows-1254)"),
    "cp1255": gettext_lazy("Hebrew (Windows-1255)"),
    "cp1257": gettext_lazy("Baltic (Windows-1257)"),
    "mac_roman": gettext_lazy("Macintosh (Mac Roman)"),
    "cp850": gettext_lazy("DOS, Western European (850)"),
    "cp852": gettext_lazy("DOS, Central European (852)"),
}


def order_label(order: str) -> str:
    return str(ORDERS[order])


HAS_LEFT = gettext_lazy("has left")


def left_out_sentence(names: Sequence[str]) -> str:
    """Name the players who were not added, because the director has said that they are on the list already."""
    return _("Not added, because they are on the list already: %(names)s.") % {"names": enumeration(names)}


def for_this_evening_sentence(count: int) -> str:
    """Say how many sign-ups have a known name and a wish that would hold for this evening alone; empty for none."""
    sentence = ngettext(
        "%(count)s sign-up has a name that the club knows, and wishes to show less of it. That holds for this evening"
        " alone, until you say that it is them.",
        "%(count)s sign-ups have names that the club knows, and wish to show less of them. That holds for this evening"
        " alone, until you say that it is them.",
        count,
    )
    return sentence % {"count": count} if count else ""


def left_note(names: Sequence[str]) -> str:
    """Name the players on a list who have left; empty if none has."""
    sentence = ngettext("%(names)s has left.", "%(names)s have left.", len(names))
    return sentence % {"names": enumeration(names)} if names else ""


def left_sentence(name: str, round_name: str, table: int) -> str:
    """Say that a player has left with an open match in the running round, and where to decide it."""
    facts = {"name": name, "round": round_name, "table": table}
    return _("%(name)s has left. Table %(table)s is still open: decide it under “%(round)s”.") % facts


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
    """Say from which round on a latecomer plays, "came late" if it comes after the last one; empty for round 1."""
    if joined_round == 1:
        return ""
    return _("from round %(number)s") % {"number": joined_round} if joined_round <= rounds_in_all else str(CAME_LATE)


def leaving_words(withdrawn_after: int | None, rounds_in_all: int) -> str:
    """Say until which round a player plays; empty for one who plays to the last round."""
    if withdrawn_after is None or withdrawn_after >= rounds_in_all:
        return ""
    return _("until round %(number)s") % {"number": withdrawn_after}


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


def not_playing_words(why: str, round_number: int, places: int = 0) -> str:
    """Say why a player does not play in a round; `places` is how many can play in it if it belongs to the finals."""
    if why == "left" and not round_number:
        return _("left before round 1")
    return str(NOT_PLAYING[why]) % {"round": round_in_sentence(round_number, places)}


# A list of players before it is imported.


def hidden_rows_sentence(count: int) -> str:
    """Say how many rows of a workbook are hidden in it."""
    sentence = ngettext(
        "%(count)s row is hidden in the file. It is shown here, but not ticked.",
        "%(count)s rows are hidden in the file. They are shown here, but not ticked.",
        count,
    )
    return sentence % {"count": count}


def encoding_sentence(encoding: str) -> str:
    """Say which encoding was assumed for a text file that does not declare one."""
    sentence = _("The letters were read as %(encoding)s. If names look wrong, choose another encoding for the file.")
    return sentence % {"encoding": ENCODINGS[encoding]}


def add_label(count: int) -> str:
    """Name the button that adds the ticked players."""
    return ngettext("Add %(count)s player", "Add %(count)s players", count) % {"count": count}


def players_words(count: int) -> str:
    return ngettext("%(counter)s player", "%(counter)s players", count) % {"counter": count}
