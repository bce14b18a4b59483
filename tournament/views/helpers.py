"""Helpers: the page of the director, and the door through which they come in."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions.accounts import end_invitation as end_open_invitation
from tournament.actions.accounts import give_access, invite, join, send_away, take_access
from tournament.actions.permissions import can
from tournament.engine.refusals import Refused
from tournament.forms.rounds import AccessForm, NameForm
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.models import Helper, Tournament
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.clubs import accounts_without_access, helpers_in, invitation_link, refuse_ended_invitation
from tournament.views.access import director_required, public
from tournament.views.accounts import PASSWORD_BACKEND
from tournament.views.pages import page
from tournament.views.refusals import Sent, one_action, refused_at


def _invitation_ended(request: HttpRequest, refused: Refused, tournament: Tournament, token: str) -> HttpResponse:
    context = {"tournament": tournament, "sentence": refusal_sentence(refused)}
    return render(request, "registration/invitation_ended.html", context, status=410)


@require_http_methods(["GET", "POST"])
@public
@refused_at(_invitation_ended)
def come_in(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """Say one's name and be in; who is at the desk already goes on to it."""
    refuse_ended_invitation(tournament, token)
    if can(request.user, "look", tournament):
        return redirect("desk", slug=tournament.slug)
    if request.method == "GET":
        return _ask_name(request, tournament)
    return _in(request, tournament, token, NameForm(request.POST))


def _ask_name(request: HttpRequest, tournament: Tournament, name: str = "", problem: str = "") -> HttpResponse:
    context = {"tournament": tournament, "name": name, "problem": problem}
    return render(request, "registration/join.html", context, status=422 if problem else 200)


def _not_in(request: HttpRequest, refused: Refused, tournament: Tournament, token: str, form: NameForm) -> HttpResponse:
    return _ask_name(request, tournament, form["name"].value() or "", refusal_sentence(refused))


@refused_at(_not_in)
def _in(request: HttpRequest, tournament: Tournament, token: str, form: NameForm) -> HttpResponse:
    helper = join(tournament, token=token, name=form.values()["name"], before=request.user)
    login(request, helper.user, backend=PASSWORD_BACKEND)
    return redirect("desk", slug=tournament.slug)


@require_safe
@director_required
def helpers(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Who is in, the link for more of them, and who else directs; always anew, for coming in is no change."""
    context = {
        "section": "settings",
        "invitation_link": invitation_link(tournament),
        "helpers": helpers_in(tournament),
        "today": timezone.localdate(),
        "may_choose_directors": tournament.director_id and can(request.user, "directors_chosen", tournament),
        "co_directors": tournament.co_directors.order_by("username"),
        "others": accounts_without_access(tournament),
    }
    return page(request, tournament, "desk/helpers.html", context)


@one_action(page="helpers")
def make_invitation(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Another link, in place of the one there was."""
    invite(tournament, by=request.user)


@one_action(page="helpers")
def end_invitation(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Let nobody else in."""
    end_open_invitation(tournament, by=request.user)


@one_action(page="helpers")
def end_session(request: UserRequest, tournament: Tournament, sent: Sent, helper: int) -> None:
    """Send one of them away."""
    send_away(get_object_or_404(Helper, pk=helper, tournament=tournament), by=request.user)


@one_action(AccessForm, page="helpers")
def choose_director(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Let somebody else direct, or no longer."""
    choose = give_access if sent["access"] else take_access
    choose(tournament, by=request.user, name=sent["name"])
