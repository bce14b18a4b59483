"""Who helps at a tournament, who else directs it, and whether a link still lets somebody in."""

from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournament.engine.refusals import Refused
from tournament.models import Helper, Invitation, Tournament
from tournament.queries.clubs import accounts_known_to
from tournament.queries.link_secrets import link_secret

NOTED_EVERY = timedelta(minutes=1)


def invitation_link(tournament: Tournament) -> str:
    """The link of the open invitation; empty while there is none."""
    invitation = Invitation.objects.filter(tournament=tournament).first()
    if invitation is None:
        return ""
    return settings.PUBLIC_URL + reverse("join", args=[tournament.slug, _token(invitation)])


def refuse_ended_invitation(tournament: Tournament, token: str) -> None:
    """Refuse a token that is not that of the open invitation."""
    invitation = Invitation.objects.filter(tournament=tournament).first()
    if invitation is None or not constant_time_compare(token, _token(invitation)):
        raise Refused("invitation_ended")


def _token(invitation: Invitation) -> str:
    return link_secret("invitation", f"{invitation.tournament_id}/{invitation.nonce}")


def helpers_in(tournament: Tournament) -> tuple[Helper, ...]:
    """Who is in, in the order in which they came, and when each was last seen."""
    helpers = Helper.objects.filter(tournament=tournament, user__is_active=True)
    return tuple(helpers.select_related("user").order_by("user__date_joined", "pk"))


def note_seen(helper: Helper) -> None:
    """Remember that a helper is there: once a minute, for a page asks every three seconds, and the disk may be full."""
    if timezone.now() - helper.last_seen > NOTED_EVERY:
        with suppress(DatabaseError), transaction.atomic():
            Helper.objects.filter(pk=helper.pk).update(last_seen=timezone.now())


def helper_of(user: User) -> Helper | None:
    """The user as a helper, if they are one."""
    return Helper.objects.select_related("tournament").filter(user_id=user.pk).first()


def was_sent_away(user_id: str | None, tournament: Tournament) -> bool:
    """Whether the user that a session names has helped at this tournament and is not in any more."""
    return (
        user_id is not None
        and Helper.objects.filter(user_id=user_id, user__is_active=False, tournament=tournament).exists()
    )


def accounts_known_at(tournament: Tournament) -> QuerySet[User]:
    """Whom the tournament's director knows: the accounts of its club, and whoever else was given access."""
    known = Q(pk__in=accounts_known_to(tournament.club)) | Q(pk__in=tournament.co_directors.values("pk"))
    return User.objects.filter(known)


def accounts_without_access(tournament: Tournament) -> QuerySet[User]:
    """The other accounts that its club knows, in alphabetical order."""
    others = accounts_known_to(tournament.club).exclude(pk__in=tournament.co_directors.values("pk"))
    if tournament.director_id is not None:
        others = others.exclude(pk=tournament.director_id)
    return others.order_by("username")
