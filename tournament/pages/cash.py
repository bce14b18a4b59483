"""What pages and papers show of the money: costs, vouchers, and the books of a year."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.models import Club, Season, Tournament
from tournament.money.books import BookLine, YearBook, YearVoucher
from tournament.money.statement import CostStatement, Line, LineKind
from tournament.money.vouchers import CashBook, Movement, VoucherFacts
from tournament.money.years import EveningCash, RunNumber, YearCash, last_day, read_year_number, runs, year_number
from tournament.names import isolated
from tournament.pages.sheets import (
    Amount,
    Cell,
    Cells,
    Column,
    ColumnKind,
    DayCell,
    ListColumn,
    Row,
    Sheet,
    Strong,
    Struck,
    money_cells,
    occasion,
    total_row,
)
from tournament.pages.tables import Attributes, ListTable, bidi_name, link, small_note
from tournament.phrases import cash as phrases
from tournament.phrases.values import amount, moment, money
from tournament.queries import cash as queries

# The columns of cash book, cost statement, cash of a season and books of a year, each named once.


def _money(key: str, heading: Promise, *parts: str, shows_zero: bool = False) -> ListColumn[Any]:
    """A column of amounts; a row, and what all of them come to, have the cents as an attribute, the key."""
    return ListColumn(key, ColumnKind.MONEY, attrgetter(key), heading, parts=parts, shows_zero=shows_zero)


ITEM = ListColumn[VoucherFacts]("item", ColumnKind.NAME, phrases.voucher_subject, gettext_lazy("Item"))
DATE = ListColumn[VoucherFacts](
    "at",
    ColumnKind.REMARK,
    lambda voucher: DayCell(localtime(voucher.at)) if voucher.at else "",
    gettext_lazy("Date"),
)
VOUCHER_NUMBER = ListColumn[VoucherFacts](
    "number", ColumnKind.NUMBER, lambda voucher: voucher.label or voucher.number, gettext_lazy("No.")
)
PARTY = ListColumn[VoucherFacts]("party", ColumnKind.NAME, lambda voucher: voucher.party, gettext_lazy("Name"))
AMOUNT = _money("cents", gettext_lazy("Amount"))
IN, OUT = _money("in_cents", gettext_lazy("In")), _money("out_cents", gettext_lazy("Out"))
BALANCE = _money("balance_cents", gettext_lazy("Balance"), IN.key, OUT.key)
CASH_COLUMNS = (VOUCHER_NUMBER, DATE, ITEM, PARTY, IN, OUT, BALANCE)

EVENING = ListColumn[EveningCash[Tournament]](
    "evening", ColumnKind.NAME, lambda row: row.evening.name, gettext_lazy("Evening")
)
FEES = _money("received_cents", gettext_lazy("Fees"), shows_zero=True)
REFUNDS = _money("refunded_cents", gettext_lazy("Refunds"))
EXPENSES = _money("spending_cents", gettext_lazy("Expenses"))
LEFT = _money("balance_cents", gettext_lazy("Balance"), FEES.key, REFUNDS.key, EXPENSES.key)

# The cash of a season, evening by evening, for the annual report.


def voucher_numbers(numbers: Sequence[int]) -> str:
    """Write voucher numbers as ranges: 1–14, 16."""
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs(numbers))


def vouchers_text(evening: EveningCash[Tournament]) -> str:
    """List the numbers of an evening's vouchers, and which of them are cancelled."""
    numbers = voucher_numbers(evening.vouchers)
    if not evening.cancelled:
        return numbers
    cancelled = _("cancelled: %(numbers)s") % {"numbers": voucher_numbers(evening.cancelled)}
    return f"{numbers}; {cancelled}" if numbers else cancelled


YEAR_CASH = (
    ListColumn[EveningCash[Tournament]](
        "date", ColumnKind.REMARK, lambda row: date_format(row.evening.date, "SHORT_DATE_FORMAT"), DATE.heading
    ),
    EVENING,
    ListColumn[EveningCash[Tournament]]("vouchers", ColumnKind.REMARK, vouchers_text, gettext_lazy("Vouchers")),
    *(FEES, REFUNDS, EXPENSES, LEFT),
)


def year_cash_sheet(season: Season, year: YearCash[Tournament]) -> Sheet:
    rows = [
        money_cells(YEAR_CASH, evening, year.currency, range(row, row + 1)) for row, evening in enumerate(year.evenings)
    ]
    total = total_row(YEAR_CASH, lambda column: column.fact(year), year.currency, range(len(rows)))
    return Sheet(
        title=season.club.name,
        subtitle=_("Cash: %(name)s") % {"name": season.name},
        columns=tuple(column.listed for column in YEAR_CASH),
        rows=(*rows, total),
        notes=(_("These are the numbers of each evening, counted from 1. Those of the whole year are under “Cash”."),),
        signatures=(_("Place and date"), _("Signature")),
    )


