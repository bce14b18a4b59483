"""Loads the tournament of an address and asks who may look and who may change."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from tournament.actions.helpers import note_seen
from tournament.actions.permissions import can, can_set_up
from tournament.models import Tournament
from tournament.queries.helpers import was_sent_away

View = Callable[..., HttpResponse]


def shown(view: View) -> View:
    """For everyone: the view is given the tournament in place of its slug."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, **values: Any) -> HttpResponse:
        return view(request, get_object_or_404(Tournament, slug=slug), **values)

    return answer


def directed(view: View) -> View:
    """For the directors: who is not logged in is asked to, who may not is refused."""
    return _for_those_who_may("direct", view)


def helped(view: View) -> View:
    """For the directors and their helpers; that a helper is there is noted."""

    @wraps(view)
    def answer(request: HttpRequest, tournament: Tournament, **values: Any) -> HttpResponse:
        if not can(request.user, "direct", tournament):
            note_seen(request.user)
        return view(request, tournament, **values)

    return _for_those_who_may("look", answer)


def with_account(view: View) -> View:
    """For whoever has an account."""

    @wraps(view)
    @login_required
    def answer(request: HttpRequest, **values: Any) -> HttpResponse:
        if not can_set_up(request.user):
            raise PermissionDenied
        return view(request, **values)

    return answer


def _for_those_who_may(action: str, view: View) -> View:
    @wraps(view)
    def answer(request: HttpRequest, slug: str, **values: Any) -> HttpResponse:
        tournament = get_object_or_404(Tournament, slug=slug)
        if not request.user.is_authenticated:
            return _come_in_first(request, tournament)
        if not can(request.user, action, tournament):
            return _kept_out(request, tournament)
        return view(request, tournament, **values)

    return answer


def _come_in_first(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A helper who was sent away is told so; anybody else goes to the login and from there back, always as a whole."""
    desk = reverse("desk", args=[tournament.slug])
    if was_sent_away(request.session.get(SESSION_KEY), tournament):
        if request.htmx:
            return HttpResponseClientRedirect(desk)
        return render(request, "registration/session_ended.html", {"tournament": tournament}, status=403)
    if request.htmx:
        to_login = redirect_to_login(request.htmx.current_url_abs_path or desk, settings.LOGIN_URL)
        return HttpResponseClientRedirect(to_login.url)
    return redirect_to_login(request.get_full_path() if request.method == "GET" else desk, settings.LOGIN_URL)


def _kept_out(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A page that was open while access was taken away leads to where that is said."""
    if request.htmx:
        return HttpResponseClientRedirect(reverse("desk", args=[tournament.slug]))
    raise PermissionDenied
