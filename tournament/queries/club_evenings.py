"""The evenings of a club: which run, which are to come, which are over."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournament.models import Club, Round, Tournament

# An evening goes on after midnight.
STILL_RUNNING = timedelta(days=1)
DRAWN = Exists(Round.objects.released().filter(tournament=OuterRef("pk")))


@dataclass(frozen=True, slots=True)
class Evenings:
    """The club's evenings as everyone may know them; the past ones stand the newest first."""

    running: tuple[Tournament, ...]
    coming: tuple[Tournament, ...]
    past: tuple[Tournament, ...]


@dataclass(frozen=True, slots=True)
class NextEvening:
    """An evening that `is_running`, or that is the next one of its club."""

    tournament: Tournament
    is_running: bool


def evenings(club: Club, today: date) -> Evenings:
    """All of them but practice, in one query; each has its `players`, who have not left before it began."""
    players = Count("entries", filter=~Q(entries__withdrawn_after=0))
    found = list(_known().filter(club=club).annotate(is_drawn=DRAWN, players=players))
    running = [one for one in found if one.is_drawn and not one.is_closed and one.date >= today - STILL_RUNNING]
    coming = [one for one in found if not one.is_drawn and not one.is_closed and one.date >= today]
    past = [one for one in found if one.is_drawn and one not in running]
    return Evenings(tuple(running), tuple(coming), tuple(reversed(past)))


def next_evenings(clubs: Iterable[Club], today: date) -> dict[int, NextEvening]:
    """Of each club, by its key, the newest evening that runs, else the next to come, in one query."""
    near = _known().filter(club__in=[club.pk for club in clubs], is_closed=False, date__gte=today - STILL_RUNNING)
    found: dict[int, NextEvening] = {}
    for one in near.annotate(is_drawn=DRAWN):
        before = found.get(one.club_id)
        if one.is_drawn or (before is None and one.date >= today):
            found[one.club_id] = NextEvening(one, one.is_drawn)
    return found


def _known() -> QuerySet[Tournament]:
    """The tournaments that are public, the oldest first."""
    return Tournament.objects.filter(is_practice=False).order_by("date", "pk")
