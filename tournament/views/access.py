"""View decorators: load the tournament or club of an address and check permissions."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from tournament.actions.permissions import can, can_set_up, directs_club, helps_club, remember_role, runs_installation
from tournament.machine import words
from tournament.machine.requests import HtmxRequest
from tournament.machine.visitors import is_on_this_machine, passkey_host
from tournament.models import Club, Pairing, Tournament
from tournament.queries import accounts, clubs
from tournament.queries.rounds import pairings

View = Callable[..., HttpResponse]
Finder = Callable[[str, dict[str, Any]], tuple[Tournament, dict[str, Any]]]


def posted(view: View) -> View:
    """Let a view take forms alone: a GET leads to the first page of its tournament or club.

    Its address may stand in the bar of a browser: a question or a failure was shown there.
    """
    taking = require_POST(view)

    @wraps(view)
    def answer(request: HttpRequest, **values: Any) -> HttpResponse:
        if request.method != "GET":
            return taking(request, **values)
        if "slug" not in values:
            return redirect("home")
        is_of_club = request.path.startswith("/c/")
        return redirect("club_settings" if is_of_club else "desk", slug=values["slug"])

    return answer


def public(view: View) -> View:
    """Let in everyone; pass the tournament to the view in place of its slug."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, **values: Any) -> HttpResponse:
        return view(request, get_object_or_404(Tournament, slug=slug), **values)

    return answer


def confirmed(view: View, *, before_looking: bool = False) -> View:
    """Ask for the password before an action that cannot be undone, unless it was typed lately; then do what was sent.

    An account without a password, like that of the demonstration, is not asked. With `before_looking` the password is
    asked before the form is shown: a file in the form would be lost later.
    """
    asking: View = reauthentication_required(
        view, allow_get=not before_looking, enabled=lambda request: request.user.has_usable_password()
    )
    return asking


confirmed_before_looking = partial(confirmed, before_looking=True)


def where_passkeys_work(view: Callable[..., Any]) -> View:
    """Answer only where browsers allow passkeys, with https or at `localhost`, else with 404."""

    @wraps(view)
    def answer(request: HttpRequest, **values: Any) -> Any:
        if not passkey_host(request):
            raise Http404
        return view(request, **values)

    return answer


def _lacks_second_factor(request: HttpRequest, *, is_asked_by_a_club: bool | None = None) -> bool:
    """Whether the account lacks a second factor that is required; on this machine none is."""
    return (
        not is_on_this_machine(request)
        and accounts.must_have_second_factor(request.user, is_asked_by_a_club=is_asked_by_a_club)
        and accounts.is_own_account(request.user)
        and not is_mfa_enabled(request.user)
    )


def _redirect_to_second_factor(request: HttpRequest) -> HttpResponse:
    if words.HEADER in request.headers:
        return HttpResponse(status=401)
    messages.warning(request, _("A club or this installation requires a second factor. Set one up to go on."))
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(reverse("mfa_index"))
    return redirect("mfa_index")


def _account_required(
    may: Callable[[Any], bool], view: Callable[..., Any], *, also_without_second_factor: bool = False
) -> View:
    @wraps(view)
    @login_required
    def answer(request: HttpRequest, **values: Any) -> Any:
        if not may(request.user):
            raise PermissionDenied
        if not also_without_second_factor and _lacks_second_factor(request):
            return _redirect_to_second_factor(request)
        return view(request, **values)

    return answer


def _club_role_required(may: Callable[[Any, Club], bool], view: View, *, first_page: str) -> View:
    @wraps(view)
    def answer(request: HttpRequest, slug: str, **values: Any) -> HttpResponse:
        club = get_object_or_404(Club, slug=slug)
        if not request.user.is_authenticated:
            page = request.get_full_path() if request.method == "GET" else reverse(first_page, args=[slug])
            return redirect_to_login(page, settings.LOGIN_URL)
        if not may(request.user, club):
            raise PermissionDenied
        if _lacks_second_factor(request):
            return _redirect_to_second_factor(request)
        return view(request, club, **values)

    return answer


