"""The director's desk: where the hand is, the settings, closing and reopening."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions.permissions import can
from tournament.actions.tournaments import change_tournament, close_tournament, reopen_tournament
from tournament.engine.refusals import Refused
from tournament.forms.answers import whole_number
from tournament.forms.tournaments import SettingsForm
from tournament.models import Tournament
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.closing import closing_of
from tournament.views.access import directed, helped
from tournament.views.pages import page, rounds_shown_to


@require_safe
@helped
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """To the round that is running, or to the players before the first."""
    last = rounds_shown_to(request.user, tournament).order_by("-number").first()
    if last is None:
        return redirect("desk_players", slug=tournament.slug)
    return redirect("desk_round", slug=tournament.slug, number=last.number)


@require_http_methods(["GET", "POST"])
@directed
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Name, date, venue, rounds, fee and what counts of a score."""
    form = SettingsForm(tournament, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            change_tournament(tournament, by=request.user, opened=form.opened_with, **form.changes())
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect("desk", slug=tournament.slug)
    may_delete = can(request.user, "tournament_deleted", tournament)
    context = {"form": form, "place": "settings", "may_delete": may_delete}
    return page(request, tournament, "tournaments/settings.html", context, status=422 if form.errors else 200)


@require_POST
@directed
def plan_rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add a round to the plan, or drop one."""
    try:
        change_tournament(tournament, by=request.user, planned_rounds=whole_number(request.POST.get("rounds", "")))
    except Refused as refused:
        messages.error(request, refusal_sentence(refused))
    return redirect("desk", slug=tournament.slug)


@require_http_methods(["GET", "POST"])
@directed
def close(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Freeze the tournament, after a question where fees or prizes are missing; then offer what is printed now."""
    closing = closing_of(tournament)
    if request.method == "POST":
        if request.POST.get("confirmed") == "yes" or not closing.asks_first:
            try:
                close_tournament(tournament, by=request.user)
            except Refused as refused:
                messages.error(request, refusal_sentence(refused))
                return redirect("desk", slug=tournament.slug)
        return redirect("close", slug=tournament.slug)
    return page(request, tournament, "tournaments/close.html", {"closing": closing})


@require_POST
@directed
def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take back the closing."""
    reopen_tournament(tournament, by=request.user)
    return redirect("desk", slug=tournament.slug)
