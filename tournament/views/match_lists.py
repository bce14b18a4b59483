"""Lists of matches of earlier years at the desk of a club: previewed, imported, taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions.seasons import NewMatch, RatingSettings, import_matches, take_back_matches
from tournament.engine.refusals import Refused
from tournament.forms.seasons import MatchesForm, MatchFileForm
from tournament.forms.sent import EmptyForm
from tournament.imports.cells import MEGABYTE
from tournament.imports.match_lists import LIMITS, MatchLine
from tournament.machine import limits
from tournament.machine.requests import UserRequest
from tournament.machine.sessions import takes_files
from tournament.models import Club, MatchImport
from tournament.names import person_key
from tournament.pages.persons import FollowingTable
from tournament.pages.seasons import following, match_list_page
from tournament.phrases.backups import forgotten_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.tournaments import CHOICES
from tournament.queries.seasons import forgotten_in_list
from tournament.season.ratings import Ramp, RatingRules
from tournament.views.access import club_director_required
from tournament.views.clubs import club_page, on_club_page
from tournament.views.refusals import refused_at

MOST_MISTAKES = 30


@takes_files(LIMITS.megabytes * MEGABYTE + limits.FORM_BYTES)
@require_http_methods(["GET", "POST"])
@club_director_required
def matches(request: HttpRequest, club: Club) -> HttpResponse:
    """Matches of earlier years: first what is understood of the list, then it counts as a whole."""
    sent = MatchesForm(request.POST)
    if sent.is_sent:
        return _import(request, club, sent)
    form = MatchFileForm(request.POST, request.FILES) if request.method == "POST" else MatchFileForm()
    context: dict[str, Any] = {"section": "seasons", "form": form}
    if not form.is_valid():
        return club_page(request, club, "club/match_file.html", context, status=422 if form.errors else 200)
    found = form.cleaned_data["file"]
    bad_lines = {
        "mistakes": [(bad.line_number, refusal_sentence(bad.refused)) for bad in found.mistakes[:MOST_MISTAKES]],
        "more": max(len(found.mistakes) - MOST_MISTAKES, 0),
    }
    if found.mistakes and not form.cleaned_data["skip_bad_lines"]:
        return club_page(request, club, "club/match_file.html", context | bad_lines, status=422)
    previewed = _Previewed(found.lines, form.file_name, RatingRules(club.rating_start, Ramp(club.rating_ramp)))
    return _preview(request, club, previewed, left_out=bad_lines["mistakes"], more=bad_lines["more"])


@dataclass(frozen=True, slots=True)
class _Previewed:
    """A list on its preview: who was chosen by name, and how the club is to rate from then on."""

    lines: Sequence[MatchLine]
    file_name: str
    rules: RatingRules
    rates: bool = True
    chosen: Mapping[str, int | None] = field(default_factory=dict)


def _preview(
    request: HttpRequest, club: Club, previewed: _Previewed, problem: str = "", **bad_lines: Any
) -> HttpResponse:
    page = match_list_page(club, previewed.lines)
    follows = following(club, previewed.lines, page.chosen(previewed.chosen), previewed.rules)
    doubtful, similar = page.choices(previewed.chosen)
    context = {
        "section": "seasons",
        "page": page,
        "doubtful": doubtful,
        "similar": similar,
        "following": follows,
        "table": FollowingTable(follows.ratings),
        "rules": previewed.rules,
        "rates": previewed.rates,
        "ramps": CHOICES["rating_ramp"].items(),
        "file_name": previewed.file_name,
        "problem": problem,
        "forgotten": forgotten_sentence(forgotten_in_list(previewed.lines, club)),
        **bad_lines,
    }
    return club_page(request, club, "club/match_preview.html", context, status=422 if problem else 200)


def _read_anew(request: HttpRequest, refused: Refused, club: Club, *_given: object) -> HttpResponse:
    """Back to where the list is read from its file, with the reason."""
    messages.error(request, refusal_sentence(refused))
    return redirect("import_matches", slug=club.slug)


@refused_at(_read_anew)
def _import(request: HttpRequest, club: Club, form: MatchesForm) -> HttpResponse:
    sent = form.values()
    start, ramp = sent["rating_start"], sent["rating_ramp"]
    rules = RatingRules(club.rating_start if start is None else start, Ramp(ramp or club.rating_ramp))
    previewed = _Previewed(sent["lines"].lines, sent["file_name"], rules, sent["rates"], form.chosen())
    if sent["again"]:
        return _preview(request, club, previewed)
    return _imported(request, club, previewed, only_new=sent["only_new"])


def _previewed_again(
    request: HttpRequest, refused: Refused, club: Club, previewed: _Previewed, **_said: bool
) -> HttpResponse:
    return _preview(request, club, previewed, refusal_sentence(refused))


@refused_at(_previewed_again)
def _imported(request: UserRequest, club: Club, previewed: _Previewed, *, only_new: bool) -> HttpResponse:
    rules = previewed.rules
    count = import_matches(
        club,
        by=request.user,
        name=previewed.file_name,
        matches=[
            NewMatch(each.date, each.winner, each.loser, each.match_length, each.points) for each in previewed.lines
        ],
        chosen={person_key(name): person for name, person in previewed.chosen.items()},
        rating=RatingSettings(rules.start, rules.ramp) if previewed.rates else None,
        only_new=only_new,
    )
    imported = ngettext("%(count)s match imported", "%(count)s matches imported", count) % {"count": count}
    messages.success(request, imported)
    return redirect("club_seasons", slug=club.slug)


@require_POST
@club_director_required
@refused_at(on_club_page("club_seasons"))
def take_back(request: UserRequest, club: Club, number: int) -> HttpResponse:
    """Take a list of matches back, so that they no longer count."""
    EmptyForm(request.POST).values()
    take_back_matches(get_object_or_404(MatchImport, club=club, pk=number, is_single=False), by=request.user)
    messages.success(request, _("The matches do not count any more. Undo brings them back."))
    return redirect("club_seasons", slug=club.slug)
