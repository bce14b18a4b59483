"""Pages of the entries of a tournament, and of private links."""

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import replace
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions import cash, permissions, persons, players as actions, results
from tournament.engine.finals import may_play_next, opponents_of_latecomers
from tournament.engine.refusals import Refused
from tournament.engine.seating import is_running
from tournament.forms import players as forms
from tournament.forms.cash import ArrivalForm, FeeForm, FeesForm
from tournament.forms.sent import AllSentForm, ShownForm
from tournament.imports.player_lists import ReadLine, read_players
from tournament.imports.player_preview import ListPreview, as_chosen, shown_as
from tournament.machine import limits, sessions
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.models import Entry, Tournament, Wish, Wished
from tournament.names import fold, nearly_called, tidy
from tournament.pages.players import part_or_first
from tournament.pages.rounds import too_many_rounds_sentence
from tournament.phrases.players import (
    DETAILS,
    added_now_sentence,
    for_this_evening_sentence,
    left_out_sentence,
    left_sentence,
)
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.rounds import boards_sentence, empty_places, lost_rounds_sentence, round_name
from tournament.public.parts import desk_parts
from tournament.queries import players as queries, standings
from tournament.queries.cash import fees_of
from tournament.queries.evening import Evening, evening_of, latest_evening
from tournament.queries.persons import known_players
from tournament.queries.record import finals_places, paired_rounds, places_in, rounds_in_all, rounds_with_finals
from tournament.queries.rounds import pairings, progress, seating
from tournament.views.access import View, director_required, helper_required, posted
from tournament.views.cash import owing_page
from tournament.views.pages import bare_text, is_unchanged, nothing_new, page, read_again
from tournament.views.refusals import Sent, beside_the_field, on_page, one_action, refused_at

# A player's private link, for the director.


