"""Prizes and costs, entered by the director."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from tournament.actions.prizes import add_prize as enter_prize
from tournament.actions.prizes import change_costs as say_of_costs
from tournament.actions.prizes import change_prize as correct_prize
from tournament.actions.prizes import remove_prize as take_off_prize
from tournament.engine.refusals import Refused
from tournament.forms.answers import yes_or_no
from tournament.forms.costs import asked_shares, said_prize
from tournament.models import Prize, Tournament
from tournament.models.prize import PLACES
from tournament.pages.costs import statement_page
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.costs import USUAL_SHARES, planned_prizes
from tournament.views.access import directed
from tournament.views.pages import is_unchanged, nothing_new, page


@require_safe
@directed
def desk_costs(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Prizes, plan and cost statement."""
    if is_unchanged(request, tournament):
        return nothing_new()
    return _desk(request, tournament)


def _desk(
    request: HttpRequest, tournament: Tournament, problem: str = "", typed: Mapping[str, str] | None = None
) -> HttpResponse:
    """The director's page, with what is wrong, and what was typed of a new prize."""
    tournament.refresh_from_db()
    told = statement_page(tournament)
    shares, plan_problem = _shares(request)
    context = {
        "place": "costs",
        **told,
        "places": range(1, PLACES + 1),
        "plan": planned_prizes(told["statement"], shares),
        "plan_problem": plan_problem,
        "problem": problem,
        "typed": typed or {},
    }
    return page(request, tournament, "desk/costs.html", context, status=422 if problem else 200)


def _shares(request: HttpRequest) -> tuple[tuple[int, ...], str]:
    """How the fees are to be split, and what is wrong with what was asked for."""
    try:
        return asked_shares(request.POST or request.GET), ""
    except Refused as refused:
        return USUAL_SHARES, refusal_sentence(refused)


def _answered(
    request: HttpRequest,
    tournament: Tournament,
    action: Callable[[], object],
    typed: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Do it and show the page again, or say there why not."""
    try:
        action()
    except Refused as refused:
        return _desk(request, tournament, refusal_sentence(refused), typed)
    return _desk(request, tournament) if request.htmx else redirect("desk_costs", slug=tournament.slug)


@require_POST
@directed
def add_prize(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter a prize."""
    typed = request.POST
    return _answered(request, tournament, lambda: enter_prize(tournament, by=request.user, **said_prize(typed)), typed)


@require_POST
@directed
def change_prize(request: HttpRequest, tournament: Tournament, prize: int) -> HttpResponse:
    """Correct a prize."""
    stored = get_object_or_404(Prize, tournament=tournament, pk=prize)
    return _answered(request, tournament, lambda: correct_prize(stored, by=request.user, **said_prize(request.POST)))


@require_POST
@directed
def remove_prize(request: HttpRequest, tournament: Tournament, prize: int) -> HttpResponse:
    """Take a prize off the list."""
    stored = get_object_or_404(Prize, tournament=tournament, pk=prize)
    return _answered(request, tournament, lambda: take_off_prize(stored, by=request.user))


@require_POST
@directed
def change_costs(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Whom to ask, what becomes of a surplus, and who sees the statement."""
    return _answered(
        request,
        tournament,
        lambda: say_of_costs(
            tournament,
            by=request.user,
            treasurer=request.POST.get("treasurer", ""),
            surplus_note=request.POST.get("surplus_note", ""),
            shows_costs=yes_or_no(request.POST.get("shows_costs", "")),
        ),
    )
