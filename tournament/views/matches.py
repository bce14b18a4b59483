"""Pages of a running match: the player's own, score sheet, clock, replay, transcript."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh, reswap

from tournament.actions import matches as actions
from tournament.actions.permissions import Doer, Guest
from tournament.actions.persons import set_appearance
from tournament.actions.results import report_score, take_back_confirmation
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.matches import AcceptForm, MomentForm, ScoreSheetForm, TranscriptForm, TurnForm
from tournament.forms.players import AppearanceForm
from tournament.forms.results import ReportForm
from tournament.forms.sent import ShownForm
from tournament.machine import limits, words
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.machine.sessions import takes_files
from tournament.machine.visitors import phone_secret
from tournament.matches.clocks import CLOCKS
from tournament.matches.formats import LONGEST_MATCH
from tournament.models import Entry, Pairing, Tournament, Transcript
from tournament.models.tournament import Reporting
from tournament.pages import matches as pages, results
from tournament.pages.rounds import (
    goes_on_at,
    has_no_further_match,
    next_in_finals,
    progress_words,
    reason_in,
    round_of,
)
from tournament.pages.standings import PathTable, best_win, way_on_the_board
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.standings import next_opponents, place_words, possible_places
from tournament.phrases.tournaments import format_note, match_words
from tournament.phrases.values import few_tables, tables
from tournament.public.own import Moving, OwnEdition, moving_part, next_evening, own_edition
from tournament.public.packed import pack
from tournament.public.pages import rows_in_standings
from tournament.public.parts import in_languages
from tournament.queries.cash import prize_rows
from tournament.queries.editions import stored_now
from tournament.queries.evening import public_evening
from tournament.queries.matches import file_of, transcript_of
from tournament.queries.persons import handed_out
from tournament.queries.players import OWN_PHONE, linked_entry, others_of_phone, phone_may_set_wish
from tournament.queries.record import format_of, rules_of
from tournament.queries.results import (
    MyMatch,
    Reported,
    ReportState,
    kept_games,
    may_take_back,
    my_match,
    score_sheet_of,
)
from tournament.queries.rounds.pairings import PairingRow, length_begun, named_pairing, pairings_to_enter
from tournament.queries.rounds.progress import round_clock
from tournament.queries.standings import paths_of, standings_page
from tournament.templatetags.tournament_format import result_from
from tournament.views.access import View, director_required_at_table, helper_required, posted, public
from tournament.views.pages import go_to, gone, is_unchanged, nothing_new, page, rounds_shown_to
from tournament.views.refusals import beside_the_field, done_by, refused_at
from tournament.views.shared import private, sent

# The transcript of a match, at the desk.


def _to_transcript(tournament: Tournament, pairing: Pairing) -> HttpResponse:
    return redirect("transcript", slug=tournament.slug, key=pairing.pk)


def _transcript_refused(
    request: HttpRequest, refused: Refused, tournament: Tournament, pairing: Pairing
) -> HttpResponse:
    messages.error(request, refusal_sentence(refused))
    return _to_transcript(tournament, pairing)


@takes_files(limits.TRANSCRIPT_BYTES)
@require_http_methods(["GET", "POST"])
@director_required_at_table
@refused_at(_transcript_refused)
def transcript(request: UserRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    """Show the transcript of a match with its problems, or the form to attach one."""
    form = TranscriptForm(request.POST, request.FILES) if request.method == "POST" else TranscriptForm()

    def attach() -> HttpResponse:
        file = form.cleaned_data["file"]
        actions.attach_transcript(pairing, by=request.user, data=file.read(), name=file.name)
        return _to_transcript(tournament, pairing)

    if attached := done_by(form, attach):
        return attached
    transcript_page = pages.AttachedTranscript(tournament, pairing, transcript_of(pairing))
    context = {"form": form, "pairing": pairing, "attached": transcript_page}
    return page(request, tournament, "desk/transcript.html", context, status=422 if form.errors else 200)


@posted
@director_required_at_table
@refused_at(_transcript_refused)
def turn(request: UserRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    """Set which side of the transcript is which player."""
    actions.turn_transcript(pairing, by=request.user, turned=TurnForm(request.POST).values()["turned"])
    return _to_transcript(tournament, pairing)


@posted
@director_required_at_table
@refused_at(_transcript_refused)
def accept(request: UserRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    """Accept the transcript's result as that of the match."""
    actions.accept_transcript(pairing, by=request.user, score=AcceptForm(request.POST).values()["score"])
    return _to_transcript(tournament, pairing)


