"""The public standings within the desk."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournament.machine.requests import HtmxRequest
from tournament.models import Tournament
from tournament.public.drawn import drawn
from tournament.public.pages import STANDINGS
from tournament.views.access import helper_required
from tournament.views.pages import page


@require_safe
@helper_required
def standings(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Show the current ranking."""
    return page(request, tournament, "desk/standings.html", ranking_part(tournament))


def ranking_part(tournament: Tournament) -> dict[str, object]:
    """Build the context of the public ranking, for a page of the desk."""
    return {
        "section": "standings",
        "part": drawn(STANDINGS, tournament, {}),
        "live_address": STANDINGS.live_address(tournament, {}),
    }
