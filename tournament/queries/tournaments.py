"""Tournaments, and what closing one needs."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournament.models import Entry, JoinRequest, JournalLine, MemberRole, Membership, Pairing, Prize, Round, Tournament
from tournament.queries.cash import fee_steps, fees_of
from tournament.queries.clubs import directed_clubs

# What is to be known before a tournament is closed.

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


# Which tournaments somebody may see at their desk, and how one is set.


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is: the newest round that everyone may see (0: none), who plays, who asks to play."""

    tournament: Tournament
    newest_round: int
    players: int
    sign_ups: int


def with_progress(tournaments: QuerySet[Tournament]) -> tuple[Progress, ...]:
    """How far each of them is, in one query."""
    players = Entry.objects.exclude(withdrawn_after=0)
    waiting = JoinRequest.objects.filter(entry=None, is_declined=False)
    found = tournaments.annotate(
        newest_round=_of_each(Round.objects.released(), Max("number")),
        players=_of_each(players, Count("pk")),
        sign_ups=_of_each(waiting, Count("pk")),
    )
    return tuple(Progress(one, one.newest_round, one.players, one.sign_ups) for one in found)


def _of_each(rows: QuerySet[Any], figure: Max | Count) -> Coalesce:
    """The figure of each tournament's own rows, 0 where there are none."""
    of_one = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament").annotate(figure=figure)
    return Coalesce(Subquery(of_one.values("figure")), 0)


def directed_by(user: User) -> QuerySet[Tournament]:
    """The account's own tournaments, those it was given access to and those of its clubs, newest first."""
    given = Tournament.objects.filter(co_directors=user)
    of_clubs = Q(club__in=directed_clubs(user))
    return Tournament.objects.filter(Q(director=user) | Q(pk__in=given) | of_clubs).order_by("-date", "-pk")


def helped_by(user: User) -> QuerySet[Tournament]:
    """Those of the clubs in which the account helps, newest first."""
    helping = Membership.objects.filter(account=user.pk, role=MemberRole.HELPER)
    return Tournament.objects.filter(club__in=helping.values("club")).order_by("-date", "-pk")


def slugs_known_to(user: User) -> frozenset[str]:
    """Those of all tournaments that the account directs, and of what has been deleted in its clubs."""
    deleted = JournalLine.objects.filter(club__in=directed_clubs(user), action="club_tournament_deleted")
    gone = (facts.get("slug", "") for facts in deleted.values_list("facts", flat=True))
    return frozenset((*directed_by(user).values_list("slug", flat=True), *gone))


def names_by_slug(slugs: Iterable[str]) -> dict[str, str]:
    """What the tournaments with these slugs are called, those too that have been deleted since."""
    deleted = JournalLine.objects.filter(action="club_tournament_deleted", facts__slug__in=list(slugs))
    gone = {facts["slug"]: facts["name"] for facts in deleted.values_list("facts", flat=True) if "name" in facts}
    return gone | dict(Tournament.objects.filter(slug__in=slugs).values_list("slug", "name"))


def shown_to_everyone() -> QuerySet[Tournament]:
    """Those that a guest finds in the list, newest first: practice tournaments are reached by their address only."""
    return Tournament.objects.filter(is_practice=False).order_by("-date", "-pk")


def plain_settings(tournament: Tournament, names: Iterable[str]) -> dict[str, Any]:
    """These settings as plain values: what a page carries, to find out later what has been changed since."""
    return {name: plain(fee_steps(tournament) if name == "fee_steps" else getattr(tournament, name)) for name in names}


def plain(value: Any) -> Any:
    """The value as it comes back from JSON, so that it can be compared with a stored one."""
    return json.loads(json.dumps(value, cls=DjangoJSONEncoder))
