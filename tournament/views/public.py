"""What everyone sees: standings, rounds, players; made for a phone."""

from collections.abc import Collection
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournament.models import Entry, Tournament
from tournament.names import search_key
from tournament.queries.costs import prize_rows
from tournament.queries.crosstable import path_of
from tournament.queries.lots import check_command, drawn_lots
from tournament.queries.reasons import own_pairing_reasons, pairing_reasons, place_reasons
from tournament.queries.record import record_of
from tournament.queries.rounds import Seat, round_page, seats
from tournament.queries.standings import entries_by_number, standings_page
from tournament.tables import EntryTable, StandingTable
from tournament.views.access import shown
from tournament.views.pages import is_unchanged, nothing_new, page
from tournament.views.phone_memory import forget_player, remember_player, remembered_link, remembered_player

MOST_FOUND = 8


@require_safe
@shown
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The ranking, provisional while matches are open, and where the visitor sits."""
    if is_unchanged(request, tournament):
        return nothing_new()
    ranking = SimpleLazyObject(lambda: standings_page(tournament, record=record_of(tournament, with_hidden=False)))
    context = {
        "tab": "standings",
        "ranking": ranking,
        "prizes": SimpleLazyObject(lambda: [row for row in prize_rows(tournament, ranking) if row.winner]),
        "standing_table": SimpleLazyObject(lambda: StandingTable(ranking.rows)),
        "entry_table": SimpleLazyObject(lambda: EntryTable(tuple(ranking.entries.values()))),
    }
    return with_seat(request, tournament, "public/standings.html", context)


@require_safe
@shown
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The pairings and results of a round."""
    if is_unchanged(request, tournament):
        return nothing_new()
    paired = tournament.rounds.released().filter(number=number).first()
    if paired is None:
        return _gone(request, tournament)
    context = {
        "tab": "round",
        "number": number,
        "pairings": SimpleLazyObject(partial(round_page, paired)),
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
        "reasons": place_reasons(row) if record.rounds else (),
    }
    return with_seat(request, tournament, "public/player.html", context)


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
    found = [entry for entry in everyone if typed and typed in search_key(entry.display_name)]
    found.sort(key=lambda entry: (not search_key(entry.display_name).startswith(typed), search_key(entry.name)))
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


def with_seat(request: HttpRequest, tournament: Tournament, template: str, context: dict[str, Any]) -> HttpResponse:
    """A public page, with the table of the player this phone remembers."""
    me = remembered_player(request, tournament)
    seat = _seats(tournament, [me.number]).get(me.number) if me else None
    reason = pairing_reasons(tournament).get(seat.first.number, "") if seat else ""
    my_link = remembered_link(request, tournament) if me else ""
    return page(
        request, tournament, template, {**context, "me": me, "seat": seat, "seat_reason": reason, "my_link": my_link}
    )


def _seats(tournament: Tournament, numbers: Collection[int]) -> dict[int, Seat]:
    """Where those with these start numbers sit in the last round paired."""
    paired = tournament.rounds.released().order_by("-number").first()
    return seats(paired, numbers) if paired else {}
