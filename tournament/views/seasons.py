"""The club's years at its directors' desk: seasons, ratings, matches of earlier years, the cash of a season."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions.clubs import change_ratings
from tournament.actions.persons import forget_in_books_of_deleted, forget_person
from tournament.actions.seasons import change_season, choose_season, remove_season, set_up_season
from tournament.exports.club_files import XLSX, in_language_of_club, year_cash_pdf, year_cash_xlsx
from tournament.forms.seasons import OwnSeasonForm, RatingsForm, SeasonForm
from tournament.forms.sent import EmptyForm
from tournament.machine.requests import UserRequest
from tournament.models import Club, MatchImport, Season, Tournament
from tournament.pages.cash import YearCashTable
from tournament.queries.cash import year_cash
from tournament.queries.clubs import with_edition
from tournament.queries.persons import erased_but_in_books, over_in_deleted
from tournament.queries.seasons import belongs, ticked_of, years_of
from tournament.views.access import club_director_required
from tournament.views.clubs import club_page, on_club_page
from tournament.views.files import as_file
from tournament.views.refusals import done_by, refused_at


@require_safe
@club_director_required
def seasons(request: HttpRequest, club: Club) -> HttpResponse:
    """The seasons, how the club rates, and the lists of matches that came in."""
    return _seasons_page(request, club, RatingsForm(club))


def _seasons_page(request: HttpRequest, club: Club, form: RatingsForm) -> HttpResponse:
    context = {
        "section": "seasons",
        "seasons": Season.objects.filter(club=club).order_by("-ends", "-pk"),
        "imports": MatchImport.objects.filter(club=club, counts=True, is_single=False).order_by("-at"),
        "ratings_form": form,
    }
    return club_page(request, club, "club/seasons.html", context, status=422 if form.errors else 200)


@require_POST
@club_director_required
@refused_at(on_club_page("club_seasons"))
def own_season(request: UserRequest, club: Club) -> HttpResponse:
    """Choose the season that the club's own page shows."""
    key = OwnSeasonForm(request.POST).values()["season"]
    choose_season(club, by=request.user, season=get_object_or_404(Season, club=club, key=key) if key else None)
    return redirect("club_seasons", slug=club.slug)


@require_POST
@club_director_required
def ratings(request: UserRequest, club: Club) -> HttpResponse:
    """Whether and how the club rates."""
    form = RatingsForm(club, request.POST)

    def change() -> HttpResponse:
        change_ratings(club, by=request.user, **form.cleaned_data)
        return redirect("club_seasons", slug=club.slug)

    return done_by(form, change) or _seasons_page(request, club, form)


@require_http_methods(["GET", "POST"])
@club_director_required
def add_season(request: UserRequest, club: Club) -> HttpResponse:
    """A new season: this year, unless one has begun."""
    today = timezone.localdate()
    has_begun = club.seasons.filter(begins__lte=today, ends__gte=today).exists()
    year = None if has_begun else today.year
    form = SeasonForm(_evenings(club), request.POST if request.method == "POST" else None, year=year)

    def set_up() -> HttpResponse:
        set_up_season(club, by=request.user, **form.details())
        return redirect("club_seasons", slug=club.slug)

    if request.method == "POST" and (made := done_by(form, set_up)):
        return made
    return _season_form(request, club, form, None)


@require_http_methods(["GET", "POST"])
@club_director_required
def season(request: UserRequest, club: Club, key: str) -> HttpResponse:
    stored = get_object_or_404(Season, club=club, key=key)
    form = SeasonForm(_evenings(club), request.POST if request.method == "POST" else None, stored)

    def change() -> HttpResponse:
        change_season(stored, by=request.user, **form.details())
        return redirect("club_seasons", slug=club.slug)

    if request.method == "POST" and (changed := done_by(form, change)):
        return changed
    return _season_form(request, club, form, stored)


def _evenings(club: Club) -> Sequence[Tournament]:
    """Those that can be ticked, the newest first."""
    return tuple(Tournament.objects.filter(club=club, is_practice=False).order_by("-date", "-pk"))


def _season_form(request: HttpRequest, club: Club, form: SeasonForm, stored: Season | None) -> HttpResponse:
    context = {"section": "seasons", "form": form, "season": stored}
    return club_page(request, club, "club/season_form.html", context, status=422 if form.errors else 200)


@require_POST
@club_director_required
@refused_at(on_club_page("club_seasons"))
def remove(request: UserRequest, club: Club, key: str) -> HttpResponse:
    """A season is removed; its evenings stay."""
    EmptyForm(request.POST).values()
    remove_season(get_object_or_404(Season, club=club, key=key), by=request.user)
    return redirect("club_seasons", slug=club.slug)


def _of_season(club: Club, key: str) -> tuple[Season, list[Tournament]]:
    """A season and all its evenings, played or not."""
    stored = get_object_or_404(Season, club=club, key=key)
    ticked = ticked_of(stored)
    evenings = Tournament.objects.filter(club=club, is_practice=False).order_by("date", "pk")
    return stored, [each for each in evenings if belongs(each, stored, ticked)]


@require_safe
@club_director_required
def cash(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """The statements of a season added up."""
    stored, evenings = _of_season(club, key)
    tables = [YearCashTable(stored, year) for year in year_cash(evenings)]
    over = tuple(erased_but_in_books(club))
    of_deleted = over_in_deleted(club)
    context = {"section": "seasons", "season": stored, "tables": tables, "over": over, "of_deleted": of_deleted}
    return club_page(request, club, "club/year_cash.html", context)


@require_POST
@club_director_required
def erase_from_books(request: UserRequest, club: Club, key: str) -> HttpResponse:
    """Take out of the vouchers who was erased and need not be kept there any more."""
    _of_season(club, key)
    for entry in erased_but_in_books(club):
        forget_person(entry, by=request.user, from_books=True)
    forget_in_books_of_deleted(club, by=request.user, vouchers=over_in_deleted(club))
    return redirect("year_cash", slug=club.slug, key=key)


@require_safe
@club_director_required
def cash_pdf(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """The same, to be signed."""
    stored, evenings = _of_season(club, key)
    found = year_cash(evenings)
    if not found:
        raise Http404
    years = years_of(with_edition(club))
    with in_language_of_club(years):
        content = year_cash_pdf(years, stored, found, timezone.now())
    headers = {"Content-Disposition": f'inline; filename="{club.slug}-{key}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


@require_safe
@club_director_required
def cash_xlsx(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """The same as a workbook, its sums as formulas."""
    stored, evenings = _of_season(club, key)
    found = year_cash(evenings)
    if not found:
        raise Http404
    years = years_of(with_edition(club))
    with in_language_of_club(years):
        return as_file(year_cash_xlsx(years, stored, found), XLSX, f"{club.slug}-{key}.xlsx")
