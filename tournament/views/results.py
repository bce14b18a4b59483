"""Pages on which results are entered, reported and corrected."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.actions.results import refuse_result
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.machine.requests import HtmxRequest
from tournament.models import Pairing, Tournament
from tournament.pages.results import CorrectionPage, result_code, result_from_code
from tournament.phrases.refusals import refusal_at_table
from tournament.queries import results as queries
from tournament.queries.rounds.pairings import PairingToEnter, pairings_to_enter
from tournament.views.access import helper_required
from tournament.views.pages import go_to, page, rounds_shown_to
from tournament.views.refusals import refused_at

# The preview of a correction.


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
    corrected = CorrectionPage(queries.Correction(pairing, result))
    context = {"section": "round", "pairing": pairing, "corrected": corrected}
    return page(request, tournament, "desk/correction.html", context)


def to_correction(request: HtmxRequest, pairing: Pairing, expected: Result, result: Result) -> HttpResponse:
    """Redirect to the preview, which is a whole page with its own address."""
    query = urlencode({"seen": result_code(expected), "result": result_code(result)}, safe="/")
    address = f"{reverse('correction', args=[pairing.round.tournament.slug, pairing.pk])}?{query}"
    return go_to(request, address)


def _to_round(pairing: Pairing) -> HttpResponse:
    return redirect("desk_round", slug=pairing.round.tournament.slug, number=pairing.round.number)
