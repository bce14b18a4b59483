"""Who may do what: the one place that is asked."""

from dataclasses import dataclass
from typing import TypeGuard

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Exists, OuterRef, Subquery

from tournament.actions.catalogue import Role, who_may
from tournament.engine.refusals import Refused
from tournament.models import Club, Entry, Helper, MemberRole, Membership, Tournament


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody without an account: the player of an entry by their private link, or a name that nobody has checked.

    `phone` and `network` say where they come from, as far as that is known; only how often somebody does so is counted.
    """

    name: str
    entry: Entry | None = None
    phone: str = ""
    network: str = ""


Doer = User | Guest
Visitor = Doer | AnonymousUser


@dataclass(frozen=True, slots=True)
class Pass:
    """What somebody is to a tournament (None: nothing), and the row of a helper."""

    role: Role | None
    helper: Helper | None = None


def ask_once(user: User, tournament: Tournament) -> Pass:
    """Ask what the user is to the tournament, and let everything else in this request go by the answer."""
    found = _pass(user, tournament)
    user.passes = {tournament.pk: found}  # type: ignore[attr-defined]  # Nobody but `role_of` knows of it.
    return found


def role_of(user: Visitor, tournament: Tournament) -> Role | None:
    """The role of the user in the tournament; None without any."""
    if isinstance(user, Guest):
        is_player = user.entry is not None and user.entry.tournament_id == tournament.pk
        return Role.PLAYER if is_player else Role.GUEST
    known: Pass | None = getattr(user, "passes", {}).get(tournament.pk)
    return (known or _pass(user, tournament)).role


def _pass(user: User | AnonymousUser, tournament: Tournament) -> Pass:
    if not user.is_authenticated:
        return Pass(None)
    if tournament.director_id == user.pk:
        return Pass(Role.DIRECTOR)
    given = Tournament.co_directors.through.objects.filter(user=OuterRef("pk"), tournament=tournament)
    in_club = Membership.objects.filter(account=OuterRef("pk"), club=tournament.club_id)
    known = User.objects.select_related("helper")
    asked = known.annotate(has_access=Exists(given), role_in_club=Subquery(in_club.values("role")[:1]))
    found = asked.get(pk=user.pk)
    if helper := getattr(found, "helper", None):
        is_in = helper.tournament_id == tournament.pk and found.is_active
        return Pass(Role.HELPER if is_in else None, helper)
    if found.role_in_club == MemberRole.DIRECTOR:
        return Pass(Role.DIRECTOR if tournament.director_id is None else Role.CO_DIRECTOR)
    if found.has_access:
        return Pass(Role.CO_DIRECTOR)
    return Pass(Role.HELPER if found.role_in_club == MemberRole.HELPER else None)


def can(user: Visitor, action: str, tournament: Tournament) -> bool:
    """Whether the user may carry out the action on the tournament, or has the right, by the catalogue."""
    return role_of(user, tournament) in who_may(action)


def can_set_up(user: Visitor) -> TypeGuard[User]:
    """Whether the user may set up tournaments: whoever directs a club, no helper.

    Where there is one club, an account that belongs to none may set up tournaments of its own.
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
    """Whether the account directs the club or helps in it."""
    members = Membership.objects.filter(club=club)
    return not isinstance(user, Guest) and user.is_authenticated and members.filter(account=user.pk).exists()


def refuse_unless_helps(user: Visitor, club: Club) -> None:
    """Refuse who neither directs the club nor helps in it."""
    if not helps_club(user, club):
        raise Refused("not_allowed")


def runs_installation(user: Visitor) -> bool:
    """Whether the user may set up clubs: whose account was the first. It opens nothing that is a club's."""
    return not isinstance(user, Guest) and user.is_authenticated and getattr(user, "is_superuser", False)


def refuse_unless_directs(user: Visitor, club: Club) -> None:
    """Refuse who does not direct the club."""
    if not directs_club(user, club):
        raise Refused("not_allowed")


def refuse_unless_allowed(user: Visitor, action: str, tournament: Tournament) -> None:
    """Refuse who may not carry out the action."""
    if not can(user, action, tournament):
        raise Refused("not_allowed")