# The cash of a club's fiscal year: shown, printed and given to the auditors.

BOOK_IN, BOOK_OUT, BOOK_BALANCE = 3, 4, 5


def year_name(books: queries.Books) -> str:
    return books.club.year_named(books.year)


def closed_sentence(tournament: Tournament) -> str:
    """Explain how corrections are booked while the evening's books are closed; empty while they are open."""
    closed = queries.closed_evening(tournament)
    if closed is None:
        return ""
    year, books_in, counters = closed
    name = tournament.club.year_named
    years = {"year": name(year), "running": name(books_in)}
    sentence = _(
        "The books of %(year)s are closed: this evening takes no more payments, and a correction books a"
        " counter-entry in %(running)s."
    )
    so_far = _("Counter-entries so far: %(numbers)s.") % {"numbers": ", ".join(counters)}
    return f"{sentence % years} {so_far}" if counters else sentence % years


def _numbers_of(
    vouchers: Iterable[YearVoucher[queries.BookEvening]],
) -> tuple[list[int], list[int], list[RunNumber]]:
    """Split the vouchers' numbers into three lists: in the year's run, of their evening only, and as printed before."""
    in_run: list[int] = []
    of_evening: list[int] = []
    printed: list[RunNumber] = []
    for voucher in vouchers:
        if voucher.year_number is not None:
            in_run.append(voucher.year_number)
        elif label := read_year_number(voucher.label):
            printed.append(label)
        else:
            of_evening.append(voucher.number or 0)
    return in_run, of_evening, printed


def numbers_text(vouchers: Iterable[YearVoucher[queries.BookEvening]], year: int) -> str:
    """Write the vouchers' numbers: in the year's run as 2026-0002–0005, else those of an evening or printed before."""
    in_run, of_evening, printed = _numbers_of(vouchers)
    parts = [_ranges((year, number) for number in in_run)] if in_run else []
    if of_evening:
        parts.append(_("of the evening: %(numbers)s") % {"numbers": voucher_numbers(sorted(of_evening))})
    if printed:
        parts.append(_("as printed: %(numbers)s") % {"numbers": _ranges(printed)})
    return ", ".join(parts)


def _ranges(numbers: Iterable[RunNumber]) -> str:
    """Write numbers in the runs of their years as ranges: 2025-0002–0005, 2026-0001."""
    by_year = groupby(sorted(numbers), key=itemgetter(0))
    return ", ".join(
        year_number(year, first) if first == last else f"{year_number(year, first)}–{last:04}"
        for year, year_numbers in by_year
        for first, last in runs([number for _year, number in year_numbers])
    )


def line_text(line: BookLine[queries.BookEvening]) -> str:
    """Name what a line of the year's cash book is about: an evening, or a movement of the club's own."""
    if line.evening is None:
        return phrases.voucher_subject(line.vouchers[0])
    name = line.evening.name
    if line.day != line.evening.day:
        of_day = {"name": isolated(name), "day": date_format(line.evening.day, "SHORT_DATE_FORMAT")}
        name = _("%(name)s of %(day)s") % of_day
    if line.vouchers and not line.evening.slug:
        return _("%(name)s (deleted)") % {"name": isolated(name)}
    return name


def line_note(line: BookLine[queries.BookEvening], year: int) -> str:
    """Name the vouchers of a line of the year's cash book by their kinds; one alone has its number beside it."""
    if len(line.vouchers) == 1:
        return _kind_of_one(line.vouchers[0])
    return " · ".join(by_kind(line.vouchers, year))


def by_kind(vouchers: Sequence[YearVoucher[queries.BookEvening]], year: int) -> Iterator[str]:
    """Say for each kind of vouchers how many there are, with their numbers; each voucher is in one kind."""
    standing = [voucher for voucher in vouchers if not voucher.is_cancelled]
    plain = [voucher for voucher in standing if not voucher.counters]
    for kind, count_phrase in _kinds().items():
        if of_kind := [voucher for voucher in plain if _kind(voucher) == kind]:
            count = count_phrase(len(of_kind)) % {"count": len(of_kind)}
            yield f"{count}: {numbers_text(of_kind, year)}"
    for voucher in standing:
        if voucher.counters:
            facts = {"number": numbers_text([voucher], year), "other": voucher.counters}
            yield _("counter-entry %(number)s to %(other)s") % facts
    if cancelled := [voucher for voucher in vouchers if voucher.is_cancelled]:
        yield _("cancelled: %(numbers)s") % {"numbers": numbers_text(cancelled, year)}


