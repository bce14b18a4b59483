"""Accounts, invitations, secret links and connections."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TypeGuard
from urllib.parse import urlsplit

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.engine.refusals import Refused
from tournament.machine import visitors
from tournament.models import Club, ClubInvitation, Membership, PrintedAddress, Tournament
from tournament.models.clubs import INVITATION_LASTS
from tournament.names import is_printable

# Secrets of links, computed each time and stored nowhere.

SECRET_BYTES = 16


def link_secret(purpose: str, of: str) -> str:
    """Return 128 secret bits as text, which cannot be computed from the database alone."""
    mark = salted_hmac(purpose, of, algorithm="sha256")
    return urlsafe_b64encode(mark.digest()[:SECRET_BYTES]).decode().rstrip("=")


# Accounts, the names of their owners, and the validity of one-time links.

DEMO = "Demo"
OF_THE_DEMO = {"username": DEMO, "password__startswith": UNUSABLE_PASSWORD_PREFIX}


def accounts() -> QuerySet[User]:
    """Return the users with an account, which helpers do not have."""
    return User.objects.filter(helper=None)


def account_called(name: str, among: QuerySet[User]) -> User:
    """Return the account of this name, which may be any text sent. Raises Refused where it is not in `among`."""
    account = among.filter(username=name).first() if is_printable(name) else None
    if account is None:
        raise Refused("no_such_account")
    return account


def mail_of(name: str, among: QuerySet[User]) -> str:
    """Return the mail address of the account of this name; empty where it has none or is not in `among`."""
    named_accounts = among.filter(username=name) if is_printable(name) else among.none()
    return named_accounts.values_list("email", flat=True).first() or ""


def is_own_account(user: User | AnonymousUser) -> TypeGuard[User]:
    """Tell whether the user has an ordinary account: neither a helper's nor that of the demonstration."""
    return user.is_authenticated and accounts().filter(pk=user.pk).exclude(**OF_THE_DEMO).exists()


def asked_by_a_club() -> Q:
    """Return the condition that a user directs or helps in a club that requires a second factor.

    Access to a single tournament of the club counts as well.
    """
    user = OuterRef("pk")
    directorships = Tournament.co_directors.through.objects.filter(user=user)
    return Q(
        Exists(Membership.objects.filter(account=user, club__requires_second_factor=True))
        | Exists(Tournament.objects.filter(director=user, club__requires_second_factor=True))
        | Exists(directorships.filter(tournament__club__requires_second_factor=True))
    )


def must_have_second_factor(account: User | AnonymousUser, *, is_asked_by_a_club: bool | None = None) -> bool:
    """Tell whether the installation or a club requires a second factor of the account.

    `is_asked_by_a_club` is given if another query has already read it. The views exempt requests from this machine.
    """
    if settings.REQUIRES_SECOND_FACTOR:
        return True
    if is_asked_by_a_club is None:
        return User.objects.filter(asked_by_a_club(), username=account.get_username()).exists()
    return is_asked_by_a_club


def other_second_factors(factor: Authenticator) -> QuerySet[Authenticator]:
    """Return the account's other second factors, an app or passkeys; recovery codes do not count."""
    factors = Authenticator.objects.filter(user_id=factor.user_id).exclude(pk=factor.pk)
    return factors.exclude(type=Authenticator.Type.RECOVERY_CODES)


def has_passkeys() -> bool:
    return Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists()


def demo_account() -> User | None:
    """Return the account of the demonstration, which has no password, if there is one."""
    return accounts().filter(**OF_THE_DEMO).first()


def has_account() -> bool:
    """Tell whether a director's account has been created; the demonstration's does not count."""
    return accounts().exclude(**OF_THE_DEMO).exists()


def own_sessions(user: User) -> tuple[UserSession, ...]:
    """Return the running sessions of an account, the latest first."""
    sessions = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return tuple(UserSession.objects.filter(user=user, session_key__in=sessions).order_by("-created_at", "-pk"))


def display_name(user: User) -> str:
    """Return the name of an account or a helper."""
    return user.get_short_name() or user.get_username()


def account_names() -> tuple[str, ...]:
    return tuple(accounts().order_by("username").values_list("username", flat=True))


def welcome_secret() -> str:
    """Return the token of the link that creates the first account."""
    return link_secret("welcome", "")


def refuse_used_welcome(token: str) -> None:
    """Refuse a wrong token, and any token once the first account exists."""
    if has_account() or not constant_time_compare(token, welcome_secret()):
        raise Refused("link_used")


def user_of_login_link(*, user_id: int, token: str, for_update: bool = False) -> User:
    """Return the user of a login link. Raises Refused where it has been used, is a day old, or is invalid."""
    users = accounts().select_for_update(of=("self",)) if for_update else accounts()
    user = users.filter(pk=user_id).first()
    if user is None or not default_token_generator.check_token(user, token):
        raise Refused("link_used")
    return user


# Connections: how phones reach this installation, and whether they do.


@dataclass(frozen=True)
class Connection:
    """The addresses of the program, and what keeps phones from reaching it.

    `local_url` is the one for a browser on the same machine, empty for a visitor who comes from elsewhere. `is_served`
    tells that the program runs on a server, where a Wi-Fi has no part in it. `is_reached` tells that another device has
    connected lately. `outdated_url` is the address on the papers handed out last, if the public address has changed
    since, else empty.
    """

    public_url: str
    local_url: str
    is_served: bool
    is_local_only: bool
    is_reached: bool
    outdated_url: str


def connection(*, is_here: bool) -> Connection:
    """Return how this installation can be reached now, and whether another device has reached it.

    `is_here` tells that the visitor uses a browser on this machine.
    """
    printed = PrintedAddress.objects.order_by("-printed_at").first()
    return Connection(
        public_url=settings.PUBLIC_URL,
        local_url=settings.LOCAL_URL if is_here else "",
        is_served=is_served(),
        is_local_only=is_local_only() and not is_served(),
        is_reached=visitors.is_another_device_seen(),
        outdated_url=printed.url if printed and printed.url != settings.PUBLIC_URL else "",
    )


def is_served() -> bool:
    """Tell whether the program runs on a server: behind a proxy, with no user in front of the machine."""
    return bool(settings.TRUSTED_PROXIES or settings.PUBLIC_URL.startswith("https:"))


def is_local_only() -> bool:
    """Tell whether the public address only leads to the machine itself."""
    host = urlsplit(settings.PUBLIC_URL).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


# Invitations into a club, and the validity of their links.


def open_invitations(club: Club) -> QuerySet[ClubInvitation]:
    """Return the club's invitations that can still be accepted, the newest first."""
    return club.invitations.filter(made_at__gt=timezone.now() - INVITATION_LASTS).order_by("-made_at", "-pk")


def invited_address(invitation: ClubInvitation) -> str:
    return settings.PUBLIC_URL + reverse("invited", args=[invitation.pk, _token(invitation)])


def invitation_of_link(key: int, token: str, *, for_update: bool = False) -> ClubInvitation:
    """Return the invitation of the link. Raises Refused where it was used or withdrawn, is a week old or invalid."""
    invitations = ClubInvitation.objects.select_related("club").filter(
        pk=key, made_at__gt=timezone.now() - INVITATION_LASTS
    )
    invitation = (invitations.select_for_update(of=("self",)) if for_update else invitations).first()
    if invitation is None or not constant_time_compare(token, _token(invitation)):
        raise Refused("club_invitation_ended")
    return invitation


def _token(invitation: ClubInvitation) -> str:
    return link_secret("club invitation", f"{invitation.pk}/{invitation.nonce}")
