"""What a player's private link opens: their table, the buttons to report the score, and in the end their place."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from tournament.actions.permissions import Guest
from tournament.actions.persons import set_appearance
from tournament.actions.results import report_score
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.players import AppearanceForm
from tournament.forms.results import ReportForm
from tournament.machine.requests import HtmxRequest
from tournament.models import Entry, Pairing, Tournament
from tournament.models.tournament import Reporting
from tournament.pages.matches import GameLine, game_lines, store_of_player
from tournament.pages.results import (
    excess_buttons,
    own_score_buttons,
    result_code,
    surprising_button,
    takes_winner_first,
    types_excess,
)
from tournament.pages.rounds import reason_of
from tournament.pages.standings import PathTable
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.tournaments import format_note, match_words
from tournament.phrases.values import tables
from tournament.public.parts import in_languages
from tournament.queries.cash import prize_rows
from tournament.queries.facts import facts_of
from tournament.queries.matches import edition_with_sheet
from tournament.queries.persons import handed_out
from tournament.queries.players import linked_entry
from tournament.queries.record import format_of, rules_of
from tournament.queries.results import MyMatch, Reported, ReportState, kept_games, my_match
from tournament.templatetags.tournament_format import result_from
from tournament.views.access import View, public
from tournament.views.pages import go_to, is_unchanged, nothing_new
from tournament.views.refusals import refused_at

STILL_REPORTED = (ReportState.OPEN, ReportState.OWN_REPORT, ReportState.THEIR_REPORT, ReportState.DISPUTED)


def own_page(view: Callable[[HtmxRequest, Entry, str], HttpResponse]) -> View:
    """For whoever has the private link of a player: the view is given the entry, and the token to lead on with."""

    @require_http_methods(["GET", "POST"])
    @public
    @wraps(view)
    def answer(request: HtmxRequest, tournament: Tournament, number: int, token: str) -> HttpResponse:
        if is_unchanged(request, tournament, partial(edition_with_sheet, number=number)):
            # The end of a link is news as well.
            return nothing_new()
        entry = linked_entry(tournament, number, token)
        shown = view(request, entry, token) if entry else _ended(request, tournament)
        shown["X-Robots-Tag"] = "noindex, nofollow"
        return shown

    return answer


@own_page
def mine(request: HtmxRequest, entry: Entry, token: str) -> HttpResponse:
    """The player's match of the running round; a POST reports its score."""
    return _report(request, entry, token) if request.method == "POST" else _show(request, entry, token)


@own_page
def my_name(request: HtmxRequest, entry: Entry, token: str) -> HttpResponse:
    """How the player appears to everybody else; a POST sets it."""
    return _set_name(request, entry, token) if request.method == "POST" else _show_name(request, entry, token)


def _name_not_set(request: HtmxRequest, refused: Refused, entry: Entry, token: str) -> HttpResponse:
    return _show_name(request, entry, token, refused)


@refused_at(_name_not_set)
def _set_name(request: HtmxRequest, entry: Entry, token: str) -> HttpResponse:
    set_appearance(entry, by=Guest(entry.display_name, entry), wished=AppearanceForm(request.POST).wished())
    return go_to(request, reverse("my_match", args=[entry.tournament.slug, entry.number, token]))


def _show_name(request: HtmxRequest, entry: Entry, token: str, refused: Refused | None = None) -> HttpResponse:
    context = {
        "tournament": entry.tournament,
        "me": entry,
        "title": f"{_('How others see me')} · {entry.tournament.name}",
        "in_languages": in_languages("my_name", request.resolver_match.kwargs),
        "last_round": entry.tournament.rounds.released().order_by("-number").first(),
        "handed_out": handed_out(entry.person) if entry.person else (),
        "my_address": reverse("my_match", args=[entry.tournament.slug, entry.number, token]),
        "problem": refusal_sentence(refused) if refused else "",
    }
    return render(request, "public/my_name.html", context, status=422 if refused else 200)


