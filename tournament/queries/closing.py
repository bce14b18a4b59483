"""What is to be known before a tournament is closed."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q

from tournament.models import JournalLine, Pairing, Prize, Round, Tournament
from tournament.queries.fees import fees_of

# An evening that is left alone for longer has ended, or it was forgotten.
UNTOUCHED = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Closing:
    """The tables without result, how many players still owe how much, whether prizes are missing, and how many of the
    planned rounds have not been played.

    With open tables nothing can be closed; the rest is asked about.
    """

    open_tables: tuple[int, ...]
    owing: int
    owed_cents: int
    lacks_prizes: bool
    unplayed_rounds: int = 0

    @property
    def asks_first(self) -> bool:
        """Whether something is to be said before it is closed."""
        return not self.open_tables and bool(self.owing or self.lacks_prizes or self.unplayed_rounds)


def closing_of(tournament: Tournament) -> Closing:
    """How the tournament stands to its closing; prizes are missing where there is money for them and none entered."""
    fees = fees_of(tournament)
    played = Round.objects.filter(tournament=tournament).count()
    return Closing(
        open_tables=open_tables(tournament),
        owing=len(fees.owed),
        owed_cents=fees.owed_cents,
        lacks_prizes=fees.expected_cents > 0 and not Prize.objects.filter(tournament=tournament).exists(),
        unplayed_rounds=max(0, tournament.planned_rounds - played),
    )


def closed_at(tournament: Tournament) -> datetime | None:
    """When the tournament was closed last; None of one that came closed from elsewhere."""
    lines = JournalLine.objects.filter(tournament=tournament.pk, action="tournament_closed")
    return lines.order_by("-version").values_list("at", flat=True).first()


def asks_if_ended(round_: Round, now: datetime) -> bool:
    """Whether an evening in its last round has been left alone for so long that it is asked, once, if it has ended."""
    before = now - UNTOUCHED
    if round_.tournament.is_closed or round_.started_at is None or round_.started_at > before:
        return False
    lines = JournalLine.objects.filter(tournament=round_.tournament_id)
    told = lines.aggregate(last=Max("at"), goes_on=Count("pk", filter=Q(action="evening_goes_on")))
    return not told["goes_on"] and (told["last"] is None or told["last"] < before)


def open_tables(tournament: Tournament) -> tuple[int, ...]:
    """The tables whose result is missing."""
    missing = Pairing.objects.filter(round__tournament=tournament, outcome="pending")
    return tuple(table for table in missing.order_by("table").values_list("table", flat=True) if table is not None)
