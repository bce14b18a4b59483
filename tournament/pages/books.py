"""The cash of a club's fiscal year, as it is shown, printed and handed to its auditors."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Club, Tournament
from tournament.money.books import BookLine, YearBook, YearVoucher
from tournament.money.vouchers import Movement
from tournament.money.years import runs, year_number
from tournament.names import isolated
from tournament.pages.sheets import Amount, Cell, Cells, Column, ColumnKind, DayCell, Row, Sheet, Strong
from tournament.phrases.cash import voucher_subject
from tournament.phrases.values import money
from tournament.queries.cash import BookEvening, Books, closed_evening, evening_lines

IN, OUT, BALANCE = 3, 4, 5


def year_name(books: Books) -> str:
    """2026, or 2026/27 where the year does not begin in January."""
    return _named(books.year, books.club)


def _named(year: int, club: Club) -> str:
    return str(year) if club.fiscal_month == 1 else f"{year}/{(year + 1) % 100:02}"


def closed_sentence(tournament: Tournament) -> str:
    """What a correction of an evening in closed books does, and what was booked so; empty where they are open."""
    closed = closed_evening(tournament)
    if closed is None:
        return ""
    years = {"year": _named(closed.year, tournament.club), "running": _named(closed.books_in, tournament.club)}
    said = _(
        "The books of %(year)s are closed: this evening takes no more payments, and a correction books a"
        " counter-entry in %(running)s."
    )
    so_far = _("Counter-entries so far: %(numbers)s.") % {"numbers": ", ".join(closed.counters)}
    return f"{said % years} {so_far}" if closed.counters else said % years


def numbers_text(vouchers: Iterable[YearVoucher[BookEvening]], year: int) -> str:
    """The numbers of the year as they are quoted: 2026-0002–0005; else those of the evening."""
    found = tuple(vouchers)
    numbers = sorted(voucher.year_number for voucher in found if voucher.year_number is not None)
    parts = [
        year_number(year, first) if first == last else f"{year_number(year, first)}–{last:04}"
        for first, last in runs(numbers)
    ]
    printed = [voucher.label for voucher in found if voucher.year_number is None and voucher.label]
    own = sorted(voucher.number or 0 for voucher in found if voucher.year_number is None and not voucher.label)
    of_evening = ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs(own))
    if of_evening:
        parts.append(_("of the evening: %(numbers)s") % {"numbers": of_evening})
    return ", ".join([*parts, *printed])


def line_text(line: BookLine[BookEvening]) -> str:
    """What a line is about."""
    if line.evening is None:
        return voucher_subject(line.vouchers[0])
    if line.vouchers and not line.evening.slug:
        return _("%(name)s (deleted)") % {"name": isolated(line.evening.name)}
    return line.evening.name


def line_note(line: BookLine[BookEvening], year: int) -> str:
    """How many paid, how many prizes there were, which numbers are cancelled, what takes back what."""
    standing = [voucher for voucher in line.vouchers if not voucher.is_cancelled]
    plain = [voucher for voucher in standing if not voucher.counters]
    payments = sum(voucher.movement is Movement.FEE for voucher in plain)
    prizes = sum(voucher.movement is Movement.PRIZE for voucher in plain)
    parts = []
    if payments:
        parts.append(ngettext("%(count)d payment", "%(count)d payments", payments) % {"count": payments})
    if prizes:
        parts.append(ngettext("%(count)d prize", "%(count)d prizes", prizes) % {"count": prizes})
    if countered := ", ".join(voucher.counters for voucher in standing if voucher.counters):
        parts.append(_("counter-entry to %(numbers)s") % {"numbers": countered})
    cancelled = [voucher for voucher in line.vouchers if voucher.is_cancelled]
    numbered = [voucher for voucher in cancelled if voucher.year_number is not None]
    if numbered and standing:
        parts.append(_("cancelled: %(numbers)s") % {"numbers": numbers_text(numbered, year)})
    elif cancelled and not standing:
        parts.append(_("cancelled"))
    return " · ".join(parts)


def book_sheets(books: Books) -> tuple[Sheet, ...]:
    """The report, that of each other currency, and of each the evenings with what is unpaid and waived."""
    reports = tuple(report_sheet(books, book) for book in books.books)
    evenings = ((book, evening_lines(books, book)) for book in books.books)
    return (*reports, *(evenings_sheet(books, book, lines) for book, lines in evenings if lines))


def report_title(books: Books) -> str:
    """What the report is called."""
    return _("Cash report %(year)s") % {"year": year_name(books)}


def report_sheet(books: Books, book: YearBook[BookEvening]) -> Sheet:
    """Opening balance, a line for each evening and movement, sums, closing balance, what was counted, the difference.

    Every balance and sum is worked out from the lines above it.
    """
    is_main = book is books.main
    ends = books.last_day
    rows: list[Row] = [
        (
            "",
            DayCell(books.first_day),
            Strong(_("Opening balance")),
            None,
            None,
            Amount(book.opening_cents, book.currency),
        )
    ]
    rows += _lines(book)
    moved = range(1, len(rows))
    came, went = Cells(moved or range(1), IN), Cells(moved or range(1), OUT)
    opening = Cells(range(1), BALANCE)
    sums = (
        Amount(book.in_cents, book.currency, (came,), is_total=True),
        Amount(book.out_cents, book.currency, (went,), is_total=True),
    )
    rows.append(("", "", Strong(_("Total")), *sums, None))
    closing = Amount(book.closing_cents, book.currency, (opening, came), (went,), is_total=True)
    rows.append(("", DayCell(ends), Strong(_("Closing balance")), None, None, closing))
    if is_main and book.counted_cents is not None:
        last = len(rows) - 1
        counted = Amount(book.counted_cents, book.currency)
        rows.append(("", DayCell(ends), _("Cash as counted"), None, None, counted))
        difference = (Cells(range(last + 1, last + 2), BALANCE),), (Cells(range(last, last + 1), BALANCE),)
        rows.append(
            ("", "", difference_text(book), None, None, Amount(book.difference_cents, book.currency, *difference))
        )
    return Sheet(
        title=books.club.name or _("Club"),
        subtitle=report_title(books) if is_main else f"{report_title(books)} {book.currency}",
        columns=(
            Column(_("Voucher"), ColumnKind.REMARK),
            Column(_("Date"), ColumnKind.REMARK),
            Column(_("Item"), ColumnKind.NAME),
            Column(_("In"), ColumnKind.MONEY),
            Column(_("Out"), ColumnKind.MONEY),
            Column(_("Balance"), ColumnKind.MONEY),
        ),
        rows=tuple(rows),
        notes=tuple(_notes(books, book)),
        signatures=(_("Treasurer, place and date"), _("Audited by, place and date")),
    )


def difference_text(book: YearBook[BookEvening]) -> str:
    """What the counting has shown."""
    if not book.difference_cents:
        return _("No difference")
    return _("Surplus in the cash box") if book.difference_cents > 0 else _("Missing from the cash box")


def _lines(book: YearBook[BookEvening]) -> Iterator[Row]:
    balance = book.opening_cents
    for nth, line in enumerate(book.lines, start=1):
        balance += line.in_cents - line.out_cents
        note = line_note(line, book.year)
        above = range(1, nth + 1)
        yield (
            numbers_text(line.vouchers, book.year),
            DayCell(line.day),
            f"{line_text(line)} ({note})" if note else line_text(line),
            _moved(line.in_cents, book.currency),
            _moved(line.out_cents, book.currency),
            Amount(balance, book.currency, (Cells(range(1), BALANCE), Cells(above, IN)), (Cells(above, OUT),)),
        )


def _moved(cents: int, currency: str) -> Cell:
    return Amount(cents, currency) if cents else None


def _notes(books: Books, book: YearBook[BookEvening]) -> Iterator[str]:
    days = [date_format(day, "DATE_FORMAT") for day in (books.first_day, books.last_day)]
    yield " · ".join(filter(None, (isolated(books.club.place), "–".join(days))))
    if books.club.treasurer:
        yield _("Treasurer: %(name)s") % {"name": books.club.treasurer}
    count = sum(voucher.year_number is not None for line in book.lines for voucher in line.vouchers)
    if count:
        yield ngettext(
            "%(count)d voucher, numbered without a gap", "%(count)d vouchers, numbered without a gap", count
        ) % {"count": count}
    amounts = (book.opening_cents, book.in_cents, book.out_cents, book.closing_cents)
    opening, came, went, closing = (money(cents, book.currency) for cents in amounts)
    yield _("Opening balance %(opening)s + in %(came)s − out %(went)s = closing balance %(closing)s") % {
        "opening": opening,
        "came": came,
        "went": went,
        "closing": closing,
    }
    yield _("Auditors' note: ______________________________________________")


def evenings_sheet(books: Books, book: YearBook[BookEvening], lines: tuple[BookLine[BookEvening], ...]) -> Sheet:
    """Each evening's fees, refunds, prizes and surplus in this year, and what of its fees is unpaid or waived."""
    currency = book.currency
    rows: list[Row] = []
    columns: list[list[int]] = [[], [], [], [], [], []]
    for row, line in enumerate(lines):
        unpaid = books.unpaid.get(line.evening) if line.evening else None
        fees, refunds, prizes = (line.moved(movement) for movement in (Movement.FEE, Movement.REFUND, Movement.PRIZE))
        owed, waived = (unpaid.owed_cents, unpaid.waived_cents) if unpaid else (0, 0)
        here = range(row, row + 1)
        surplus = fees - refunds - prizes
        parts = (Cells(here, 2),), (Cells(here, 3), Cells(here, 4))
        for column, cents in zip(columns, (fees, refunds, prizes, surplus, owed, waived), strict=True):
            column.append(cents)
        rows.append(
            (
                DayCell(line.day),
                line_text(line),
                Amount(fees, currency),
                _moved(refunds, currency),
                _moved(prizes, currency),
                Amount(surplus, currency, *parts),
                _moved(owed, currency),
                _moved(waived, currency),
            )
        )
    sums = (
        Amount(sum(column), currency, (Cells(range(len(rows)), place),), is_total=True)
        for place, column in enumerate(columns, start=2)
    )
    return Sheet(
        title=books.club.name or _("Club"),
        subtitle=_("Evenings %(year)s") % {"year": year_name(books)} + ("" if book is books.main else f" {currency}"),
        columns=(
            Column(_("Date"), ColumnKind.REMARK),
            Column(_("Evening"), ColumnKind.NAME),
            *(
                Column(heading, ColumnKind.MONEY)
                for heading in (_("Fees"), _("Refunds"), _("Prizes"), _("Surplus"), _("Unpaid"), _("Waived"))
            ),
        ),
        rows=(*rows, ("", Strong(_("Total")), *sums)),
        notes=(_("Unpaid and waived is what the evenings of this year say now; neither is cash."),),
    )


