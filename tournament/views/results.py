"""Pages on which results are entered, reported and corrected."""

from collections.abc import Callable, Sequence
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from tournament.actions.results import refuse_result
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.standings import Standing
from tournament.engine.terms import Criterion, Outcome
from tournament.machine.requests import HtmxRequest
from tournament.models import Pairing, Round, Tournament
from tournament.pages.results import EffectTable, result_code, result_from_code
from tournament.phrases.refusals import refusal_at_table
from tournament.phrases.results import correction_sentence, overtaken_sentences
from tournament.phrases.rounds import round_name
from tournament.phrases.standings import criterion_label, figure_text
from tournament.phrases.values import changed, ordinal
from tournament.queries import results as queries
from tournament.queries.record import places_in
from tournament.queries.rounds.pairings import PairingToEnter, pairings_to_enter
from tournament.views.access import helper_required
from tournament.views.pages import go_to, page, rounds_shown_to
from tournament.views.refusals import refused_at

# The preview of a correction.

# The number of changes listed at once; more would not be read.
SHOWN = 10


@require_safe
@helper_required
def correction(request: HttpRequest, tournament: Tournament, key: int) -> HttpResponse:
    """Preview a correction; if the result would not change, redirect to its round."""
    pairing = get_object_or_404(pairings_to_enter(), pk=key, round__in=rounds_shown_to(request.user, tournament))
    return _preview(request, pairing)


def not_corrected(request: HttpRequest, refused: Refused, pairing: Pairing, *_given: object) -> HttpResponse:
    """Redirect to the round, which shows the current result, with the reason as a message."""
    messages.error(request, refusal_at_table(refused, pairing.table))
    return _to_round(pairing)


@refused_at(not_corrected)
def _preview(request: HtmxRequest, pairing: PairingToEnter) -> HttpResponse:
    tournament = pairing.round.tournament
    expected = result_from_code(request.GET.get("seen", ""))
    result = result_from_code(request.GET.get("result", ""))
    if not queries.is_correction(pairing, result):
        return _to_round(pairing)
    refuse_result(tournament, pairing, by=request.user, expected=expected, result=result)
    return page(request, tournament, "desk/correction.html", _context(queries.correction_of(pairing, result)))


def to_correction(request: HtmxRequest, pairing: Pairing, expected: Result, result: Result) -> HttpResponse:
    """Redirect to the preview, which is a whole page with its own address."""
    asked = urlencode({"seen": result_code(expected), "result": result_code(result)}, safe="/")
    address = f"{reverse('correction', args=[pairing.round.tournament.slug, pairing.pk])}?{asked}"
    return go_to(request, address)


def _to_round(pairing: Pairing) -> HttpResponse:
    return redirect("desk_round", slug=pairing.round.tournament.slug, number=pairing.round.number)


def _context(correction: queries.Correction) -> dict[str, object]:
    pairing, round_ = correction.pairing, correction.pairing.round
    anew = correction.overtaken[-1] if correction.can_be_paired_anew else None
    first, second = pairing.first, pairing.second
    assert second is not None
    names = (first.name, second.display_name)
    return {
        "section": "round",
        "pairing": pairing,
        "sentence": correction_sentence(
            (round_name(round_.number, places_in(round_)), pairing.table),
            names,
            first.number,
            correction.before,
            correction.after,
        ),
        "notices": overtaken_sentences(correction.overtaken, anew, changes_seeds=correction.changes_seeds),
        "anew": anew,
        "at_table": EffectTable(correction.at_table, correction.ranking),
        "after_round": correction.after_round,
        "rank_changes": _numbers(correction.rank_changes, lambda row: ordinal(row.place) if row.place else "–"),
        "figures": [
            (criterion.value, capfirst(criterion_label(criterion)), _numbers(changes, partial(_figure, criterion)))
            for criterion, changes in correction.figure_changes.items()
        ],
        "expected": result_code(correction.before),
        "result": result_code(correction.after),
    }


def _figure(criterion: Criterion, row: Standing) -> str:
    return figure_text(criterion, row.figures[criterion])


def _numbers(
    changes: Sequence[queries.PlayerChange], text: Callable[[Standing], str]
) -> dict[str, list[tuple[str, str]]]:
    """The names with their changes: the first `SHOWN`, and `more` that unfold on a tap."""
    lines = [(change.entry.name, changed(text(change.before), text(change.after))) for change in changes]
    return {"shown": lines[:SHOWN], "more": lines[SHOWN:]}


# Reports from phones, for the desk to decide on.


def reported_rows(round_: Round) -> tuple[tuple[queries.ReportedTable, tuple[tuple[queries.Reported, str], ...]], ...]:
    """List the tables with reports that wait for the desk, each report with the code of the button that accepts it."""
    return tuple(
        (table, tuple((said, result_code(Result(Outcome.PLAYED, said.score))) for said in table.versions))
        for table in queries.reported_tables(round_)
    )
