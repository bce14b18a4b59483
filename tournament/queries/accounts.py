"""Accounts, invitations, secret links and connections."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TypeGuard
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.tokens import default_token_generator
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.engine.refusals import Refused
from tournament.machine import visitors
from tournament.models import Club, ClubInvitation, PrintedAddress
from tournament.models.clubs import INVITATION_LASTS
from tournament.names import is_printable

# What makes a link one that only its holder has: worked out anew each time, stored nowhere.

SECRET_BYTES = 16


def link_secret(purpose: str, of: str) -> str:
    """128 bits that nobody guesses, and that the database alone does not give away."""
    mark = salted_hmac(purpose, of, algorithm="sha256")
    return urlsafe_b64encode(mark.digest()[:SECRET_BYTES]).decode().rstrip("=")


# Accounts, the names of their owners, and whether a one-time link still opens a door.

DEMO = "Demo"
OF_THE_DEMO = {"username": DEMO, "password__startswith": UNUSABLE_PASSWORD_PREFIX}


def accounts() -> QuerySet[User]:
    """Who has an account; helpers have none."""
    return User.objects.filter(helper=None)


def account_called(name: str, among: QuerySet[User]) -> User:
    """Which of these accounts has this name, which may be anything that was sent. Raises Refused where none has."""
    account = among.filter(username=name).first() if is_printable(name) else None
    if account is None:
        raise Refused("no_such_account")
    return account


def mail_of(name: str, among: QuerySet[User]) -> str:
    """Where mail for the account of this name goes; empty where none of these has it, or it has not said."""
    named = among.filter(username=name) if is_printable(name) else among.none()
    return named.values_list("email", flat=True).first() or ""


def is_own_account(user: User | AnonymousUser) -> TypeGuard[User]:
    """Whether somebody has an account of their own: no helper has, nor who tries the demonstration."""
    return user.is_authenticated and accounts().filter(pk=user.pk).exclude(**OF_THE_DEMO).exists()


def demo_account() -> User | None:
    """The account of the demonstration, which has no password, where there is one."""
    return accounts().filter(**OF_THE_DEMO).first()


def has_account() -> bool:
    """Whether a director's account has been created; that of the demonstration is none."""
    return accounts().exclude(**OF_THE_DEMO).exists()


def display_name(user: User) -> str:
    """The name of an account, or of a helper."""
    return user.get_short_name() or user.get_username()


def account_names() -> tuple[str, ...]:
    """The names of all accounts, in alphabetical order."""
    return tuple(accounts().order_by("username").values_list("username", flat=True))


def welcome_secret() -> str:
    """The token of the link which creates the first account."""
    return link_secret("welcome", "")


def refuse_used_welcome(token: str) -> None:
    """Refuse a token that is not the right one, or comes after the first account."""
    if has_account() or not constant_time_compare(token, welcome_secret()):
        raise Refused("link_used")


def user_of_login_link(*, user_id: int, token: str, for_update: bool = False) -> User:
    """Whose link this is; refused once it has been used, is a day old, or was never given out."""
    users = accounts().select_for_update(of=("self",)) if for_update else accounts()
    user = users.filter(pk=user_id).first()
    if user is None or not default_token_generator.check_token(user, token):
        raise Refused("link_used")
    return user


# How the phones in the room get here, and whether they do.


@dataclass(frozen=True)
class Connection:
    """The addresses of the program, and what stands between them and a phone.

    `is_reached` says that another device has come lately; `outdated_url` is the address on the paper
    handed out last, where it is no longer the public one, else empty.
    """

    public_url: str
    local_url: str
    is_local_only: bool
    is_reached: bool
    outdated_url: str


def connection() -> Connection:
    """How this installation can be reached now, and whether another device has reached it."""
    printed = PrintedAddress.objects.order_by("-printed_at").first()
    return Connection(
        public_url=settings.PUBLIC_URL,
        local_url=settings.LOCAL_URL,
        is_local_only=is_local_only(),
        is_reached=visitors.is_another_device_seen(),
        outdated_url=printed.url if printed and printed.url != settings.PUBLIC_URL else "",
    )


def is_local_only() -> bool:
    """Whether the public address leads nowhere but to the machine itself."""
    host = urlsplit(settings.PUBLIC_URL).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


# Open invitations into a club, and whether a link still opens one.


def open_invitations(club: Club) -> QuerySet[ClubInvitation]:
    """Those that still let somebody in, the newest first."""
    return club.invitations.filter(made_at__gt=timezone.now() - INVITATION_LASTS).order_by("-made_at", "-pk")


def ended_invitations() -> QuerySet[ClubInvitation]:
    """Those of every club that nobody has used in time."""
    return ClubInvitation.objects.filter(made_at__lte=timezone.now() - INVITATION_LASTS)


def invited_address(invitation: ClubInvitation) -> str:
    """The link, as it is sent."""
    return settings.PUBLIC_URL + reverse("invited", args=[invitation.pk, _token(invitation)])


def invitation_of_link(key: int, token: str, *, for_update: bool = False) -> ClubInvitation:
    """What the link invites to; refused once it was used, ended, is a week old, or was never given out."""
    invitations = ClubInvitation.objects.select_related("club").filter(
        pk=key, made_at__gt=timezone.now() - INVITATION_LASTS
    )
    invitation = (invitations.select_for_update(of=("self",)) if for_update else invitations).first()
    if invitation is None or not constant_time_compare(token, _token(invitation)):
        raise Refused("club_invitation_ended")
    return invitation


def _token(invitation: ClubInvitation) -> str:
    return link_secret("club invitation", f"{invitation.pk}/{invitation.nonce}")
