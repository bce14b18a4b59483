"""Helpers are invited, come in and are sent away; other accounts are given access.

None of this is a fact of the tournament: it stands in no archive, raises no version and cannot be undone.
"""

import secrets
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils import timezone

from tournament.actions.permissions import refuse_unless_allowed
from tournament.actions.texts import clean_name
from tournament.engine.refusals import Refused
from tournament.models import Helper, Invitation, Tournament
from tournament.names import fold
from tournament.queries.accounts import SECRET_BYTES, account_called
from tournament.queries.clubs import accounts_known_at, accounts_known_to, helpers_in, refuse_ended_invitation

# Whoever has not been seen for so long has changed the phone, or its browser has forgotten them.
GONE_AFTER = timedelta(minutes=5)


def invite(tournament: Tournament, *, by: User) -> None:
    """Open an invitation; the link of one before lets nobody in any more."""
    with transaction.atomic():
        refuse_unless_allowed(by, "helpers_chosen", _locked(tournament))
        fresh = {"nonce": secrets.token_hex(SECRET_BYTES), "made_at": timezone.now()}
        Invitation.objects.update_or_create(tournament=tournament, defaults=fresh)


def end_invitation(tournament: Tournament, *, by: User) -> None:
    """End the invitation of helpers: nobody else comes in by it, and those who have stay."""
    with transaction.atomic():
        refuse_unless_allowed(by, "helpers_chosen", _locked(tournament))
        Invitation.objects.filter(tournament=tournament).delete()


def join(tournament: Tournament, *, token: str, name: str, before: User | AnonymousUser) -> Helper:
    """Come in by the link, under a name that nobody else who is in has; `before` helped with this browser until now.

    Who comes back after a while under the same name takes the place of their earlier session.
    """
    with transaction.atomic():
        _locked(tournament)
        refuse_ended_invitation(tournament, token)
        cleaned = clean_name(name)
        leave(before)
        for namesake in helpers_in(tournament):
            if fold(namesake.user.first_name) == fold(cleaned):
                if namesake.last_seen > timezone.now() - GONE_AFTER:
                    raise Refused("helper_is_in", name=cleaned)
                leave(namesake.user)
        user = User(username=f"helper/{secrets.token_hex(SECRET_BYTES)}", first_name=cleaned)
        user.set_unusable_password()
        user.save()
        return Helper.objects.create(user=user, tournament=tournament, last_seen=timezone.now())


def send_away(helper: Helper, *, by: User) -> None:
    """End the helper's session: its very next request is a stranger's."""
    if helper.tournament is None:
        raise Refused("not_allowed")
    with transaction.atomic():
        refuse_unless_allowed(by, "helpers_chosen", _locked(helper.tournament))
        leave(helper.user)


def leave(user: User | AnonymousUser) -> None:
    """Deactivate the user of a helper; does nothing to an account of one's own."""
    if user.is_authenticated:
        User.objects.filter(pk=user.pk, helper__isnull=False).update(is_active=False)


def give_access(tournament: Tournament, *, by: User, name: str) -> None:
    """Let another account direct the tournament too."""
    with transaction.atomic():
        refuse_unless_allowed(by, "directors_chosen", _locked(tournament))
        account = account_called(name, among=accounts_known_to(tournament.club))
        if account.pk != tournament.director_id:
            tournament.co_directors.add(account)


def take_access(tournament: Tournament, *, by: User, name: str) -> None:
    """Let the account direct the tournament no more."""
    with transaction.atomic():
        refuse_unless_allowed(by, "directors_chosen", _locked(tournament))
        tournament.co_directors.remove(account_called(name, among=accounts_known_at(tournament)))


def _locked(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_for_update().get(pk=tournament.pk)
