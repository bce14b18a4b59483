"""Accounts, helpers and invitations: who may work with a tournament or a club."""

import secrets
from datetime import timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from tournament.actions.catalogue import IN_CLUB, ActionKind, Undo, action
from tournament.actions.change import change_club
from tournament.actions.clubs import (
    Lost,
    clean_name,
    club_called,
    club_of_first_account,
    club_to_set_up_in,
    end_helpers_invitations,
    make_director_of,
)
from tournament.actions.permissions import Doer, can, directs_club, refuse_unless_allowed, runs_installation
from tournament.engine.refusals import Refused
from tournament.machine.locks import take_lock
from tournament.machine.logins import note_login
from tournament.machine.logs import note_security
from tournament.models import Club, ClubInvitation, Helper, Invitation, MemberRole, Tournament
from tournament.models.clubs import INVITATION_LASTS
from tournament.names import fold, looks_of
from tournament.phrases.clubs import member_line
from tournament.queries import accounts, clubs

# Accounts and the one-time links that open them.


def welcome_link() -> str:
    """Return the link that creates the first account; every server returns the same one until there is an account."""
    return _one_time_link(reverse("welcome", args=[accounts.welcome_secret()]))


def login_link(user: User) -> str:
    """Return a link that opens this user's account once, within a day."""
    return _one_time_link(_login_path(user))


def shared_login_link(user: User) -> str:
    """Return a one-time login link at the public address, for a browser on another machine."""
    return settings.PUBLIC_URL + _login_path(user)


def _login_path(user: User) -> str:
    return reverse("login_link", args=[user.pk, default_token_generator.make_token(user)])


def _one_time_link(path: str) -> str:
    """Build a link at this machine's own address, so that it is not sent over the unencrypted Wi-Fi.

    Behind a proxy or with HTTPS, use the public address.
    """
    return (settings.PUBLIC_URL if accounts.is_served() else settings.LOCAL_URL) + path


def create_first_account(*, token: str, name: str, password: str) -> User:
    """Create the director's account, which also runs the installation; its welcome link then stops working."""
    with transaction.atomic():
        take_lock("accounts")
        accounts.refuse_used_welcome(token)
        user = User.objects.create_user(username=clean_name(name), password=password, is_superuser=True)
        if club := club_of_first_account():
            make_director_of(user, club)
    return user


def create_account_here(*, name: str, password: str) -> User:
    """Create the director's account for somebody at this machine, who can read the welcome link in its terminal."""
    return create_first_account(token=accounts.welcome_secret(), name=name, password=password)


def create_account(*, name: str, club: str = "") -> User:
    """Create another director's account; its login link asks for a password.

    The account directs in the club with this slug, which is created where it is missing; without a slug, in the only
    club.
    """
    with transaction.atomic():
        is_first = not accounts.has_account()
        user = new_account(name=name, password=secrets.token_urlsafe())
        if is_first:
            user.is_superuser = True
            user.save(update_fields=["is_superuser"])
        make_director_of(user, club_called(club) if club else club_to_set_up_in(None))
    return user


def new_account(*, name: str, password: str, mail: str = "") -> User:
    """Create an account that belongs to no club yet. Raises Refused where its name looks like another account's."""
    cleaned = clean_name(name)
    with transaction.atomic():
        take_lock("accounts")
        taken_looks = frozenset().union(*map(looks_of, User.objects.values_list("username", flat=True)))
        if looks_of(cleaned) & taken_looks:
            raise Refused("account_name_taken", name=cleaned)
        return User.objects.create_user(username=cleaned, password=password, email=mail)


def spend_login_link(*, user_id: int, token: str, password: str | None) -> User:
    """Return the account that the login link opens, with the new password stored, if one is given."""
    with transaction.atomic():
        user = accounts.user_of_login_link(user_id=user_id, token=token, for_update=True)
        if password is not None:
            user.set_password(password)
            user.save(update_fields=["password"])
    return user


def change_own_account(user: User, *, password: str, mail: str | None) -> None:
    """Change the password, if one is given, and the mail address, unless it is None.

    Raises Refused where the password has changed since it was checked.
    """
    with transaction.atomic():
        if User.objects.select_for_update().filter(pk=user.pk, password=user.password).first() is None:
            raise Refused("password_changed_meanwhile")
        if password:
            user.set_password(password)
        if mail is not None:
            user.email = mail
        user.save(update_fields=["password", "email"])


def end_sessions(user: User, *, but: str | None, key: int | None = None) -> None:
    """End the account's session with this key, or all its sessions without one, but never the current one (`but`)."""
    for session in accounts.own_sessions(user):
        if session.session_key != but and key in (None, session.pk):
            session.end()


def reset_second_factor(name: str) -> None:
    """Remove the second factor and the recovery codes of the account with this name, and log that."""
    Authenticator.objects.filter(user__username=name).delete()
    note_login(name, "second factor taken away by command")


