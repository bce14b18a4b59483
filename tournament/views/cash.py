"""Pages of money: fees, prizes, costs, and the books of a year."""

from collections.abc import Mapping
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.actions import cash as actions
from tournament.actions.journal import opposite_in_books
from tournament.engine.refusals import Refused
from tournament.exports.books import FILES, book_file, keep_papers
from tournament.exports.club_files import in_language_of_club
from tournament.forms.cash import CashForm, ClosingForm, CostsForm, CountForm, PrizeForm, SharesForm
from tournament.forms.sent import EmptyForm
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.machine.sessions import ASKED_FIRST
from tournament.models import Club, ClubYear, Entry, Prize, Tournament
from tournament.models.cash import PLACES
from tournament.money.prizes import NO_PLACE, USUAL_SHARES, planned_prizes
from tournament.pages import cash as pages
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.values import ordinal
from tournament.queries import cash as queries, clubs, players, seasons
from tournament.queries.record import paired_rounds
from tournament.views.access import View, club_director_required, director_required, helper_required, posted
from tournament.views.clubs import club_page
from tournament.views.pages import is_unchanged, nothing_new, page, read_again
from tournament.views.refusals import Sent, beside_the_field, one_action, refused_at

# The cash of a club by year, for its directors.

FIRST, LAST = 1900, 9000


def _shown(
    request: HttpRequest, club: Club, year: int, problem: str = "", typed: Mapping[str, Any] | None = None
) -> HttpResponse:
    """Show the books of the year, with a problem and the typed values."""
    if not FIRST <= year <= LAST:
        raise Http404
    books = queries.Books(club, year)
    context = {
        "section": "books",
        "books": books,
        "parts": [
            (book, tuple(pages.book_rows(book)), pages.unpaid_rows(books, book.currency)) for book in books.books
        ],
        "year_name": pages.year_name(books),
        "years": [
            (other_year, club.year_named(other_year))
            for other_year in queries.years_of_books(club)
            if other_year != year
        ],
        "is_running": year == queries.running_year(club),
        "kept": pages.kept_sentence(books),
        "can_be_reopened": queries.can_be_reopened(club, year),
        "opposite": opposite_in_books(club),
        "today": timezone.localdate(),
        "problem": problem,
        "problem_id": "books-problem" if problem else None,
        "typed": typed or {},
    }
    return club_page(request, club, "club/books.html", context, status=422 if problem else 200)


def _booking_refused(request: HttpRequest, refused: Refused, club: Club, year: int, **_values: object) -> HttpResponse:
    return _shown(request, club, year, refusal_sentence(refused), dict(EmptyForm(request.POST).data.items()))


@never_cache
@require_safe
@club_director_required
def year(request: HttpRequest, club: Club, year: int | None = None) -> HttpResponse:
    """Show the cash of a year, by default the running one, line by line."""
    return _shown(request, club, queries.running_year(club) if year is None else year)


@never_cache
@require_safe
@club_director_required
def file(request: HttpRequest, club: Club, year: int, kind: str) -> HttpResponse:
    """Send the year as PDF or workbook; a closed year as it was stored at the closing."""
    if kind not in FILES or not FIRST <= year <= LAST:
        raise Http404
    with in_language_of_club(seasons.years_of(clubs.with_edition(club))):
        content = book_file(queries.Books(club, year), kind)
    disposition = "inline" if kind != "workbook" else "attachment"
    name = club.year_named(year).replace("/", "-")
    headers = {"Content-Disposition": f'{disposition}; filename="{club.slug}-cash-{name}.{FILES[kind].ending}"'}
    return HttpResponse(content, content_type=FILES[kind].content_type, headers=headers)


@posted
@club_director_required
@refused_at(_booking_refused)
def book(request: UserRequest, club: Club, year: int) -> HttpResponse:
    """Book money put in or taken out."""
    actions.book_cash(club, by=request.user, **CashForm(request.POST).values())
    return redirect("books_of_year", slug=club.slug, year=queries.running_year(club))


