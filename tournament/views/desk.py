"""The director's desk: where the hand is, the settings, closing and reopening."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions.permissions import can
from tournament.actions.tournaments import change_tournament, close_tournament, reopen_tournament
from tournament.forms.rounds import ConfirmForm, PlanForm
from tournament.forms.tournaments import SettingsForm
from tournament.machine.requests import UserRequest
from tournament.models import Tournament
from tournament.pages.standings import closed_page
from tournament.queries.tournaments import closed_at, closing_of
from tournament.snapshots.kept import backed_up_at
from tournament.views.access import director_required, helper_required
from tournament.views.pages import page, rounds_shown_to
from tournament.views.refusals import Sent, done_by, on_page, one_action, refused_at
from tournament.views.standings import ranking_part


@require_safe
@helper_required
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """To the round that is running, or to the players before the first."""
    last = rounds_shown_to(request.user, tournament).order_by("-number").first()
    if last is None:
        return redirect("desk_players", slug=tournament.slug)
    return redirect("desk_round", slug=tournament.slug, number=last.number)


@require_http_methods(["GET", "POST"])
@director_required
def settings(request: UserRequest, tournament: Tournament) -> HttpResponse:
    """Name, date, venue, rounds, fee and what counts of a score."""
    form = SettingsForm(tournament, request.POST if request.method == "POST" else None)

    def change() -> HttpResponse:
        change_tournament(tournament, by=request.user, opened=form.opened_with, **form.changes())
        return redirect("desk", slug=tournament.slug)

    if changed := done_by(form, change):
        return changed
    may_delete = can(request.user, "tournament_deleted", tournament)
    context = {"form": form, "section": "settings", "may_delete": may_delete}
    return page(request, tournament, "tournaments/settings.html", context, status=422 if form.errors else 200)


@one_action(PlanForm)
def plan_rounds(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Add a round to the plan, or drop one."""
    change_tournament(tournament, by=request.user, planned_rounds=sent["rounds"])


@require_http_methods(["GET", "POST"])
@director_required
@refused_at(on_page("desk"))
def close(request: UserRequest, tournament: Tournament) -> HttpResponse:
    """Freeze the tournament, after a question where fees or prizes are missing; then offer what is printed now."""
    closing = closing_of(tournament)
    if request.method == "POST":
        if ConfirmForm(request.POST).values()["confirmed"] == "yes" or not closing.asks_first:
            close_tournament(tournament, by=request.user)
        return redirect("close", slug=tournament.slug)
    if tournament.is_closed:
        ended = closed_at(tournament)
        done = {"closed_at": ended, "backed_up_at": backed_up_at(ended)}
        context = closed_page(tournament) | ranking_part(tournament) | done
        return page(request, tournament, "desk/closed.html", context)
    return page(request, tournament, "tournaments/close.html", {"closing": closing})


@one_action()
def reopen(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Let it go on."""
    reopen_tournament(tournament, by=request.user)
