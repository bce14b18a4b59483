"""What a player's private link opens: their table, the reason for it, and the buttons to report the score."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from tournament.actions.reports import report_score
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.answers import whole_number
from tournament.forms.reports import own_score_buttons, reported_score, seen_score
from tournament.forms.results import result_code
from tournament.models import Entry, Tournament
from tournament.models.tournament import Reporting
from tournament.pages.parts import in_languages
from tournament.phrases import refusal_sentence
from tournament.queries.pace import round_clock
from tournament.queries.player_links import linked_entry
from tournament.queries.reasons import pairing_reason_of
from tournament.queries.record import rules_of
from tournament.queries.reports import MatchState, Reported, my_match
from tournament.queries.standings import current_places
from tournament.views.access import shown
from tournament.views.pages import is_unchanged, nothing_new

STILL_REPORTED = (MatchState.OPEN, MatchState.OWN_REPORT, MatchState.THEIR_REPORT, MatchState.DISPUTED)


@never_cache
@require_http_methods(["GET", "POST"])
@shown
def mine(request: HttpRequest, tournament: Tournament, number: int, token: str) -> HttpResponse:
    """The player's match of the running round; a POST reports its score."""
    if is_unchanged(request, tournament):
        # The end of a link is news as well.
        return nothing_new()
    entry = linked_entry(tournament, number, token)
    if entry is None:
        answer = _ended(request, tournament)
    elif request.method == "POST":
        answer = _report(request, entry, token)
    else:
        answer = _show(request, entry)
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def _ended(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.htmx:
        return HttpResponseClientRefresh()
    return render(request, "registration/player_link_ended.html", {"tournament": tournament}, status=410)


def _report(request: HttpRequest, entry: Entry, token: str) -> HttpResponse:
    try:
        key = whole_number(request.POST.get("match", ""))
        report_score(entry, key=key, seen=seen_score(request.POST), score=reported_score(request.POST))
    except Refused as refused:
        return _show(request, entry, refused)
    if request.htmx:
        return _show(request, entry)
    return redirect("my_match", slug=entry.tournament.slug, number=entry.number, token=token)


def _show(request: HttpRequest, entry: Entry, refused: Refused | None = None) -> HttpResponse:
    tournament = Tournament.objects.get(pk=entry.tournament_id)
    match = my_match(entry)
    seat = match.seat
    places = current_places(tournament)
    won, lost = own_score_buttons(rules_of(tournament), is_first=seat is not None and seat.first == entry)
    context = {
        "tab": "mine",
        "tournament": tournament,
        "title": f"{entry.display_name} · {tournament.name}",
        "last_round": tournament.rounds.released().order_by("-number").first(),
        "clock": SimpleLazyObject(lambda: round_clock(tournament)),
        "in_languages": in_languages("my_match", request.resolver_match.kwargs),
        "me": entry,
        "match": match,
        # Before anybody has played, the order is that of the lot, and of another lot than the one that paired.
        "place": places.get(entry.number) if match.round_number > 1 or match.state is MatchState.DONE else None,
        "players": len(places),
        "reason": pairing_reason_of(tournament, seat.first.number) if seat else "",
        "can_report": match.state in STILL_REPORTED and tournament.reporting != Reporting.OFF,
        "needs_both": tournament.reporting == Reporting.BOTH,
        "won": won,
        "lost": lost,
        "seen": _code(match.own),
        "theirs": _code(match.theirs),
        "problem": refusal_sentence(refused) if refused else "",
    }
    template = "public/my_match.html" if request.htmx else "public/my_page.html"
    return render(request, template, context, status=422 if refused else 200)


def _code(reported: Reported | None) -> str:
    return result_code(Result(Outcome.PLAYED, reported.score)) if reported else ""
