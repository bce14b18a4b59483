"""The cash of a year: the statements of its evenings added up, with the numbers of their vouchers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Generic, TypeVar

About = TypeVar("About")


def fiscal_year(day: date, first_month: int) -> int:
    """The fiscal year of a day, called after the year in which it begins."""
    return day.year if day.month >= first_month else day.year - 1


# The year in whose run a voucher stands, and its number there, from 1.
RunNumber = tuple[int, int]


def first_day(year: int, first_month: int) -> date:
    """The day on which a fiscal year begins."""
    return date(year, first_month, 1)


def last_day(year: int, first_month: int) -> date:
    """The day on which it ends."""
    return date(year + 1, first_month, 1) - timedelta(days=1)


def year_number(year: int, number: int) -> str:
    """The number of a voucher in a year, as it is printed."""
    return f"{year}-{number:04}"


def read_year_number(text: str) -> RunNumber | None:
    """The year and the number in it that are printed so; None for a text that no voucher of a run has."""
    year, _, number = text.partition("-")
    read = (int(year), int(number)) if f"{year}{number}".isdecimal() and f"{year}{number}".isascii() else (0, 0)
    return read if read[1] >= 1 and year_number(*read) == text else None


@dataclass(frozen=True, slots=True)
class EveningCash(Generic[About]):
    """What came in and went out on an evening; `vouchers` are the numbers in force, `cancelled` the others."""

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
    """The evenings of one currency in their order, and their sums."""

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
    """Ascending numbers as the first and the last of each run without a gap."""
    begin = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
            yield numbers[begin], numbers[end - 1]
            begin = end
