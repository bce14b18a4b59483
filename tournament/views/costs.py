"""Prizes and costs, entered by the director."""

from collections.abc import Callable, Mapping
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.actions.cash import add_prize as enter_prize
from tournament.actions.cash import change_costs as say_of_costs
from tournament.actions.cash import change_prize as correct_prize
from tournament.actions.cash import remove_prize as take_off_prize
from tournament.engine.refusals import Refused
from tournament.forms.cash import CostsForm, PrizeForm, SharesForm
from tournament.forms.sent import EmptyForm, SentForm
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.models import Prize, Tournament
from tournament.models.cash import PLACES
from tournament.money.prizes import USUAL_SHARES, planned_prizes
from tournament.pages.cash import StatementTable, closed_sentence, statement_page
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.values import ordinal
from tournament.views.access import View, director_required
from tournament.views.pages import is_unchanged, nothing_new, page
from tournament.views.refusals import RefusalAnswer, refused_at


@require_safe
@director_required
def desk_costs(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Prizes, plan and cost statement."""
    if is_unchanged(request, tournament):
        return nothing_new()
    return _desk(request, tournament)


def _desk(
    request: HtmxRequest, tournament: Tournament, problem: str = "", typed: Mapping[str, str] | None = None
) -> HttpResponse:
    """The director's page, with what is wrong, and what was typed of a new prize."""
    tournament.refresh_from_db()
    costs = statement_page(tournament)
    statement = costs["statement"]
    shares, plan_problem = _shares(request)
    next_place = min(max((row.prize.place for row in statement.prizes), default=0) + 1, PLACES)
    context = {
        "section": "costs",
        "closed_books": closed_sentence(tournament),
        **costs,
        "statement_table": StatementTable(costs["lines"], tournament.currency),
        "places": [(place, ordinal(place)) for place in range(1, PLACES + 1)],
        "audiences": [
            ("no", _("only the director")),
            ("yes", _("everyone, without the names of those who paid")),
        ],
        "audience": "yes" if tournament.shows_costs else "no",
        "plan": planned_prizes(statement.fees.expected_cents, shares, statement.prizes),
        "plan_problem": plan_problem,
        "problem": problem,
        "problem_id": "costs-problem" if problem else None,
        "typed": typed or {"place": str(next_place)},
    }
    return page(request, tournament, "desk/costs.html", context, status=422 if problem else 200)


def _shares(request: HttpRequest) -> tuple[tuple[int, ...], str]:
    """How the fees are to be split, and what is wrong with what was asked for."""
    form = SharesForm(request.POST or request.GET)
    if form.is_valid():
        return form.cleaned_data["share"], ""
    return USUAL_SHARES, str(form.errors["share"][0])


def _not_done(request: HtmxRequest, refused: Refused, tournament: Tournament, **_values: int) -> HttpResponse:
    return _desk(request, tournament, refusal_sentence(refused))


def _not_added(request: HtmxRequest, refused: Refused, tournament: Tournament) -> HttpResponse:
    return _desk(request, tournament, refusal_sentence(refused), PrizeForm(request.POST).typed())


def _then_look(
    form: type[SentForm] = EmptyForm, otherwise: RefusalAnswer = _not_done
) -> Callable[[Callable[..., object]], View]:
    """A view that does one thing and shows the page again, or says there why not.

    The function is called as `act(request, tournament, form, **values)`, the form with what was sent.
    """

    def made(act: Callable[..., object]) -> View:
        @require_POST
        @director_required
        @refused_at(otherwise)
        @wraps(act)
        def answer(request: HtmxRequest, tournament: Tournament, **values: int) -> HttpResponse:
            act(request, tournament, form(request.POST), **values)
            return _desk(request, tournament) if request.htmx else redirect("desk_costs", slug=tournament.slug)

        return answer

    return made


@_then_look(PrizeForm, _not_added)
def add_prize(request: UserRequest, tournament: Tournament, form: PrizeForm) -> None:
    enter_prize(tournament, by=request.user, **form.prize())


@_then_look(PrizeForm)
def change_prize(request: UserRequest, tournament: Tournament, form: PrizeForm, prize: int) -> None:
    correct_prize(get_object_or_404(Prize, tournament=tournament, pk=prize), by=request.user, **form.prize())


@_then_look()
def remove_prize(request: UserRequest, tournament: Tournament, form: SentForm, prize: int) -> None:
    take_off_prize(get_object_or_404(Prize, tournament=tournament, pk=prize), by=request.user)


@_then_look(CostsForm)
def change_costs(request: UserRequest, tournament: Tournament, form: CostsForm) -> None:
    """Whom to ask, what becomes of a surplus, and who sees the statement."""
    say_of_costs(tournament, by=request.user, **form.values())
