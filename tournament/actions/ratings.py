"""Whether and how a club rates."""

from django.contrib.auth.models import AbstractBaseUser

from tournament.actions.change import change_club
from tournament.models import Club


def change_ratings(
    club: Club, *, by: AbstractBaseUser, rates: bool, rating_start: int, rating_ramp: str, rates_stopped: bool
) -> None:
    """Rate or do not, from where, how fast, and what counts; ratings follow from the results as ever."""
    with change_club(club, by=by, action="ratings_changed") as step:
        settings = {"rating_start": rating_start, "rating_ramp": rating_ramp, "rates_stopped": rates_stopped}
        step.update(step.club, rates=rates, **settings)
