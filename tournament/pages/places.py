"""What lies beside the tournaments: clubs, people, backups, and whether it is time to show it."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from tournament.actions.permissions import can_set_up, runs_installation
from tournament.models import Club
from tournament.queries.accounts import is_own_account
from tournament.queries.clubs import directed_clubs, is_only_club
from tournament.queries.tournaments import directed_by


@dataclass(frozen=True, slots=True)
class Places:
    """Where an account may go from the first page.

    `is_shown` is false on a first evening: nothing but the tournament counts, the rest waits in the menu.
    """

    clubs: tuple[Club, ...]
    may_set_up: bool
    sets_up_clubs: bool
    has_account: bool
    is_shown: bool


def places_of(user: User) -> Places:
    """Where this user may go from the first page."""
    clubs = tuple(directed_clubs(user))
    may_set_up = can_set_up(user)
    sets_up_clubs = runs_installation(user) and not is_only_club()
    is_known = sets_up_clubs or len(clubs) > 1 or any(club.name for club in clubs)
    return Places(
        clubs=clubs,
        may_set_up=may_set_up,
        sets_up_clubs=sets_up_clubs,
        has_account=is_own_account(user),
        is_shown=may_set_up and (is_known or directed_by(user).filter(is_practice=False).count() > 1),
    )
