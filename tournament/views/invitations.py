"""The door through which somebody comes into a club, and the page on which clubs are set up."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions.accounts import accept_with_account, accept_with_new_account, invite_to_club
from tournament.actions.clubs import found_club
from tournament.engine.refusals import Refused
from tournament.forms.accounts import InvitedForm
from tournament.forms.clubs import NewClubForm
from tournament.machine.rates import Rate
from tournament.machine.requests import UserRequest
from tournament.models import Club, ClubInvitation, MemberRole
from tournament.pages.persons import places_of
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.accounts import invitation_of_link, invited_address, is_own_account, open_invitations
from tournament.queries.clubs import clubs_without_director
from tournament.views.access import installation_required
from tournament.views.accounts import let_in
from tournament.views.members import send_invitation
from tournament.views.refusals import done_by, refused_at

# Each name tried tells whether there is such an account; an invitation is for one who tries two or three.
NAMES_OF_AN_INVITATION = Rate("names-of-an-invitation", at_once=10, seconds=300)
MOST_SHOWN = 50


def _ended(request: HttpRequest, refused: Refused, key: int, token: str) -> HttpResponse:
    context = {"sentence": refusal_sentence(refused)}
    return render(request, "registration/invitation_ended.html", context, status=410)


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@refused_at(_ended)
def invited(request: HttpRequest, key: int, token: str) -> HttpResponse:
    """Come into a club: with the account that is logged in, else with a new one."""
    invitation = invitation_of_link(key, token)
    if not is_own_account(request.user):
        return _with_new_account(request, invitation, token)
    if request.method == "GET":
        return render(request, "registration/invited.html", {"invitation": invitation})
    accept_with_account(key=key, token=token, account=request.user)
    messages.success(request, _("Invitation accepted: %(club)s.") % {"club": invitation.club})
    return redirect("home")


def _with_new_account(request: HttpRequest, invitation: ClubInvitation, token: str) -> HttpResponse:
    form = InvitedForm(request.POST if request.method == "POST" else None)

    def come_in() -> HttpResponse:
        if wait := NAMES_OF_AN_INVITATION.wait(invitation.pk):
            raise Refused("names_too_often", seconds=wait)
        NAMES_OF_AN_INVITATION.use(invitation.pk)
        return let_in(request, accept_with_new_account(key=invitation.pk, token=token, **form.cleaned_data))

    if request.method == "POST" and (answer := done_by(form, come_in)):
        return answer
    context = {"invitation": invitation, "form": form}
    return render(request, "registration/invited.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@installation_required
def clubs(request: UserRequest) -> HttpResponse:
    """Set up a club and invite who is to direct it; those that wait for their first director."""
    form = NewClubForm(request.POST if request.method == "POST" else None)

    def set_up() -> HttpResponse:
        asked = form.cleaned_data
        mail = asked.pop("mail", "")
        if club := found_club(by=request.user, **asked):
            _invite_first(request, club, mail)
        return redirect("clubs")

    if request.method == "POST" and (done := done_by(form, set_up)):
        return done
    waiting = clubs_without_director()
    rows = [(club, [(one, invited_address(one)) for one in open_invitations(club)]) for club in waiting[:MOST_SHOWN]]
    context = {"form": form, "rows": rows, "more": max(waiting.count() - MOST_SHOWN, 0)}
    context |= {"section": "clubs", "places": places_of(request.user)}
    return render(request, "clubs.html", context, status=422 if form.errors else 200)


def _on_clubs(request: HttpRequest, refused: Refused, club: int) -> HttpResponse:
    messages.error(request, refusal_sentence(refused))
    return redirect("clubs")


@require_POST
@installation_required
@refused_at(_on_clubs)
def invite_first_director(request: UserRequest, club: int) -> HttpResponse:
    """One more link for a club that nobody directs yet."""
    _invite_first(request, get_object_or_404(Club, pk=club), "")
    return redirect("clubs")


def _invite_first(request: UserRequest, club: Club, mail: str) -> None:
    if invitation := invite_to_club(club, by=request.user, role=MemberRole.DIRECTOR.value, mail=mail):
        send_invitation(request, invitation)
