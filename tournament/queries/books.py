"""Reads the books of a club, year by year."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db.models import Max, Min
from django.utils import timezone

from tournament.models import Club, ClubYear, Tournament, Voucher
from tournament.money.books import BookLine, YearBook, YearVoucher, book_lines
from tournament.money.vouchers import Movement
from tournament.money.years import first_day, fiscal_year, last_day
from tournament.queries.fees import fees_of


@dataclass(frozen=True, slots=True)
class BookEvening:
    """An evening as the books name it; without an address: it was deleted."""

    name: str
    day: date
    slug: str = ""


@dataclass(frozen=True, slots=True)
class Unpaid:
    """What of the fees of an evening is unpaid, and what was waived, in the currency of the evening."""

    currency: str
    owed_cents: int
    waived_cents: int


@dataclass(frozen=True, slots=True)
class Books:
    """A year of a club: its books, that of the club's currency first; the row of it, where there is one."""

    club: Club
    year: int
    stored: ClubYear | None
    books: tuple[YearBook[BookEvening], ...]
    unpaid: dict[BookEvening, Unpaid]

    @property
    def main(self) -> YearBook[BookEvening]:
        return self.books[0]

    @property
    def first_day(self) -> date:
        return first_day(self.year, self.club.fiscal_month)

    @property
    def last_day(self) -> date:
        return last_day(self.year, self.club.fiscal_month)

    @property
    def is_closed(self) -> bool:
        return self.stored is not None and self.stored.closed_at is not None

    @property
    def is_over(self) -> bool:
        return self.last_day < timezone.localdate()


def running_year(club: Club) -> int:
    """The fiscal year of today."""
    return fiscal_year(timezone.localdate(), club.fiscal_month)


def newest_closed_year(club: Club) -> int | None:
    """The newest year of the club whose books are closed; all before it are closed too."""
    newest: int | None = ClubYear.objects.filter(club=club, closed_at__isnull=False).aggregate(newest=Max("year"))[
        "newest"
    ]
    return newest


@dataclass(frozen=True, slots=True)
class ClosedEvening:
    """An evening in the closed books of a `year`: where a correction is booked now, and the numbers of those so far."""

    year: int
    books_in: int
    counters: tuple[str, ...]


def closed_evening(tournament: Tournament) -> ClosedEvening | None:
    """How its corrections are booked where the books of its year are closed; None: they are open."""
    club = tournament.club
    year, closed = fiscal_year(tournament.date, club.fiscal_month), newest_closed_year(club)
    if tournament.is_practice or closed is None or year > closed:
        return None
    counters = Voucher.objects.filter(tournament=tournament, counters__isnull=False).order_by("number")
    return ClosedEvening(year, max(running_year(club), closed + 1), tuple(one.label for one in counters))


def years_of_books(club: Club) -> tuple[int, ...]:
    """The years with vouchers, counted cash or none yet but running, the newest first."""
    stood = Voucher.objects.filter(club=club).values_list("year", flat=True).distinct()
    counted = ClubYear.objects.filter(club=club).values_list("year", flat=True)
    years = {year for year in (*stood, *counted) if year is not None}
    return tuple(sorted(years | {running_year(club)}, reverse=True))


def books_of(club: Club, year: int) -> Books:
    """The books of a year as its vouchers say."""
    stored = ClubYear.objects.filter(club=club, year=year).first()
    currency = stored.currency if stored else club.currency
    vouchers = defaultdict(list)
    rows = Voucher.objects.filter(club=club, year=year).select_related("tournament", "counters")
    for row in rows.order_by("year_number", "tournament_id", "number"):
        vouchers[row.tournament.currency if row.tournament else row.currency].append(_year_voucher(row))
    opening = opening_cents(club, year)
    counted = stored.closing_cents if stored else None
    unpaid = _unpaid(club, year)
    others = sorted({*vouchers, *(one.currency for one in unpaid.values())} - {currency})
    books = [YearBook(year, currency, opening, counted, book_lines(vouchers[currency]))]
    books += [YearBook(year, other, 0, None, book_lines(vouchers[other])) for other in others]
    return Books(club, year, stored, tuple(books), unpaid)


def opening_cents(club: Club, year: int) -> int:
    """What was counted at the beginning, else what the year before ended with; 0 where there was none before."""
    stored = ClubYear.objects.filter(club=club, year=year).first()
    if stored and stored.opening_cents is not None:
        return stored.opening_cents
    known = Voucher.objects.filter(club=club, year__lt=year).aggregate(newest=Max("year"), oldest=Min("year"))
    counted = ClubYear.objects.filter(club=club, year__lt=year).order_by("-year").first()
    before = max(known["newest"] or 0, counted.year if counted else 0)
    if not before:
        return 0
    if counted and counted.year == before and counted.closing_cents is not None:
        return counted.closing_cents
    return _closing_cents(club, before)


def _closing_cents(club: Club, year: int) -> int:
    """What the vouchers of a year that was not counted leave."""
    return books_of(club, year).main.closing_cents


def _year_voucher(row: Voucher) -> YearVoucher[BookEvening]:
    moved_on = timezone.localdate(row.at) if row.at else None
    evening: BookEvening | None = None
    if row.tournament:
        evening = BookEvening(row.tournament.name, row.tournament.date, row.tournament.slug)
    elif row.evening_date:
        evening = BookEvening(row.evening, row.evening_date)
    return YearVoucher(
        number=row.number,
        movement=Movement(row.movement),
        cents=row.cents,
        party=row.party,
        purchase=row.purchase,
        hand=row.hand,
        at=row.at,
        is_cancelled=row.cancelled_at is not None,
        label=row.label,
        counters=(row.counters.label or str(row.counters.number)) if row.counters else "",
        day=evening.day if evening else moved_on or date(row.year or 1, 1, 1),
        evening=evening,
        year_number=row.year_number,
    )


def _unpaid(club: Club, year: int) -> dict[BookEvening, Unpaid]:
    """By evening of this year, where anything is unpaid or waived."""
    begins, ends = first_day(year, club.fiscal_month), last_day(year, club.fiscal_month)
    found = {}
    for one in Tournament.objects.filter(club=club, is_practice=False, date__range=(begins, ends)).order_by(
        "date", "pk"
    ):
        fees = fees_of(one)
        unpaid = Unpaid(one.currency, fees.owed_cents, len(fees.waived) * fees.fee_cents)
        if unpaid.owed_cents or unpaid.waived_cents:
            found[BookEvening(one.name, one.date, one.slug)] = unpaid
    return found


def evening_lines(books: Books, book: YearBook[BookEvening]) -> tuple[BookLine[BookEvening], ...]:
    """The evenings of one of the books, those without any cash but with something unpaid too."""
    lines = [line for line in book.lines if line.evening is not None]
    named = {line.evening for line in lines}
    lines += [
        BookLine(evening.day, evening, ())
        for evening, unpaid in books.unpaid.items()
        if unpaid.currency == book.currency and evening not in named
    ]
    return tuple(sorted(lines, key=lambda line: line.day))
