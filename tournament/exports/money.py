"""The treasurer's paper: receipts and other vouchers."""

from collections.abc import Sequence
from datetime import datetime

from tournament.exports.document import document
from tournament.exports.layout import Setting
from tournament.exports.pdf import page_of, sheet_part
from tournament.models import Tournament
from tournament.money.vouchers import Voucher
from tournament.pages.sheets import in_language_of
from tournament.pages.vouchers import voucher_sheet

VOUCHER = (Setting(14, 24), Setting(12, 20), Setting(10, 16))
# What is printed is kept for years: it carries no address and no code, for they are dead tomorrow.
NO_ADDRESS = ""


def vouchers_pdf(tournament: Tournament, vouchers: Sequence[Voucher], *, printed_at: datetime) -> bytes:
    """Each voucher on half a page, with room to sign."""
    with in_language_of(tournament):
        page = page_of(tournament).upper_half
        sheets = [voucher_sheet(tournament, voucher) for voucher in vouchers]
        parts = [sheet_part(sheet, VOUCHER, NO_ADDRESS, printed_at, page) for sheet in sheets]
        return document(f"{tournament.name} · {sheets[0].subtitle}", page, parts)
