"""Who may do what: the one place that is asked."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournament.actions.catalogue import Role, who_may
from tournament.engine.refusals import Refused
from tournament.models import Entry, Helper, Tournament


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody without an account: the player of an entry by their private link, or a name that nobody has checked.

    `phone` and `network` say where they come from, as far as that is known; only how often somebody does so is counted.
    """

    name: str
    entry: Entry | None = None
    phone: str = ""
    network: str = ""


Doer = AbstractBaseUser | Guest
Visitor = Doer | AnonymousUser


def role_of(user: Visitor, tournament: Tournament) -> Role | None:
    """What the user is to the tournament; None: nothing."""
    if isinstance(user, Guest):
        is_player = user.entry is not None and user.entry.tournament_id == tournament.pk
        return Role.PLAYER if is_player else Role.GUEST
    if not user.is_authenticated:
        return None
    if tournament.director_id == user.pk:
        return Role.DIRECTOR
    helper = Helper.objects.select_related("user").filter(user_id=user.pk).first()
    if helper:
        return Role.HELPER if helper.tournament_id == tournament.pk and helper.user.is_active else None
    if tournament.director_id is None:
        return Role.DIRECTOR
    return Role.CO_DIRECTOR if tournament.co_directors.filter(pk=user.pk).exists() else None


def can(user: Visitor, action: str, tournament: Tournament) -> bool:
    """Whether the user may carry out the action on the tournament, or has the right, by the catalogue."""
    return role_of(user, tournament) in who_may(action)


def can_set_up(user: Visitor) -> bool:
    """Whether the user may set up tournaments: every account, no helper."""
    if isinstance(user, Guest):
        return False
    return user.is_authenticated and not Helper.objects.filter(user_id=user.pk).exists()


def refuse_unless_allowed(user: Visitor, action: str, tournament: Tournament) -> None:
    """Refuse who may not carry out the action."""
    if not can(user, action, tournament):
        raise Refused("not_allowed")