@posted
@director_required_at_table
@refused_at(_transcript_refused)
def remove(request: UserRequest, tournament: Tournament, pairing: Pairing) -> HttpResponse:
    actions.remove_transcript(pairing, by=request.user)
    return _to_transcript(tournament, pairing)


# The match clock: a public page that runs in the browser alone.


@require_safe
def match_clock(request: HttpRequest) -> HttpResponse:
    """Show the clock; its script reads the query string, the server does not."""
    context = {
        "clocks": CLOCKS,
        "longest_match": LONGEST_MATCH,
        "in_languages": in_languages("match_clock", {}),
    }
    return sent(request, pack(render_to_string("match_clock/page.html", context)))


# The pages of a player's private link or own phone: their table, buttons to report the score, their final place.

STILL_REPORTED = (ReportState.OPEN, ReportState.OWN_REPORT, ReportState.THEIR_REPORT, ReportState.DISPUTED)


def own_page(view: Callable[[HtmxRequest, Entry, str], HttpResponse]) -> View:
    """Let in visitors with a player's private link, and the phone that signed up, at an address with `OWN_PHONE`.

    Pass the player's entry, and the token in the address, for links to the player's other pages.
    """

    @public
    def whole(request: HtmxRequest, tournament: Tournament, number: int, token: str) -> HttpResponse:
        entry = linked_entry(tournament, number, token, secret=phone_secret(request))
        page = view(request, entry, token) if entry else _ended(request, tournament)
        page["X-Robots-Tag"] = "noindex, nofollow"
        return page

    @require_http_methods(["GET", "POST"])
    @wraps(view)
    def answer(request: HtmxRequest, slug: str, number: int, token: str) -> HttpResponse:
        return _polled(request, slug, number) or whole(request, slug=slug, number=number, token=token)

    return answer


def _polled(request: HtmxRequest, slug: str, number: int) -> HttpResponse | None:
    """Answer an open page whose still part stands; None to any other request.

    The still part also changes when the link ends, so that it never stands after that.
    """
    shown_edition = request.GET.get("v", "") if request.htmx and request.method == "GET" else ""
    tournament = stored_now(slug) if shown_edition else None
    if tournament is None:
        return None
    edition = own_edition(tournament, number)
    if edition.stands(shown_edition):
        return _own(nothing_new(), tournament, number, shown_edition)
    return _show_moving(request, tournament, number, edition) if shown_edition.startswith(f"{edition.still}.") else None


def _own(answer: HttpResponse, tournament: Tournament, number: int, shown_edition: str) -> HttpResponse:
    """Answer further polls of a private page that shows this edition without a view, as long as it stands."""

    def stands() -> bool:
        stored_tournament = stored_now(tournament.slug)
        return stored_tournament is not None and own_edition(stored_tournament, number).stands(shown_edition)

    return private(answer, shown_edition, stands)


def _show_name(request: HtmxRequest, refused: Refused | None, entry: Entry, token: str) -> HttpResponse:
    is_known = token != OWN_PHONE or phone_may_set_wish(entry)
    context = {
        "tournament": entry.tournament,
        "me": entry,
        "title": f"{_('How others see me')} · {entry.tournament.name}",
        "in_languages": in_languages("my_name", request.resolver_match.kwargs),
        "is_known": is_known,
        "unknown_words": refusal_sentence(Refused("phone_of_unknown")),
        "last_round": entry.tournament.rounds.released().order_by("-number").first(),
        "handed_out": handed_out(entry.person) if entry.person and is_known else (),
        "my_address": reverse("my_match", args=[entry.tournament.slug, entry.number, token]),
        "problem": refusal_sentence(refused) if refused else "",
    }
    return render(request, "public/my_name.html", context, status=422 if refused else 200)


@own_page
@refused_at(_show_name)
def my_name(request: HtmxRequest, entry: Entry, token: str) -> HttpResponse:
    """Show how the player appears to others; a POST changes it."""
    if request.method == "GET":
        return _show_name(request, None, entry, token)
    by = Guest(entry.display_name, entry, has_signed_up=token == OWN_PHONE)
    set_appearance(entry, by=by, wished=AppearanceForm(request.POST).wished())
    return go_to(request, reverse("my_match", args=[entry.tournament.slug, entry.number, token]))


