"""The treasurer's paper: receipts and other vouchers, and the cash book."""

from collections.abc import Sequence
from datetime import datetime

from tournament.exports.document import document
from tournament.exports.layout import Setting
from tournament.exports.pdf import page_of, sheet_part, sheet_pdf
from tournament.models import Tournament
from tournament.money.vouchers import Voucher
from tournament.pages.sheets import in_language_of
from tournament.pages.vouchers import cash_book_sheet, voucher_sheet
from tournament.queries.vouchers import cash_book

VOUCHER = (Setting(14, 24), Setting(12, 20), Setting(10, 16))
CASH_BOOK = (Setting(12, 20), Setting(11, 18), Setting(10, 15))
# What is printed is kept for years: it carries no address and no code, for they are dead tomorrow.
NO_ADDRESS = ""


def vouchers_pdf(tournament: Tournament, vouchers: Sequence[Voucher], *, printed_at: datetime) -> bytes:
    """Each voucher on half a page, with room to sign."""
    with in_language_of(tournament):
        page = page_of(tournament).upper_half
        sheets = [voucher_sheet(tournament, voucher) for voucher in vouchers]
        parts = [sheet_part(sheet, VOUCHER, NO_ADDRESS, printed_at, page) for sheet in sheets]
        return document(f"{tournament.name} · {sheets[0].subtitle}", page, parts)


def cash_book_pdf(tournament: Tournament, *, printed_at: datetime) -> bytes:
    """All vouchers with the balance after each, with room to sign."""
    with in_language_of(tournament):
        sheet = cash_book_sheet(tournament, cash_book(tournament))
        return sheet_pdf(sheet, CASH_BOOK, NO_ADDRESS, printed_at, page_of(tournament))
