"""The director's round: paired, its results entered, the last one taken back."""

import re
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh, reswap

from tournament.actions.change import Change
from tournament.actions.history import History, remove_drawn_round
from tournament.actions.pairings import correct_and_pair_anew, let_bye_step_in, seat_latecomer
from tournament.actions.permissions import can
from tournament.actions.results import record_result, refuse_result
from tournament.actions.rounds import Presence, draw_round, release_round
from tournament.engine.record import PENDING, Result, Rules
from tournament.engine.refusals import Refused
from tournament.engine.scores import counted_score
from tournament.engine.terms import Outcome
from tournament.forms.answers import whole_number
from tournament.forms.presence import presence_field, said_presence
from tournament.forms.results import entered_result, entered_table, score_from_typing
from tournament.models import Entry, Pairing, Round, Tournament
from tournament.pages.result_codes import result_code, result_from_code
from tournament.pages.score_buttons import ScoreButton, gammon_buttons, score_buttons
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.results import special_result
from tournament.phrases.rounds import boards_sentence
from tournament.queries.by_hand import is_overtaken
from tournament.queries.corrections import is_correction
from tournament.queries.drawn import lookahead_sentence
from tournament.queries.evening import Evening, evening_of
from tournament.queries.leavers import leavers
from tournament.queries.not_playing import not_playing
from tournament.queries.pace import pace_of
from tournament.queries.planned_rounds import lost_rounds
from tournament.queries.presence import free_seat, missed_players
from tournament.queries.reasons import pairing_reasons
from tournament.queries.record import rules_of
from tournament.queries.rounds import PairingRow, RoundPage, round_page, round_page_of
from tournament.queries.standings import entries_by_number
from tournament.snapshots.taking import snapshot_before_draw
from tournament.views.access import directed, helped, helped_at_table
from tournament.views.corrections import not_corrected, to_correction
from tournament.views.pages import bare_sentence, is_unchanged, nothing_new, page, rounds_shown_to, warn
from tournament.views.reports import reported_rows


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A pairing with everything that can be done with it; `special` says how it ended where no score does.

    Who `has_settled` was finished before the page was opened and stands below those that were open then: a row does
    not move away under the hand that enters its result. `reason` is None where it is not asked for.
    """

    row: PairingRow
    first_wins: tuple[ScoreButton, ...]
    second_wins: tuple[ScoreButton, ...]
    seen: str
    special: str
    has_settled: bool
    reason: str | None
    problem: str
    typed: str


@require_safe
@helped
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The tables of a round, with the scores to tap."""
    if is_unchanged(request, tournament):
        return nothing_new()
    paired = rounds_shown_to(request.user, tournament).filter(number=number).first()
    return _show(request, paired) if paired else _gone(request, tournament)


