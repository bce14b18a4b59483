"""Which tournaments somebody may see at their desk."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q, QuerySet

from tournament.models import Tournament


def directed_by(user: AbstractBaseUser) -> QuerySet[Tournament]:
    """The account's own tournaments, those it was given access to and those without a director, newest first."""
    given = Tournament.objects.filter(co_directors=user)
    return Tournament.objects.filter(Q(director=user) | Q(pk__in=given) | Q(director=None)).order_by("-date", "-pk")