PRIZE_OF_A_PLACE = "prize of a place"


def _kind(voucher: YearVoucher[queries.BookEvening]) -> str:
    return PRIZE_OF_A_PLACE if voucher.movement is Movement.PRIZE and voucher.is_prize else voucher.movement


def _kinds() -> dict[str, Callable[[int], str]]:
    return {
        Movement.FEE: lambda count: ngettext("%(count)d payment", "%(count)d payments", count),
        Movement.REFUND: lambda count: ngettext("%(count)d refund", "%(count)d refunds", count),
        PRIZE_OF_A_PLACE: lambda count: ngettext("%(count)d prize", "%(count)d prizes", count),
        Movement.PRIZE: lambda count: ngettext("%(count)d expense", "%(count)d expenses", count),
        Movement.PUT_IN: lambda count: ngettext("put in %(count)d time", "put in %(count)d times", count),
        Movement.TAKEN_OUT: lambda count: ngettext("taken out %(count)d time", "taken out %(count)d times", count),
    }


def _kind_of_one(voucher: YearVoucher[queries.BookEvening]) -> str:
    """Name the kind of a voucher that is alone in its line."""
    if voucher.is_cancelled:
        return _("cancelled")
    if voucher.counters:
        return _("counter-entry to %(numbers)s") % {"numbers": voucher.counters}
    if voucher.movement in (Movement.PUT_IN, Movement.TAKEN_OUT):
        return _("put in") if voucher.movement is Movement.PUT_IN else _("taken out")
    return _kinds()[_kind(voucher)](1) % {"count": 1}


def kept_sentence(books: queries.Books) -> str:
    """Say until when the club keeps the year's vouchers, with their names, and books; empty without set periods."""
    club, year = books.club, books.year
    vouchers, books_day = (
        date_format(last_day(year + years, club.fiscal_month), "SHORT_DATE_FORMAT") if years else ""
        for years in (club.voucher_years, club.books_years)
    )
    parts = (
        _("Vouchers are kept until %(day)s.") % {"day": vouchers} if vouchers else "",
        _("These books are kept until %(day)s.") % {"day": books_day} if books_day else "",
    )
    return " ".join(filter(None, parts))


def book_sheets(books: queries.Books) -> tuple[Sheet, ...]:
    """Build the sheets of a year's books: for each currency the report and its list of evenings, if any."""
    reports = tuple(report_sheet(books, book) for book in books.books)
    evenings = ((book, queries.evening_lines(books, book)) for book in books.books)
    return (*reports, *(evenings_sheet(books, book, lines) for book, lines in evenings if lines))


def report_title(books: queries.Books) -> str:
    return _("Cash report %(year)s") % {"year": year_name(books)}


def report_sheet(books: queries.Books, book: YearBook[queries.BookEvening]) -> Sheet:
    """Build the cash report of a currency; every balance and sum is a formula over the lines above it."""
    is_main = book is books.main
    ends = books.last_day
    rows = list(_rows_before(books, book))
    first = len(rows)
    opening = Cells(range(first, first + 1), BOOK_BALANCE)
    cents = Amount(book.opening_cents, book.currency)
    rows.append(("", DayCell(books.first_day), Strong(_("Opening balance")), None, None, cents))
    rows += _lines(book, opening)
    moved = range(first + 1, len(rows)) or opening.rows
    came, went = Cells(moved, BOOK_IN), Cells(moved, BOOK_OUT)
    sums = (
        Amount(book.in_cents, book.currency, (came,), is_total=True),
        Amount(book.out_cents, book.currency, (went,), is_total=True),
    )
    rows.append(("", "", Strong(_("Total")), *sums, None))
    closing = Amount(book.closing_cents, book.currency, (opening, came), (went,), is_total=True)
    rows.append(("", DayCell(ends), Strong(_("Closing balance")), None, None, closing))
    if is_main and book.counted_cents is not None:
        last = len(rows) - 1
        counted_cash = Amount(book.counted_cents, book.currency)
        rows.append(("", DayCell(ends), _("Cash as counted"), None, None, counted_cash))
        difference = (Cells(range(last + 1, last + 2), BOOK_BALANCE),), (Cells(range(last, last + 1), BOOK_BALANCE),)
        amount_of_difference = Amount(book.difference_cents, book.currency, *difference)
        rows.append(("", "", _difference_text(book.difference_cents), None, None, amount_of_difference))
    return Sheet(
        title=books.club.name or _("Club"),
        subtitle=report_title(books) if is_main else f"{report_title(books)} {book.currency}",
        columns=(
            Column(_("Voucher"), ColumnKind.REMARK),
            *(column.listed for column in (DATE, ITEM, IN, OUT, BALANCE)),
        ),
        rows=tuple(rows),
        notes=tuple(_notes(books, book)),
        signatures=(_("Treasurer, place and date"), _("Audited by, place and date")),
    )


