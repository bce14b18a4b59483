"""Renders the pages of a tournament, which poll for changes and are redrawn only after one."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django_htmx.http import HttpResponseClientRedirect

from tournament.actions.journal import history
from tournament.actions.permissions import Visitor, can
from tournament.engine.refusals import Refused
from tournament.forms.sent import ShownForm
from tournament.machine.requests import HtmxRequest
from tournament.models import Round, Tournament
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.evening import latest_evening
from tournament.queries.rounds.progress import desk_step, round_clock


def go_to(request: HtmxRequest, address: str) -> HttpResponse:
    """Redirect to another page, also if htmx sent the request."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def gone(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Redirect an open page whose round or pairing was removed; any other request is not found."""
    if not request.htmx:
        raise Http404
    return HttpResponseClientRedirect(reverse("desk", args=[tournament.slug]))


def is_unchanged(request: HtmxRequest, edition: str) -> bool:
    """Whether an open page polls for changes and already shows this edition."""
    return bool(request.htmx) and request.method == "GET" and request.GET.get("v") == edition


def read_again(request: HttpRequest, tournament: Tournament) -> bool:
    """Reload the tournament after a POST; return whether the page that sent it lacks no change but its own."""
    old_version, shown_edition = tournament.version, ShownForm(request.POST).values()["v"]
    had_everything = shown_edition == tournament.edition
    tournament.refresh_from_db()
    return shown_edition == tournament.edition or (had_everything and tournament.version - old_version <= 1)


def rounds_shown_to(user: Visitor, tournament: Tournament) -> QuerySet[Round]:
    """The rounds that the user may see; hidden rounds are for directors only."""
    rounds = Round.objects.filter(tournament=tournament)
    return rounds if can(user, "direct", tournament) else rounds.released()


def page(
    request: HtmxRequest,
    tournament: Tournament,
    template: str,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """Render the whole page, or only its live part for an open page that polls.

    `last_round` is the last public round, `newest_round` the last one that the visitor sees. `has_desk` is true for
    users who direct or help. The page
    sends its `edition` when it polls for changes, see `is_unchanged`.
    """
    may_direct = can(request.user, "direct", tournament)
    evening = latest_evening(tournament)
    return render(
        request,
        template,
        {
            "base": "live_part.html" if request.htmx else "tournament_page.html",
            "tournament": tournament,
            "edition": tournament.edition,
            "may_direct": may_direct,
            "has_desk": may_direct or can(request.user, "look", tournament),
            "newest_round": evening.newest_round if may_direct else evening.newest_released,
            "last_round": evening.newest_released,
            "desk_step": SimpleLazyObject(lambda: desk_step(evening)),
            "clock": SimpleLazyObject(lambda: round_clock(evening)),
            "history": SimpleLazyObject(lambda: history(tournament)),
            # The address of a POST cannot be opened in another language.
            "page_in_languages": request.path if request.method == "GET" else reverse("desk", args=[tournament.slug]),
            "public_url": settings.PUBLIC_URL + reverse("tournament", args=[tournament.slug]),
            **context,
        },
        status=status,
    )


def warn(request: HttpRequest, problems: Iterable[Refused]) -> None:
    """Warn the director of problems that did not stop the action."""
    for problem in problems:
        messages.warning(request, refusal_sentence(problem))


def bare_text(sentence: str) -> HttpResponse:
    """Answer a refused form with the bare sentence, which the page shows beside the field."""
    return HttpResponse(sentence, status=422, content_type="text/plain; charset=utf-8")


def nothing_new() -> HttpResponse:
    """Answer an up-to-date page with 204 No Content."""
    return HttpResponse(status=204)
