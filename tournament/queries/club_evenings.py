"""The evenings of a club: which run, which are to come, which are over."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournament.models import Club, Round, Tournament

# An evening goes on after midnight.
STILL_RUNNING = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Evenings:
    """The club's evenings as everyone may know them; the past ones stand the newest first."""

    running: tuple[Tournament, ...]
    coming: tuple[Tournament, ...]
    past: tuple[Tournament, ...]


def evenings(club: Club, today: date) -> Evenings:
    """All of them but practice, in one query; each has its `players`, who have not left before it began."""
    found = list(_of(club))
    running = [one for one in found if one.is_drawn and not one.is_closed and one.date >= today - STILL_RUNNING]
    coming = [one for one in found if not one.is_drawn and not one.is_closed and one.date >= today]
    past = [one for one in found if one.is_drawn and one not in running]
    return Evenings(tuple(running), tuple(coming), tuple(reversed(past)))


def _of(club: Club) -> QuerySet[Tournament]:
    drawn = Round.objects.released().filter(tournament=OuterRef("pk"))
    players = Count("entries", filter=~Q(entries__withdrawn_after=0))
    tournaments = Tournament.objects.filter(club=club, is_practice=False).order_by("date", "pk")
    return tournaments.annotate(is_drawn=Exists(drawn), players=players)