def _rows_before(books: queries.Books, book: YearBook[queries.BookEvening]) -> Iterator[Row]:
    """Yield the closing cash of the year before and the difference at the opening; nothing if equal or unknown."""
    if book.before_cents is None or not book.opening_difference_cents:
        return
    end_cell = Cells(range(1), BOOK_BALANCE)
    begins = Cells(range(2, 3), BOOK_BALANCE)
    closing_amount = Amount(book.before_cents, book.currency)
    difference = Amount(book.opening_difference_cents, book.currency, (begins,), (end_cell,))
    ended_on = DayCell(books.first_day - timedelta(days=1))
    yield ("", ended_on, _("Cash at the end of the year before"), None, None, closing_amount)
    is_more = book.opening_difference_cents > 0
    text = _("More than at the end of the year before") if is_more else _("Missing since the end of the year before")
    yield ("", "", text, None, None, difference)


def _difference_text(cents: int) -> str:
    if not cents:
        return _("No difference")
    return _("Surplus in the cash box") if cents > 0 else _("Missing from the cash box")


def _lines(book: YearBook[queries.BookEvening], opening: Cells) -> Iterator[Row]:
    for nth, row in enumerate(book_rows(book), start=1):
        above = range(opening.rows.stop, opening.rows.stop + nth)
        yield (
            row.numbers,
            DayCell(row.line.day),
            f"{row.text} ({row.note})" if row.note else row.text,
            _moved_cell(row.line.in_cents, book.currency),
            _moved_cell(row.line.out_cents, book.currency),
            Amount(row.balance_cents, book.currency, (opening, Cells(above, BOOK_IN)), (Cells(above, BOOK_OUT),)),
        )


def _moved_cell(cents: int, currency: str) -> Cell:
    return Amount(cents, currency) if cents else None


def _notes(books: queries.Books, book: YearBook[queries.BookEvening]) -> Iterator[str]:
    days = [date_format(day, "DATE_FORMAT") for day in (books.first_day, books.last_day)]
    yield " · ".join(filter(None, (isolated(books.club.place), "–".join(days))))
    if books.club.treasurer:
        yield _("Treasurer: %(name)s") % {"name": books.club.treasurer}
    yield from counted_notes(book)
    amounts = (book.opening_cents, book.in_cents, book.out_cents, book.closing_cents)
    opening, came, went, closing = (money(cents, book.currency) for cents in amounts)
    yield _("Opening balance %(opening)s + in %(came)s − out %(went)s = closing balance %(closing)s") % {
        "opening": opening,
        "came": came,
        "went": went,
        "closing": closing,
    }
    if book is books.main and books.stored and books.stored.reason:
        yield _("Reason given for the difference: %(reason)s") % {"reason": isolated(books.stored.reason)}
    yield _("Auditors' note: ______________________________________________")


def counted_notes(book: YearBook[queries.BookEvening]) -> Iterator[str]:
    """Say how many vouchers are in the year's run, with their numbers, and how many have other numbers."""
    vouchers = [voucher for line in book.lines for voucher in line.vouchers]
    in_run, of_evening, printed = _numbers_of(vouchers)
    if in_run:
        yield ngettext(
            "%(count)d voucher in the run of the year: %(numbers)s",
            "%(count)d vouchers in the run of the year: %(numbers)s",
            len(in_run),
        ) % {"count": len(in_run), "numbers": _ranges((book.year, number) for number in in_run)}
    if of_evening:
        yield ngettext(
            "%(count)d voucher outside the run, with the number of its evening alone",
            "%(count)d vouchers outside the run, with the numbers of their evenings alone",
            len(of_evening),
        ) % {"count": len(of_evening)}
    if printed:
        yield ngettext(
            "%(count)d voucher outside the run, with the number printed on it before",
            "%(count)d vouchers outside the run, with the numbers printed on them before",
            len(printed),
        ) % {"count": len(printed)}
    yield from by_kind([voucher for voucher in vouchers if voucher.year_number is not None], book.year)


