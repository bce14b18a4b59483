"""The cost statement, the cash book of a tournament, and the cash of a season."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Season, Tournament
from tournament.money.vouchers import CashBook, CashLine
from tournament.money.years import EveningCash, YearCash
from tournament.pages.year_cash import vouchers_text
from tournament.phrases.cash import StatementLine, voucher_subject, voucher_title
from tournament.phrases.values import amount, moment, money
from tournament.queries.cash import VoucherRow
from tournament.tables.base import Attributes, ListTable, bidi_name, link, small_note

ITEM = {"td": {"class": "item"}, "tf": {"class": "item", "scope": "row"}}


class MoneyColumn(tables.Column):
    """Amounts in cents, on a phone with their heading above; none where there is nothing."""

    def __init__(self, heading: Any, **more: Any) -> None:
        labelled = {"class": "money", "data-label": heading}
        super().__init__(verbose_name=heading, attrs={"cell": labelled, "th": {"class": "money"}}, **more)

    def render(self, value: int) -> str:
        return amount(value)


class StatementTable(ListTable):
    """The cost statement of a tournament."""

    caption = gettext_lazy("Cost statement")
    item = tables.Column(accessor="text", verbose_name=gettext_lazy("Item"))
    cents = tables.Column(verbose_name=gettext_lazy("Amount"), attrs={"cell": {"class": "num text-end"}})

    def __init__(self, lines: Sequence[StatementLine], currency: str) -> None:
        super().__init__(lines)
        self.currency = currency

    def attrs_of(self, record: StatementLine) -> Attributes:
        return {"class": "fw-bold"} if record.is_total else {}

    def render_item(self, record: StatementLine) -> SafeString:
        return format_html("{}{}", record.text, small_note(record.remark))

    def render_cents(self, value: int) -> str:
        return money(value, self.currency)


class CashTable(ListTable):
    """The vouchers of a tournament with what is in the till after each; a cancelled one counts for nothing."""

    caption = gettext_lazy("Cash book")
    look = "table cash-book"
    number = tables.Column(
        accessor="voucher__number", verbose_name=gettext_lazy("No."), attrs={"cell": {"class": "num"}}, footer=""
    )
    item = tables.Column(
        accessor="voucher", verbose_name=gettext_lazy("Item"), attrs=ITEM, footer=gettext_lazy("Total")
    )
    cash_in = MoneyColumn(
        gettext_lazy("In"), accessor="voucher__in_cents", footer=lambda table: amount(table.book.in_cents)
    )
    cash_out = MoneyColumn(
        gettext_lazy("Out"), accessor="voucher__out_cents", footer=lambda table: amount(table.book.out_cents)
    )
    balance = MoneyColumn(
        gettext_lazy("Balance"),
        accessor="balance_cents",
        footer=lambda table: money(table.book.balance_cents, table.tournament.currency),
    )

    def __init__(self, tournament: Tournament, book: CashBook[VoucherRow], today: date) -> None:
        super().__init__(book.lines)
        self.tournament, self.book, self.today = tournament, book, today

    def attrs_of(self, record: CashLine[VoucherRow]) -> Attributes:
        voucher = record.voucher
        return {"id": f"voucher-{voucher.number}", **({"class": "gone"} if voucher.is_cancelled else {})}

    def render_number(self, value: int, record: CashLine[VoucherRow]) -> SafeString:
        address = reverse("voucher", args=[self.tournament.slug, value])
        opens = '<a class="tap" href="{}" target="_blank" aria-label="{}">{}</a>'
        return format_html(opens, address, voucher_title(record.voucher), record.voucher.called)

    def render_item(self, value: VoucherRow) -> SafeString:
        moved_at = localtime(value.at) if value.at else None
        told = (
            bidi_name(value.party) if value.party else "",
            format_html('<time datetime="{}">{}</time>', moved_at.isoformat(), moment(moved_at, self.today))
            if moved_at
            else "",
            bidi_name(value.hand) if value.hand else "",
        )
        subject = voucher_subject(value)
        if value.is_cancelled:
            subject = format_html('<s>{}</s> <span class="chip">{}</span>', subject, _("cancelled"))
        return format_html("{}{}", subject, small_note(format_html_join(" ", "{}", ([part] for part in told if part))))

    def render_cash_in(self, value: int, record: CashLine[VoucherRow]) -> str:
        return _moved(value, record.voucher)

    def render_cash_out(self, value: int, record: CashLine[VoucherRow]) -> str:
        return _moved(value, record.voucher)

    def render_balance(self, value: int, record: CashLine[VoucherRow]) -> str:
        return "" if record.voucher.is_cancelled else amount(value)


def _moved(cents: int, voucher: VoucherRow) -> str:
    if not cents:
        return ""
    return format_html("<s>{}</s>", amount(cents)) if voucher.is_cancelled else amount(cents)


class YearCashTable(ListTable):
    """The cash of a season, evening by evening, in one currency."""

    look = "table cash-book of-year"
    item = tables.Column(
        accessor="evening", verbose_name=gettext_lazy("Evening"), attrs=ITEM, footer=gettext_lazy("Total")
    )
    fees = MoneyColumn(
        gettext_lazy("Fees"), accessor="received_cents", footer=lambda table: amount(table.year.received_cents)
    )
    refunds = MoneyColumn(
        gettext_lazy("Refunds"), accessor="refunded_cents", footer=lambda table: amount(table.year.refunded_cents)
    )
    prizes = MoneyColumn(
        gettext_lazy("Prizes"), accessor="spending_cents", footer=lambda table: amount(table.year.spending_cents)
    )
    balance = MoneyColumn(
        gettext_lazy("Balance"),
        accessor="balance_cents",
        footer=lambda table: money(table.year.balance_cents, table.year.currency),
    )

    def __init__(self, season: Season, year: YearCash[Tournament]) -> None:
        super().__init__(year.evenings)
        self.caption, self.year = season.name, year

    def render_item(self, value: Tournament, record: EveningCash[Tournament]) -> SafeString:
        day = date_format(value.date, "SHORT_DATE_FORMAT")
        vouchers = vouchers_text(record)
        note = f"{_('Vouchers')} {vouchers}" if vouchers else ""
        return link("cash_book", value.slug, text=f"{day} {value.name}") + small_note(note)

    def render_refunds(self, value: int) -> str:
        return amount(value) if value else ""

    def render_prizes(self, value: int) -> str:
        return amount(value) if value else ""
