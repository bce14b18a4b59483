"""The pairings of a round changed by hand, beside what the rules would give."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from tournament.actions.pairings import pair_anew, pair_by_hand
from tournament.engine.by_hand import Draft, draft_of_those_here
from tournament.engine.refusals import Refused
from tournament.forms.pairings import DraftForm, draft_text
from tournament.models import Round, Tournament
from tournament.names import isolated
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.by_hand import ranking_before, rules_pairs, seated, stored_pairs, with_names
from tournament.queries.standings import entries_by_number
from tournament.views.access import director_required
from tournament.views.pages import page
from tournament.views.refusals import Sent, one_action, refused_at


@dataclass(frozen=True, slots=True)
class Choice:
    """The round as it is stored, and the draft to begin with: the same, less whoever is gone."""

    round_: Round
    stored: Draft
    draft: Draft


@require_http_methods(["GET", "POST"])
@director_required
def pairings(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Every step changes the draft in the page; only saving changes the round."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    stored = Draft(stored_pairs(round_))
    present = ranking_before(tournament, number)
    choice = Choice(round_, stored, draft_of_those_here(stored.pairs, present))
    if request.method == "GET":
        return _show(request, round_, choice.draft, stored, round_.reason)
    return _pressed(request, choice, DraftForm(request.POST, seated=seated(stored.pairs), present=present))


def _not_done(request: HttpRequest, refused: Refused, choice: Choice, form: DraftForm) -> HttpResponse:
    """The draft as it was, as far as it is still one; with what was typed, and why not."""
    known = {} if refused.code == "pairings_changed_meanwhile" else form.cleaned_data
    draft, expected = known.get("draft", choice.draft), known.get("seen", choice.stored)
    return _show(request, choice.round_, draft, expected, form["reason"].value() or "", refused)


@refused_at(_not_done)
def _pressed(request: HttpRequest, choice: Choice, form: DraftForm) -> HttpResponse:
    sent = form.values()
    round_ = choice.round_
    if not sent["save"]:
        return _show(request, round_, form.changed(), sent["seen"], sent["reason"])
    pair_by_hand(
        round_.tournament,
        by=request.user,
        number=round_.number,
        expected=sent["seen"].pairs,
        pairs=sent["draft"].pairs,
        reason=sent["reason"],
    )
    return redirect("desk_round", slug=round_.tournament.slug, number=round_.number)


def _show(
    request: HttpRequest, round_: Round, draft: Draft, expected: Draft, reason: str, refused: Refused | None = None
) -> HttpResponse:
    tournament = round_.tournament
    entries = entries_by_number(tournament)
    names = {number: isolated(entry.display_name) for number, entry in entries.items()}
    rules = rules_pairs(round_)
    context: dict[str, Any] = {
        "section": "round",
        "round": round_,
        "chosen": with_names(round_, list(draft.pairs)),
        "free": [entries[number] for number in draft.free],
        "rules": rules,
        "rules_refused": refusal_sentence(rules.refused, names) if rules.refused else "",
        "draft": draft_text(draft),
        "expected": draft_text(expected),
        "is_changed": draft != expected,
        "reason": reason,
        "problem": refusal_sentence(refused, names) if refused else "",
    }
    return page(request, tournament, "desk/pairings.html", context, status=422 if refused else 200)


def _anew(request: HttpRequest, tournament: Tournament, sent: Sent, number: int) -> None:
    """Give the round back to the rules."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    pair_anew(tournament, by=request.user, number=round_.number)


anew = one_action(_anew)