_in_books_of_year = partial(
    one_action, page="books_of_year", kept=["year"], for_whom=club_director_required, otherwise=_booking_refused
)


@_in_books_of_year()
def cancel(request: UserRequest, club: Club, sent: Sent, year: int, voucher: int) -> None:
    """Cancel a voucher of money put in or taken out; its number stays."""
    actions.cancel_cash(club, by=request.user, year=year, number=voucher)


@_in_books_of_year(CountForm)
def count(request: UserRequest, club: Club, sent: Sent, year: int) -> None:
    """Enter the cash counted at the beginning and the end of the year."""
    actions.count_cash(club, by=request.user, year=year, **sent)


@_in_books_of_year(ClosingForm)
def close(request: UserRequest, club: Club, sent: Sent, year: int) -> None:
    """Close the books of the year and store their papers."""

    def keep(club_year: ClubYear) -> None:
        with in_language_of_club(seasons.years_of(clubs.with_edition(club_year.club))):
            keep_papers(club_year, queries.Books(club_year.club, club_year.year))

    actions.close_year(club, by=request.user, year=year, keep=keep, **sent)


@_in_books_of_year()
def reopen(request: UserRequest, club: Club, sent: Sent, year: int) -> None:
    """Reopen the books of a closed year."""
    actions.reopen_year(club, by=request.user, year=year)


# The question whether to make bookings that correct closed books.


@never_cache
@require_safe
@helper_required
def booking_asked(request: HtmxRequest, tournament: Tournament, mark: str) -> HttpResponse:
    """Ask whether to make a pending booking for an evening of closed books; redirect to the desk if none is pending."""
    context = _asked(request, tournament.club, mark)
    if context is None:
        return redirect("desk", slug=tournament.slug)
    return page(request, tournament, "desk/booking_asked.html", {"section": "costs", **context})


@never_cache
@require_safe
@club_director_required
def booking_asked_of_club(request: HttpRequest, club: Club, mark: str) -> HttpResponse:
    """Ask whether to make a pending booking for the club's closed books; redirect to the books if none is pending."""
    context = _asked(request, club, mark)
    if context is None:
        return redirect("books", slug=club.slug)
    return club_page(request, club, "club/booking_asked.html", {"section": "books", **context})


def _asked(request: HttpRequest, club: Club, mark: str) -> dict[str, Any] | None:
    """Build the context of the question; None, with a message, if it is not open any more."""
    stored_request = request.session.get(ASKED_FIRST, {}).get(mark)
    if stored_request is None:
        sentence = _(
            "This question about closed books is not open any more. Look at the cash of the running year; what is not "
            "booked there can be done again."
        )
        messages.warning(request, sentence)
        return None
    return {
        "asked": stored_request,
        "mark": mark,
        "closed": stored_request["closed"],
        "table": pages.BookingTable(stored_request["entries"], club),
    }


# Prizes and costs of a tournament, for its director.


