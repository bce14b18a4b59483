"""Permissions: the role of a user, and what it allows."""

from dataclasses import dataclass
from typing import TypeGuard

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Exists, OuterRef, Subquery

from tournament.actions.catalogue import Role, who_may
from tournament.engine.refusals import Refused
from tournament.models import Club, Entry, Helper, MemberRole, Membership, Tournament
from tournament.queries.accounts import asked_by_a_club


@dataclass(frozen=True, slots=True)
class Guest:
    """A person without an account: the player of an entry by their private link, or an unchecked name.

    `phone` and `network` say where the request comes from, if known; they only serve to limit how often it comes.
    `has_signed_up` tells that the player shows no private link but the secret of the phone that signed up.
    """

    name: str
    entry: Entry | None = None
    phone: str = ""
    network: str = ""
    has_signed_up: bool = False


Doer = User | Guest
Visitor = Doer | AnonymousUser


@dataclass(frozen=True, slots=True)
class Pass:
    """The role of a user in a tournament, None without any, and the user's `Helper` row, if there is one.

    `is_asked_by_a_club` tells whether a club requires a second factor of the user; None if that was not read.
    """

    role: Role | None
    helper: Helper | None = None
    is_asked_by_a_club: bool | None = None


def remember_role(user: User, tournament: Tournament) -> Pass:
    """Look up the user's role in the tournament, and remember it for the rest of the request."""
    user_pass = _pass(user, tournament)
    user.passes = {tournament.pk: user_pass}  # type: ignore[attr-defined]  # Only `role_of` reads it.
    return user_pass


def role_of(user: Visitor, tournament: Tournament) -> Role | None:
    if isinstance(user, Guest):
        is_player = user.entry is not None and user.entry.tournament_id == tournament.pk
        return Role.PLAYER if is_player else Role.GUEST
    user_pass: Pass | None = getattr(user, "passes", {}).get(tournament.pk)
    return (user_pass or _pass(user, tournament)).role


def _pass(user: User | AnonymousUser, tournament: Tournament) -> Pass:
    if not user.is_authenticated:
        return Pass(None)
    if tournament.director_id == user.pk:
        return Pass(Role.DIRECTOR)
    directorships = Tournament.co_directors.through.objects.filter(user=OuterRef("pk"), tournament=tournament)
    in_club = Membership.objects.filter(account=OuterRef("pk"), club=tournament.club_id)
    users = User.objects.select_related("helper")
    account = users.annotate(
        has_access=Exists(directorships), role_in_club=Subquery(in_club.values("role")[:1]), is_asked=asked_by_a_club()
    ).get(pk=user.pk)
    if helper := getattr(account, "helper", None):
        is_in = helper.tournament_id == tournament.pk and account.is_active
        return Pass(Role.HELPER if is_in else None, helper, account.is_asked)
    role = Role.HELPER if account.role_in_club == MemberRole.HELPER else None
    if account.role_in_club == MemberRole.DIRECTOR and tournament.director_id is None:
        role = Role.DIRECTOR
    elif account.role_in_club == MemberRole.DIRECTOR or account.has_access:
        role = Role.CO_DIRECTOR
    return Pass(role, is_asked_by_a_club=account.is_asked)


def can(user: Visitor, action: str, tournament: Tournament) -> bool:
    """Tell whether the user may carry out the action on the tournament, or has the right, by the catalogue."""
    return role_of(user, tournament) in who_may(action)


def can_set_up(user: Visitor) -> TypeGuard[User]:
    """Tell whether the user may set up tournaments: directors of a club may, helpers may not.

    Where there is at most one club, an account without membership may too.
    """
    if isinstance(user, Guest) or not user.is_authenticated:
        return False
    if Helper.objects.filter(user_id=user.pk).exists():
        return False
    roles = Membership.objects.filter(account=user.pk).values_list("role", flat=True)
    return MemberRole.DIRECTOR in roles if roles else Club.objects.count() <= 1


def directs_club(user: Visitor, club: Club) -> bool:
    directors = Membership.objects.filter(club=club, role=MemberRole.DIRECTOR)
    return not isinstance(user, Guest) and user.is_authenticated and directors.filter(account=user.pk).exists()


def helps_club(user: Visitor, club: Club) -> bool:
    """Tell whether the account directs the club or helps in it."""
    members = Membership.objects.filter(club=club)
    return not isinstance(user, Guest) and user.is_authenticated and members.filter(account=user.pk).exists()


def refuse_unless_helps(user: Visitor, club: Club) -> None:
    if not helps_club(user, club):
        raise Refused("not_allowed")


def runs_installation(user: Visitor) -> bool:
    """Tell whether the user has the first account, which sets up clubs but has no access to their data."""
    return not isinstance(user, Guest) and user.is_authenticated and getattr(user, "is_superuser", False)


def refuse_unless_directs(user: Visitor, club: Club) -> None:
    if not directs_club(user, club):
        raise Refused("not_allowed")


def refuse_unless_allowed(user: Visitor, action: str, tournament: Tournament) -> None:
    if not can(user, action, tournament):
        raise Refused("not_allowed")