@require_http_methods(["GET", "POST"])
@director_required
@refused_at(on_page("player_link", "number"))
def link(request: UserRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the private link as a QR code, and what the phone that signed up may do.

    A POST ends the link and the phone's access and makes a new link, or confirms that the phone is the known person's.
    """
    entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=tournament, number=number)
    if request.method == "POST":
        act = actions.know_phone if forms.LinkForm(request.POST).values()["is_them"] else results.renew_player_link
        act(entry, by=request.user)
        return redirect("player_link", slug=tournament.slug, number=number)
    context = {
        "section": "players",
        "entry": entry,
        "link": queries.player_link(entry),
        "sign_up": queries.sign_up_of(entry),
        "is_known": queries.phone_may_set_wish(entry),
    }
    return page(request, tournament, "desk/player_link.html", context)


# The director's list of players: enter, rename, take payments, remove, withdraw.

# The order of the list is stored in a cookie, and in the session whether a payment also marks a player as here: two
# laptops at the door and a helper's phone each have their own, and viewing the list writes nothing to the database.
ORDER = "players-order"
# A player's row with all actions takes three kilobytes; above MOST_PLAYERS, the page shows parts of this size.
MOST_PLAYERS, PART_OF_PLAYERS = 300, 55
PAYS_ON_ARRIVAL = "pays-on-arrival"
# Pages other than the list of players that show its rows, by the value of the field `list`.
PAGES = {"owing": "owing", "round": "desk"}


@require_safe
@helper_required
def players(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Show the list, with a field that finds a player or enters the next one."""
    if is_unchanged(request, tournament.edition):
        return nothing_new()
    answer = _list(request, tournament)
    if "order" in request.GET:
        answer.set_cookie(
            ORDER,
            _order(request).value,
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return answer


def _order(request: HttpRequest) -> queries.Order:
    """The order chosen now, else the last one chosen in this browser."""
    orders = [order for order in (request.GET.get("order"), request.COOKIES.get(ORDER)) if order in list(queries.Order)]
    return queries.Order(orders[0]) if orders else queries.Order.NAME


def _pays_on_arrival(request: HttpRequest) -> bool:
    """Whether a payment also marks a player as here; yes, unless this browser has chosen otherwise."""
    return bool(request.session.get(PAYS_ON_ARRIVAL, True))


def _list(
    request: HtmxRequest,
    tournament: Tournament,
    form: forms.EntryForm | None = None,
    problem: str = "",
    namesakes: int | None = None,
    warnings: Sequence[str] = (),
    changed: Collection[int] | None = None,
    asks: Refused | None = None,
) -> HttpResponse:
    """Show the list with a problem and `warnings`; `namesakes` asks to confirm another player of the same name.

    The refusal `asks` adds its questions about who is meant by a name.

    If only the players with the numbers `changed` have changed since the page was drawn, other rows are left out.
    """
    has_the_others = read_again(request, tournament)
    form = form or forms.EntryForm(auto_id="new_%s")
    evening = latest_evening(tournament)
    record = evening.record
    context = _about_players(request, tournament, evening)
    (step, _number, present), newest = progress.next_step(tournament, record), evening.newest_round
    requests = queries.join_requests(tournament)
    typed = request.GET.get("name", "")
    ordered_rows = queries.in_order(context["fees"].rows, _order(request), asks_who_is_here=context["asks_who_is_here"])
    matching_rows = queries.matching(ordered_rows, typed)
    size = PART_OF_PLAYERS if len(ordered_rows) > MOST_PLAYERS else MOST_PLAYERS
    asked_part = ShownForm(request.POST if request.method == "POST" else request.GET).values()["part"] or 1
    shown_part = part_or_first(matching_rows, asked_part, size)
    is_complete = changed is None or not has_the_others or context["fees"].is_open
    context |= {
        "rows": shown_part.rows,
        "part": shown_part.number,
        "is_in_parts": size == PART_OF_PLAYERS,
        "sought": typed,
        "meant": () if matching_rows else nearly_called(typed, (row.entry.name for row in ordered_rows)),
        "parts": desk_parts(shown_part, urlencode({"name": typed}) + "&" if typed else ""),
        "unchanged": set() if is_complete else {row.entry.number for row in ordered_rows} - set(changed or ()),
        "orders": list(queries.Order),
        "order": _order(request),
        "may_draw": context["may_direct"] and step is progress.DirectorStep.DRAW,
        "join_requests": requests,
        "join_requests_of_one_network": queries.of_one_network(requests),
        "clear_join_requests": [request_row for request_row in requests if not request_row.namesakes],
        "for_this_evening": for_this_evening_sentence(sum(request_row.is_for_this_evening for request_row in requests)),
        "form": form,
        "typed": form["name"].value() or ("" if size == PART_OF_PLAYERS else typed),
        "problem": problem,
        "namesakes": namesakes,
        "who": who_is_meant(request, asks) if asks else None,
        "warnings": warnings,
        "too_many_rounds": too_many_rounds_sentence(record),
        "without_opponent": seating.without_opponent(newest, evening) if newest and context["may_direct"] else None,
        "added_now": _added_now(evening) if record.rounds and context["may_change"] else "",
        "address": request.path,
        "over_boards": "" if record.rounds else boards_sentence(present // 2, tournament.boards),
    }
    return page(request, tournament, "desk/players.html", context, status=422 if problem else 200)


def _added_now(evening: Evening) -> str:
    if places := len(opponents_of_latecomers(evening.record)):
        return empty_places(places)
    if evening.rounds[-1].is_finals:
        return refusal_sentence(Refused("finals_take_nobody_in"))
    next_round = len(evening.rounds) + 1
    return added_now_sentence(
        next_round,
        is_planned=next_round <= rounds_in_all(evening.tournament, len(evening.rounds)),
        is_running=is_running(evening.record) and not evening.rounds[-1].is_hidden,
    )


def _about_players(request: HttpRequest, tournament: Tournament, evening: Evening) -> dict[str, Any]:
    """Build the context for the rows and the head of the list."""
    next_round = len(evening.record.rounds) + 1
    fees = fees_of(tournament, paired_count=next_round - 1)
    may_direct = permissions.can(request.user, "direct", tournament)
    asks_who_is_here = next_round == 1 and not tournament.is_closed
    all_rounds = rounds_in_all(tournament, next_round - 1)
    is_next_planned = not tournament.is_closed and next_round <= rounds_with_finals(tournament)
    return {
        "section": "players",
        "fees": fees,
        "attendance": queries.attendance(fees),
        "may_direct": may_direct,
        "may_change": may_direct and not tournament.is_closed,
        "asks_who_is_here": asks_who_is_here,
        "paid_together": queries.paid_together(fees, asks_who_is_here=asks_who_is_here),
        "next_round": next_round,
        "rounds_in_all": all_rounds,
        "is_next_planned": is_next_planned,
        "next_in_finals": finals_places(tournament, next_round),
        "can_play_next": may_play_next(evening.record),
        "pausing": evening.absent_in(next_round) if is_next_planned else set(),
        "kept_apart": queries.kept_apart_now(evening) if may_direct else {},
        "pays_on_arrival": _pays_on_arrival(request),
        "today": timezone.localdate(),
    }


def _row(request: HtmxRequest, tournament: Tournament, entry: Entry) -> HttpResponse:
    """Answer with one player's row and the counts only, so that nothing else on the page moves."""
    has_the_others = read_again(request, tournament)
    context = _about_players(request, tournament, evening_of(tournament))
    context |= {
        "has_the_others": has_the_others,
        "row": next(row for row in context["fees"].rows if row.entry.pk == entry.pk),
        "renews": True,
    }
    answer = page(request, tournament, "desk/changed_player.html", context)
    answer["HX-Reswap"] = "none"
    return answer


@one_action(ArrivalForm, page="desk_players", for_whom=helper_required)
def choose_arrival(request: HttpRequest, tournament: Tournament, sent: Sent) -> None:
    """Remember in this browser whether a payment marks a player as here."""
    request.session[PAYS_ON_ARRIVAL] = sent["pays_on_arrival"]


def _on_page_of_row(
    request: HttpRequest, refused: Refused, tournament: Tournament, number: int | None = None
) -> HttpResponse:
    list_name = forms.RowForm(request.POST).values()["list"]
    return on_page(PAGES.get(list_name, "desk_players"))(request, refused, tournament)


@posted
@helper_required
@refused_at(_on_page_of_row, in_place=beside_the_field)
def mark_fees(request: UserRequest, tournament: Tournament) -> HttpResponse:
    """Mark all unpaid fees as paid, or those of players who are here."""
    sent = FeesForm(request.POST).values()
    cash.set_fees_paid(
        tournament,
        by=request.user,
        here_alone=sent["here"],
        seen_cents=sent["together"],
        arrive=_pays_on_arrival(request) and not paired_rounds(tournament),
    )
    if request.htmx and sent["list"] == "owing":
        return owing_page(request, tournament)
    if request.htmx:
        return _list(request, tournament)
    return redirect(PAGES.get(sent["list"], "desk_players"), slug=tournament.slug)


def who_is_meant(request: HtmxRequest, refused: Refused) -> forms.WhoQuestions | None:
    """The questions about who is meant by names in a refused request; None if the refusal is about something else."""
    likenesses = refused.values.get("open_names", ())
    return forms.who_questions(AllSentForm(request.POST), likenesses) if likenesses else None


def _left_out(request: HtmxRequest) -> list[str]:
    """The sentence that names the players who were not added, as they are on the list already; empty without any."""
    names = forms.WhoForm(request.POST).left_out()
    return [left_out_sentence(names)] if names else []


def name_left_out(request: HtmxRequest) -> None:
    """Name them on the page to which the answer leads."""
    for sentence in _left_out(request):
        messages.warning(request, sentence)


def _who_page(request: HtmxRequest, refused: Refused, tournament: Tournament) -> HttpResponse | None:
    """The page that asks who is meant by the names; None if the refusal is about something else."""
    questions = who_is_meant(request, refused)
    if questions is None:
        return None
    context = {"section": "players", "who": questions, "address": request.path}
    return page(request, tournament, "desk/who.html", context, status=422)


def _not_added_in_place(request: HtmxRequest, refused: Refused, tournament: Tournament) -> HttpResponse:
    if who_is_meant(request, refused):
        return _not_answered_in_place(request, refused, tournament)
    return beside_the_field(request, refused)


def _not_added(request: HtmxRequest, refused: Refused, tournament: Tournament) -> HttpResponse:
    form = forms.EntryForm(request.POST, auto_id="new_%s")
    # The question about a namesake sends the cleaned values again.
    form.full_clean()
    return _who_page(request, refused, tournament) or _list(
        request, tournament, form, refusal_sentence(refused), refused.values.get("count")
    )


@posted
@director_required
@refused_at(_not_added, in_place=_not_added_in_place)
def add(request: UserRequest, tournament: Tournament) -> HttpResponse:
    form = forms.EntryForm(request.POST, auto_id="new_%s")
    if not form.is_valid():
        problem = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return bare_text(problem) if request.htmx else _list(request, tournament, form, problem)
    player = actions.as_said(form.player(), forms.WhoForm(request.POST).said())
    added = actions.add_entries(tournament, by=request.user, players=[player] if player else [])
    if request.htmx:
        return _list(request, tournament, changed=[entry.number for entry in added], warnings=_left_out(request))
    name_left_out(request)
    return redirect("desk_players", slug=tournament.slug)


def _not_answered_in_place(request: HtmxRequest, refused: Refused, tournament: Tournament) -> HttpResponse:
    answer = _list(request, tournament, problem=refusal_sentence(refused), asks=refused)
    answer["Refusal"] = refused.code
    return answer


def _not_answered(request: HtmxRequest, refused: Refused, tournament: Tournament) -> HttpResponse:
    return _who_page(request, refused, tournament) or on_page("desk_players")(request, refused, tournament)


@posted
@director_required
@refused_at(_not_answered, in_place=_not_answered_in_place)
def answer_join_request(request: UserRequest, tournament: Tournament) -> HttpResponse:
    """Accept or decline sign-ups."""
    form = forms.JoinAnswerForm(request.POST)
    sent = form.values()
    if sent["decline"]:
        actions.decline(tournament, by=request.user, keys=sent["decline"])
    else:
        identity_by_name = forms.WhoForm(request.POST).said()
        actions.accept_requests(
            tournament, by=request.user, chosen=form.chosen(), said=identity_by_name, are_them=sent["are_them"]
        )
    if request.htmx:
        return _list(request, tournament, warnings=_left_out(request))
    name_left_out(request)
    return redirect("desk_players", slug=tournament.slug)


@require_safe
@director_required
def known(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Suggest known persons for the name being typed."""
    typed = tidy(request.GET.get("name", ""))
    suggestions = known_players(tournament, typed)
    is_known = any(fold(player.name) == fold(typed) and not player.namesakes for player in suggestions)
    context = {
        "tournament": tournament,
        "known": suggestions,
        "namesake": typed if is_known else "",
        "meant": queries.meant_on_list(tournament, typed.partition(";")[0]),
        "address": reverse("desk_players", args=[tournament.slug]),
    }
    return render(request, "desk/known_players.html", context)


@sessions.takes_files(limits.PLAYERS_BYTES)
@require_http_methods(["GET", "POST"])
@director_required
def paste(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Enter players from a list, pasted or from a file: first show it, then enter the ticked players."""
    form = forms.PasteForm(request.POST, request.FILES) if request.method == "POST" else forms.PasteForm()
    if not form.is_valid():
        context = {"section": "players", "form": form}
        return page(request, tournament, "desk/paste.html", context, status=422 if form.errors else 200)
    preview_form = forms.PreviewForm(request.POST)
    sent = preview_form.values()
    read_list = as_chosen(form.cleaned_data["found"], sent["shown"], sent["column"], sent["answer"], sent["instead"])
    lines = read_players(read_list, [entry.name for entry in standings.entries_by_number(tournament).values()])
    # Ticks count only with the columns and answers that were shown: others give other names.
    is_as_shown = preview_form.is_sent and sent["shown"] in ("", shown_as(read_list))

    def preview(ticked: Mapping[int, int] | None, status: int = 200) -> HttpResponse:
        preview = ListPreview(read_list, lines, ticked)
        asks_paid = preview.has_paid and fees_of(tournament).is_asked
        context = {"section": "players", "form": form, "preview": preview, "asks_paid": asks_paid}
        return page(request, tournament, "desk/paste_preview.html", context, status=status)

    if is_as_shown and not sent["look"]:
        return _pasted(request, tournament, lines, sent, preview)
    return preview(sent["ticked"] if is_as_shown else None)


def _not_pasted(
    request: HtmxRequest,
    refused: Refused,
    tournament: Tournament,
    _lines: Sequence[ReadLine],
    _sent: Sent,
    preview: Callable[..., HttpResponse],
) -> HttpResponse:
    if response := _who_page(request, refused, tournament):
        return response
    messages.error(request, refusal_sentence(refused))
    return preview(None, status=422)


@refused_at(_not_pasted)
def _pasted(
    request: UserRequest,
    tournament: Tournament,
    lines: Sequence[ReadLine],
    sent: Sent,
    _preview: Callable[..., HttpResponse],
) -> HttpResponse:
    identity_by_name = forms.WhoForm(request.POST).said()
    # The number of namesakes that the page showed reveals a list that is sent twice, which would enter everybody again.
    ticked = {
        candidate.key: replace(candidate.player, namesakes=sent["ticked"][candidate.key])
        for line in lines
        for candidate in line.candidates
        if candidate.key in sent["ticked"]
    }
    players = {
        key: player for key, new_player in ticked.items() if (player := actions.as_said(new_player, identity_by_name))
    }
    added = actions.add_entries(tournament, by=request.user, players=list(players.values()))
    sentence = ngettext("%(count)s player added", "%(count)s players added", len(added))
    messages.success(request, sentence % {"count": len(added)})
    name_left_out(request)
    paid = {candidate.key for line in lines if line.is_paid for candidate in line.candidates}
    have_paid = [entry for key, entry in zip(players, added, strict=True) if key in paid]
    if sent["are_paid"] and have_paid:
        return _mark_paid(request, tournament, have_paid)
    return redirect("desk_players", slug=tournament.slug)


@refused_at(on_page("desk_players"))
def _mark_paid(request: UserRequest, tournament: Tournament, entries: Sequence[Entry]) -> HttpResponse:
    cash.set_fees_paid(tournament, by=request.user, of=entries, seen_cents=None)
    return redirect("desk_players", slug=tournament.slug)


def _always(_sent: Sent) -> bool:
    return True


def _on_entry(
    form: type[forms.RowForm] = forms.RowForm,
    *,
    for_whom: Callable[[View], View] = director_required,
    changes_others: Callable[[Sent], bool] = lambda sent: False,
    warnings_of: Callable[[Entry], Sequence[str]] = lambda entry: (),
) -> Callable[[Callable[[UserRequest, Entry, Sent], object]], View]:
    """Make a view that does one thing with a player, then shows the row, the list of unpaid fees, or the round.

    If the action `changes_others`, as a new number of players changes the fee, the whole list is drawn again, with
    the warnings from `warnings_of`.
    """

    def made(act: Callable[[UserRequest, Entry, Sent], object]) -> View:
        @posted
        @for_whom
        @refused_at(_on_page_of_row, in_place=beside_the_field)
        @wraps(act)
        def answer(request: UserRequest, tournament: Tournament, number: int) -> HttpResponse:
            entry = get_object_or_404(Entry, tournament=tournament, number=number)
            sent = form(request.POST).values()
            act(request, entry, sent)
            warnings = warnings_of(entry)
            if request.htmx and sent["list"] == "owing":
                return owing_page(request, tournament, entry)
            if request.htmx and changes_others(sent):
                return _list(request, tournament, warnings=warnings)
            if request.htmx:
                return _row(request, tournament, entry)
            for sentence in warnings:
                messages.warning(request, sentence)
            return redirect(PAGES.get(sent["list"], "desk_players"), slug=tournament.slug)

        return answer

    return made


def _leaver_warnings(entry: Entry) -> tuple[str, ...]:
    """Warn of an open match that needs a decision, and of planned rounds that can no longer be played."""
    warnings = []
    evening = evening_of(entry.tournament)
    round_ = evening.newest_round
    pairing = pairings.rows_by_number(evening, round_.number).get(entry.number) if round_ else None
    if round_ and pairing and pairing.table and pairing.is_open:
        warnings.append(left_sentence(entry.name, round_name(round_.number, places_in(round_)), pairing.table))
    if playable := progress.lost_rounds(entry.tournament, evening.record):
        warnings.append(lost_rounds_sentence(entry.tournament.planned_rounds, playable))
    return tuple(warnings)


@_on_entry(forms.HereForm, for_whom=helper_required)
def mark_here(request: UserRequest, entry: Entry, sent: Sent) -> None:
    actions.set_here(entry, by=request.user, is_here=sent["here"])


@_on_entry(forms.PauseForm)
def mark_pause(request: UserRequest, entry: Entry, sent: Sent) -> None:
    actions.set_pause(entry, by=request.user, round_number=sent["round"], pauses=sent["pauses"])


@_on_entry(forms.ChangeForm, changes_others=lambda sent: bool(sent["other"]))
def save(request: UserRequest, entry: Entry, sent: Sent) -> None:
    """Store all values that were changed in the window of a player, or none of them.

    Each change is a separate action, with its line in the journal.
    """
    with transaction.atomic():
        _save_each(request, entry, sent)


def _save_each(request: UserRequest, entry: Entry, sent: Sent) -> None:
    has: Set[str] = sent["has"]
    if "table" in has:
        actions.set_fixed_table(entry, by=request.user, table=sent["table"])
    called = {field: sent[field] for field in ("name", *DETAILS) if field in has}
    if called or sent["is_somebody_else"]:
        actions.change_entry(entry, by=request.user, is_somebody_else=sent["is_somebody_else"], **called)
    if has & {"wish", "shown_as"}:
        persons.set_appearance(entry, by=request.user, wished=Wished(sent["wish"] or Wish.FULL, sent["shown_as"] or ""))
    if "reason" in has:
        cash.set_fee(entry, by=request.user, paid=False, waived=sent["reason"])
    if sent["other"]:
        actions.keep_apart(entry, queries.player_called(entry.tournament, sent["other"]), by=request.user)


@_on_entry(forms.OtherForm, changes_others=_always)
def let_play(request: UserRequest, entry: Entry, sent: Sent) -> None:
    actions.let_meet(entry, queries.player_called(entry.tournament, sent["other"]), by=request.user)


@_on_entry(FeeForm, for_whom=helper_required)
def mark_fee(request: UserRequest, entry: Entry, sent: Sent) -> None:
    cash.set_fee(
        entry,
        by=request.user,
        paid=sent["fee"] == "paid",
        waived=sent["waived"],
        seen_cents=sent["lacking"],
        cents=sent["amount"],
        arrives=_pays_on_arrival(request) and not paired_rounds(entry.tournament),
    )


@_on_entry()
def refund_fee(request: UserRequest, entry: Entry, sent: Sent) -> None:
    cash.give_back_fee(entry, by=request.user)


@_on_entry(changes_others=_always)
def remove(request: UserRequest, entry: Entry, sent: Sent) -> None:
    actions.remove_entry(entry, by=request.user)


@_on_entry(changes_others=_always, warnings_of=_leaver_warnings)
def withdraw(request: UserRequest, entry: Entry, sent: Sent) -> None:
    actions.withdraw_entry(entry, by=request.user)


@_on_entry(changes_others=_always)
def take_back(request: UserRequest, entry: Entry, sent: Sent) -> None:
    actions.return_entry(entry, by=request.user)