# An evening in the books of a year: its line, and what was not paid.
BookedEvening = EveningCash[tuple[BookLine[queries.BookEvening], queries.Unpaid]]
BOOKED_EVENINGS = (
    ListColumn[BookedEvening]("date", ColumnKind.REMARK, lambda row: DayCell(row.evening[0].day), DATE.heading),
    ListColumn[BookedEvening]("evening", ColumnKind.NAME, lambda row: line_text(row.evening[0]), EVENING.heading),
    *(FEES, REFUNDS, EXPENSES, replace(LEFT, heading=gettext_lazy("Surplus"))),
    ListColumn[BookedEvening]("owed", ColumnKind.MONEY, lambda row: row.evening[1].owed_cents, gettext_lazy("Unpaid")),
    ListColumn[BookedEvening](
        "waived", ColumnKind.MONEY, lambda row: row.evening[1].waived_cents, gettext_lazy("Waived")
    ),
)


def evenings_sheet(
    books: queries.Books, book: YearBook[queries.BookEvening], lines: tuple[BookLine[queries.BookEvening], ...]
) -> Sheet:
    """List a fiscal year's evenings with their fees, refunds, expenses and surplus, and fees unpaid or waived."""
    all_paid = queries.Unpaid(book.currency, 0, 0)
    evenings: list[BookedEvening] = []
    for line in lines:
        unpaid = books.unpaid.get(line.evening, all_paid) if line.evening else all_paid
        fees, refunds, prizes = (line.moved(movement) for movement in (Movement.FEE, Movement.REFUND, Movement.PRIZE))
        evenings.append(EveningCash((line, unpaid), fees, refunds, prizes))
    rows = [
        money_cells(BOOKED_EVENINGS, evening, book.currency, range(row, row + 1))
        for row, evening in enumerate(evenings)
    ]
    # In all, the surplus adds up its own column, too.
    added = [replace(column, parts=()) for column in BOOKED_EVENINGS]
    total = total_row(added, lambda column: sum(map(column.fact, evenings)), book.currency, range(len(rows)))
    currency = "" if book is books.main else f" {book.currency}"
    return Sheet(
        title=books.club.name or _("Club"),
        subtitle=_("Evenings %(year)s") % {"year": year_name(books)} + currency,
        columns=tuple(column.listed for column in BOOKED_EVENINGS),
        rows=(*rows, total),
        notes=(_("Unpaid and waived is what the evenings of this year say now; neither is cash."),),
    )


def unpaid_rows(books: queries.Books, currency: str) -> tuple[tuple[queries.BookEvening | None, queries.Unpaid], ...]:
    """List the evenings with unpaid or waived fees in this currency; the last row, without an evening, is the sum."""
    rows = [(evening, unpaid) for evening, unpaid in books.unpaid.items() if unpaid.currency == currency]
    owed, waived = (
        sum(unpaid_fees.owed_cents for _evening, unpaid_fees in rows),
        sum(unpaid_fees.waived_cents for _evening, unpaid_fees in rows),
    )
    total = queries.Unpaid(currency, owed, waived)
    return (*rows, (None, total)) if rows else ()


class BookRow:
    """A line of the year's cash book with the balance after it; `taken_back` are the labels that others counter."""

    def __init__(
        self,
        book: YearBook[queries.BookEvening],
        line: BookLine[queries.BookEvening],
        before: int,
        taken_back: set[str],
    ) -> None:
        first, is_of_club = line.vouchers[0], line.evening is None
        self.line = line
        self.balance_cents = before + line.in_cents - line.out_cents
        self.numbers, self.text = numbers_text(line.vouchers, book.year), line_text(line)
        self.note = line_note(line, book.year)
        # A movement of the club's own can be cancelled, by its number.
        may_cancel = is_of_club and not (first.is_cancelled or first.label in taken_back)
        self.cancels = first.year_number if may_cancel else None


def book_rows(book: YearBook[queries.BookEvening]) -> Iterator[BookRow]:
    """Yield the lines of a year's cash book with the balance after each."""
    balance = book.opening_cents
    vouchers = (voucher for line in book.lines for voucher in line.vouchers)
    taken_back = {voucher.counters for voucher in vouchers if voucher.counters and not voucher.is_cancelled}
    for line in book.lines:
        row = BookRow(book, line, balance, taken_back)
        balance = row.balance_cents
        yield row


# Vouchers and the cash book of a tournament.


