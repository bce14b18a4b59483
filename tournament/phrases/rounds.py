"""A round as it goes on: its pace, and where boards or rounds run short."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.phrases.values import MOST_NAMES, tables


def round_times(number: int, began: str, over: str, minutes: int) -> str:
    """Since when a round has been going, or from when to when it went, and for how long once that is worth a word."""
    facts = {"number": number, "began": began, "over": over, "minutes": minutes}
    if not minutes:
        return _("Round %(number)s, started %(began)s") % facts
    if over:
        return _("Round %(number)s from %(began)s to %(over)s · %(minutes)s min") % facts
    return _("Round %(number)s, started %(began)s · %(minutes)s min") % facts


def usual_length(minutes: int | None) -> str:
    """How long a match takes, once that is known."""
    return "" if minutes is None else _("matches usually take %(minutes)s min") % {"minutes": minutes}


def slow_tables(numbers: Sequence[int]) -> str:
    """Who holds the round up; nobody is named where it is nearly everybody."""
    if not numbers:
        return ""
    if len(numbers) > MOST_NAMES:
        return _("%(count)s tables are running late") % {"count": len(numbers)}
    holds = ngettext("%(tables)s is running late", "%(tables)s are running late", len(numbers))
    return holds % {"tables": tables(numbers)}


def forecast(next_round: str, end: str) -> str:
    """When the next round begins and when the evening is over, as far as can be told."""
    if next_round:
        return _("next round at about %(time)s, end at about %(end)s") % {"time": next_round, "end": end}
    return _("end at about %(end)s") % {"end": end} if end else ""


def lost_rounds_sentence(planned: int, playable: int) -> str:
    """That not all planned rounds can be played, and what can be done."""
    facts = {"planned": planned, "playable": playable, "next": playable + 1}
    return (
        _(
            "The players who are here can play only %(playable)s of the %(planned)s planned rounds without a rematch. "
            "Plan fewer rounds, or allow rematches when round %(next)s is paired."
        )
        % facts
    )


def boards_sentence(tables_to_seat: int, boards: int | None) -> str:
    """What it means that the venue has fewer boards than tables are to be seated; else nothing."""
    if boards is None or tables_to_seat <= boards:
        return ""
    facts = {"boards": boards, "tables": tables_to_seat, "waiting": tables_to_seat - boards}
    return (
        ngettext(
            "There are %(boards)s boards for %(tables)s tables: the last table waits until a board is free.",
            "There are %(boards)s boards for %(tables)s tables: the last %(waiting)s wait until a board is free.",
            tables_to_seat - boards,
        )
        % facts
    )
