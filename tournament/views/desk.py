"""The director's desk: where the hand is, the settings, closing and reopening."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions.tournaments import change_tournament, close_tournament, reopen_tournament
from tournament.engine.refusals import Refused
from tournament.forms.answers import whole_number
from tournament.forms.tournaments import tournament_form
from tournament.models import Tournament
from tournament.phrases import closed_with_fees_owed_sentence, refusal_sentence
from tournament.queries.fees import fees_of
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
    form = tournament_form(tournament, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            change_tournament(tournament, by=request.user, **form.details())
        except Refused as refused:
            form.add_error(None, refusal_sentence(refused))
        else:
            return redirect("desk", slug=tournament.slug)
    context = {"form": form, "place": "settings"}
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


@require_POST
@directed
def close(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Freeze the tournament; on to the standings."""
    try:
        close_tournament(tournament, by=request.user)
    except Refused as refused:
        messages.error(request, refusal_sentence(refused))
        return redirect("desk", slug=tournament.slug)
    fees = fees_of(tournament)
    if owed := closed_with_fees_owed_sentence(len(fees.owed), fees.owed_cents, tournament.currency):
        messages.warning(request, owed)
    return redirect("desk_standings", slug=tournament.slug)


@require_POST
@directed
def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take back the closing."""
    reopen_tournament(tournament, by=request.user)
    return redirect("desk", slug=tournament.slug)
