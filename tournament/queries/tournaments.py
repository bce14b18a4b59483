"""Which tournaments somebody may see at their desk."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q, QuerySet

from tournament.models import Tournament


def directed_by(user: AbstractBaseUser) -> QuerySet[Tournament]:
    """The user's own tournaments and those without a director, newest first."""
    return Tournament.objects.filter(Q(director=user) | Q(director=None)).order_by("-date", "-pk")
