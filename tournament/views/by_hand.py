"""The pairings of a round changed by hand, beside what the rules would give."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from tournament.actions.rounds import pair_anew, pair_by_hand
from tournament.engine.by_hand import Draft, draft_of_those_here
from tournament.engine.refusals import Refused
from tournament.forms.rounds import DraftForm, draft_text
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.models import Entry, Round, Tournament
from tournament.names import isolated, search_key
from tournament.pages.players import ListPart, list_part
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.rounds import ranking_before, rules_pairs, seated, stored_pairs, with_names
from tournament.queries.standings import entries_by_number
from tournament.views.access import director_required
from tournament.views.pages import page
from tournament.views.refusals import Sent, one_action, refused_at

# Of thousands of tables so many stand on a page, beside as many of the rules; the whole draft goes with it.
PAIRS = 100
REFUSED_REASONS = frozenset({"reason_too_long", "name_unprintable"})
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Choice:
    """The round as it is stored, and the draft to begin with: the same, less whoever is gone."""

    round_: Round
    stored: Draft
    draft: Draft


@dataclass(frozen=True, slots=True)
class Look:
    """What is looked at of a long list: a part of those whose name holds what was `typed`, with these ticked so far."""

    typed: str = ""
    part: int = 1
    ticked: tuple[int, ...] = ()

    def finds(self, *entries: Entry | None) -> bool:
        """Whether the name of one of these holds what was typed."""
        sought = search_key(self.typed.strip())
        return any(sought in search_key(entry.name) for entry in entries if entry)


@require_http_methods(["GET", "POST"])
@director_required
def pairings(request: HtmxRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Every step changes the draft in the page; only saving changes the round."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    stored = Draft(stored_pairs(round_))
    present = ranking_before(tournament, number)
    choice = Choice(round_, stored, draft_of_those_here(stored.pairs, present))
    if request.method == "GET":
        return _show(request, round_, choice.draft, stored, round_.reason, Look())
    return _pressed(request, choice, DraftForm(request.POST, seated=seated(stored.pairs), present=present))


def _not_done(request: HtmxRequest, refused: Refused, choice: Choice, form: DraftForm) -> HttpResponse:
    """The draft as it was, as far as it is still one; with what was typed, and why not."""
    known = {} if refused.code == "pairings_changed_meanwhile" else form.cleaned_data
    draft, expected = known.get("draft", choice.draft), known.get("seen", choice.stored)
    return _show(request, choice.round_, draft, expected, form["reason"].value() or "", _look(form), refused)


def _look(form: DraftForm) -> Look:
    """The part of the list that the form asks for, as far as it was understood."""
    known = form.cleaned_data
    return Look(known.get("name") or "", known.get("shown") or 1, tuple(known.get("pick") or ()))


@refused_at(_not_done)
def _pressed(request: UserRequest, choice: Choice, form: DraftForm) -> HttpResponse:
    sent = form.values()
    round_ = choice.round_
    if not (sent["save"] or sent["swap_and_save"]):
        look = _look(form) if form.is_looked_around else replace(_look(form), ticked=())
        return _show(request, round_, form.changed(), sent["seen"], sent["reason"], look)
    pair_by_hand(
        round_.tournament,
        by=request.user,
        number=round_.number,
        expected=sent["seen"].pairs,
        pairs=form.changed().pairs,
        reason=sent["reason"],
    )
    return redirect("desk_round", slug=round_.tournament.slug, number=round_.number)


def _show(
    request: HtmxRequest,
    round_: Round,
    draft: Draft,
    expected: Draft,
    reason: str,
    look: Look,
    refused: Refused | None = None,
) -> HttpResponse:
    tournament = round_.tournament
    entries = entries_by_number(tournament)
    names = {number: isolated(entry.name) for number, entry in entries.items()}
    rules = rules_pairs(round_)
    standing = {frozenset(pair) for pair in expected.pairs}
    changed = [pair for pair in draft.pairs if frozenset(pair) not in standing]
    is_of_reason = refused is not None and refused.code in REFUSED_REASONS
    chosen = [pair for pair in draft.pairs if look.finds(*(entries.get(number) for number in pair if number))]
    listed = _part(chosen, look.part)
    free = [entry for entry in (entries[number] for number in draft.free) if look.finds(entry)]
    here = {number for pair in listed.rows for number in pair} | {entry.number for entry in free[:PAIRS]}
    context: dict[str, Any] = {
        "section": "round",
        "round": round_,
        "chosen": with_names(round_, list(listed.rows)),
        "changed": with_names(round_, changed[:PAIRS]),
        "changed_firsts": {first for first, _second in changed},
        "free": free[:PAIRS],
        "more_free": len(free[PAIRS:]),
        "is_free": bool(draft.free),
        "parts": listed.ranges,
        "shown": listed.number,
        "is_in_parts": len(draft.pairs) > PAIRS,
        "typed": look.typed,
        "ticked": look.ticked,
        "ticked_elsewhere": [entries[number] for number in look.ticked if number in entries and number not in here],
        "rules": _part([pair for pair in rules.pairs if look.finds(pair.first, pair.second)], listed.number).rows,
        "rules_refused": refusal_sentence(rules.refused, names) if rules.refused else "",
        "draft": draft_text(draft),
        "expected": draft_text(expected),
        "is_changed": draft != expected,
        "reason": reason,
        "problem": refusal_sentence(refused, names) if refused else "",
        "is_of_reason": is_of_reason,
    }
    return page(request, tournament, "desk/pairings.html", context, status=422 if refused else 200)


def _part(rows: Sequence[Row], number: int) -> ListPart[Row]:
    """A part of them; the first where there is no such part."""
    return list_part(rows, number, PAIRS) or list_part(rows, 1, PAIRS) or ListPart((), 1, 0, PAIRS)


@one_action()
def anew(request: UserRequest, tournament: Tournament, sent: Sent, number: int) -> None:
    """Give the round back to the rules."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    pair_anew(tournament, by=request.user, number=round_.number)