def voucher_sheet(tournament: Tournament, voucher: VoucherFacts) -> Sheet:
    """Build a voucher: who paid or received what, when, and who took the money, if known; the receiver signs."""
    cancelled = (Strong(_("Cancelled")),) if voucher.is_cancelled else ()
    whose = _("Signature of %(name)s") % {"name": voucher.party}
    return Sheet(
        title=tournament.name,
        subtitle=phrases.voucher_title(voucher),
        columns=(Column(_("Item"), ColumnKind.REMARK), Column(_("Details"), ColumnKind.NAME)),
        rows=tuple((label, text) for label, text in _rows_of_voucher(tournament, voucher) if text),
        notes=(*occasion(tournament), *cancelled),
        signatures=(_("Place and date"), whose if voucher.movement is Movement.REFUND else _("Signature")),
    )


def _rows_of_voucher(tournament: Tournament, voucher: VoucherFacts) -> Iterator[tuple[str, str]]:
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
    yield _("For"), phrases.voucher_subject(voucher)
    yield _("Amount"), Strong(money(voucher.cents, currency))
    if voucher.is_part:
        yield _("Paid so far"), money(voucher.kept_cents, currency)
        yield _("Still open"), money(voucher.open_cents, currency)
    at = localtime(voucher.at) if voucher.at else None
    yield when, f"{date_format(at, 'DATE_FORMAT')}, {date_format(at, 'H:i')}" if at else ""
    yield hand, voucher.hand


def cash_book_title() -> str:
    """The title of the cash book, also the name of its sheet in the workbook."""
    return _("Cash book")


def cash_book_sheet(tournament: Tournament, book: CashBook) -> Sheet:
    """Build the cash book: all vouchers by number with the balance after each, cancelled ones struck through."""
    currency = tournament.currency
    rows = [_voucher_cells(voucher, row, currency) for row, voucher in enumerate(book.lines)]
    if rows:
        rows.append(total_row(CASH_COLUMNS, lambda column: column.fact(book), currency, range(len(rows))))
    return Sheet(
        title=tournament.name,
        subtitle=cash_book_title(),
        columns=tuple(column.listed for column in CASH_COLUMNS),
        rows=tuple(rows),
        notes=(
            *occasion(tournament),
            *filter(None, (tournament.organiser, phrases.treasurer_sentence(tournament.treasurer))),
        ),
        signatures=(_("Place and date"), _("Signature")),
    )


def _voucher_cells(voucher: VoucherFacts, row: int, currency: str) -> Row:
    """Make a row of the cash book; cancelled amounts are texts, which a workbook does not add up."""
    number, at, *cells, balance = money_cells(CASH_COLUMNS, voucher, currency, range(row + 1))
    if not voucher.is_cancelled:
        return number, at, *cells, balance
    return number, at, *(None if cell is None else Struck(cell) for cell in cells), _("cancelled")


# The cost statement and the sentences around it.

# The kind of voucher that each line of the cost statement adds up, except for totals.
MOVEMENTS = {
    LineKind.FEES: Movement.FEE,
    LineKind.REFUNDS: Movement.REFUND,
    LineKind.PRIZE: Movement.PRIZE,
    LineKind.COST: Movement.PRIZE,
}


def statement_page(tournament: Tournament) -> dict[str, Any]:
    """Build the context of the cost statement, for the desk and the public page."""
    statement = queries.cost_statement(tournament)
    return {
        "statement": statement,
        "statement_table": StatementTable(statement),
        **_sentences(tournament, statement),
        "today": localdate(),
    }


def _sentences(tournament: Tournament, statement: CostStatement[Any, Any]) -> dict[str, str]:
    """The sentences around the cost statement in their order; those that do not apply are empty."""
    fees, currency = statement.fees, statement.currency
    return {
        "shortfall": phrases.shortfall_sentence(statement.shortfall_cents, fees.owed_cents, currency),
        "per_head": phrases.per_head_sentence(statement.per_head, currency),
        "uncounted": phrases.uncounted_sentence(len(fees.owed), len(fees.waived), fees.owed_cents, currency),
        "overpaid": phrases.overpaid_sentence(len(fees.overpaid), fees.overpaid_cents, currency),
        "surplus": phrases.surplus_sentence(statement.announced_surplus_cents, tournament.surplus_note, currency),
    }