def _ended(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    if request.htmx:
        return HttpResponseClientRefresh()
    context = {
        "tournament": tournament,
        "title": f"{_('This link is no longer valid')} · {tournament.name}",
        "in_languages": in_languages(request.resolver_match.view_name, request.resolver_match.kwargs),
    }
    return render(request, "registration/player_link_ended.html", context, status=410)


def _not_reported(request: HtmxRequest, refused: Refused, entry: Entry, token: str) -> HttpResponse:
    return _show(request, entry, token, refused)


@refused_at(_not_reported)
def _report(request: HtmxRequest, entry: Entry, token: str) -> HttpResponse:
    form = ReportForm(format_of(entry.tournament), request.POST)
    sent = form.values()
    report_score(entry, key=sent["match"], expected=sent["seen"], score=form.score(), phone=sent["phone"])
    if request.htmx:
        return _show(request, entry, token)
    page = reverse("my_match", args=[entry.tournament.slug, entry.number, token])
    return redirect(f"{page}#report")


def _show(request: HtmxRequest, entry: Entry, token: str, refused: Refused | None = None) -> HttpResponse:
    tournament = Tournament.objects.get(pk=entry.tournament_id)
    page_version = edition_with_sheet(tournament, entry.number)
    part = _end(tournament, entry) if tournament.is_closed else _match(tournament, entry)
    context = {
        "tournament": tournament,
        "page_version": page_version,
        "me": entry,
        "last_round": tournament.rounds.released().order_by("-number").first(),
        "in_languages": in_languages("my_match", request.resolver_match.kwargs),
        "problem": problem_of(refused) if refused else "",
        "name_address": reverse("my_name", args=[tournament.slug, entry.number, token]),
        "sheet_store": store_of_player(entry),
        "sheet_address": reverse("my_sheet", args=[tournament.slug, entry.number, token]),
        **part,
    }
    # What was typed for a match that is off is not said of another one.
    if refused and refused.code != "pairings_changed_meanwhile" and "is_first" in part:
        typed = ReportForm(format_of(tournament), request.POST).typed()
        context["typed"] = typed if part["is_first"] else typed[::-1]
    if refused and refused.code == "score_surprises":
        context["surprise"] = surprising_button((refused.values["first"], refused.values["second"]), part["is_first"])
    template = part["part_template"] if request.htmx else "public/my_page.html"
    return render(request, template, context, status=422 if refused else 200)


def problem_of(refused: Refused) -> str:
    """Why the report was refused, in words for a player, who cannot reopen a tournament."""
    if refused.code == "tournament_is_closed":
        return _("The tournament is closed, so no more scores can be reported. Please tell the director.")
    if refused.code == "score_surprises":
        return _("This score is unusually high. Is it right?")
    return refusal_sentence(refused)


def _match(tournament: Tournament, entry: Entry) -> dict[str, Any]:
    """The match of the running round, and what can be done about it."""
    match = my_match(entry)
    pairing = match.pairing
    wanted, rules = format_of(tournament), rules_of(tournament)
    is_first = pairing is not None and pairing.first == entry
    won, lost = own_score_buttons(wanted, rules, is_first=is_first)
    # Before anybody has played, the order is that of the lot, and of another lot than the one that paired.
    is_ranked = match.round_number > 1 or match.state is ReportState.DONE
    facts = facts_of(tournament)
    last, ranks = facts.last_round, facts.ranks
    return {
        "part_template": "public/my_match.html",
        "title": _title(match, entry),
        "clock": SimpleLazyObject(lambda: facts.clock),
        "match": match,
        "has_left": entry.number in facts.left,
        "rank": ranks.get(entry.number) if is_ranked else None,
        "opponent_rank": ranks.get(match.opponent.number) if match.opponent and match.round_number > 1 else None,
        "players": len(ranks),
        "reason": reason_of(facts.as_paired(last.number), pairing.first.number) if pairing and last else "",
        "can_report": match.state in STILL_REPORTED and tournament.reporting != Reporting.OFF,
        "needs_both": tournament.reporting == Reporting.BOTH,
        "won": won,
        "lost": lost,
        "match_words": match_words(wanted),
        "format_note": format_note(wanted),
        "takes_winner_first": takes_winner_first(wanted, rules),
        "excess": excess_buttons(wanted, rules, is_first=is_first),
        "types_excess": types_excess(wanted, rules),
        "is_first": is_first,
        "expected": _code(match.own),
        "theirs": _code(match.theirs),
        "games": _games(tournament, match),
    }


def _games(tournament: Tournament, match: MyMatch) -> tuple[GameLine, ...]:
    """What is kept of the player's match."""
    if match.pairing is None or match.pairing.is_bye:
        return ()
    kept = kept_games(Pairing(pk=match.key, first_id=match.pairing.first.pk))
    return game_lines(tournament, match.pairing, kept.games)


def _end(tournament: Tournament, entry: Entry) -> dict[str, Any]:
    """Where the player has come in, whom they played on the way, and what they have won."""
    facts = facts_of(tournament)
    ranking = facts.ranking
    row = next((row for row in ranking.rows if row.entry == entry), None)
    prizes = [prize.prize.description for prize in prize_rows(tournament, ranking) if prize.winner == entry]
    return {
        "part_template": "public/my_end.html",
        "title": f"{_('Final standings')} · {tournament.name}",
        "row": row if facts.rounds else None,
        "players": len(ranking.rows),
        "table": PathTable(facts.paths[entry.number]),
        "prizes": prizes,
    }


def _title(match: MyMatch, entry: Entry) -> str:
    """What the tab of the browser says: where to go, or what has become of the match."""
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
    return f"{_('Round %(number)s') % {'number': match.round_number}} · {words[match.state]}"


def _code(reported: Reported | None) -> str:
    return result_code(Result(Outcome.PLAYED, reported.score)) if reported else ""
