"""The pairings of a round changed by hand, beside what the rules would give."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions.pairings import pair_anew, pair_by_hand
from tournament.engine.by_hand import Draft, draft_of_those_here
from tournament.engine.refusals import Refused
from tournament.forms.pairings import changed_draft, draft_from_text, draft_text
from tournament.models import Round, Tournament
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.by_hand import ranking_before, rules_pairs, seated, stored_pairs, with_names
from tournament.queries.standings import entries_by_number
from tournament.views.access import directed
from tournament.views.pages import page


@require_http_methods(["GET", "POST"])
@directed
def pairings(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Every step changes the draft in the page; only saving changes the round."""
    paired = get_object_or_404(Round, tournament=tournament, number=number)
    stored = Draft(stored_pairs(paired))
    present = ranking_before(tournament, number)
    draft, seen = draft_of_those_here(stored.pairs, present), stored
    if request.method == "GET":
        return _show(request, paired, draft, seen)
    try:
        seen = draft_from_text(request.POST.get("seen", ""), seated(stored.pairs))
        draft = draft_from_text(request.POST.get("draft", ""), present)
        if "save" not in request.POST:
            return _show(request, paired, changed_draft(draft, request.POST), seen)
        pair_by_hand(
            tournament,
            by=request.user,
            number=number,
            seen=seen.pairs,
            pairs=draft.pairs,
            reason=request.POST.get("reason", ""),
        )
    except Refused as refused:
        if refused.code == "pairings_changed_meanwhile":
            draft, seen = draft_of_those_here(stored.pairs, present), stored
        return _show(request, paired, draft, seen, refused)
    return redirect("desk_round", slug=tournament.slug, number=number)


def _show(
    request: HttpRequest, paired: Round, draft: Draft, seen: Draft, refused: Refused | None = None
) -> HttpResponse:
    tournament = paired.tournament
    entries = entries_by_number(tournament)
    names = {number: entry.display_name for number, entry in entries.items()}
    rules = rules_pairs(paired)
    context: dict[str, Any] = {
        "place": "round",
        "paired": paired,
        "chosen": with_names(paired, list(draft.pairs)),
        "free": [entries[number] for number in draft.free],
        "rules": rules,
        "rules_refused": refusal_sentence(rules.refused, names) if rules.refused else "",
        "draft": draft_text(draft),
        "seen": draft_text(seen),
        "is_changed": draft != seen,
        "reason": request.POST.get("reason", paired.reason),
        "problem": refusal_sentence(refused, names) if refused else "",
    }
    return page(request, tournament, "desk/pairings.html", context, status=422 if refused else 200)


@require_POST
@directed
def anew(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Give the round back to the rules."""
    paired = get_object_or_404(Round, tournament=tournament, number=number)
    try:
        pair_anew(tournament, by=request.user, number=paired.number)
    except Refused as refused:
        names = {entry.number: entry.display_name for entry in entries_by_number(tournament).values()}
        messages.error(request, refusal_sentence(refused, names))
    return redirect("desk", slug=tournament.slug)
