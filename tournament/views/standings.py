"""The standings within the desk: ranking, cross table, progress, reasons, and each player's matches."""

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournament.machine.requests import HtmxRequest
from tournament.models import Tournament
from tournament.public import parts
from tournament.public.drawn import drawn, news
from tournament.views.access import View, helper_required
from tournament.views.pages import nothing_new, page


def at_desk(live_page: parts.Page) -> View:
    """Make the view of a desk page; when the open page polls, the view answers with what has changed."""

    @require_safe
    @helper_required
    def answer(request: HtmxRequest, tournament: Tournament, **values: Any) -> HttpResponse:
        known_edition = request.GET.get("v", "")
        if request.htmx and known_edition == live_page.edition_of(tournament):
            return nothing_new()
        if request.htmx:
            return HttpResponse(news(live_page, tournament, values, known_edition, is_alone=True).plain)
        part = drawn(live_page, tournament, values)
        context = {"section": "standings", "part": part, "live_address": live_page.address(tournament, values)}
        return page(request, tournament, "desk/standings.html", context)

    return answer
