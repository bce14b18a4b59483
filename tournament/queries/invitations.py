"""Open invitations into a club, and whether a link still opens one."""

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournament.engine.refusals import Refused
from tournament.models import Club, ClubInvitation
from tournament.models.clubs import INVITATION_LASTS
from tournament.queries.link_secrets import link_secret


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
