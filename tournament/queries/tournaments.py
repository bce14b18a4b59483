"""Which tournaments somebody may see at their desk, and how one is set."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournament.models import Entry, JoinRequest, JournalLine, MemberRole, Membership, Round, Tournament
from tournament.queries.clubs import directed_clubs
from tournament.queries.fees import fee_steps


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