@require_safe
@helped
def pace(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """How fast the round goes, which is something else every minute."""
    paired = get_object_or_404(rounds_shown_to(request.user, tournament), number=number)
    return page(request, tournament, "desk/pace.html", {"paired": paired, **_pace(paired)})


def _pace(paired: Round, evening: Evening | None = None) -> dict[str, object]:
    return {"pace": pace_of(paired, timezone.now(), evening), "today": timezone.localdate()}


def _gone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A page that was open when its round was removed leads on; an address that leads nowhere is not found."""
    if not request.htmx:
        raise Http404
    return HttpResponseClientRedirect(reverse("desk", args=[tournament.slug]))


def _show(
    request: HttpRequest, paired: Round, problem_at: int | None = None, refused: Refused | None = None
) -> HttpResponse:
    """The round with all its tables."""
    tournament = paired.tournament
    tournament.refresh_from_db()
    evening = evening_of(tournament)
    pairings = round_page_of(evening, paired.number)
    reasons = pairing_reasons(tournament, paired.number, evening.record)
    since = _opened_at(request)
    rows = [
        _desk_row(
            row,
            rules_of(tournament),
            since,
            reason=reasons.get(row.first.number, ""),
            problem=refusal_sentence(refused) if refused and row.key == problem_at else "",
            typed=request.POST.get("typed", "") if row.key == problem_at else "",
        )
        for row in (*pairings.tables, *pairings.byes)
    ]
    context = {
        **_around_the_tables(request, pairings, evening),
        "since": since,
        "open_rows": [desk for desk in rows if not desk.has_settled],
        "settled_rows": [desk for desk in rows if desk.has_settled and not desk.row.is_bye],
        "byes": [desk for desk in rows if desk.row.is_bye],
        "reasons": [desk.reason for desk in rows if desk.reason],
        "typed_table": request.POST.get("typed", "") if refused and problem_at is None else "",
        "problem": refusal_sentence(refused) if refused and problem_at is None else "",
    }
    return page(request, tournament, "desk/round.html", context, status=422 if refused else 200, evening=evening)


def _show_changed(request: HttpRequest, step: Change, number: int, key: int) -> HttpResponse:
    """Of the round what a result has changed: its table, and what stands around the tables."""
    evening = evening_of(step.tournament)
    pairings = round_page_of(evening, number)
    row = next(row for row in pairings.rows if row.key == key)
    desk = _desk_row(row, rules_of(step.tournament), _opened_at(request))
    context = {**_around_the_tables(request, pairings, evening), "desk": desk, "renews": True}
    if step.line:
        # Whoever has just done something can take back that, and has nothing to do again.
        context["history"] = History(step.line, None)
    return reswap(page(request, step.tournament, "desk/round_changed.html", context, evening=evening), "none")


def _opened_at(request: HttpRequest) -> int:
    """When the page was opened, in seconds: it says so itself as long as it stands."""
    said = (request.POST if request.method == "POST" else request.GET).get("since", "")
    return int(said) if re.fullmatch("[0-9]{1,12}", said) else int(timezone.now().timestamp())


def _desk_row(
    row: PairingRow, rules: Rules, since: int, reason: str | None = None, problem: str = "", typed: str = ""
) -> DeskRow:
    has_settled = not row.is_open and (row.finished_at is None or row.finished_at.timestamp() < since)
    return DeskRow(
        row,
        *score_buttons(rules, row.result),
        seen=result_code(row.result),
        special=special_result(row.result, row.result.score and counted_score(rules, row.result.score)),
        has_settled=has_settled,
        reason=reason,
        problem=problem,
        typed=typed,
    )


def _around_the_tables(request: HttpRequest, pairings: RoundPage, evening: Evening) -> dict[str, object]:
    """All that the page of a round shows but the tables themselves."""
    paired, record, tournament = pairings.round, evening.record, evening.tournament
    is_last = paired.number == len(record.rounds)
    may_direct = can(request.user, "direct", tournament)
    may_enter = is_last or can(request.user, "result_corrected", tournament)
    return {
        "place": "round",
        "paired": paired,
        "pairings": pairings,
        **_pace(paired, evening),
        "points_below": range(tournament.match_length),
        "gammons": gammon_buttons(rules_of(tournament)),
        "round_numbers": range(1, max(tournament.planned_rounds, len(record.rounds)) + 1),
        "paired_rounds": len(record.rounds),
        "can_enter": may_enter and not tournament.is_closed and not paired.is_hidden,
        "can_change_pairings": not tournament.is_closed and is_last and not pairings.finished_tables,
        "is_overtaken": may_direct and is_last and is_overtaken(paired, record),
        "leavers": leavers(paired, evening) if may_direct else None,
        "lost_rounds": lost_rounds(tournament, record) if may_direct and is_last else None,
        "not_playing": not_playing(paired, evening),
        "free_seat": free_seat(evening) if may_direct and is_last else None,
        "reported": reported_rows(paired) if may_enter and _is_reported(paired, evening) else (),
        "over_boards": boards_sentence(len(pairings.open_tables), tournament.boards) if is_last else "",
        "lookahead": lookahead_sentence(paired, record),
        "one_more": tournament.planned_rounds + 1,
        "one_fewer": tournament.planned_rounds - 1,
    }


def _is_reported(paired: Round, evening: Evening) -> bool:
    return any(pairing.is_reported for pairing in evening.pairings[paired.number])


@require_POST
@helped_at_table
def result(request: HttpRequest, tournament: Tournament, pairing: Pairing | None) -> HttpResponse:
    """Enter the result of a table, or correct it: where its round is over, once what changes has been shown."""
    if pairing is None or (pairing.round.is_hidden and not can(request.user, "direct", tournament)):
        return _pairing_gone(request, tournament)
    anew = request.POST.get("anew")
    is_confirmed = "confirmed" in request.POST or anew is not None
    try:
        seen = result_from_code(request.POST.get("seen", ""))
        entered = entered_result(request.POST, rules_of(tournament))
        if not is_confirmed and is_correction(pairing, entered):
            refuse_result(tournament, pairing, by=request.user, seen=seen, result=entered)
            return to_correction(request, pairing, seen, entered)
        if anew is not None:
            return _corrected_and_paired_anew(request, pairing, seen, entered, whole_number(anew))
        step = record_result(pairing, by=request.user, seen=seen, result=entered)
    except Refused as refused:
        if is_confirmed:
            return not_corrected(request, pairing, refused)
        if request.htmx:
            return bare_sentence(refused)
        return _show(request, pairing.round, pairing.pk, refused)
    if request.htmx:
        return _answer(request, pairing, entered, step)
    return redirect("desk_round", slug=tournament.slug, number=pairing.round.number)


def _corrected_and_paired_anew(
    request: HttpRequest, pairing: Pairing, seen: Result, entered: Result, number: int
) -> HttpResponse:
    correct_and_pair_anew(pairing, by=request.user, seen=seen, result=entered, number=number)
    return redirect("desk_round", slug=pairing.round.tournament.slug, number=number)


def _answer(request: HttpRequest, pairing: Pairing, entered: Result, step: Change) -> HttpResponse:
    """What the result has changed; the whole page where somebody else has changed something since it was renewed.

    A table that is open again goes back to the open ones.
    """
    before = step.tournament.version - (step.line is not None)
    if request.POST.get("v") == str(before) and entered != PENDING:
        return _show_changed(request, step, pairing.round.number, pairing.pk)
    return _show(request, pairing.round)


@require_POST
@helped
def result_by_table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Enter the first result of a table that is named with it, as "57 3 1"."""
    paired = get_object_or_404(rounds_shown_to(request.user, tournament), number=number)
    try:
        table, score = entered_table(request.POST.get("typed", ""))
        pairing = Pairing.objects.filter(round=paired, table=table).first()
        if pairing is None:
            raise Refused("no_such_table", round=number, table=table)
        record_result(pairing, by=request.user, seen=PENDING, result=Result(Outcome.PLAYED, score_from_typing(score)))
    except Refused as refused:
        return bare_sentence(refused) if request.htmx else _show(request, paired, refused=refused)
    return redirect("desk_round", slug=tournament.slug, number=number)


def _pairing_gone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The pairings were changed while this page was open, so the result has no place any more."""
    if not request.htmx:
        raise Http404
    messages.error(request, refusal_sentence(Refused("pairings_changed_meanwhile")))
    return HttpResponseClientRefresh()


@require_POST
@directed
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Pair the next round; who is missed is asked for, and where only rematches are left, what to do."""
    seed = request.POST.get("draw_seed", "")
    try:
        number = whole_number(request.POST.get("number", ""))
        presence = said_presence(request.POST)
        missed = missed_players(evening_of(tournament))
        if "all_here" in request.POST:
            presence = {player.entry.number: Presence.HERE for player in missed} | presence
        if any(player.entry.number not in presence for player in missed):
            context = {"place": "players", "missed": missed, "number": number, "draw_seed": seed}
            return page(request, tournament, "desk/missed.html", context)
        warn(request, snapshot_before_draw(tournament, number))
        paired = draw_round(
            tournament,
            by=request.user,
            number=number,
            draw_seed=seed,
            rematches_allowed="rematches" in request.POST,
            presence=presence,
        )
    except Refused as refused:
        names = {number: entry.display_name for number, entry in entries_by_number(tournament).items()}
        sentence = refusal_sentence(refused, names)
        if refused.code == "no_pairing_without_rematch":
            said = [(presence_field(player), answer) for player, answer in presence.items()]
            context = {"place": "round", "sentence": sentence, "number": number, "said": said}
            return page(request, tournament, "desk/stuck.html", context, status=409)
        messages.error(request, sentence)
        return redirect("desk", slug=tournament.slug)
    return redirect("desk_round", slug=tournament.slug, number=paired.number)


@require_POST
@directed
def release(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a hidden round to everyone."""
    paired = get_object_or_404(Round, tournament=tournament, number=number)
    try:
        release_round(tournament, by=request.user, number=paired.number)
    except Refused as refused:
        messages.error(request, refusal_sentence(refused))
    return redirect("desk", slug=tournament.slug)


@require_http_methods(["GET", "POST"])
@directed
def remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Remove the last round, or take back its draw, once its number has been typed."""
    paired = get_object_or_404(Round, tournament=tournament, number=number)
    problem = ""
    if request.method == "POST":
        try:
            remove_drawn_round(tournament, by=request.user, number=number, confirmed=request.POST.get("confirmed", ""))
        except Refused as refused:
            problem = refusal_sentence(refused)
        else:
            return redirect("desk", slug=tournament.slug)
    context = {"place": "round", "number": number, "pairings": round_page(paired), "problem": problem}
    return page(request, tournament, "desk/remove_round.html", context, status=422 if problem else 200)


@require_POST
@directed
def seat(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let a latecomer play whoever has the bye."""
    entry = get_object_or_404(Entry, tournament=tournament, number=number)
    try:
        seat_latecomer(entry, by=request.user)
    except Refused as refused:
        messages.error(request, refusal_sentence(refused))
    return redirect("desk", slug=tournament.slug)


@require_POST
@directed
def replace(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let the opponent of a player who has left play whoever has the bye."""
    entry = get_object_or_404(Entry, tournament=tournament, number=number)
    try:
        let_bye_step_in(entry, by=request.user)
    except Refused as refused:
        messages.error(request, refusal_sentence(refused))
    return redirect("desk", slug=tournament.slug)
