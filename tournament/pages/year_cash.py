"""The cash of a season, evening by evening, for the annual report."""

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.models import Season, Tournament
from tournament.money.years import EveningCash, YearCash, runs
from tournament.pages.sheets import Amount, Cells, Column, ColumnKind, Row, Sheet, Strong, Totals

FEES, REFUNDS, SPENDING = 3, 4, 5


def voucher_numbers(numbers: Sequence[int]) -> str:
    """The numbers as they are quoted: 1–14, 16."""
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs(numbers))


def vouchers_text(evening: EveningCash[Tournament]) -> str:
    """The numbers of an evening's vouchers, the cancelled ones named."""
    numbers = voucher_numbers(evening.vouchers)
    if not evening.cancelled:
        return numbers
    cancelled = _("cancelled: %(numbers)s") % {"numbers": voucher_numbers(evening.cancelled)}
    return f"{numbers}; {cancelled}" if numbers else cancelled


def year_cash_sheet(season: Season, year: YearCash[Tournament]) -> Sheet:
    """One line for each evening, and what they come to."""
    rows = [_line(evening, row, year.currency) for row, evening in enumerate(year.evenings)]
    above = range(len(rows))
    came, back, went = (Cells(above, column) for column in (FEES, REFUNDS, SPENDING))
    totals: Totals = (
        (year.received_cents, (came,), ()),
        (year.refunded_cents, (back,), ()),
        (year.spending_cents, (went,), ()),
        (year.balance_cents, (came,), (back, went)),
    )
    sums = (Amount(cents, year.currency, plus, minus, is_total=True) for cents, plus, minus in totals)
    return Sheet(
        title=season.club.name,
        subtitle=_("Cash: %(name)s") % {"name": season.name},
        columns=(
            Column(_("Date"), ColumnKind.REMARK),
            Column(_("Evening"), ColumnKind.NAME),
            Column(_("Vouchers"), ColumnKind.REMARK),
            Column(_("Fees"), ColumnKind.MONEY),
            Column(_("Refunds"), ColumnKind.MONEY),
            Column(_("Prizes"), ColumnKind.MONEY),
            Column(_("Balance"), ColumnKind.MONEY),
        ),
        rows=(*rows, ("", Strong(_("Total")), "", *sums)),
        notes=(_("These are the numbers of each evening, counted from 1. Those of the whole year are under “Cash”."),),
        signatures=(_("Place and date"), _("Signature")),
    )


def _line(evening: EveningCash[Tournament], row: int, currency: str) -> Row:
    here = range(row, row + 1)
    came, back, went = (Cells(here, column) for column in (FEES, REFUNDS, SPENDING))
    return (
        date_format(evening.evening.date, "SHORT_DATE_FORMAT"),
        evening.evening.name,
        vouchers_text(evening),
        Amount(evening.received_cents, currency),
        Amount(evening.refunded_cents, currency) if evening.refunded_cents else None,
        Amount(evening.spending_cents, currency) if evening.spending_cents else None,
        Amount(evening.balance_cents, currency, (came,), (back, went)),
    )
