"""The screen across the room: everybody's, big, and without a hand on it."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.queries.pace import pace_of
from tournament.queries.wall import wall_of
from tournament.views.access import shown
from tournament.views.pages import is_unchanged, nothing_new, page

# In seconds: the wall is looked at for hours, and what it foretells must not lie in the past.
A_FORECAST_HOLDS = 300


@require_safe
@shown
def wall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Tables and standings, before them the way to one's own table, after them the podium."""
    now = timezone.now()
    version = f"{tournament.version}-{now.timestamp() // A_FORECAST_HOLDS:.0f}"
    if is_unchanged(request, tournament, version):
        return nothing_new()
    wall = wall_of(tournament)
    context = {
        "base": "wall/part.html" if request.htmx else "wall/page.html",
        "version": version,
        "wall": wall,
        "pace": pace_of(wall.pairings.round, now) if wall.pairings else None,
        "today": timezone.localdate(now),
    }
    return page(request, tournament, "wall/wall.html", context)
