"""Who still owes the entry fee, as a list for the door, the vouchers for what was paid, and the cash book."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.exports.money import cash_book_pdf, vouchers_pdf
from tournament.models import Entry, Tournament
from tournament.queries.fees import by_name, fees_of
from tournament.queries.vouchers import VoucherRow, voucher_row, vouchers_of
from tournament.queries.vouchers import cash_book as stored_cash_book
from tournament.views.access import directed, helped
from tournament.views.files import PDF, as_file
from tournament.views.pages import is_next_version, is_unchanged, nothing_new, page


@require_safe
@helped
def owing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who still owes, by name, with one tap each; and who gets something back."""
    if is_unchanged(request, tournament):
        return nothing_new()
    return owing_page(request, tournament)


def owing_page(request: HttpRequest, tournament: Tournament, changed: Entry | None = None) -> HttpResponse:
    """The list; after an entry from a page that has all others but the `changed` one already, those are left out."""
    tournament.refresh_from_db()
    fees = fees_of(tournament)
    context = {
        "place": "players",
        "fees": fees,
        "owed": by_name(fees.owed),
        "overpaid": by_name(fees.overpaid),
        "changed": changed,
        "is_next_version": is_next_version(request, tournament),
    }
    return page(request, tournament, "desk/owing.html", context)


@require_safe
@directed
def receipt(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The vouchers of the player with this start number, one for each movement."""
    vouchers = vouchers_of(get_object_or_404(tournament.entries, number=number))
    if not vouchers:
        raise Http404
    return _printed(tournament, f"receipt-{number}", vouchers)


@require_safe
@directed
def voucher(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The voucher of this number, cancelled or not."""
    stored = get_object_or_404(tournament.vouchers, number=number)
    return _printed(tournament, f"voucher-{number}", (voucher_row(stored),))


def _printed(tournament: Tournament, name: str, vouchers: Sequence[VoucherRow]) -> HttpResponse:
    return _paper(tournament, name, vouchers_pdf(tournament, vouchers, printed_at=timezone.now()))


@require_safe
@directed
def cash_book(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All vouchers, the newest last, with what is in the till."""
    if is_unchanged(request, tournament):
        return nothing_new()
    context = {"place": "costs", "book": stored_cash_book(tournament), "today": timezone.localdate()}
    return page(request, tournament, "desk/cash_book.html", context)


@require_safe
@directed
def cash_book_paper(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same as a sheet."""
    return _paper(tournament, "cash-book", cash_book_pdf(tournament, printed_at=timezone.now()))


def _paper(tournament: Tournament, name: str, data: bytes) -> HttpResponse:
    return as_file(data, PDF, f"{tournament.slug}-{name}.pdf", inline=True)