def _with_pairing(slug: str, values: dict[str, Any]) -> tuple[Tournament, dict[str, Any]]:
    """Find the tournament and the pairing of an address, in one query."""
    pairing = pairings.pairings_to_enter().filter(round__tournament__slug=slug, pk=values["key"]).first()
    tournament = pairing.round.tournament if pairing else get_object_or_404(Tournament, slug=slug)
    return tournament, {"pairing": pairing}


def _right_required(right: str, view: View, find: Finder | None = None) -> View:
    """Let in users with this right. The user's role is read once for the whole request."""

    @wraps(view)
    def answer(request: HtmxRequest, slug: str, **values: Any) -> HttpResponse:
        tournament, values = find(slug, values) if find else (get_object_or_404(Tournament, slug=slug), values)
        if not request.user.is_authenticated:
            return _ask_to_log_in(request, tournament)
        access_pass = remember_role(request.user, tournament)
        if not can(request.user, right, tournament):
            if words.HEADER in request.headers:
                return _no_access()
            if not request.htmx:
                raise PermissionDenied
            # The page at this address shows the refusal.
            return HttpResponseClientRedirect(reverse("desk", args=[tournament.slug]))
        if _lacks_second_factor(request, is_asked_by_a_club=access_pass.is_asked_by_a_club):
            return _redirect_to_second_factor(request)
        if access_pass.helper:
            clubs.note_seen(access_pass.helper)
        return view(request, tournament, **values)

    return answer


def _no_access() -> HttpResponse:
    """Refuse what an open page says for somebody who may not say it any more."""
    return HttpResponse(_("You no longer have access."), status=403, content_type="text/plain; charset=utf-8")


def _ask_to_log_in(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Tell helpers that their session was ended; redirect others to the login, which leads back.

    An open page gets only status 401 and keeps what was typed; it says itself that nobody is logged in any more.
    """
    desk = reverse("desk", args=[tournament.slug])
    if clubs.was_sent_away(request.session.get(SESSION_KEY), tournament):
        if words.HEADER in request.headers:
            return _no_access()
        if request.htmx:
            return HttpResponseClientRedirect(desk)
        return render(request, "registration/session_ended.html", {"tournament": tournament}, status=403)
    if request.htmx:
        return HttpResponse(status=401)
    return redirect_to_login(request.get_full_path() if request.method == "GET" else desk, settings.LOGIN_URL)


# Let in directors; send visitors without login to the login, refuse all others.
director_required = partial(_right_required, "direct")
# Let in directors and their helpers, and note a helper's visit.
helper_required = partial(_right_required, "look")
# Let in directors and helpers; pass the pairing in place of its key, None if there is none.
helper_required_at_table = partial(_right_required, "look", find=_with_pairing)


def director_required_at_table(view: View) -> View:
    """Let in directors; pass the pairing in place of its key, or answer 404 if there is none."""

    @wraps(view)
    def answer(request: HttpRequest, tournament: Tournament, pairing: Pairing | None) -> HttpResponse:
        if pairing is None:
            raise Http404
        return view(request, tournament, pairing)

    return _right_required("direct", answer, _with_pairing)


# Let in users who may set up tournaments; send visitors without login to the login.
with_account = partial(_account_required, can_set_up)
# Let in users with an account of their own, not helpers and not the demonstration.
own_account_required = partial(_account_required, accounts.is_own_account)
# Let in users with an account of their own, also before they have the second factor that is required.
sets_up_second_factor = partial(_account_required, accounts.is_own_account, also_without_second_factor=True)
# Let in users who run the installation.
installation_required = partial(_account_required, runs_installation)
# Let in directors of a club; pass the club in place of its slug.
club_director_required = partial(_club_role_required, directs_club, first_page="club_settings")
# Let in directors of a club and accounts that help in it; pass the club in place of its slug.
club_helper_required = partial(_club_role_required, helps_club, first_page="single_matches")


def confirmed_director(view: View) -> View:
    """Let in directors who have typed their password lately."""
    return director_required(confirmed(view))


def confirmed_club_director(view: View) -> View:
    """Let in directors of a club who have typed their password lately; pass the club in place of its slug."""
    return club_director_required(confirmed(view))
