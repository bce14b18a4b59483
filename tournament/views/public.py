"""What everyone sees: standings, rounds, players; made for a phone."""

from collections.abc import Collection
from functools import partial
from itertools import chain
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournament.actions.joining import ask_to_join
from tournament.actions.permissions import Guest
from tournament.engine.refusals import Refused
from tournament.exports.messages import round_text, standings_text
from tournament.forms.entries import JoinForm
from tournament.models import Entry, JoinRequest, Tournament
from tournament.names import is_meant, search_key
from tournament.phrases import refusal_sentence
from tournament.publishing.requests import PublishedRequest
from tournament.queries.chances import chances_page
from tournament.queries.costs import prize_rows
from tournament.queries.course import Way, course_page
from tournament.queries.crosstable import crosstable_page, path_of
from tournament.queries.joining import has_ended, is_open, request_of
from tournament.queries.lots import check_command, drawn_lots
from tournament.queries.reasons import order_reasons, own_pairing_reasons, pairing_reasons, place_reasons
from tournament.queries.record import record_of
from tournament.queries.rounds import Seat, round_page, seats
from tournament.queries.standings import entries_by_number, standings_page
from tournament.tables import EntryTable, StandingTable
from tournament.views.access import shown
from tournament.views.pages import is_unchanged, nothing_new, page
from tournament.views.phone_memory import (
    forget_player,
    remember_player,
    remember_request,
    remembered_link,
    remembered_player,
    remembered_request,
)

MOST_FOUND = 8


@require_safe
@shown
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The ranking, provisional while matches are open, and where the visitor sits."""
    if is_unchanged(request, tournament):
        return nothing_new()
    return _standings(request, tournament)


@require_http_methods(["GET", "POST"])
@shown
def ask(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask to be put on the list; this phone remembers for whom."""
    if request.method == "GET":
        return redirect("standings", slug=tournament.slug)
    form = JoinForm(request.POST)
    if not form.is_valid():
        problem = " ".join(dict.fromkeys(chain.from_iterable(form.errors.values())))
        return _standings(request, tournament, form, problem)
    asked = form.cleaned_data
    try:
        ask_to_join(tournament, by=Guest(asked["name"]), **asked)
    except Refused as refused:
        return _standings(request, tournament, form, refusal_sentence(refused))
    page_to_see = reverse("standings", args=[tournament.slug])
    answer = HttpResponseClientRedirect(page_to_see) if request.htmx else redirect(page_to_see)
    remember_request(answer, tournament, asked["request_key"].hex)
    return answer


def _standings(
    request: HttpRequest, tournament: Tournament, form: JoinForm | None = None, problem: str = ""
) -> HttpResponse:
    """The page, with what was typed of a player who is to be put on the list and what is wrong with it."""
    record = SimpleLazyObject(lambda: record_of(tournament, with_hidden=False))
    ranking = SimpleLazyObject(lambda: standings_page(tournament, record=record))
    takes_names = is_open(tournament) and not isinstance(request, PublishedRequest)
    context = {
        "tab": "standings",
        "ranking": ranking,
        "chances": SimpleLazyObject(lambda: chances_page(ranking, record)),
        "order_reasons": SimpleLazyObject(lambda: order_reasons(ranking)),
        "text": SimpleLazyObject(lambda: standings_text(tournament, ranking)),
        "prizes": SimpleLazyObject(lambda: [row for row in prize_rows(tournament, ranking) if row.winner]),
        "standing_table": SimpleLazyObject(lambda: StandingTable(ranking.rows)),
        "entry_table": SimpleLazyObject(lambda: EntryTable(tuple(ranking.entries.values()))),
        "join_form": (form or JoinForm()) if takes_names else None,
        "join_problem": problem,
    }
    return with_seat(request, tournament, "public/standings.html", context, status=422 if problem else 200)


@require_safe
@shown
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The pairings and results of a round."""
    if is_unchanged(request, tournament):
        return nothing_new()
    paired = tournament.rounds.released().filter(number=number).first()
    if paired is None:
        return _gone(request, tournament)
    pairings = SimpleLazyObject(partial(round_page, paired))
    context = {
        "tab": "round",
        "number": number,
        "pairings": pairings,
        "text": SimpleLazyObject(lambda: round_text(pairings)),
        "round_numbers": tournament.rounds.released().order_by("number").values_list("number", flat=True),
    }
    return with_seat(request, tournament, "public/round.html", context)


@require_safe
@shown
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A player's matches, and how their place came about."""
    if is_unchanged(request, tournament):
        return nothing_new()
    record = record_of(tournament, with_hidden=False)
    ranking = standings_page(tournament, record=record)
    row = next((row for row in ranking.rows if row.entry.number == number), None)
    if row is None:
        raise Http404
    entry = row.entry
    path = path_of(entry, record)
    context = {
        "tab": "player",
        "entry": entry,
        "row": row,
        "ranking": ranking,
        "path": path,
        "opponents": own_pairing_reasons(entry, path, record),
        "way": Way(tuple(match.rank_after for match in path), len(ranking.rows)),
        "reasons": place_reasons(row, ranking.entries) if record.rounds else (),
    }
    return with_seat(request, tournament, "public/player.html", context)


