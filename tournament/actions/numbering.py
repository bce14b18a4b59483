"""The numbers of vouchers in the years of a club: one run for each year, without gaps, none given twice."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Max

from tournament.engine.refusals import Refused
from tournament.models import Club, Tournament, Voucher
from tournament.money.years import fiscal_year
from tournament.queries.cash import newest_closed_year


class LockedBooks:
    """The books of a club behind the lock of its row."""

    def __init__(self, locked: Club) -> None:
        self.club = locked
        self._closed = newest_closed_year(self.club)

    def year_of(self, day: date) -> int:
        """In whose books something stands that is issued on this day: never in those that are closed."""
        year = fiscal_year(day, self.club.fiscal_month)
        return year if self._closed is None else max(year, self._closed + 1)

    def is_closed(self, year: int | None) -> bool:
        """Whether the books of the year are closed, or of one after it."""
        return self._closed is not None and year is not None and year <= self._closed

    def enter(self, vouchers: Sequence[Voucher], *, day: date, is_imported: bool = False) -> None:
        """Say in which year new vouchers stand, and give them the next numbers of that year.

        No number is for what is imported, and for an evening before the run has begun.
        """
        year, since = self.year_of(day), self.club.numbered_since
        for voucher in vouchers:
            voucher.year = year
        if is_imported:
            return
        last = Voucher.objects.filter(club=self.club, year=year).aggregate(last=Max("year_number"))["last"] or 0
        for voucher in vouchers:
            if voucher.tournament_id is None or since is None or day >= since:
                last += 1
                voucher.year_number = last


def refuse_closed_year(tournament: Tournament) -> None:
    """Refuse a new payment on an evening whose year is closed."""
    closed = newest_closed_year(tournament.club)
    year = fiscal_year(tournament.date, tournament.club.fiscal_month)
    if closed is not None and year <= closed and not tournament.is_practice:
        raise Refused("year_is_closed", year=year)
