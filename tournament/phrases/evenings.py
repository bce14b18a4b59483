"""How far a tournament is, in a list of several."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.names import isolated


def round_running(number: int, planned: int) -> str:
    """Of a tournament that is being played now."""
    return _("Round %(number)s of %(planned)s in progress") % {"number": number, "planned": planned}


def round_reached(number: int, planned: int, *, is_closed: bool) -> str:
    """Of any other; 0: no round has been drawn."""
    if is_closed:
        return _("closed")
    if not number:
        return _("not drawn yet")
    return _("round %(number)s of %(planned)s") % {"number": number, "planned": planned}


def sign_ups_waiting(count: int) -> str:
    """How many ask to be on the list; empty where nobody does."""
    return ngettext("%(count)d sign-up", "%(count)d sign-ups", count) % {"count": count} if count else ""


def ahead_of(names: Sequence[str]) -> str:
    """Before whom the winner came in, one or two names; empty where there is none."""
    said = [isolated(name) for name in names]
    if len(said) > 1:
        return _("ahead of %(second)s and %(third)s") % {"second": said[0], "third": said[1]}
    return _("ahead of %(name)s") % {"name": said[0]} if said else ""
