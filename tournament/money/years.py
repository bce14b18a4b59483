"""The cash of a fiscal year: the totals of its tournaments, with their voucher numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Generic, TypeVar

About = TypeVar("About")


def fiscal_year(day: date, first_month: int) -> int:
    """Return the fiscal year of a day, named by the year in which it begins."""
    return day.year if day.month >= first_month else day.year - 1


def year_named(year: int, first_month: int) -> str:
    """Name a fiscal year: 2026, or 2026/27 where it does not begin in January."""
    return str(year) if first_month == 1 else f"{year}/{(year + 1) % 100:02}"


# A fiscal year, and the number of a voucher in it, from 1.
RunNumber = tuple[int, int]


def first_day(year: int, first_month: int) -> date:
    return date(year, first_month, 1)


def last_day(year: int, first_month: int) -> date:
    return date(year + 1, first_month, 1) - timedelta(days=1)


def year_number(year: int, number: int) -> str:
    """Format the number of a voucher in a year, as it is printed."""
    return f"{year}-{number:04}"


def read_year_number(text: str) -> RunNumber | None:
    """Return the fiscal year and number in a printed voucher number like "2026-0012"; None for any other text."""
    year, _, number = text.partition("-")
    run_number = (int(year), int(number)) if f"{year}{number}".isdecimal() and f"{year}{number}".isascii() else (0, 0)
    return run_number if run_number[1] >= 1 and year_number(*run_number) == text else None


@dataclass(frozen=True, slots=True)
class EveningCash(Generic[About]):
    """Income and spending of a tournament; `vouchers` are the numbers of valid vouchers, `cancelled` of the others."""

    evening: About
    received_cents: int
    refunded_cents: int
    spending_cents: int
    vouchers: tuple[int, ...] = ()
    cancelled: tuple[int, ...] = ()

    @property
    def income_cents(self) -> int:
        return self.received_cents - self.refunded_cents

    @property
    def balance_cents(self) -> int:
        return self.income_cents - self.spending_cents


@dataclass(frozen=True, slots=True)
class YearCash(Generic[About]):
    """The cash of a year's tournaments in one currency, one by one in their order, and in all."""

    currency: str
    evenings: tuple[EveningCash[About], ...]

    @property
    def received_cents(self) -> int:
        return sum(evening.received_cents for evening in self.evenings)

    @property
    def refunded_cents(self) -> int:
        return sum(evening.refunded_cents for evening in self.evenings)

    @property
    def spending_cents(self) -> int:
        return sum(evening.spending_cents for evening in self.evenings)

    @property
    def balance_cents(self) -> int:
        return sum(evening.balance_cents for evening in self.evenings)


def runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Group ascending numbers in runs without a gap, each given as its first and last number."""
    begin = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
            yield numbers[begin], numbers[end - 1]
            begin = end
