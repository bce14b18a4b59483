"""Accounts are invited into a club by a link that works once; their directors renew each other's passwords."""

import secrets
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournament.actions.accounts import new_account, shared_login_link
from tournament.actions.change import change_club
from tournament.actions.permissions import Doer, directs_club, runs_installation
from tournament.engine.refusals import Refused
from tournament.models import Club, ClubInvitation, MemberRole
from tournament.queries.accounts import (
    SECRET_BYTES,
    account_called,
    ended_invitations,
    invitation_of_link,
    open_invitations,
)
from tournament.queries.clubs import accounts_of_it_alone

# Nobody waits for more at once; each may have sent a mail.
MOST_OPEN = 20


def invite_to_club(
    club: Club, *, by: User | None, role: str, mail: str = "", request_key: UUID | None = None
) -> ClubInvitation | None:
    """Open an invitation, for one and for a week; what is sent once more with the same key opens none.

    What has ended meanwhile, in whatever club, is forgotten with the addresses that it was sent to.
    """
    with change_club(club, by=by, action="member_invited", refuse=_refuse_unless_may_invite) as step:
        key = {"request_key": str(request_key)} if request_key else {}
        if key and step.club.journal.filter(action="member_invited", facts__request_key=str(request_key)).exists():
            return None
        waiting = open_invitations(step.club)
        ended_invitations().delete()
        if waiting.count() >= MOST_OPEN:
            raise Refused("too_many_invitations", limit=MOST_OPEN)
        step.facts = {"role": role, **key}
        step.always_log = True
        fresh = {"nonce": secrets.token_hex(SECRET_BYTES), "made_at": step.at}
        return ClubInvitation.objects.create(club=step.club, role=MemberRole(role).value, mail=mail, **fresh)


def withdraw_invitation(invitation: ClubInvitation, *, by: User) -> None:
    """Let nobody in by this link any more; twice means once."""
    with change_club(invitation.club, by=by, action="invitation_withdrawn", refuse=_refuse_unless_may_invite) as step:
        removed, _rows = step.club.invitations.filter(pk=invitation.pk).delete()
        step.facts = {"role": invitation.role}
        step.always_log = bool(removed)


def accept_with_new_account(*, key: int, token: str, name: str, password: str, mail: str = "") -> User:
    """Come in by the link with an account that is made for it."""
    with transaction.atomic():
        invitation_of_link(key, token)
        account = new_account(name=name, password=password, mail=mail)
        _come_in(key, token, account)
    return account


def accept_with_account(*, key: int, token: str, account: User) -> None:
    """Come in by the link with the account that one has; links that were made to open it open nothing any more."""
    with transaction.atomic():
        _come_in(key, token, account)
        account.last_login = timezone.now()
        account.save(update_fields=["last_login"])


def make_password_link(club: Club, *, by: User, name: str) -> str:
    """A link that opens an account of the club once, for whoever has forgotten the password.

    Refused where the account opens more than this club: its directors would open that too.
    """
    with change_club(club, by=by, action="password_link_made") as step:
        account = account_called(name, among=User.objects.filter(memberships__club=step.club))
        if not accounts_of_it_alone(step.club).filter(pk=account.pk).exists():
            raise Refused("account_opens_more", name=name)
        step.facts = {"name": name}
        step.always_log = True
    return shared_login_link(account)


def _come_in(key: int, token: str, account: User) -> None:
    club = invitation_of_link(key, token).club
    with change_club(club, by=account, action="invitation_accepted", refuse=_refuse_nobody) as step:
        invitation = invitation_of_link(key, token, for_update=True)
        known = step.club.memberships.filter(account=account)
        if not known.filter(role=MemberRole.DIRECTOR).exists():
            step.club.memberships.update_or_create(account=account, defaults={"role": invitation.role})
        step.facts = {"name": account.get_username(), "role": invitation.role}
        step.always_log = True
        invitation.delete()


def _refuse_unless_may_invite(by: Doer, club: Club) -> None:
    """Its directors; while it has none, whoever runs the installation."""
    has_director = club.memberships.filter(role=MemberRole.DIRECTOR).exists()
    if not directs_club(by, club) and (has_director or not runs_installation(by)):
        raise Refused("not_allowed")


def _refuse_nobody(by: Doer, club: Club) -> None:
    """Refuse nobody: whoever holds the link may accept the invitation."""
