"""The director looks at the private link of a player, or ends it."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from tournament.actions.results import renew_player_link
from tournament.machine.requests import UserRequest
from tournament.models import Entry, Tournament
from tournament.queries.players import player_link
from tournament.views.access import director_required
from tournament.views.pages import page
from tournament.views.refusals import on_page, refused_at


@require_http_methods(["GET", "POST"])
@director_required
@refused_at(on_page("player_link", "number"))
def link(request: UserRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The link as a code to scan; a POST ends it and makes a new one."""
    entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=tournament, number=number)
    if request.method == "POST":
        renew_player_link(entry, by=request.user)
        return redirect("player_link", slug=tournament.slug, number=number)
    context = {"section": "players", "entry": entry, "link": player_link(entry)}
    return page(request, tournament, "desk/player_link.html", context)