@dataclass(frozen=True, slots=True)
class UnpaidRow:
    """An evening with what of its fees is unpaid, and what was waived; None: all of them together."""

    evening: BookEvening | None
    owed_cents: int
    waived_cents: int


def unpaid_rows(books: Books, currency: str) -> tuple[UnpaidRow, ...]:
    """The evenings with fees in this currency that were not paid, and their sum."""
    rows = [
        UnpaidRow(evening, unpaid.owed_cents, unpaid.waived_cents)
        for evening, unpaid in books.unpaid.items()
        if unpaid.currency == currency
    ]
    total = UnpaidRow(None, sum(row.owed_cents for row in rows), sum(row.waived_cents for row in rows))
    return (*rows, total) if rows else ()


@dataclass(frozen=True, slots=True)
class BookRow:
    """A line as the page shows it; `cancels` is the number of a movement of the club that can be cancelled."""

    line: BookLine[BookEvening]
    numbers: str
    text: str
    note: str
    balance_cents: int
    cancels: int | None


def book_rows(book: YearBook[BookEvening]) -> Iterator[BookRow]:
    """The lines with the balance after each."""
    balance = book.opening_cents
    taken_back = {voucher.counters for line in book.lines for voucher in line.vouchers if voucher.counters}
    for line in book.lines:
        balance += line.in_cents - line.out_cents
        numbers, first = numbers_text(line.vouchers, book.year), line.vouchers[0]
        may = line.evening is None and not (first.is_cancelled or first.counters or first.label in taken_back)
        cancels = first.year_number if may else None
        yield BookRow(line, numbers, line_text(line), line_note(line, book.year), balance, cancels)
