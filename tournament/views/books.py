"""The cash of a club year by year, at its directors' desk."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.actions.cash import begin_numbering, book_cash, cancel_cash, close_year, count_cash, reopen_year
from tournament.engine.refusals import Refused
from tournament.exports.books import FILES, book_file, keep_papers
from tournament.exports.club_files import in_language_of_club
from tournament.forms.cash import CashForm, CountForm
from tournament.forms.sent import EmptyForm
from tournament.machine.requests import UserRequest
from tournament.models import Club, ClubYear
from tournament.pages.cash import book_rows, unpaid_rows, year_name
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.cash import books_of, newest_closed_year, running_year, years_of_books
from tournament.queries.clubs import with_edition
from tournament.queries.seasons import years_of
from tournament.views.access import club_director_required
from tournament.views.clubs import club_page
from tournament.views.refusals import refused_at

FIRST, LAST = 1900, 9000


def _shown(
    request: HttpRequest, club: Club, year: int, problem: str = "", typed: Mapping[str, Any] | None = None
) -> HttpResponse:
    """The books of the year, with what is wrong and what was typed."""
    if not FIRST <= year <= LAST:
        raise Http404
    books = books_of(club, year)
    context = {
        "section": "books",
        "books": books,
        "parts": [(book, tuple(book_rows(book)), unpaid_rows(books, book.currency)) for book in books.books],
        "year_name": year_name(books),
        "years": [one for one in years_of_books(club) if one != year],
        "is_running": year == running_year(club),
        "is_newest_closed": newest_closed_year(club) == year,
        "today": timezone.localdate(),
        "problem": problem,
        "problem_id": "books-problem" if problem else None,
        "typed": typed or {},
    }
    return club_page(request, club, "club/books.html", context, status=422 if problem else 200)


def _not_done(request: HttpRequest, refused: Refused, club: Club, year: int, **_values: object) -> HttpResponse:
    return _shown(request, club, year, refusal_sentence(refused), dict(EmptyForm(request.POST).data.items()))


@never_cache
@require_safe
@club_director_required
def newest(request: HttpRequest, club: Club) -> HttpResponse:
    """The cash of the running year."""
    return _shown(request, club, running_year(club))


@never_cache
@require_safe
@club_director_required
def year(request: HttpRequest, club: Club, year: int) -> HttpResponse:
    """The cash of one year, line by line."""
    return _shown(request, club, year)


@never_cache
@require_safe
@club_director_required
def file(request: HttpRequest, club: Club, year: int, kind: str) -> HttpResponse:
    """The year on paper or as a workbook; of a closed one as it was then."""
    if kind not in FILES or not FIRST <= year <= LAST:
        raise Http404
    with in_language_of_club(years_of(with_edition(club))):
        content = book_file(books_of(club, year), kind)
    kept = "inline" if kind != "workbook" else "attachment"
    headers = {"Content-Disposition": f'{kept}; filename="{club.slug}-cash-{year}.{FILES[kind].ending}"'}
    return HttpResponse(content, content_type=FILES[kind].content_type, headers=headers)


@require_POST
@club_director_required
@refused_at(_not_done)
def book(request: UserRequest, club: Club, year: int) -> HttpResponse:
    """Money is put in or taken out."""
    book_cash(club, by=request.user, **CashForm(request.POST).values())
    return redirect("books_of_year", slug=club.slug, year=running_year(club))


@require_POST
@club_director_required
@refused_at(_not_done)
def cancel(request: UserRequest, club: Club, year: int, voucher: int) -> HttpResponse:
    """Cancel what was put in or taken out; its number stays."""
    EmptyForm(request.POST).values()
    cancel_cash(club, by=request.user, year=year, number=voucher)
    return redirect("books_of_year", slug=club.slug, year=year)


@require_POST
@club_director_required
@refused_at(_not_done)
def count(request: UserRequest, club: Club, year: int) -> HttpResponse:
    """Enter what was counted at the beginning and the end of the year."""
    count_cash(club, by=request.user, year=year, **CountForm(request.POST).values())
    return redirect("books_of_year", slug=club.slug, year=year)


@require_POST
@club_director_required
@refused_at(_not_done)
def close(request: UserRequest, club: Club, year: int) -> HttpResponse:
    """Close the books of the year and keep their papers."""
    EmptyForm(request.POST).values()

    def keep(stored: ClubYear) -> None:
        with in_language_of_club(years_of(with_edition(stored.club))):
            keep_papers(stored, books_of(stored.club, stored.year))

    close_year(club, by=request.user, year=year, keep=keep)
    return redirect("books_of_year", slug=club.slug, year=year)


@require_POST
@club_director_required
@refused_at(_not_done)
def reopen(request: UserRequest, club: Club, year: int) -> HttpResponse:
    """The closing is taken back."""
    EmptyForm(request.POST).values()
    reopen_year(club, by=request.user, year=year)
    return redirect("books_of_year", slug=club.slug, year=year)


@require_POST
@club_director_required
def number_now(request: UserRequest, club: Club) -> HttpResponse:
    """Vouchers are numbered by the year from now on."""
    EmptyForm(request.POST).values()
    begin_numbering(club, by=request.user)
    return redirect("books", slug=club.slug)
