"""What stands on a voucher, and in the cash book."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.money.vouchers import CashBook, CashLine, Movement, VoucherFacts
from tournament.names import isolated
from tournament.pages.sheets import (
    Amount,
    Cell,
    Cells,
    Column,
    ColumnKind,
    DayCell,
    Sheet,
    Strong,
    Struck,
    Totals,
    occasion,
)
from tournament.phrases.cash import treasurer_sentence, voucher_subject, voucher_title
from tournament.phrases.values import money

# The places of these columns in the cash book.
IN, OUT = 4, 5


def voucher_sheet(tournament: Tournament, voucher: VoucherFacts) -> Sheet:
    """Who paid or got back what, when and by whose hand as far as that is known; who has got money signs."""
    cancelled = (Strong(_("Cancelled")),) if voucher.is_cancelled else ()
    whose = _("Signature of %(name)s") % {"name": voucher.party}
    return Sheet(
        title=tournament.name,
        subtitle=voucher_title(voucher),
        columns=(Column(_("Item"), ColumnKind.REMARK), Column(_("Details"), ColumnKind.NAME)),
        rows=tuple((label, text) for label, text in _rows_of(tournament, voucher) if text),
        notes=(*occasion(tournament), *cancelled),
        signatures=(_("Place and date"), whose if voucher.movement is Movement.REFUND else _("Signature")),
    )


def _rows_of(tournament: Tournament, voucher: VoucherFacts) -> Iterator[tuple[str, str]]:
    currency, movement = tournament.currency, voucher.movement
    party, when, hand = {
        Movement.FEE: (_("Received from"), _("Paid on"), _("Received by")),
        Movement.REFUND: (_("Refunded to"), _("Refunded on"), _("Refunded by")),
        Movement.PRIZE: ("", _("Entered on"), _("Entered by")),
        Movement.PUT_IN: ("", _("Entered on"), _("Entered by")),
        Movement.TAKEN_OUT: ("", _("Entered on"), _("Entered by")),
    }[movement]
    club = tournament.club
    yield _("Issued by"), " · ".join(filter(None, (isolated(tournament.organiser or club.name), isolated(club.place))))
    yield _("Treasurer"), tournament.treasurer or club.treasurer
    yield party, Strong(voucher.party) if voucher.party else ""
    yield _("For"), voucher_subject(voucher)
    yield _("Amount"), Strong(money(voucher.cents, currency))
    if voucher.is_part:
        yield _("Paid so far"), money(voucher.kept_cents, currency)
        yield _("Still open"), money(voucher.open_cents, currency)
    yield when, _moment(voucher.at)
    yield hand, voucher.hand


def _moment(at: datetime | None) -> str:
    if at is None:
        return ""
    local = timezone.localtime(at)
    return f"{date_format(local, 'DATE_FORMAT')}, {date_format(local, 'H:i')}"


def _number(voucher: VoucherFacts) -> str | int | None:
    return voucher.label or voucher.number


def cash_book_title() -> str:
    """What the list is called, and its sheet in the workbook."""
    return _("Cash book")


def cash_book_sheet(tournament: Tournament, book: CashBook[Any]) -> Sheet:
    """All vouchers by their numbers with what is in the till after each; the cancelled ones are struck through."""
    rows = [_cash_line(line, row, tournament.currency) for row, line in enumerate(book.lines)]
    above = range(len(rows))
    if rows:
        came, went = (Cells(above, column) for column in (IN, OUT))
        totals: Totals = (
            (book.in_cents, (came,), ()),
            (book.out_cents, (went,), ()),
            (book.balance_cents, (came,), (went,)),
        )
        sums = (Amount(cents, tournament.currency, plus, minus, is_total=True) for cents, plus, minus in totals)
        rows.append((None, "", Strong(_("Total")), "", *sums))
    return Sheet(
        title=tournament.name,
        subtitle=cash_book_title(),
        columns=(
            Column(_("No."), ColumnKind.NUMBER),
            Column(_("Date"), ColumnKind.REMARK),
            Column(_("Item"), ColumnKind.NAME),
            Column(_("Name"), ColumnKind.NAME),
            Column(_("In"), ColumnKind.MONEY),
            Column(_("Out"), ColumnKind.MONEY),
            Column(_("Balance"), ColumnKind.MONEY),
        ),
        rows=tuple(rows),
        notes=(*occasion(tournament), *filter(None, (tournament.organiser, treasurer_sentence(tournament.treasurer)))),
        signatures=(_("Place and date"), _("Signature")),
    )


def _cash_line(line: CashLine[Any], row: int, currency: str) -> tuple[Cell, ...]:
    """A line of the book; a text in a column of money is not added up."""
    voucher = line.voucher
    at = DayCell(timezone.localtime(voucher.at)) if voucher.at else ""
    texts = (voucher_subject(voucher), voucher.party)
    amounts = (voucher.in_cents, voucher.out_cents)
    if voucher.is_cancelled:
        struck = (Struck(money(cents, currency)) if cents else None for cents in amounts)
        return _number(voucher), at, *map(Struck, texts), *struck, _("cancelled")
    came, went = (Cells(range(row + 1), column) for column in (IN, OUT))
    balance = Amount(line.balance_cents, currency, (came,), (went,))
    return _number(voucher), at, *texts, *(Amount(cents, currency) if cents else None for cents in amounts), balance