# Helpers: invited, joining and sent away. Access for other accounts.
#
# Helpers and access are no data of the tournament: they are not archived, raise no version and cannot be undone.

# A helper unseen for this long has changed phones, or the browser has lost its session.
GONE_AFTER = timedelta(minutes=5)


def invite(tournament: Tournament, *, by: User) -> None:
    """Open an invitation for helpers; the link of an earlier one stops working."""
    with transaction.atomic():
        refuse_unless_allowed(by, "helpers_chosen", _locked(tournament))
        Invitation.objects.update_or_create(tournament=tournament, defaults=_fresh())
        _note("helpers_invited", by, tournament)


def _fresh() -> dict[str, Any]:
    """The fields of an invitation with a new link."""
    return {"nonce": secrets.token_hex(accounts.SECRET_BYTES), "made_at": timezone.now()}


def end_invitation(tournament: Tournament, *, by: User) -> None:
    """End the invitation for helpers: nobody else can join by it; helpers who have joined stay."""
    with transaction.atomic():
        refuse_unless_allowed(by, "helpers_chosen", _locked(tournament))
        Invitation.objects.filter(tournament=tournament).delete()
        _note("helpers_invitation_ended", by, tournament)


def join(tournament: Tournament, *, token: str, name: str, before: User | AnonymousUser) -> Helper:
    """Join as a helper by the link, under a name that no other active helper has.

    `before` is the browser's user so far, whose access as a helper ends. A helper who joins again under the same name,
    and was last seen before `GONE_AFTER`, replaces their earlier session.
    """
    with transaction.atomic():
        _locked(tournament)
        clubs.refuse_ended_invitation(tournament, token)
        cleaned = clean_name(name)
        leave(before)
        for namesake in clubs.helpers_in(tournament):
            if fold(namesake.user.first_name) == fold(cleaned):
                if namesake.last_seen > timezone.now() - GONE_AFTER:
                    raise Refused("helper_is_in", name=cleaned)
                leave(namesake.user)
        user = User(username=f"helper/{secrets.token_hex(accounts.SECRET_BYTES)}", first_name=cleaned)
        user.set_unusable_password()
        user.save()
        return Helper.objects.create(user=user, tournament=tournament, last_seen=timezone.now())


def send_away(helper: Helper, *, by: User) -> None:
    """End the helper's access: their next request is that of a stranger, and the link they know lets nobody in.

    The invitation goes on with a new link.
    """
    if helper.tournament is None:
        raise Refused("not_allowed")
    with transaction.atomic():
        refuse_unless_allowed(by, "helpers_chosen", _locked(helper.tournament))
        leave(helper.user)
        Invitation.objects.filter(tournament=helper.tournament).update(**_fresh())
        _note("helper_sent_away", by, helper.tournament)


def leave(user: User | AnonymousUser) -> None:
    """Deactivate a helper's user; leave an ordinary account alone."""
    if user.is_authenticated:
        User.objects.filter(pk=user.pk, helper__isnull=False).update(is_active=False)


def give_access(tournament: Tournament, *, by: User, name: str) -> None:
    """Let another account direct the tournament too."""
    with transaction.atomic():
        refuse_unless_allowed(by, "directors_chosen", _locked(tournament))
        account = accounts.account_called(name, among=clubs.accounts_known_to(tournament.club))
        if account.pk != tournament.director_id:
            tournament.co_directors.add(account)
            _note("access_given", by, tournament, name=account.get_username())


def take_access(tournament: Tournament, *, by: User, name: str) -> Lost:
    """Take the right to direct the tournament from the account, and end the invitation for helpers that it knows.

    An account that had no access, or directs the club, loses nothing else.
    """
    with transaction.atomic():
        refuse_unless_allowed(by, "directors_chosen", _locked(tournament))
        account = accounts.account_called(name, among=clubs.accounts_known_at(tournament))
        directed = can(account, "direct", tournament)
        tournament.co_directors.remove(account)
        _note("access_taken", by, tournament, name=account.get_username())
        if not directed or can(account, "direct", tournament):
            return Lost()
        return end_helpers_invitations(Tournament.objects.filter(pk=tournament.pk))


def _note(event: str, by: User, tournament: Tournament, **details: str) -> None:
    note_security(event, by.get_username(), tournament=tournament.slug, **details)


