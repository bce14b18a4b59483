"""The screen across the room: everybody's, big, and without a hand on it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.queries.wall import wall_of
from tournament.views.access import shown
from tournament.views.pages import is_unchanged, nothing_new, page


@require_safe
@shown
def wall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Tables and standings, before them the way to one's own table, after them the podium."""
    if is_unchanged(request, tournament):
        return nothing_new()
    context = {
        "base": "wall/part.html" if request.htmx else "wall/page.html",
        "wall": wall_of(tournament),
    }
    return page(request, tournament, "wall/wall.html", context)