def costs_sheet(
    tournament: Tournament,
    statement: CostStatement[Any, queries.PrizeRow],
    book: CashBook | None = None,
) -> Sheet:
    """Build the cost statement, to be signed; no line says who has paid.

    With the cash `book` in the same file, amounts are formulas over its cells, except for gifts, which it lacks.
    """
    kinds = [line.kind for line in statement.lines]
    paid = _rows_of_kinds(kinds, LineKind.FEES, LineKind.REFUNDS)
    prizes = _rows_of_kinds(kinds, LineKind.PRIZE, LineKind.COST)
    sums = {LineKind.INCOME: (paid, ()), LineKind.SPENDING: (prizes, ()), LineKind.BALANCE: (paid, prizes)}
    rows = []
    for line in statement.lines:
        text, remark = phrases.statement_text(line), phrases.statement_remark(line, statement.currency)
        added, subtracted = sums[line.kind] if line.is_total else _booked(line, book)
        amount = Amount(line.cents, statement.currency, added, subtracted, line.is_total)
        rows.append((Strong(text) if line.is_total else text, remark, amount))
    shortfall, *other_sentences = _sentences(tournament, statement).values()
    notes = (Strong(shortfall), *other_sentences, phrases.treasurer_sentence(tournament.treasurer))
    return Sheet(
        title=tournament.name,
        subtitle=_("Cost statement"),
        columns=(ITEM.listed, Column(_("Details"), ColumnKind.REMARK), AMOUNT.listed),
        rows=tuple(rows),
        notes=(*occasion(tournament), *filter(None, notes)),
        signatures=(_("Place and date"), _("Signature")),
    )


def _rows_of_kinds(kinds: Sequence[LineKind], *wanted_kinds: LineKind) -> tuple[Cells, ...]:
    """The cells of lines of these kinds, which are next to each other and so form one range."""
    indices = [index for index, kind in enumerate(kinds) if kind in wanted_kinds]
    return (Cells(range(indices[0], indices[-1] + 1)),) if indices else ()


def _booked(line: Line, book: CashBook | None) -> tuple[tuple[Cells, ...], tuple[Cells, ...]]:
    """The cells of the cash book that a line of the cost statement adds up, and those that it subtracts."""
    about = (MOVEMENTS[line.kind], line.prize.prize.pk if isinstance(line.prize, queries.PrizeRow) else None)
    indices = [
        index
        for index, voucher in enumerate(book.vouchers if book else ())
        if (voucher.movement, voucher.prize_id) == about and not voucher.is_cancelled
    ]
    column = CASH_COLUMNS.index(IN if line.kind is LineKind.FEES else OUT)
    cells = tuple(Cells(range(first, last + 1), column, cash_book_title()) for first, last in runs(indices))
    return ((), cells) if line.kind is LineKind.REFUNDS else (cells, ())


# Tables for pages: cost statement, cash book of a tournament, cash of a season.

OF_ITEM = {"td": {"class": "item"}, "tf": {"class": "item", "scope": "row"}}
# Values shown as empty cells in a column of money that leaves out amounts of 0.
NOT_MOVED = (None, 0)


class MoneyColumn(tables.Column):
    """Amounts in cents; on a phone the heading stands above the amount. What is left in all names its currency."""

    def __init__(self, column: ListColumn[Any], **more: Any) -> None:
        def total(table: "CashTable | YearCashTable") -> str:
            cents = column.fact(table.total)
            return money(cents, table.currency) if column.parts else amount(cents)

        shown = {} if column.parts or column.shows_zero else {"empty_values": NOT_MOVED}
        attrs = {"cell": {"class": "money", "data-label": column.heading}, "th": {"class": "money"}}
        super().__init__(column.heading, attrs=attrs, **{"accessor": column.key, "footer": total, **shown, **more})

    def render(self, value: int) -> str:
        return amount(value)


class StatementTable(ListTable):
    caption = gettext_lazy("Cost statement")
    item = tables.Column(ITEM.heading)
    cents = tables.Column(AMOUNT.heading, attrs={"cell": {"class": "num text-end"}})

    def __init__(self, statement: CostStatement[Any, Any]) -> None:
        super().__init__(statement.lines)
        self.currency = statement.currency

    def attrs_of(self, record: Line) -> Attributes:
        return {"class": "fw-bold" if record.is_total else None}

    def render_item(self, record: Line) -> SafeString:
        remark = phrases.statement_remark(record, self.currency)
        return format_html("{}{}", phrases.statement_text(record), small_note(remark))

    def render_cents(self, value: int) -> str:
        return money(value, self.currency)