def _locked(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


# Members of a club: invited by a link that works once; directors renew each other's passwords.

# A limit, because each open invitation may have sent a mail.
MOST_OPEN = 20


@action(
    ActionKind.SETTINGS,
    of=IN_CLUB,
    undo=Undo.ASIDE,
    is_security_event=True,
    refuses={
        "too_many_invitations": gettext_lazy(
            "%(limit)s invitations are open already. Withdraw one that is not needed any more."
        ),
    },
)
def member_invited(*, role: str, request_key: str = "") -> str:
    # `request_key` stands in lines that were stored before words had names of their own.
    return _("a director invited") if role == MemberRole.DIRECTOR else _("a helper invited")


def invite_to_club(club: Club, *, by: User | None, role: str, mail: str = "") -> ClubInvitation:
    """Open an invitation for one person, valid for a week.

    Invitations of any club that have expired are deleted, with the mail addresses they were sent to.
    """
    with change_club(club, by=by, action=member_invited, refuse=_refuse_unless_may_invite) as step:
        waiting = accounts.open_invitations(step.club)
        ClubInvitation.objects.filter(made_at__lte=timezone.now() - INVITATION_LASTS).delete()
        if waiting.count() >= MOST_OPEN:
            raise Refused("too_many_invitations", limit=MOST_OPEN)
        step.facts = member_invited.facts(role=role)
        step.always_log = True
        fresh = {"nonce": secrets.token_hex(accounts.SECRET_BYTES), "made_at": step.at}
        return ClubInvitation.objects.create(club=step.club, role=MemberRole(role).value, mail=mail, **fresh)


@action(ActionKind.SETTINGS, of=IN_CLUB, undo=Undo.ASIDE, is_security_event=True)
def invitation_withdrawn(*, role: str) -> str:
    return _("an invitation withdrawn")


def withdraw_invitation(invitation: ClubInvitation, *, by: User) -> None:
    """Make the invitation's link useless; repeating this changes nothing."""
    with change_club(invitation.club, by=by, action=invitation_withdrawn, refuse=_refuse_unless_may_invite) as step:
        removed, _rows = step.club.invitations.filter(pk=invitation.pk).delete()
        step.facts = invitation_withdrawn.facts(role=invitation.role)
        step.always_log = bool(removed)


def accept_with_new_account(*, key: int, token: str, name: str, password: str, mail: str = "") -> User:
    """Join the club by the link, with a new account."""
    with transaction.atomic():
        accounts.invitation_of_link(key, token)
        account = new_account(name=name, password=password, mail=mail)
        _accept(key, token, account)
    return account


def accept_with_account(*, key: int, token: str, account: User) -> None:
    """Join the club by the link, with an existing account; login links made for that account stop working."""
    with transaction.atomic():
        _accept(key, token, account)
        account.last_login = timezone.now()
        account.save(update_fields=["last_login"])


@action(
    ActionKind.SETTINGS,
    of=IN_CLUB,
    undo=Undo.ASIDE,
    is_security_event=True,
    refuses={
        "account_opens_more": gettext_lazy(
            "The account %(name)s opens more than this club, so the club makes no link for it. Whoever runs the "
            "installation can make one."
        ),
    },
)
def password_link_made(*, name: str) -> str:
    return _("a link made to renew the password of %(name)s") % {"name": name}


def make_password_link(club: Club, *, by: User, name: str) -> str:
    """Return a link that opens an account of the club once, for a member who has forgotten the password.

    Raises Refused where the account also gives access to more than this club, which the link would give away.
    """
    with change_club(club, by=by, action=password_link_made) as step:
        account = accounts.account_called(name, among=User.objects.filter(memberships__club=step.club))
        if not clubs.accounts_of_it_alone(step.club).filter(pk=account.pk).exists():
            raise Refused("account_opens_more", name=name)
        step.facts = password_link_made.facts(name=name)
        step.always_log = True
    return shared_login_link(account)


@action(ActionKind.SETTINGS, of=IN_CLUB, undo=Undo.ASIDE, is_security_event=True)
def invitation_accepted(*, name: str, role: str) -> str:
    return _("invitation accepted: %(sentence)s") % {"sentence": member_line(name, role)}


def _accept(key: int, token: str, account: User) -> None:
    club = accounts.invitation_of_link(key, token).club
    # Any account with the link may accept the invitation.
    with change_club(club, by=account, action=invitation_accepted, refuse=lambda _by, _club: None) as step:
        invitation = accounts.invitation_of_link(key, token, for_update=True)
        memberships = step.club.memberships.filter(account=account)
        if not memberships.filter(role=MemberRole.DIRECTOR).exists():
            step.club.memberships.update_or_create(account=account, defaults={"role": invitation.role})
        step.facts = invitation_accepted.facts(name=account.get_username(), role=invitation.role)
        step.always_log = True
        invitation.delete()


def _refuse_unless_may_invite(by: Doer, club: Club) -> None:
    """Refuse everybody but the club's directors and, while it has none, the account that runs the installation."""
    has_director = club.memberships.filter(role=MemberRole.DIRECTOR).exists()
    if not directs_club(by, club) and (has_director or not runs_installation(by)):
        raise Refused("not_allowed")
