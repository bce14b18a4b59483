"""The imprint and the privacy notice, where whoever runs the installation or directs a club has written them."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions.clubs import write_club_notices, write_notices
from tournament.forms.clubs import NoticesForm
from tournament.machine.requests import UserRequest
from tournament.models import Club, Tournament
from tournament.phrases.clubs import MISSING
from tournament.public.notices import notice_context
from tournament.public.packed import pack
from tournament.public.parts import in_languages
from tournament.queries.clubs import named_club
from tournament.views.access import club_director_required, installation_required
from tournament.views.clubs import club_page
from tournament.views.refusals import done_by
from tournament.views.shared import sent


@require_safe
def notice(request: HttpRequest, name: str) -> HttpResponse:
    """The text as it was written, its paragraphs and addresses told apart; or what is missing."""
    return _shown(request, name, {**notice_context(name), "in_languages": in_languages(name, {})})


@require_safe
def tournament_notice(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """That of the club, for whoever comes from a page of its tournament."""
    tournament = get_object_or_404(Tournament.objects.select_related("club"), slug=slug)
    languages = in_languages(f"tournament_{name}", {"slug": slug})
    own = {"tournament": tournament, "in_languages": languages}
    return _shown(request, name, {**notice_context(name, tournament.club), **own})


@require_safe
def club_notice(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """That of the club, for whoever comes from one of its pages."""
    club = named_club(slug)
    if club is None:
        raise Http404
    languages = in_languages(f"club_{name}", {"slug": slug})
    return _shown(request, name, {**notice_context(name, club), "club": club, "in_languages": languages})


def _shown(request: HttpRequest, name: str, context: Mapping[str, Any]) -> HttpResponse:
    return sent(request, pack(render_to_string("notice.html", {"name": name, **context})))


@require_http_methods(["GET", "POST"])
@installation_required
def enter_notices(request: UserRequest) -> HttpResponse:
    """Enter both in every language; a draft stands where there is nothing yet."""
    form = NoticesForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        write_notices(form.texts(), by=request.user)
        messages.success(request, _("Saved. Everybody can read it now."))
        return redirect("enter_notices")
    return render(request, "notices.html", _entering(form), status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@club_director_required
def enter_club_notices(request: UserRequest, club: Club) -> HttpResponse:
    """The same of a club."""
    form = NoticesForm(request.POST if request.method == "POST" else None, club)

    def write() -> HttpResponse:
        write_club_notices(club, form.texts(), expected=form.cleaned_data["mark"], by=request.user)
        messages.success(request, _("Saved. Everybody can read it now."))
        return redirect("club_notices", slug=club.slug)

    if request.method == "POST" and (written := done_by(form, write)):
        return written
    context = {"section": "settings", **_entering(form)}
    return club_page(request, club, "club/notices.html", context, status=422 if form.errors else 200)


def _entering(form: NoticesForm) -> dict[str, Any]:
    return {"form": form, "missing": [MISSING[name] for name in form.missing]}