class CashTable(ListTable):
    """The vouchers of a tournament with the balance after each; a cancelled voucher does not count."""

    caption = gettext_lazy("Cash book")
    look = "table cash-book"
    number = tables.Column(VOUCHER_NUMBER.heading, attrs={"cell": {"class": "num"}}, footer="")
    item = tables.Column(ITEM.heading, attrs=OF_ITEM, footer=gettext_lazy("Total"))
    cash_in, cash_out, balance = MoneyColumn(IN), MoneyColumn(OUT), MoneyColumn(BALANCE)

    def __init__(self, tournament: Tournament, book: CashBook, today: date) -> None:
        super().__init__(book.lines)
        self.tournament, self.total, self.currency, self.today = tournament, book, tournament.currency, today

    def attrs_of(self, record: VoucherFacts) -> Attributes:
        return {"id": f"voucher-{record.number}", "class": "gone" if record.is_cancelled else None}

    def render_number(self, value: int, record: VoucherFacts) -> SafeString:
        address = reverse("voucher", args=[self.tournament.slug, value])
        opens = '<a class="tap" href="{}" target="_blank" aria-label="{}">{}</a>'
        return format_html(opens, address, phrases.voucher_title(record), record.called)

    def render_item(self, record: VoucherFacts) -> SafeString:
        moved_at = localtime(record.at) if record.at else None
        note_parts = (
            bidi_name(record.party) if record.party else "",
            format_html('<time datetime="{}">{}</time>', moved_at.isoformat(), moment(moved_at, self.today))
            if moved_at
            else "",
            bidi_name(record.hand) if record.hand else "",
        )
        subject = phrases.voucher_subject(record)
        if record.is_cancelled:
            subject = format_html('<s>{}</s> <span class="chip">{}</span>', subject, _("cancelled"))
        return format_html(
            "{}{}", subject, small_note(format_html_join(" ", "{}", ([part] for part in note_parts if part)))
        )

    def render_cash_in(self, value: int, record: VoucherFacts) -> str:
        return format_html("<s>{}</s>", amount(value)) if record.is_cancelled else amount(value)

    render_cash_out = render_cash_in

    def render_balance(self, value: int, record: VoucherFacts) -> str:
        return "" if record.is_cancelled else amount(value)


class BookingTable(ListTable):
    """The vouchers that an action would book in another year because their own is closed, with day and amounts."""

    caption = gettext_lazy("What is booked")
    look = "table cash-book"
    item = tables.Column(ITEM.heading, attrs=OF_ITEM)
    cash_in = MoneyColumn(IN, accessor="voucher__in_cents", footer=None)
    cash_out = MoneyColumn(OUT, accessor="voucher__out_cents", footer=None)

    def __init__(self, entries: Sequence[dict[str, Any]], club: Club) -> None:
        """Build the table; each entry holds the facts of a voucher as the action returned them."""
        super().__init__([{**entry, "voucher": _voucher_of(entry)} for entry in entries])
        self.club = club

    def render_item(self, record: dict[str, Any]) -> SafeString:
        voucher, day = record["voucher"], date.fromisoformat(record["day"])
        where = {"day": date_format(day, "SHORT_DATE_FORMAT"), "year": self.club.year_named(record["year"])}
        note_parts = (voucher.called, bidi_name(voucher.party) if voucher.party else "")
        note = format_html_join(" ", "{}", ([part] for part in note_parts if part))
        in_books = _("under %(day)s, in the books of %(year)s") % where
        return format_html("{}{}{}", phrases.voucher_subject(voucher), small_note(note), small_note(in_books))

    def render_cash_in(self, value: int, record: dict[str, Any]) -> str:
        return money(value, record["currency"])

    render_cash_out = render_cash_in


def _voucher_of(values: dict[str, Any]) -> VoucherFacts:
    texts = {name: values[name] for name in ("party", "purchase", "counters")}
    return VoucherFacts(None, Movement(values["movement"]), values["cents"], label=values["number"], **texts)


class YearCashTable(ListTable):
    """The cash of a season, evening by evening, in one currency."""

    look = "table cash-book of-season"
    item = tables.Column(EVENING.heading, accessor="evening", attrs=OF_ITEM, footer=gettext_lazy("Total"))
    fees, refunds, prizes = MoneyColumn(FEES), MoneyColumn(REFUNDS), MoneyColumn(EXPENSES)
    balance = MoneyColumn(LEFT)

    def __init__(self, season: Season, year: YearCash[Tournament]) -> None:
        super().__init__(year.evenings)
        self.caption, self.total, self.currency = season.name, year, year.currency

    def render_item(self, value: Tournament, record: EveningCash[Tournament]) -> SafeString:
        day = date_format(value.date, "SHORT_DATE_FORMAT")
        vouchers = vouchers_text(record)
        note = f"{_('Vouchers')} {vouchers}" if vouchers else ""
        return link("cash_book", value.slug, text=f"{day} {value.name}") + small_note(note)
