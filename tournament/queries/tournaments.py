"""Which tournaments somebody may see at their desk, and how one is set."""

import json
from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q, QuerySet

from tournament.models import Tournament
from tournament.queries.fees import fee_steps


def directed_by(user: AbstractBaseUser) -> QuerySet[Tournament]:
    """The account's own tournaments, those it was given access to and those without a director, newest first."""
    given = Tournament.objects.filter(co_directors=user)
    return Tournament.objects.filter(Q(director=user) | Q(pk__in=given) | Q(director=None)).order_by("-date", "-pk")


def shown_to_everyone() -> QuerySet[Tournament]:
    """Those that a guest finds in the list, newest first: practice tournaments are reached by their address only."""
    return Tournament.objects.filter(is_practice=False).order_by("-date", "-pk")


def plain_settings(tournament: Tournament, names: Iterable[str]) -> dict[str, Any]:
    """These settings as plain values: what a page carries, to find out later what has been changed since."""
    return {name: plain(fee_steps(tournament) if name == "fee_steps" else getattr(tournament, name)) for name in names}


def plain(value: Any) -> Any:
    """The value as JSON gives it back."""
    return json.loads(json.dumps(value, cls=DjangoJSONEncoder))