def _ended(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    is_own_phone = request.resolver_match.kwargs["token"] == OWN_PHONE
    heading = _("This phone cannot report for this player") if is_own_phone else _("This link is no longer valid")
    if words.HEADER in request.headers:
        return HttpResponse(heading, status=410, content_type="text/plain; charset=utf-8")
    if request.htmx:
        return HttpResponseClientRefresh()
    context = {
        "tournament": tournament,
        "title": f"{heading} · {tournament.name}",
        "heading": heading,
        "in_languages": in_languages(request.resolver_match.view_name, request.resolver_match.kwargs),
        "is_own_phone": is_own_phone,
        "outbox_of": pages.outbox_of_player(tournament, request.resolver_match.kwargs["number"]),
    }
    return render(request, "registration/player_link_ended.html", context, status=410)


def _show_match(request: HtmxRequest, refused: Refused | None, entry: Entry, token: str) -> HttpResponse:
    tournament = entry.tournament = Tournament.objects.get(pk=entry.tournament_id)
    edition = own_edition(tournament, entry.number)
    evening = public_evening(tournament)
    part = _end(tournament, entry) if tournament.is_closed else _match(tournament, entry)
    context = {
        "tournament": tournament,
        "edition": edition,
        "me": entry,
        "last_round": evening.newest_round,
        "in_languages": in_languages("my_match", request.resolver_match.kwargs),
        "problem": problem_of(refused) if refused else "",
        "in_list": rows_in_standings(evening, [entry.number]).get(entry.number, ""),
        "name_address": reverse("my_name", args=[tournament.slug, entry.number, token]),
        "is_own_phone": token == OWN_PHONE,
        "others": others_of_phone(entry, phone_secret(request)) if token == OWN_PHONE else (),
        "outbox_of": pages.outbox_of_player(tournament, entry.number),
        "sheet_address": reverse("my_sheet", args=[tournament.slug, entry.number, token]),
        **part,
    }
    # A score typed for a cancelled match does not belong to the new match.
    if refused and refused.code != "pairings_changed_meanwhile" and "is_first" in part:
        typed = ReportForm(part["format"], request.POST).typed()
        context["typed"] = typed if part["is_first"] else typed[::-1]
    if refused and refused.code == "score_surprises":
        context["surprise"] = results.surprising_button(
            (refused.values["first"], refused.values["second"]), part["is_first"]
        )
    template = part["part_template"] if request.htmx else "public/my_page.html"
    answer = render(request, template, context, status=422 if refused else 200)
    return _own(answer, tournament, entry.number, str(edition))


def _refused_word(request: HtmxRequest, refused: Refused, entry: Entry, _token: str) -> HttpResponse:
    """Answer with the bare sentence; an unusual score that was typed brings the result that is to be tapped instead."""
    answer = beside_the_field(request, refused)
    answer.content = problem_of(refused).encode()
    if refused.code == "score_surprises":
        match = my_match(entry)
        is_first = match.pairing is not None and match.pairing.first == entry
        answer["Instead"] = results.surprising_button(
            (refused.values["first"], refused.values["second"]), is_first
        ).code
    return answer


@own_page
@refused_at(_show_match, in_place=_refused_word)
def mine(request: HtmxRequest, entry: Entry, token: str) -> HttpResponse:
    """Show the player's match of the running round; a POST reports its score."""
    if request.method == "GET":
        return _show_match(request, None, entry, token)
    form = ReportForm(format_of(entry.tournament, length=length_begun(entry.tournament, entry.number)), request.POST)
    sent = form.values()
    if sent["takes_back"]:
        take_back_confirmation(entry, key=sent["match"])
    else:
        report_score(entry, key=sent["match"], expected=sent["seen"], score=form.score(), phone=sent["phone"])
    if request.htmx:
        return _show_match(request, None, entry, token)
    page = reverse("my_match", args=[entry.tournament.slug, entry.number, token])
    return redirect(f"{page}#report")


def problem_of(refused: Refused) -> str:
    """Explain the refusal to a player, who, unlike the director, cannot reopen a tournament."""
    if refused.code == "tournament_is_closed":
        return _("The tournament is closed, so no more scores can be reported. Please tell the director.")
    if refused.code == "score_surprises":
        return _("This score is unusually high. Is it right?")
    return refusal_sentence(refused)


def _match(tournament: Tournament, entry: Entry) -> dict[str, Any]:
    """Build the context of the player's match in the running round."""
    match = my_match(entry)
    pairing = match.pairing
    length = pairing.length if pairing else None
    match_format, rules = format_of(tournament, length=length), rules_of(tournament, length=length)
    is_first = pairing is not None and pairing.first == entry
    win_buttons, loss_buttons = results.own_score_buttons(match_format, rules, is_first=is_first)
    evening = public_evening(tournament)
    last = evening.newest_round
    round_title = round_of(evening, match.round_number, entry.number)
    return {
        "part_template": "public/my_match.html",
        "title": _title(match, entry, round_title),
        "round_title": round_title,
        "clock": SimpleLazyObject(lambda: round_clock(evening)),
        "match": match,
        "has_left": entry.number in evening.record.left,
        "next_in_finals": next_in_finals(evening, entry.number),
        **_moving(tournament, entry.number),
        "reason": reason_in(evening, last.number, pairing.first.number) if pairing and last else "",
        "can_report": match.state in STILL_REPORTED and tournament.reporting != Reporting.OFF,
        "may_take_back": may_take_back(entry, match, at=timezone.now()),
        "needs_both": tournament.reporting == Reporting.BOTH,
        "won": win_buttons,
        "lost": loss_buttons,
        "format": match_format,
        "match_length": match_format.match_length,
        "format_note": format_note(match_format),
        "takes_winner_first": results.takes_winner_first(match_format, rules),
        "excess": results.excess_buttons(match_format, rules, is_first=is_first),
        "types_excess": results.types_excess(match_format, rules),
        "is_first": is_first,
        # The match clock marks the player's own half.
        "of_own_side": f"&you={not is_first:d}",
        "expected": _code(match.own),
        "theirs": _code(match.theirs),
        "said": results.result_code(pairing.result) if pairing and not pairing.is_open else _code(match.own),
        "games": _games(tournament, match),
    }


def _moving(tournament: Tournament, number: int) -> dict[str, Any]:
    """Build the context of the part that results at other tables change."""
    moving = moving_part(tournament, number)
    between = progress_words(*moving.progress, moving.pace, timezone.now()) if moving.progress else ()
    match_format = (
        format_of(tournament, length=length_begun(tournament, number)) if moving.opponent and not between else None
    )
    return {
        "place": moving.place,
        "moving": moving,
        "between": between,
        "waiting": _waiting(tournament, number, moving) if between else {},
        "match_words": match_words(match_format) if match_format else "",
    }


def _waiting(tournament: Tournament, number: int, moving: Moving) -> dict[str, Any]:
    """Build what a player without an open match is told while other tables play."""
    row = next((row for row in moving.around if row.entry.number == number), None)
    live = pages.live_scores(tournament, moving.playing)
    at_tables = few_tables(moving.next_opponents_tables) if moving.next_opponents_tables else ""
    return {
        "number": number,
        "is_over": has_no_further_match(public_evening(tournament), number),
        "goes_on": goes_on_at(moving.pace, timezone.now()),
        "possible": possible_places(row.standing.rank, *moving.possible) if row and moving.possible else "",
        "playing": [(row, live[row.key].score if row.key in live else "–") for row in moving.playing],
        "next_opponents": next_opponents(row.standing.match_wins, at_tables) if row and at_tables else "",
    }


def _show_moving(request: HtmxRequest, tournament: Tournament, number: int, edition: OwnEdition) -> HttpResponse:
    """Renew what results at other tables have changed; all else stays as the page shows it."""
    context = {"edition": edition, "renews": True, **_moving(tournament, number)}
    answer = reswap(render(request, "public/my_moving.html", context), "none")
    return _own(answer, tournament, number, str(edition))


def _games(tournament: Tournament, match: MyMatch) -> tuple[pages.GameLine, ...]:
    """The recorded games of the player's match."""
    if match.pairing is None or match.pairing.is_bye:
        return ()
    stored_games = kept_games(Pairing(pk=match.key, first_id=match.pairing.first.pk))
    return pages.game_lines(tournament, match.pairing, stored_games.games)


def _end(tournament: Tournament, entry: Entry) -> dict[str, Any]:
    """Build the context of the player's final place, their matches and prizes."""
    evening = public_evening(tournament)
    ranking = standings_page(evening)
    row = next((row for row in ranking.placed_rows if row.entry == entry), None)
    path = paths_of(evening)[entry.number]
    prizes = [prize.prize.description for prize in prize_rows(tournament, ranking) if prize.winner == entry]
    return {
        "part_template": "public/my_end.html",
        "title": f"{_('Final standings')} · {tournament.name}",
        "row": row if evening.rounds else None,
        "players": len(ranking.placed_rows),
        "table": PathTable(tournament, path),
        "after": {
            "prizes": prizes,
            "turns": range(0, 360, 15),
            "way": way_on_the_board(path),
            "best_win": best_win(path, ranking),
            "shared": _shared_place(entry, row.standing.rank, len(ranking.placed_rows)) if row else None,
            "next": next_evening(tournament, timezone.now()),
        },
    }


def _shared_place(entry: Entry, rank: int, players: int) -> dict[str, str]:
    """Name what a player shares: their place, the address of their page for everyone, never of the private one, and
    that of its picture, which a player who wishes to appear nowhere does not have."""
    tournament = entry.tournament
    place = place_words(rank, players, so_far=False)
    number_at = [tournament.slug, entry.number]
    return {
        "title": f"{entry.display_name}: {place} · {tournament.name}",
        "address": settings.PUBLIC_URL + reverse("player", args=number_at),
        "card": "" if entry.is_hidden else reverse("player_card", args=number_at),
    }


def _title(match: MyMatch, entry: Entry, round_title: str) -> str:
    """The title of the browser tab: the table, or the state of the match."""
    if not match.round_number:
        return f"{entry.display_name} · {entry.tournament.name}"
    words = {
        ReportState.NOT_PAIRED: _("not paired"),
        ReportState.BYE: _("bye"),
        ReportState.OWN_REPORT: _("Report received"),
        ReportState.THEIR_REPORT: _("Confirm the score"),
        ReportState.DISPUTED: _("Two different results"),
    }
    if match.pairing and match.state is ReportState.OPEN:
        words[match.state] = tables([match.pairing.table or 0])
    elif match.pairing and match.state is ReportState.DONE:
        words[match.state] = result_from(match.pairing, entry.number)
    return f"{round_title} · {words[match.state]}"


def _code(reported: Reported | None) -> str:
    return results.result_code(Result(Outcome.PLAYED, reported.score)) if reported else ""


# Public replays and transcripts.


def _public_transcript(tournament: Tournament, number: int, table: int) -> Transcript:
    """Find the transcript of a match in a public round."""
    transcripts = Transcript.objects.select_related("pairing__round", "pairing__first", "pairing__second")
    released = tournament.rounds.released()
    return get_object_or_404(
        transcripts, pairing__round__in=released, pairing__round__number=number, pairing__table=table
    )


@require_safe
@public
def replay(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show a match on the board, move by move."""
    stored_transcript = _public_transcript(tournament, number, table)
    replay_page = pages.ReplayPage(stored_transcript.pairing, stored_transcript, MomentForm(request.GET).moment())
    address = {"slug": tournament.slug, "number": number, "table": table}
    in_each = in_languages("replay", address, at=str(replay_page.at or ""))
    context = {
        "tournament": tournament,
        "pairing": stored_transcript.pairing,
        "replay": replay_page,
        "in_languages": in_each,
    }
    return sent(request, pack(render_to_string("board/transcript.html", context)))


@require_safe
@public
def transcript_file(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    stored_transcript = _public_transcript(tournament, number, table)
    answer = sent(request, pack(file_of(stored_transcript.pairing, stored_transcript)), "text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{number}-{table}.mat"'
    return answer


# The score sheet of a match, by the player's private link and at the desk.


def _show_mine(request: HtmxRequest, refused: Refused | None, entry: Entry, token: str) -> HttpResponse:
    tournament = Tournament.objects.get(pk=entry.tournament_id)
    edition = own_edition(tournament, entry.number).still
    match = my_match(entry)
    back = reverse("my_match", args=[tournament.slug, entry.number, token])
    shown_key = ShownForm(request.GET).values()["of"]
    is_another = shown_key is not None and shown_key != match.key
    if match.pairing is None or match.pairing.is_bye or tournament.is_closed or is_another:
        return go_to(request, back)
    is_open = match.pairing.is_open and tournament.reporting != Reporting.OFF
    stored_games = score_sheet_of(Pairing(pk=match.key, first_id=match.pairing.first.pk))
    sheet = pages.ScoreSheetPage(tournament, match.pairing, stored_games)
    own_side = int(match.pairing.first != entry)
    context = {
        "own_side": own_side,
        "of_own_side": f"&you={own_side}",
        **_on_the_sheet(tournament, match.pairing, sheet, can_say=is_open, can_take_back=is_open),
        "tournament": tournament,
        "edition": edition,
        "me": entry,
        "match": match,
        "key": match.key,
        "sheet_for_phone": pages.sheet_on_phone(tournament, match.pairing, stored_games, match.key or 0, own_side),
        "outbox_of": pages.outbox_of_player(tournament, entry.number),
        "back": back,
        "in_languages": in_languages("my_sheet", request.resolver_match.kwargs),
        "problem": problem_of(refused) if refused else "",
    }
    template = "sheet/my_part.html" if request.htmx else "sheet/my_page.html"
    answer = render(request, template, context, status=422 if refused else 200)
    return _own(answer, tournament, entry.number, edition)


@own_page
@refused_at(_show_mine, in_place=_refused_word)
def my_sheet(request: HtmxRequest, entry: Entry, token: str) -> HttpResponse:
    """Show the score sheet of the player's running match; a POST adds a word such as "take" or removes the last one."""
    if request.method == "GET":
        return _show_mine(request, None, entry, token)
    sent = ScoreSheetForm(request.POST).values()
    _write(entry.tournament, Guest(entry.display_name, entry, phone=sent["phone"]), sent["match"], sent)
    return _show_mine(request, None, entry, token) if request.htmx else redirect(request.path)


def _show_sheet(request: HtmxRequest, refused: Refused | None, tournament: Tournament, key: int) -> HttpResponse:
    tournament.refresh_from_db()
    pairings = pairings_to_enter().filter(round__in=rounds_shown_to(request.user, tournament), second__isnull=False)
    pairing = pairings.filter(pk=key).first()
    if pairing is None:
        return gone(request, tournament)
    pairing_row = named_pairing(pairing, tournament)
    stored_games = score_sheet_of(pairing)
    sheet = pages.ScoreSheetPage(tournament, pairing_row, stored_games)
    is_running = pairing.round.number == pairing.last_paired and not (tournament.is_closed or pairing.round.is_hidden)
    is_own_result = sheet.is_decided and pairing_row.result == Result(Outcome.PLAYED, sheet.points)
    context = {
        **_on_the_sheet(
            tournament,
            pairing_row,
            sheet,
            can_say=is_running and pairing_row.is_open,
            can_take_back=is_running and (pairing_row.is_open or is_own_result),
        ),
        "section": "round",
        "edition": tournament.version_mark,
        "round": pairing.round,
        "key": key,
        "sheet_for_phone": pages.sheet_on_phone(tournament, pairing_row, stored_games, key),
        "outbox_of": f"{request.user.pk}/{tournament.slug}",
        "problem": refusal_sentence(refused) if refused else "",
    }
    return page(request, tournament, "sheet/desk.html", context, status=422 if refused else 200)


@require_http_methods(["GET", "POST"])
@helper_required
@refused_at(_show_sheet, in_place=beside_the_field)
def desk_sheet(request: UserRequest, tournament: Tournament, key: int) -> HttpResponse:
    """Show the score sheet of a table; a POST adds a word such as "take" or removes the last one."""
    if is_unchanged(request, tournament.version_mark):
        return nothing_new()
    if request.method == "GET":
        return _show_sheet(request, None, tournament, key)
    _write(tournament, request.user, key, ScoreSheetForm(request.POST).values())
    return _show_sheet(request, None, tournament, key) if request.htmx else redirect(request.path)


def _write(tournament: Tournament, by: Doer, key: int, sent: dict[str, Any]) -> None:
    if sent["leaves"] is not None:
        actions.take_back_word(tournament, by=by, key=key, expected=sent["seen"], leaves=sent["leaves"])
    elif sent["word"] is not None:
        actions.say_word(tournament, by=by, key=key, expected=sent["seen"], said=sent["word"])
    else:
        raise Refused("word_not_understood")


def _on_the_sheet(
    tournament: Tournament, pairing: PairingRow, sheet: pages.ScoreSheetPage, *, can_say: bool, can_take_back: bool
) -> dict[str, Any]:
    return {
        "pairing": pairing,
        "sheet": sheet,
        "match_length": pairing.length,
        "can_say": can_say,
        "can_take_back": can_take_back and sheet.last_word,
    }
