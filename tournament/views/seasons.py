"""Pages of seasons and of matches outside tournaments."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions import clubs, journal, permissions, persons, seasons as actions
from tournament.exports.club_files import ALL_MATCHES, in_language_of_club, year_cash_pdf, year_cash_xlsx
from tournament.exports.open_files import PDF, XLSX
from tournament.forms import seasons as forms
from tournament.imports.match_lists import MatchLine, Mistake
from tournament.machine import limits, sessions
from tournament.machine.logs import note_security
from tournament.machine.requests import UserRequest
from tournament.models import Club, ImportedMatch, MatchImport, Season, Tournament
from tournament.names import person_key
from tournament.pages.cash import YearCashTable
from tournament.pages.persons import FollowingTable
from tournament.pages.seasons import MatchListPage, NameChoice, SingleMatchTable
from tournament.phrases import backups, players, tournaments
from tournament.phrases.refusals import refusal_sentence
from tournament.queries import seasons as queries
from tournament.queries.cash import year_cash
from tournament.queries.clubs import with_edition
from tournament.queries.persons import erased_but_in_books, expired_in_deleted
from tournament.season.ratings import Ramp, RatingRules
from tournament.views import access
from tournament.views.backups import as_file
from tournament.views.clubs import club_page
from tournament.views.refusals import Sent, done_by, on_page, one_action, refused_at

# Lists of matches of earlier years: preview, import, take back.

MOST_MISTAKES = 30


@sessions.takes_files(limits.MATCHES_BYTES)
@require_http_methods(["GET", "POST"])
@access.club_director_required
def matches(request: HttpRequest, club: Club) -> HttpResponse:
    """Import matches of earlier years: first show what was understood, then import the whole list."""
    sent = forms.MatchesForm(request.POST)
    if sent.is_sent:
        return _import(request, club, sent)
    form = forms.MatchFileForm(request.POST, request.FILES) if request.method == "POST" else forms.MatchFileForm()
    context: dict[str, Any] = {"section": "seasons", "form": form}
    if not form.is_valid():
        return club_page(request, club, "club/match_file.html", context, status=422 if form.errors else 200)
    match_list = form.cleaned_data["file"]
    bad_lines = _told(match_list.mistakes)
    if match_list.mistakes and not form.cleaned_data["skip_bad_lines"]:
        return club_page(request, club, "club/match_file.html", context | bad_lines, status=422)
    previewed = MatchListPage(club, match_list.lines, file_name=form.file_name)
    left_out = _told(sorted((*match_list.mistakes, *match_list.byes), key=itemgetter(0)))
    read_as = players.encoding_sentence(match_list.encoding) if match_list.encoding else ""
    return _preview(
        request,
        club,
        previewed,
        left_out=left_out["mistakes"],
        more=left_out["more"],
        read_as=read_as,
        unrated=match_list.unrated,
    )


@require_safe
@access.club_director_required
def all_matches_file(request: HttpRequest, club: Club, kind: str) -> HttpResponse:
    """Send all matches of the club with full names, to copy from or to read into another club."""
    if kind not in ALL_MATCHES:
        raise Http404
    file = ALL_MATCHES[kind]
    note_security("matches_exported", request.user.get_username(), club=club.slug)
    years = queries.years_of(with_edition(club))
    with in_language_of_club(years):
        content = file.write(years, is_public=False)
    return as_file(content, file.content_type, f"{club.slug}-matches.{kind}")


def _told(lines: Sequence[Mistake]) -> dict[str, Any]:
    return {
        "mistakes": [(number, refusal_sentence(refused)) for number, refused in lines[:MOST_MISTAKES]],
        "more": max(len(lines) - MOST_MISTAKES, 0),
    }


def _preview(
    request: HttpRequest, club: Club, previewed: MatchListPage, problem: str = "", **bad_lines: Any
) -> HttpResponse:
    match_facts = ((line.date, line.winner, line.loser, line.match_length) for line in previewed.lines)
    context = {
        "section": "seasons",
        "page": previewed,
        "table": FollowingTable(previewed.following.ratings),
        "ramps": tournaments.CHOICES["rating_ramp"].items(),
        "problem": problem,
        "forgotten": backups.forgotten_sentence(queries.forgotten_in_list(match_facts, club)),
        **bad_lines,
    }
    return club_page(request, club, "club/match_preview.html", context, status=422 if problem else 200)


@refused_at(on_page("import_matches"))
def _import(request: HttpRequest, club: Club, form: forms.MatchesForm) -> HttpResponse:
    sent = form.values()
    start, ramp = sent["rating_start"], sent["rating_ramp"]
    rules = RatingRules(club.rating_start if start is None else start, Ramp(ramp or club.rating_ramp))
    lines, chosen = sent["lines"].lines, form.chosen()
    previewed = MatchListPage(club, lines, rules, sent["file_name"], rates=sent["rates"], chosen=chosen)
    if sent["again"]:
        return _preview(request, club, previewed)
    return _imported(request, club, previewed, only_new=sent["only_new"])


@refused_at(
    lambda request, refused, club, previewed, **_said: _preview(request, club, previewed, refusal_sentence(refused))
)
def _imported(request: UserRequest, club: Club, previewed: MatchListPage, *, only_new: bool) -> HttpResponse:
    rules = previewed.rules
    count = actions.import_matches(
        club,
        by=request.user,
        name=previewed.file_name,
        matches=[
            actions.NewMatch(line.date, line.winner, line.loser, line.match_length, line.points)
            for line in previewed.lines
        ],
        chosen={person_key(name): person for name, person in previewed.chosen.items()},
        rating={"rating_start": rules.start, "rating_ramp": rules.ramp} if previewed.rates else None,
        only_new=only_new,
    )
    imported = ngettext("%(count)s match imported", "%(count)s matches imported", count) % {"count": count}
    messages.success(request, imported)
    return redirect("club_seasons", slug=club.slug)


@one_action(page="club_seasons", for_whom=access.club_director_required)
def take_back(request: UserRequest, club: Club, sent: Sent, number: int) -> None:
    """Take back a list of matches, so that they no longer count."""
    actions.take_back_matches(get_object_or_404(MatchImport, club=club, pk=number, is_single=False), by=request.user)
    messages.success(request, _("The matches do not count any more. Undo brings them back."))


# The desk of a club: seasons, ratings, and the cash of a season.


@require_safe
@access.club_director_required
def seasons(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the seasons, the rating settings, and the imported lists of matches."""
    return _seasons_page(request, club, forms.RatingsForm(club))


