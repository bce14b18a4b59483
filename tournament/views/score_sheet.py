"""The score sheet of a match: on a player's phone by the private link, and at the desk."""

from operator import attrgetter
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from tournament.actions.matches import say_word, take_back_word
from tournament.actions.permissions import Doer, Guest
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.matches import ScoreSheetForm
from tournament.forms.shown import ShownForm
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.models import Entry, Pairing, Tournament
from tournament.models.tournament import Reporting
from tournament.pages.matches import ScoreSheetPage, score_sheet, sheet_on_phone, store_of_desk, store_of_player
from tournament.phrases.refusals import refusal_sentence
from tournament.public.parts import in_languages
from tournament.queries.matches import edition_with_sheet
from tournament.queries.results import kept_games, my_match
from tournament.queries.rounds import NamedPairing, named_pairing, pairings_to_enter
from tournament.views.access import helper_required
from tournament.views.my_match import own_page, problem_of
from tournament.views.pages import go_to, is_unchanged, nothing_new, page, rounds_shown_to
from tournament.views.refusals import refused_at


@own_page
def my_sheet(request: HtmxRequest, entry: Entry, token: str) -> HttpResponse:
    """The sheet of the player's match of the running round; a POST says a word on it or takes the last one back."""
    return _say_mine(request, entry, token) if request.method == "POST" else _show_mine(request, entry, token)


def _not_said(request: HtmxRequest, refused: Refused, entry: Entry, token: str) -> HttpResponse:
    return _show_mine(request, entry, token, refused)


@refused_at(_not_said)
def _say_mine(request: HtmxRequest, entry: Entry, token: str) -> HttpResponse:
    sent = ScoreSheetForm(request.POST).values()
    _write(entry.tournament, Guest(entry.display_name, entry, phone=sent["phone"]), sent["match"], sent)
    return _show_mine(request, entry, token) if request.htmx else redirect(request.path)


def _show_mine(request: HtmxRequest, entry: Entry, token: str, refused: Refused | None = None) -> HttpResponse:
    tournament = Tournament.objects.get(pk=entry.tournament_id)
    page_version = edition_with_sheet(tournament, entry.number)
    match = my_match(entry)
    back = reverse("my_match", args=[tournament.slug, entry.number, token])
    shown = ShownForm(request.GET).values()["of"]
    is_another = shown is not None and shown != match.key
    if match.pairing is None or match.pairing.is_bye or tournament.is_closed or is_another:
        return go_to(request, back)
    is_open = match.pairing.is_open and tournament.reporting != Reporting.OFF
    kept = kept_games(Pairing(pk=match.key, first_id=match.pairing.first.pk))
    sheet = score_sheet(tournament, match.pairing, kept)
    context = {
        **_on_the_sheet(match.pairing, sheet, can_say=is_open, can_take_back=is_open),
        "tournament": tournament,
        "page_version": page_version,
        "me": entry,
        "match": match,
        "key": match.key,
        "sheet_for_phone": sheet_on_phone(tournament, match.pairing, kept, match.key or 0),
        "store": store_of_player(entry),
        "back": back,
        "in_languages": in_languages("my_sheet", request.resolver_match.kwargs),
        "problem": problem_of(refused) if refused else "",
    }
    template = "sheet/my_part.html" if request.htmx else "sheet/my_page.html"
    return render(request, template, context, status=422 if refused else 200)


@require_http_methods(["GET", "POST"])
@helper_required
def desk_sheet(request: HtmxRequest, tournament: Tournament, key: int) -> HttpResponse:
    """The sheet of a table; a POST says a word on it or takes the last one back."""
    if is_unchanged(request, tournament, attrgetter("edition")):
        return nothing_new()
    return _say(request, tournament, key) if request.method == "POST" else _show(request, tournament, key)


def _not_said_at_desk(request: HtmxRequest, refused: Refused, tournament: Tournament, key: int) -> HttpResponse:
    return _show(request, tournament, key, refused)


@refused_at(_not_said_at_desk)
def _say(request: UserRequest, tournament: Tournament, key: int) -> HttpResponse:
    _write(tournament, request.user, key, ScoreSheetForm(request.POST).values())
    return _show(request, tournament, key) if request.htmx else redirect(request.path)


def _show(request: HtmxRequest, tournament: Tournament, key: int, refused: Refused | None = None) -> HttpResponse:
    tournament.refresh_from_db()
    shown = pairings_to_enter().filter(round__in=rounds_shown_to(request.user, tournament), second__isnull=False)
    pairing = shown.filter(pk=key).first()
    if pairing is None:
        return _gone(request, tournament)
    named = named_pairing(pairing, tournament.boards)
    kept = kept_games(pairing)
    sheet = score_sheet(tournament, named, kept)
    is_running = pairing.round.number == pairing.last_paired and not (tournament.is_closed or pairing.round.is_hidden)
    is_own_result = sheet.is_decided and named.result == Result(Outcome.PLAYED, sheet.points)
    context = {
        **_on_the_sheet(
            named,
            sheet,
            can_say=is_running and named.is_open,
            can_take_back=is_running and (named.is_open or is_own_result),
        ),
        "section": "round",
        "page_version": tournament.edition,
        "round": pairing.round,
        "key": key,
        "sheet_for_phone": sheet_on_phone(tournament, named, kept, key),
        "store": f"{store_of_desk(tournament)}{key}",
        "problem": refusal_sentence(refused) if refused else "",
    }
    return page(request, tournament, "sheet/desk.html", context, status=422 if refused else 200)


def _gone(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """A page that was open when its pairing went leads on; an address that leads nowhere is not found."""
    if not request.htmx:
        raise Http404
    return HttpResponseClientRedirect(reverse("desk", args=[tournament.slug]))


def _write(tournament: Tournament, by: Doer, key: int, sent: dict[str, Any]) -> None:
    if sent["leaves"] is not None:
        take_back_word(tournament, by=by, key=key, expected=sent["seen"], leaves=sent["leaves"])
    elif sent["word"] is not None:
        say_word(tournament, by=by, key=key, expected=sent["seen"], said=sent["word"])
    else:
        raise Refused("word_not_understood")


def _on_the_sheet(
    pairing: NamedPairing, sheet: ScoreSheetPage, *, can_say: bool, can_take_back: bool
) -> dict[str, Any]:
    return {"pairing": pairing, "sheet": sheet, "can_say": can_say, "can_take_back": can_take_back and sheet.last_word}
