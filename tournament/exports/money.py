"""Printed vouchers and the printed cash book."""

from collections.abc import Sequence
from datetime import datetime

from tournament.exports.pdf import NO_ADDRESS, page_of, sheet_part, sheet_pdf
from tournament.models import Tournament
from tournament.money.vouchers import VoucherFacts
from tournament.pages.cash import cash_book_sheet, voucher_sheet
from tournament.paper.document import document
from tournament.paper.layout import Setting
from tournament.queries.cash import cash_book, voucher_facts, vouchers_of

VOUCHER = (Setting(14, 24), Setting(12, 20), Setting(10, 16))
CASH_BOOK = (Setting(12, 20), Setting(11, 18), Setting(10, 15))


# Vouchers of one tournament to print together.
PrintedVouchers = tuple[Tournament, Sequence[VoucherFacts]]


def vouchers_of_player(tournament: Tournament, number: int, *, for_director: bool) -> PrintedVouchers | None:
    """Find the vouchers, without cancelled ones, of the player with this start number; None if there are none."""
    entry = tournament.entries.filter(number=number).first()
    vouchers = vouchers_of(entry) if entry else ()
    return (tournament, vouchers) if vouchers else None


def voucher_called(tournament: Tournament, number: int, *, for_director: bool) -> PrintedVouchers | None:
    """Find the voucher with this number, cancelled or not; None if there is none."""
    voucher = tournament.vouchers.filter(number=number).first()
    return (tournament, (voucher_facts(voucher),)) if voucher else None


def vouchers_pdf(printed: PrintedVouchers, *, public_url: str, printed_at: datetime) -> bytes:
    """Print each voucher on half a page, with lines to sign."""
    tournament, vouchers = printed
    page = page_of(tournament).upper_half
    sheets = [voucher_sheet(tournament, voucher) for voucher in vouchers]
    parts = [sheet_part(sheet, VOUCHER, NO_ADDRESS, printed_at, page) for sheet in sheets]
    return document(f"{tournament.name} · {sheets[0].subtitle}", page, parts)


def cash_book_pdf(tournament: Tournament, *, public_url: str, printed_at: datetime) -> bytes:
    """Print all vouchers with the balance after each, with lines to sign."""
    sheet = cash_book_sheet(tournament, cash_book(tournament))
    return sheet_pdf(sheet, CASH_BOOK, NO_ADDRESS, printed_at, page_of(tournament))