def _seasons_page(request: HttpRequest, club: Club, form: forms.RatingsForm) -> HttpResponse:
    context = {
        "section": "seasons",
        "seasons": Season.objects.filter(club=club).order_by("-ends", "-pk"),
        "imports": MatchImport.objects.filter(club=club, counts=True, is_single=False).order_by("-at"),
        "ratings_form": form,
    }
    return club_page(request, club, "club/seasons.html", context, status=422 if form.errors else 200)


@one_action(forms.OwnSeasonForm, page="club_seasons", for_whom=access.club_director_required)
def own_season(request: UserRequest, club: Club, sent: Sent) -> None:
    """Choose the season on the club's own page."""
    season = get_object_or_404(Season, club=club, key=sent["season"]) if sent["season"] else None
    actions.choose_season(club, by=request.user, season=season)


@access.posted
@access.club_director_required
def ratings(request: UserRequest, club: Club) -> HttpResponse:
    """Change whether and how the club rates."""
    form = forms.RatingsForm(club, request.POST)

    def change() -> HttpResponse:
        clubs.change_ratings(club, by=request.user, **form.cleaned_data)
        return redirect("club_seasons", slug=club.slug)

    return done_by(form, change) or _seasons_page(request, club, form)


@require_http_methods(["GET", "POST"])
@access.club_director_required
def season(request: UserRequest, club: Club, key: str = "") -> HttpResponse:
    """Change a season; without a key, add one, by default for the current year unless it has one."""
    stored_season = get_object_or_404(Season, club=club, key=key) if key else None
    today = timezone.localdate()
    has_begun = club.seasons.filter(begins__lte=today, ends__gte=today).exists()
    evenings = Tournament.objects.filter(club=club, is_practice=False).order_by("-date", "-pk")
    data = request.POST if request.method == "POST" else None
    form = forms.SeasonForm(evenings, data, stored_season, year=None if has_begun else today.year)

    def store() -> HttpResponse:
        if stored_season:
            actions.change_season(stored_season, by=request.user, **form.details())
        else:
            actions.set_up_season(club, by=request.user, **form.details())
        return redirect("club_seasons", slug=club.slug)

    if done := done_by(form, store):
        return done
    context = {"section": "seasons", "form": form, "season": stored_season}
    return club_page(request, club, "club/season_form.html", context, status=422 if form.errors else 200)


@one_action(page="club_seasons", for_whom=access.club_director_required)
def remove(request: UserRequest, club: Club, sent: Sent, key: str) -> None:
    """Remove a season; its evenings stay."""
    actions.remove_season(get_object_or_404(Season, club=club, key=key), by=request.user)


def _of_season(club: Club, key: str) -> tuple[Season, list[Tournament]]:
    """Find a season and all its evenings, played or not."""
    stored_season = get_object_or_404(Season, club=club, key=key)
    ticked = queries.ticked_of(stored_season)
    evenings = Tournament.objects.filter(club=club, is_practice=False).order_by("date", "pk")
    return stored_season, [tournament for tournament in evenings if queries.belongs(tournament, stored_season, ticked)]


