"""Lists of tournaments, and the checks before closing one."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Count, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.engine.finals import next_pairs
from tournament.models import Entry, JoinRequest, JournalLine, Pairing, Prize, Round, Tournament
from tournament.money.prizes import NO_PLACE
from tournament.queries.cash import fee_steps, fees_of
from tournament.queries.clubs import directed_clubs, helped_clubs
from tournament.queries.evening import record_of

# Checks before a tournament is closed.

# A tournament untouched for longer has ended, or was forgotten.
UNTOUCHED = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Closing:
    """The tables without a result, unpaid fees, missing prizes, unplayed rounds and undrawn finals of a tournament.

    Open tables prevent closing; the rest is asked about first.
    """

    open_tables: tuple[int, ...]
    owing: int
    owed_cents: int
    lacks_prizes: bool
    unplayed_rounds: int = 0
    lacks_finals: bool = False

    @property
    def asks_first(self) -> bool:
        """Tell whether the director is asked before the tournament is closed."""
        return not self.open_tables and bool(
            self.owing or self.lacks_prizes or self.unplayed_rounds or self.lacks_finals
        )


def closing_of(tournament: Tournament) -> Closing:
    """Return the checks of a tournament; prizes are missing where there is money for them and none entered."""
    fees = fees_of(tournament)
    prizes = Prize.objects.filter(tournament=tournament).exclude(place=NO_PLACE)
    round_count = Round.objects.filter(tournament=tournament).count()
    return Closing(
        open_tables=open_tables(tournament),
        owing=len(fees.owed),
        owed_cents=fees.owed_cents,
        lacks_prizes=fees.expected_cents > 0 and not prizes.exists(),
        unplayed_rounds=max(0, tournament.planned_rounds - round_count),
        lacks_finals=tournament.finals_players is not None and bool(next_pairs(record_of(tournament))),
    )


def closed_at(tournament: Tournament) -> datetime | None:
    """Return when the tournament was last closed; None if it was closed elsewhere or never."""
    journal_lines = JournalLine.objects.filter(tournament=tournament.pk, action="tournament_closed")
    return journal_lines.order_by("-version").values_list("at", flat=True).first()


def begins(tournament: Tournament) -> datetime | None:
    """Return when the evening begins, in the time zone of the installation; None where only the day is known."""
    if not tournament.begins_at:
        return None
    at = time.fromisoformat(tournament.begins_at)
    return datetime.combine(tournament.date, at, timezone.get_current_timezone())


def asks_if_ended(round_: Round, now: datetime) -> bool:
    """Tell whether to ask, once, if a tournament in its last round has ended: nobody has touched it for long."""
    untouched_since = now - UNTOUCHED
    if round_.tournament.is_closed or round_.started_at is None or round_.started_at > untouched_since:
        return False
    journal_lines = JournalLine.objects.filter(tournament=round_.tournament_id)
    facts = journal_lines.aggregate(last=Max("at"), goes_on=Count("pk", filter=Q(action="evening_goes_on")))
    return not facts["goes_on"] and (facts["last"] is None or facts["last"] < untouched_since)


def open_tables(tournament: Tournament) -> tuple[int, ...]:
    missing = Pairing.objects.filter(round__tournament=tournament, outcome="pending")
    return tuple(table for table in missing.order_by("table").values_list("table", flat=True) if table is not None)


# Tournaments that a user may see at the desk, and their settings.


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is: its newest public round (0: none), its players and open sign-ups."""

    tournament: Tournament
    newest_round: int
    players: int
    sign_ups: int


def with_progress(tournaments: QuerySet[Tournament]) -> tuple[Progress, ...]:
    entries = Entry.objects.exclude(withdrawn_after=0)
    waiting = JoinRequest.objects.filter(entry=None, is_declined=False)
    rows = tournaments.annotate(
        newest_round=_of_each(Round.objects.released(), Max("number")),
        players=_of_each(entries, Count("pk")),
        sign_ups=_of_each(waiting, Count("pk")),
    )
    return tuple(
        Progress(tournament, tournament.newest_round, tournament.players, tournament.sign_ups) for tournament in rows
    )


def _of_each(rows: QuerySet[Any], figure: Max | Count) -> Coalesce:
    """Annotate each tournament with the figure of its own rows, 0 without rows."""
    of_one = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament").annotate(figure=figure)
    return Coalesce(Subquery(of_one.values("figure")), 0)


def directed_by(user: User) -> QuerySet[Tournament]:
    """Return the account's own tournaments, those it has access to and those of its clubs, newest first."""
    co_directed = Tournament.objects.filter(co_directors=user)
    of_clubs = Q(club__in=directed_clubs(user))
    return Tournament.objects.filter(Q(director=user) | Q(pk__in=co_directed) | of_clubs).order_by("-date", "-pk")


def helped_by(user: User) -> QuerySet[Tournament]:
    """Return the tournaments of the clubs in which the account helps, newest first."""
    return Tournament.objects.filter(club__in=helped_clubs(user)).order_by("-date", "-pk")


def slugs_known_to(user: User) -> frozenset[str]:
    """Return the slugs of all tournaments that the account directs, and of those deleted in its clubs."""
    deleted = JournalLine.objects.filter(club__in=directed_clubs(user), action="club_tournament_deleted")
    deleted_slugs = (facts.get("slug", "") for facts in deleted.values_list("facts", flat=True))
    return frozenset((*directed_by(user).values_list("slug", flat=True), *deleted_slugs))


def names_by_slug(slugs: Iterable[str]) -> dict[str, str]:
    """Map the slugs to the names of their tournaments, including deleted ones."""
    deleted = JournalLine.objects.filter(action="club_tournament_deleted", facts__slug__in=list(slugs))
    name_by_slug = {
        facts["slug"]: facts["name"] for facts in deleted.values_list("facts", flat=True) if "name" in facts
    }
    return name_by_slug | dict(Tournament.objects.filter(slug__in=slugs).values_list("slug", "name"))


def shown_to_everyone() -> QuerySet[Tournament]:
    """Return the tournaments of the public list, newest first; practice tournaments are reached by address only."""
    return Tournament.objects.filter(is_practice=False).order_by("-date", "-pk")


def plain_settings(tournament: Tournament, names: Iterable[str]) -> dict[str, Any]:
    """Return these settings as plain values, which a page carries to notice later changes by others."""
    return {name: plain(fee_steps(tournament) if name == "fee_steps" else getattr(tournament, name)) for name in names}


def plain(value: Any) -> Any:
    """Return the value as it comes back from JSON, to compare it with a stored one."""
    return json.loads(json.dumps(value, cls=DjangoJSONEncoder))


def minutes_a_round(tournament: Tournament) -> int | None:
    """Return how long a round took on average, with the break after it; None for fewer than two that were timed."""
    rounds = tournament.rounds.exclude(started_at=None)
    times = rounds.aggregate(first=Min("started_at"), last=Max("started_at"), rounds=Count("pk"))
    if times["rounds"] < 2:
        return None
    between: timedelta = (times["last"] - times["first"]) / (times["rounds"] - 1)
    return between // timedelta(minutes=1)
