"""Loads the tournament of an address and asks who may look and who may change."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from tournament.actions.permissions import can
from tournament.models import Tournament

View = Callable[..., HttpResponse]


def shown(view: View) -> View:
    """For everyone: the view is given the tournament in place of its slug."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, **values: Any) -> HttpResponse:
        return view(request, get_object_or_404(Tournament, slug=slug), **values)

    return answer


def directed(view: View) -> View:
    """For the director: who is not logged in is asked to, who may not is refused."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, **values: Any) -> HttpResponse:
        tournament = get_object_or_404(Tournament, slug=slug)
        if not request.user.is_authenticated:
            return _login_first(request, tournament)
        if not can(request.user, "look", tournament):
            raise PermissionDenied
        return view(request, tournament, **values)

    return answer


def _login_first(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """To the login, and from there back to a page that can be looked at, always as a whole."""
    desk = reverse("desk", args=[tournament.slug])
    if request.htmx:
        to_login = redirect_to_login(request.htmx.current_url_abs_path or desk, settings.LOGIN_URL)
        return HttpResponseClientRedirect(to_login.url)
    return redirect_to_login(request.get_full_path() if request.method == "GET" else desk, settings.LOGIN_URL)
