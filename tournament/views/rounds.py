"""The director's round: paired, its results entered, the last one taken back."""

import re
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from tournament.actions.results import record_result, undo_result
from tournament.actions.rounds import draw_round
from tournament.engine.refusals import Refused
from tournament.engine.scores import counted_score
from tournament.forms.results import ScoreButton, entered_result, result_code, result_from_code, score_buttons
from tournament.models import JournalLine, Pairing, Round, Tournament
from tournament.phrases import journal_sentence, refusal_sentence, special_result
from tournament.queries.journal import last_result_line
from tournament.queries.reasons import pairing_reasons
from tournament.queries.record import record_of, rules_of
from tournament.queries.rounds import PairingRow, next_step, round_page
from tournament.queries.standings import entries_by_number
from tournament.views.access import directed
from tournament.views.pages import is_unchanged, nothing_new, page


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A pairing with everything that can be done with it; `special` says how it ended where no score does."""

    row: PairingRow
    first_wins: tuple[ScoreButton, ...]
    second_wins: tuple[ScoreButton, ...]
    seen: str
    special: str
    reason: str
    problem: str
    typed: str


@require_safe
@directed
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The tables of a round, with the scores to tap."""
    if is_unchanged(request, tournament):
        return nothing_new()
    return _show(request, get_object_or_404(Round, tournament=tournament, number=number))


def _show(
    request: HttpRequest, paired: Round, problem_at: int | None = None, refused: Refused | None = None
) -> HttpResponse:
    tournament = paired.tournament
    tournament.refresh_from_db()
    record = record_of(tournament)
    pairings = round_page(paired, record)
    reasons = pairing_reasons(tournament, paired.number, record)
    rules = rules_of(tournament)
    rows = []
    for row in pairings.rows:
        has_problem = refused is not None and row.key == problem_at
        rows.append(
            DeskRow(
                row,
                *score_buttons(rules, row.result),
                seen=result_code(row.result),
                special=special_result(row.result, row.result.score and counted_score(rules, row.result.score)),
                reason=reasons.get(row.first.number, ""),
                problem=refusal_sentence(refused) if has_problem and refused else "",
                typed=request.POST.get("typed", "") if has_problem else "",
            )
        )
    line = last_result_line(tournament)
    context = {
        "place": "round",
        "paired": paired,
        "pairings": pairings,
        "rows": rows,
        "points_below": range(tournament.match_length),
        "round_numbers": range(1, max(tournament.planned_rounds, len(record.rounds)) + 1),
        "paired_rounds": len(record.rounds),
        "step": next_step(tournament, record),
        "last_line": line,
        "last_sentence": journal_sentence(line.action, line.facts) if line else "",
        "problem": refusal_sentence(refused) if refused and problem_at is None else "",
    }
    return page(request, tournament, "desk/round.html", context, status=422 if refused else 200)


@require_POST
@directed
def result(request: HttpRequest, tournament: Tournament, key: int) -> HttpResponse:
    """Enter or correct the result of a table."""
    pairing = get_object_or_404(
        Pairing.objects.select_related("round__tournament"), pk=key, round__tournament=tournament
    )
    try:
        seen = result_from_code(request.POST.get("seen", ""))
        record_result(pairing, by=request.user, seen=seen, result=entered_result(request.POST, rules_of(tournament)))
    except Refused as refused:
        return _show(request, pairing.round, pairing.pk, refused)
    if request.htmx:
        return _show(request, pairing.round)
    return redirect("desk_round", slug=tournament.slug, number=pairing.round.number)


@require_POST
@directed
def undo(request: HttpRequest, tournament: Tournament, line: int) -> HttpResponse:
    """Take back an entered result."""
    entered = get_object_or_404(JournalLine, tournament=tournament, pk=line)
    paired = get_object_or_404(Round, tournament=tournament, number=entered.facts.get("round"))
    try:
        undo_result(entered, by=request.user)
    except Refused as refused:
        return _show(request, paired, refused=refused)
    if request.htmx:
        return _show(request, paired)
    return redirect("desk_round", slug=tournament.slug, number=paired.number)


@require_POST
@directed
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Pair the next round; where no pairing without a rematch exists, offer what there is to choose."""
    number = request.POST.get("number", "")
    try:
        if not re.fullmatch("[0-9]{1,9}", number):
            raise Refused("not_understood")
        paired = draw_round(
            tournament,
            by=request.user,
            number=int(number),
            draw_seed=request.POST.get("draw_seed", ""),
            rematches_allowed="rematches" in request.POST,
        )
    except Refused as refused:
        names = {number: entry.display_name for number, entry in entries_by_number(tournament).items()}
        sentence = refusal_sentence(refused, names)
        if refused.code == "no_pairing_without_rematch":
            context = {"place": "round", "sentence": sentence, "number": number}
            return page(request, tournament, "desk/stuck.html", context, status=409)
        messages.error(request, sentence)
        return redirect("desk", slug=tournament.slug)
    return redirect("desk_round", slug=tournament.slug, number=paired.number)
