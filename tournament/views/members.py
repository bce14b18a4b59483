"""Who belongs to a club: roles, invitations, links to renew a password."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.actions.accounts import invite_to_club, make_password_link, withdraw_invitation
from tournament.actions.clubs import set_member
from tournament.engine.refusals import Refused
from tournament.forms.clubs import AccountForm, InvitationForm, MemberForm
from tournament.machine.mails import is_sent
from tournament.machine.rates import Rate
from tournament.machine.requests import UserRequest
from tournament.models import Club, ClubInvitation
from tournament.names import isolated
from tournament.phrases.accounts import invitation_mail, password_mail
from tournament.queries.accounts import invited_address, mail_of
from tournament.queries.clubs import accounts_of_it_alone
from tournament.views.access import club_director_required
from tournament.views.clubs import club_page, on_club_page, settings_page
from tournament.views.refusals import done_by, refused_at

# Mail goes out in the name of the installation: a club that is directed by somebody hostile floods nobody with it.
MAILS_OF_A_CLUB = Rate("mails-of-a-club", at_once=20, seconds=300)
MAILS_OF_CLUBS_TO_AN_ADDRESS = Rate("mails-of-clubs-to-an-address", at_once=3, seconds=3600)


@require_POST
@club_director_required
@refused_at(on_club_page("club_settings"))
def choose_member(request: UserRequest, club: Club) -> HttpResponse:
    """Let an account direct in the club or help in it, or do neither any more."""
    sent = MemberForm(request.POST).values()
    if ended := set_member(club, by=request.user, name=sent["name"], role=sent["role"]):
        messages.success(request, _ended_sentence(ended, sent["name"]))
    return redirect("club_settings", slug=club.slug)


def _ended_sentence(invitations: int, name: str) -> str:
    sentence = ngettext(
        "%(count)s open invitation has ended, for %(name)s knew its link. Invite again where needed.",
        "%(count)s open invitations have ended, for %(name)s knew their links. Invite again where needed.",
        invitations,
    )
    return sentence % {"count": invitations, "name": isolated(name)}


@require_POST
@club_director_required
def invite_member(request: UserRequest, club: Club) -> HttpResponse:
    """Invite somebody by mail, or make a link that is handed on."""
    form = InvitationForm(request.POST)

    def invite() -> HttpResponse:
        if wait := _wait_to_mail(club, form.cleaned_data.get("mail", "")):
            raise Refused("mails_too_often", seconds=wait)
        if invitation := invite_to_club(club, by=request.user, **form.cleaned_data):
            send_invitation(request, invitation)
        return redirect("club_settings", slug=club.slug)

    return done_by(form, invite) or settings_page(request, club, invitation_form=form)


def _wait_to_mail(club: Club, address: str) -> int:
    """How many seconds until the club may send there again; 0: it may, which is counted, or there is no address."""
    counts: tuple[tuple[Rate, object], ...] = (
        (MAILS_OF_A_CLUB, club.pk),
        (MAILS_OF_CLUBS_TO_AN_ADDRESS, address.casefold()),
    )
    wait = max(rate.wait(whom) for rate, whom in counts) if address else 0
    if address and not wait:
        for rate, whom in counts:
            rate.use(whom)
    return wait


def send_invitation(request: HttpRequest, invitation: ClubInvitation) -> None:
    """By mail, where there is an address, and tell what has become of it."""
    if not invitation.mail:
        return
    sentence = {"address": invitation.mail}
    if is_sent(invitation.mail, *invitation_mail(invitation.club.name, invited_address(invitation))):
        messages.success(request, _("The invitation is on its way to %(address)s.") % sentence)
    else:
        messages.error(
            request, _("The mail to %(address)s could not be sent. Hand the link on in another way.") % sentence
        )


@require_POST
@club_director_required
@refused_at(on_club_page("club_settings"))
def end_member_invitation(request: UserRequest, club: Club, invitation: int) -> HttpResponse:
    """Withdraw an invitation that nobody has accepted yet."""
    withdraw_invitation(get_object_or_404(ClubInvitation, club=club, pk=invitation), by=request.user)
    return redirect("club_settings", slug=club.slug)


@require_POST
@club_director_required
@refused_at(on_club_page("club_settings"))
def password_link(request: UserRequest, club: Club) -> HttpResponse:
    """A link for whoever has forgotten the password: by mail to the account's own address, else to be handed on."""
    name = AccountForm(request.POST).values()["name"]
    address = mail_of(name, among=accounts_of_it_alone(club)) if settings.SENDS_MAIL else ""
    if wait := _wait_to_mail(club, address):
        raise Refused("mails_too_often", seconds=wait)
    link = make_password_link(club, by=request.user, name=name)
    if address and is_sent(address, *password_mail(name, link)):
        messages.success(request, _("The link for a new password is on its way to %(name)s.") % {"name": name})
        return redirect("club_settings", slug=club.slug)
    return club_page(request, club, "club/password_link.html", {"section": "settings", "name": name, "link": link})
