"""Who may do what: the one place that is asked."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournament.models import Tournament

Visitor = AbstractBaseUser | AnonymousUser


def can(user: Visitor, action: str, tournament: Tournament) -> bool:
    """Whether the user may carry out the action (the name of a journal line) on the tournament.

    A director may do everything with their own tournaments, and with those that have no director.
    """
    return user.is_authenticated and tournament.director_id in (None, user.pk)