@require_safe
@director_required
def desk_costs(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Show prizes, plan and cost statement."""
    if is_unchanged(request, tournament.edition):
        return nothing_new()
    return _desk(request, tournament)


def _desk(
    request: HtmxRequest, tournament: Tournament, problem: str = "", typed: Mapping[str, str] | None = None
) -> HttpResponse:
    """Show the director's page, with a problem and the typed values of a new prize."""
    tournament.refresh_from_db()
    costs = pages.statement_page(tournament)
    statement = costs["statement"]
    form = SharesForm(request.POST or request.GET)
    shares = form.cleaned_data["share"] if form.is_valid() else USUAL_SHARES
    next_place = min(max((row.prize.place for row in statement.purchases), default=0) + 1, PLACES)
    context = {
        "section": "costs",
        "closed_books": pages.closed_sentence(tournament),
        **costs,
        "places": [*((place, ordinal(place)) for place in range(1, PLACES + 1)), (NO_PLACE, _("other cost"))],
        "audiences": [
            ("no", _("only the director")),
            ("yes", _("everyone, without the names of those who paid")),
        ],
        "audience": "yes" if tournament.shows_costs else "no",
        "plan": planned_prizes(statement.fees.expected_cents, shares, statement.purchases),
        "plan_problem": "" if form.is_valid() else str(form.errors["share"][0]),
        "problem": problem,
        "problem_id": "costs-problem" if problem else None,
        "typed": typed or {"place": str(next_place)},
    }
    return page(request, tournament, "desk/costs.html", context, status=422 if problem else 200)


def _costs_refused(request: HtmxRequest, refused: Refused, tournament: Tournament, **_values: object) -> HttpResponse:
    return beside_the_field(request, refused) if request.htmx else _desk(request, tournament, refusal_sentence(refused))


def _not_added(request: HtmxRequest, refused: Refused, tournament: Tournament) -> HttpResponse:
    if request.htmx:
        return beside_the_field(request, refused)
    return _desk(request, tournament, refusal_sentence(refused), PrizeForm(request.POST).typed())


def _director_required_with_prize(view: View) -> View:
    """Let in directors; pass the prize in place of its key."""

    @director_required
    @wraps(view)
    def answer(request: HttpRequest, tournament: Tournament, prize: int) -> HttpResponse:
        return view(request, tournament, prize=get_object_or_404(Prize, tournament=tournament, pk=prize))

    return answer


_on_costs = partial(one_action, page="desk_costs", otherwise=_costs_refused, in_place=_desk)
_on_prize = partial(_on_costs, for_whom=_director_required_with_prize)


@_on_costs(PrizeForm, otherwise=_not_added)
def add_prize(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    actions.add_prize(tournament, by=request.user, **sent)


@_on_prize(PrizeForm)
def change_prize(request: UserRequest, tournament: Tournament, sent: Sent, prize: Prize) -> None:
    actions.change_prize(prize, by=request.user, **sent)


@_on_prize()
def remove_prize(request: UserRequest, tournament: Tournament, sent: Sent, prize: Prize) -> None:
    actions.remove_prize(prize, by=request.user)


@_on_costs(CostsForm)
def change_costs(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Change the contact for money questions, the use of a surplus, and who may see the statement."""
    actions.change_costs(tournament, by=request.user, **sent)


# Unpaid fees as a list for the door, vouchers, and the cash book.


@require_safe
@helper_required
def owing(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """List unpaid fees by name with a button each, and fees to refund."""
    if is_unchanged(request, tournament.edition):
        return nothing_new()
    return owing_page(request, tournament)


def owing_page(request: HtmxRequest, tournament: Tournament, changed_entry: Entry | None = None) -> HttpResponse:
    """Show the list of unpaid fees; if the page that asked is up to date, draw only `changed_entry`."""
    has_the_others = read_again(request, tournament)
    paired_count = paired_rounds(tournament)
    fees = queries.fees_of(tournament, paired_count=paired_count)
    context = {
        "section": "players",
        "fees": fees,
        "list": "owing",
        "paid_together": players.paid_together(fees, asks_who_is_here=not paired_count),
        "owed": queries.by_name(fees.owed),
        "overpaid": queries.by_name(fees.overpaid),
        "changed": changed_entry,
        "has_the_others": has_the_others,
        "closed_books": pages.closed_sentence(tournament),
    }
    return page(request, tournament, "desk/owing.html", context)


@require_safe
@director_required
def cash_book(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Show all vouchers, the newest last, with the balance after each."""
    if is_unchanged(request, tournament.edition):
        return nothing_new()
    table = pages.CashTable(tournament, queries.cash_book(tournament), timezone.localdate())
    context = {"section": "costs", "table": table, "closed_books": pages.closed_sentence(tournament)}
    return page(request, tournament, "desk/cash_book.html", context)
