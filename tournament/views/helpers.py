"""Helpers: the page of the director, and the door through which they come in."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions.helpers import end_invitation as end_open_invitation
from tournament.actions.helpers import give_access, invite, join, send_away, take_access
from tournament.actions.permissions import can
from tournament.engine.refusals import Refused
from tournament.forms.answers import yes_or_no
from tournament.models import Helper, Tournament
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.helpers import accounts_without_access, helpers_in, invitation_link, refuse_ended_invitation
from tournament.views.access import directed, shown
from tournament.views.accounts import PASSWORD_BACKEND
from tournament.views.pages import page


@never_cache
@require_http_methods(["GET", "POST"])
@shown
def come_in(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """Say one's name and be in; who is at the desk already goes on to it."""
    name, problem = "", ""
    try:
        refuse_ended_invitation(tournament, token)
    except Refused as refused:
        context = {"tournament": tournament, "sentence": refusal_sentence(refused)}
        return render(request, "registration/invitation_ended.html", context, status=410)
    if can(request.user, "look", tournament):
        return redirect("desk", slug=tournament.slug)
    if request.method == "POST":
        name = request.POST.get("name", "")
        try:
            helper = join(tournament, token=token, name=name, before=request.user)
        except Refused as refused:
            problem = refusal_sentence(refused)
        else:
            login(request, helper.user, backend=PASSWORD_BACKEND)
            return redirect("desk", slug=tournament.slug)
    context = {"tournament": tournament, "name": name, "problem": problem}
    return render(request, "registration/join.html", context, status=422 if problem else 200)


@never_cache
@require_safe
@directed
def helpers(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is in, the link for more of them, and who else directs; always anew, for coming in is no change."""
    context = {
        "place": "settings",
        "invitation_link": invitation_link(tournament),
        "helpers": helpers_in(tournament),
        "today": timezone.localdate(),
        "may_choose_directors": tournament.director_id and can(request.user, "directors_chosen", tournament),
        "co_directors": tournament.co_directors.order_by("username"),
        "others": accounts_without_access(tournament),
    }
    return page(request, tournament, "desk/helpers.html", context)


def _then_look(action: Callable[..., None]) -> Callable[..., HttpResponse]:
    """A view that does one thing and shows the page again."""

    @require_POST
    @directed
    def answer(request: HttpRequest, tournament: Tournament, **values: int) -> HttpResponse:
        try:
            action(request, tournament, **values)
        except Refused as refused:
            messages.error(request, refusal_sentence(refused))
        return redirect("helpers", slug=tournament.slug)

    return answer


def _send_away(request: HttpRequest, tournament: Tournament, helper: int) -> None:
    send_away(get_object_or_404(Helper, pk=helper, tournament=tournament), by=request.user)


def _choose_director(request: HttpRequest, tournament: Tournament) -> None:
    choose = give_access if yes_or_no(request.POST.get("access", "")) else take_access
    choose(tournament, by=request.user, name=request.POST.get("name", ""))


make_invitation = _then_look(lambda request, tournament: invite(tournament, by=request.user))
end_invitation = _then_look(lambda request, tournament: end_open_invitation(tournament, by=request.user))
end_session = _then_look(_send_away)
choose_director = _then_look(_choose_director)