@require_safe
@access.club_director_required
def cash(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """Show the cost statements of a season's evenings, added up."""
    stored_season, evenings = _of_season(club, key)
    tables = [YearCashTable(stored_season, year) for year in year_cash(evenings)]
    over = tuple(erased_but_in_books(club))
    of_deleted = expired_in_deleted(club)
    context = {"section": "seasons", "season": stored_season, "tables": tables, "over": over, "of_deleted": of_deleted}
    return club_page(request, club, "club/year_cash.html", context, about="books")


@one_action(page="year_cash", kept=["key"], for_whom=access.confirmed_club_director)
def erase_from_books(request: UserRequest, club: Club, sent: Sent, key: str) -> None:
    """Delete names of erased persons from vouchers once they need no longer be kept."""
    _of_season(club, key)
    for entry in erased_but_in_books(club):
        persons.forget_person(entry, by=request.user, from_books=True)
    persons.forget_in_books_of_deleted(club, by=request.user, vouchers=expired_in_deleted(club))


@require_safe
@access.club_director_required
def cash_file(request: HttpRequest, club: Club, key: str, kind: str) -> HttpResponse:
    """Send the cash of a season as a PDF to sign, or as a workbook with formulas for its sums."""
    stored_season, evenings = _of_season(club, key)
    season_cash = year_cash(evenings)
    if not season_cash:
        raise Http404
    years = queries.years_of(with_edition(club))
    with in_language_of_club(years):
        if kind == "xlsx":
            return as_file(year_cash_xlsx(years, stored_season, season_cash), XLSX, f"{club.slug}-{key}.xlsx")
        content = year_cash_pdf(years, stored_season, season_cash, timezone.now())
    headers = {"Content-Disposition": f'inline; filename="{club.slug}-{key}.pdf"'}
    return HttpResponse(content, content_type=PDF, headers=headers)


# Matches outside evenings: enter, correct, remove.


@never_cache
@require_http_methods(["GET", "POST"])
@access.club_helper_required
@refused_at(on_page("single_matches"))
def single_matches(request: UserRequest, club: Club, number: int | None = None) -> HttpResponse:
    """Show the matches entered last, and a form for the next one; with a number, the form for that match."""
    match = None if number is None else _match(club, number)
    form = forms.SingleMatchForm(request.POST if request.method == "POST" else None, match)
    if not form.is_valid():
        return _page(request, club, form, match)
    sent = forms.WhoIsMeantForm(request.POST)
    # The persons of the stored match stay the ones meant even if others have the same name.
    stored_persons = (match.winner.real, match.loser.real) if match else ()
    person_by_name = {stored_person.name: stored_person.pk for stored_person in stored_persons} | sent.chosen()
    new_match = form.match()
    line = MatchLine(0, new_match.date, new_match.winner, new_match.loser, new_match.match_length, new_match.points)
    if choices := MatchListPage(club, [line], chosen=person_by_name).open_names:
        return _page(request, club, form, match, choices)
    by_key = {person_key(name): person for name, person in person_by_name.items()}

    def store() -> HttpResponse:
        if match is None:
            actions.enter_match(club, by=request.user, match=new_match, chosen=by_key)
        else:
            expected = sent.values()["expected"]
            actions.correct_match(match, by=request.user, expected=expected, corrected=new_match, chosen=by_key)
        messages.success(request, _("Match entered.") if match is None else _("Match corrected."))
        return redirect("single_matches", slug=club.slug)

    return done_by(form, store) or _page(request, club, form, match)


def _match(club: Club, number: int) -> ImportedMatch:
    imported_matches = ImportedMatch.objects.select_related(
        "winner__merged_into", "loser__merged_into", "match_import__club"
    )
    return get_object_or_404(imported_matches, pk=number, match_import__club=club, match_import__is_single=True)


def _page(
    request: HttpRequest,
    club: Club,
    form: forms.SingleMatchForm,
    match: ImportedMatch | None,
    choices: tuple[NameChoice, ...] = (),
) -> HttpResponse:
    directs = permissions.directs_club(request.user, club)
    context = {
        "club": club,
        "section": "single",
        "directs": directs,
        "helps_only": not directs,
        "history": journal.history(club) if directs else None,
        "form": form,
        "match": match,
        "choices": choices,
        "names": queries.names_of_club(club),
        "table": None if match else SingleMatchTable(club, queries.single_matches_entered(club)),
    }
    return render(request, "club/single_matches.html", context, status=422 if form.errors else 200)


@one_action(forms.WhoIsMeantForm, page="single_matches", for_whom=access.club_helper_required)
def remove_match_entered(request: UserRequest, club: Club, sent: Sent, number: int) -> None:
    actions.remove_match(_match(club, number), by=request.user, expected=sent["expected"])
    messages.success(request, _("Match removed."))
