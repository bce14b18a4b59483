"""Sentences about the list of players, and about players who do not play in a round."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.phrases.rounds import round_in_sentence
from tournament.phrases.values import enumeration

PLAYER_REFUSALS: dict[str, Any] = {
    "nobody_called_so": gettext_lazy("Nobody on the list is called “%(name)s” or has this start number."),
    "several_called_so": gettext_lazy("Several on the list are called “%(name)s”. Enter the start number."),
    "kept_apart_from_oneself": gettext_lazy("Choose two different players."),
    "name_taken": gettext_lazy("%(name)s is already on the list."),
    "joining_has_ended": gettext_lazy("Round 1 has been drawn, so sign-up is closed."),
    "joining_too_often_on_a_phone": gettext_lazy(
        "Several people have just signed up on this phone. Wait %(wait)s, or ask the director to add the others."
    ),
    "joining_too_often": gettext_lazy("Many people are signing up right now. Wait %(wait)s, then try again."),
    "knock_out_has_places": gettext_lazy("The first round has been drawn; so many places are still empty: %(count)s."),
    "finals_take_nobody_in": gettext_lazy("The finals have been drawn, so nobody can join the tournament any more."),
    "list_file_empty": gettext_lazy("The file is empty."),
    "list_file_too_large": gettext_lazy("The file contains more than %(megabytes)s MB, too much for a list."),
    "list_file_too_long": gettext_lazy("The file has more than %(rows)s rows, too many for a list."),
    "list_file_too_much": gettext_lazy(
        "The file holds more cells or more text than a list has. Leave out columns that are not needed."
    ),
    "list_file_has_password": gettext_lazy("The file is password-protected. Save it without a password."),
    "list_file_broken": gettext_lazy(
        "The file cannot be read as a workbook. Save it again as an Excel workbook (.xlsx) or as CSV."
    ),
    "list_file_unreadable": gettext_lazy("The file is not a table. Use an Excel, LibreOffice or CSV file."),
    "list_file_foreign": gettext_lazy(
        "The file is %(kind)s, not a table. Use an Excel, LibreOffice or CSV file, or copy the names and paste them."
    ),
    "list_line_above": gettext_lazy("stands above the names"),
    "list_line_heading": gettext_lazy("heading"),
    "list_line_title": gettext_lazy("Looks like a title."),
    "list_line_cancelled": gettext_lazy("Looks like a cancellation."),
    "list_line_answer": gettext_lazy("Not ticked because of “%(answer)s”."),
    "list_line_total": gettext_lazy("Looks like a total."),
    "list_line_hidden": gettext_lazy("Hidden in the file."),
    "list_line_no_name": gettext_lazy("Does not look like a name."),
    "list_line_names": gettext_lazy("More than one name? Tick who plays."),
    "list_line_without_name": gettext_lazy("no name"),
}

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
    "status": gettext_lazy("Comes / status"),
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


# What is said above the table of a list.
LIST_NOTICES = {
    "no_names": gettext_lazy("The list contains no names. Choose above the table which column holds them."),
    "mended": gettext_lazy("Letters of this list were encoded twice (“Ã¼” instead of “ü”). They are shown mended."),
    "chat": gettext_lazy(
        "The list was read as a chat: each sender is one row with all their messages. Who says no is not ticked."
        " Check the ticks."
    ),
    "one_word": gettext_lazy(
        "All names are single words. If first names and surnames stand in two columns, choose both above the table."
    ),
}
ANSWERS_IN = gettext_lazy("Who comes: the answers in %(columns)s")
# Why a row is not ticked, in a list of such rows; for other reasons see the refusals.
NOT_TICKED = {
    "list_line_above": gettext_lazy("above the names"),
    "list_line_heading": gettext_lazy("heading"),
    "list_line_title": gettext_lazy("looks like a title"),
    "list_line_total": gettext_lazy("looks like a total"),
    "list_line_cancelled": gettext_lazy("looks like a cancellation"),
    "list_line_hidden": gettext_lazy("hidden in the file"),
    "list_line_no_name": gettext_lazy("does not look like a name"),
    "list_line_names": gettext_lazy("more than one name"),
    "list_line_without_name": gettext_lazy("no name"),
    "name_taken": gettext_lazy("already on the list"),
}
MOST_ROWS = 12


def quoted(text: str) -> str:
    """Put a text from a list in quotation marks."""
    return _("“%(text)s”") % {"text": text}


def column_words(columns: Sequence[int], headings: Sequence[str]) -> str:
    """Name columns, counted from 0, by their headings or else their numbers."""
    by_number = _("column %(number)s")
    words = (
        quoted(heading[:40]) if heading else by_number % {"number": column + 1}
        for column, heading in zip(columns, headings, strict=True)
    )
    return enumeration(list(words), 3)


def missing_half_sentence(column: str, half: str) -> str:
    """Say which column looks like the missing half of the names."""
    is_surname = half == "last"
    sentence = _("Surnames may be in %(column)s.") if is_surname else _("First names may be in %(column)s.")
    return sentence % {"column": column}


def half_name_rows_sentence(rows: Sequence[int]) -> str:
    """Say in which rows only half of a name stands."""
    sentence = ngettext("Row %(rows)s has only half of a name.", "Rows %(rows)s have only half of a name.", len(rows))
    return sentence % {"rows": enumeration(list(map(str, rows)), MOST_ROWS)}


def encoding_sentence(encoding: str) -> str:
    """Say which encoding was assumed for a text file that does not declare one."""
    sentence = _("The letters were read as %(encoding)s. If names look wrong, choose another encoding for the file.")
    return sentence % {"encoding": ENCODINGS[encoding]}


def add_label(count: int) -> str:
    """Name the button that adds the ticked players."""
    return ngettext("Add %(count)s player", "Add %(count)s players", count) % {"count": count}


def players_words(count: int) -> str:
    return ngettext("%(counter)s player", "%(counter)s players", count) % {"counter": count}