@require_safe
@shown
def crosstable(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who met whom and how it ended."""
    if is_unchanged(request, tournament):
        return nothing_new()
    crossed = SimpleLazyObject(lambda: crosstable_page(tournament, record_of(tournament, with_hidden=False)))
    return with_seat(request, tournament, "public/crosstable.html", {"tab": "crosstable", "crossed": crossed})


@require_safe
@shown
def course(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How the places changed from round to round, with the line of the player this phone remembers."""
    if is_unchanged(request, tournament):
        return nothing_new()
    me = _me(request, tournament, _asked(request, tournament))
    own = me.number if me else None
    lines = SimpleLazyObject(lambda: course_page(tournament, own, record_of(tournament, with_hidden=False)))
    return with_seat(request, tournament, "public/course.html", {"tab": "course", "course": lines})


@require_safe
@shown
def draw(request: HttpRequest, tournament: Tournament, after_round: int = 0) -> HttpResponse:
    """The draw, open to checking: the seed, the recipe, and each player's lot after a round."""
    if is_unchanged(request, tournament):
        return nothing_new()
    rounds = tournament.rounds.released().count()
    if after_round > rounds:
        raise Http404
    context = {
        "tab": "draw",
        "after_round": after_round,
        "round_numbers": range(rounds + 1),
        "lots": drawn_lots(tournament, after_round) if tournament.draw_seed else (),
        "command": check_command(tournament, after_round),
    }
    return page(request, tournament, "public/draw.html", context)


@require_safe
@shown
def remember(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Remember on this phone who holds it; 0 forgets."""
    answer = redirect("standings", slug=tournament.slug)
    if number == 0:
        forget_player(answer, tournament)
    else:
        remember_player(answer, get_object_or_404(Entry, tournament=tournament, number=number))
    return answer


@require_safe
@shown
def find(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is meant by the letters typed, and where they sit."""
    typed = search_key(request.GET.get("q", "").strip()[:100])
    everyone = entries_by_number(tournament).values()
    found = [entry for entry in everyone if is_meant(typed, entry.name, entry.shown_as)]
    found.sort(key=lambda entry: (not search_key(entry.display_name).startswith(typed), search_key(entry.display_name)))
    closest = found[:MOST_FOUND]
    there = _seats(tournament, [entry.number for entry in closest])
    context = {
        "typed": typed,
        "found": [(entry, there.get(entry.number)) for entry in closest],
        "more": max(len(found) - MOST_FOUND, 0),
    }
    if request.htmx:
        return page(request, tournament, "public/found.html", context)
    return page(request, tournament, "public/find.html", context)


def _gone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A page that was open when its round was removed leads on; an address that leads nowhere is not found."""
    if not request.htmx:
        raise Http404
    return HttpResponseClientRedirect(reverse("standings", args=[tournament.slug]))


def with_seat(
    request: HttpRequest, tournament: Tournament, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A public page, with the table of the player this phone remembers, or what has become of their request."""
    asked = _asked(request, tournament)
    me = _me(request, tournament, asked)
    seat = _seats(tournament, [me.number]).get(me.number) if me else None
    reason = pairing_reasons(tournament).get(seat.first.number, "") if seat else ""
    told = {
        "me": me,
        "seat": seat,
        "seat_reason": reason,
        "my_link": remembered_link(request, tournament) if me else "",
        "asked": asked,
        "asking_has_ended": asked and has_ended(tournament),
    }
    return page(request, tournament, template, {**context, **told}, status=status)


def _asked(request: HttpRequest, tournament: Tournament) -> JoinRequest | None:
    return request_of(tournament, remembered_request(request, tournament))


def _me(request: HttpRequest, tournament: Tournament, asked: JoinRequest | None) -> Entry | None:
    """The player whom this phone remembers, or who came of the request that it does."""
    return remembered_player(request, tournament) or (asked and asked.entry)


def _seats(tournament: Tournament, numbers: Collection[int]) -> dict[int, Seat]:
    """Where those with these start numbers sit in the last round paired."""
    paired = tournament.rounds.released().order_by("-number").first()
    return seats(paired, numbers) if paired else {}
