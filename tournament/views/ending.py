"""The evening ends here: one page that asks at what each open match is stopped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from tournament.actions.tournaments import end_evening, keep_evening_open
from tournament.engine.record import Score
from tournament.engine.refusals import Refused
from tournament.forms.tournaments import EndingForm
from tournament.machine.requests import UserRequest
from tournament.matches.games import after_games
from tournament.models import Round, Tournament
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.record import format_of
from tournament.queries.results import kept_games_at
from tournament.queries.rounds import PairingRow, round_page
from tournament.views.access import director_required
from tournament.views.pages import page
from tournament.views.refusals import Sent, one_action, refused_at


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """An open match with the numbers that stand in its two fields."""

    row: PairingRow
    first: str
    second: str


@require_http_methods(["GET", "POST"])
@director_required
def end(request: UserRequest, tournament: Tournament, number: int) -> HttpResponse:
    """End the evening with the last round; then it can be closed."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    if request.method == "GET":
        return _ask(request, round_)
    return _ended(request, round_, EndingForm(request.POST))


def _not_ended(request: UserRequest, refused: Refused, round_: Round, form: EndingForm) -> HttpResponse:
    """Asked again, with what was typed as far as it still belongs to an open match."""
    return _ask(request, round_, form["scores"].value() or {}, refusal_sentence(refused))


@refused_at(_not_ended)
def _ended(request: UserRequest, round_: Round, form: EndingForm) -> HttpResponse:
    end_evening(round_.tournament, by=request.user, number=round_.number, scores=form.values()["scores"])
    return redirect("close", slug=round_.tournament.slug)


def _ask(
    request: UserRequest, round_: Round, typed: Mapping[int, Mapping[str, str]] | None = None, problem: str = ""
) -> HttpResponse:
    tournament = round_.tournament
    still_open = [row for row in round_page(round_).tables if row.is_open]
    on_sheet = {} if typed else _on_sheets(tournament, still_open)
    matches = [_open_match(row, (typed or {}).get(row.key, {}), on_sheet.get(row.key)) for row in still_open]
    context = {"section": "round", "number": round_.number, "matches": matches, "problem": problem}
    return page(request, tournament, "desk/end_evening.html", context, status=422 if problem else 200)


def _on_sheets(tournament: Tournament, rows: Sequence[PairingRow]) -> dict[int, Score]:
    """By the key of a match how it stands on its score sheet, where one is kept."""
    wanted = format_of(tournament)
    kept = kept_games_at([row.key for row in rows])
    return {key: after_games(wanted, each.games).score for key, each in kept.items() if each.games}


def _open_match(row: PairingRow, typed: Mapping[str, str], score: Score | None) -> OpenMatch:
    if score:
        return OpenMatch(row, str(score[0]), str(score[1]))
    return OpenMatch(row, typed.get("first", ""), typed.get("second", ""))


@one_action()
def goes_on(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """The evening has not ended, though nothing has happened for long."""
    keep_evening_open(tournament, by=request.user)
