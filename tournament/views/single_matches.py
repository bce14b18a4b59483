"""Matches outside the evenings: entered one by one, corrected, removed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions.journal import history
from tournament.actions.permissions import directs_club
from tournament.actions.seasons import correct_match, enter_match, remove_match
from tournament.forms.seasons import SingleMatchForm, WhoIsMeantForm
from tournament.imports.match_lists import MatchLine
from tournament.machine.requests import UserRequest
from tournament.models import Club, ImportedMatch
from tournament.names import person_key
from tournament.pages.seasons import NameChoice, SingleMatchTable, open_names
from tournament.queries.seasons import names_of_club, single_matches_entered
from tournament.views.access import club_helper_required
from tournament.views.clubs import on_club_page
from tournament.views.refusals import done_by, refused_at


@never_cache
@require_http_methods(["GET", "POST"])
@club_helper_required
@refused_at(on_club_page("single_matches"))
def single_matches(request: UserRequest, club: Club) -> HttpResponse:
    """The matches entered last, and a form for the next one."""
    return _entered(request, club, None)


@never_cache
@require_http_methods(["GET", "POST"])
@club_helper_required
@refused_at(on_club_page("single_matches"))
def single_match(request: UserRequest, club: Club, number: int) -> HttpResponse:
    """A match entered before, to be corrected."""
    return _entered(request, club, _match(club, number))


def _match(club: Club, number: int) -> ImportedMatch:
    known = ImportedMatch.objects.select_related("winner__merged_into", "loser__merged_into", "match_import__club")
    return get_object_or_404(known, pk=number, match_import__club=club, match_import__is_single=True)


def _entered(request: UserRequest, club: Club, match: ImportedMatch | None) -> HttpResponse:
    is_sent = request.method == "POST"
    form = SingleMatchForm(request.POST if is_sent else None, match)
    if not is_sent or not form.is_valid():
        return _page(request, club, form, match)
    sent = WhoIsMeantForm(request.POST)
    chosen = _stays(match) | sent.chosen()
    new = form.match()
    line = MatchLine(0, new.date, new.winner, new.loser, new.match_length, new.points)
    if choices := open_names(club, line, chosen):
        return _page(request, club, form, match, choices)
    by_key = {person_key(name): person for name, person in chosen.items()}

    def store() -> HttpResponse:
        if match is None:
            enter_match(club, by=request.user, match=new, chosen=by_key)
        else:
            expected = sent.values()["expected"]
            correct_match(match, by=request.user, expected=expected, corrected=new, chosen=by_key)
        messages.success(request, _("Match entered.") if match is None else _("Match corrected."))
        return redirect("single_matches", slug=club.slug)

    return done_by(form, store) or _page(request, club, form, match)


def _stays(match: ImportedMatch | None) -> dict[str, int | None]:
    """Whose names stand in a match is meant by them, whoever else is called so."""
    return {} if match is None else {each.name: each.pk for each in (match.winner.real, match.loser.real)}


def _page(
    request: HttpRequest,
    club: Club,
    form: SingleMatchForm,
    match: ImportedMatch | None,
    choices: tuple[NameChoice, ...] = (),
) -> HttpResponse:
    directs = directs_club(request.user, club)
    context = {
        "club": club,
        "section": "single",
        "directs": directs,
        "helps_only": not directs,
        "history": history(club) if directs else None,
        "form": form,
        "match": match,
        "choices": choices,
        "names": names_of_club(club),
        "table": None if match else SingleMatchTable(club, single_matches_entered(club)),
    }
    status = 422 if form.errors else 200
    return render(request, "club/single_matches.html", context, status=status)


@require_POST
@club_helper_required
@refused_at(on_club_page("single_matches"))
def remove(request: UserRequest, club: Club, number: int) -> HttpResponse:
    """Remove a match."""
    expected = WhoIsMeantForm(request.POST).values()["expected"]
    remove_match(_match(club, number), by=request.user, expected=expected)
    messages.success(request, _("Match removed."))
    return redirect("single_matches", slug=club.slug)
