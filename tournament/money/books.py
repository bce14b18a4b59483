"""The books of a fiscal year: cash counted at its beginning, movements, and cash at its end."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Generic, TypeVar

from tournament.money.vouchers import Movement, VoucherFacts, in_force

Evening = TypeVar("Evening", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class YearVoucher(VoucherFacts, Generic[Evening]):
    """A voucher of the year, its day, and its tournament; None for money of the club itself.

    `year_number` is None for a voucher that is only numbered within its tournament.
    """

    day: date
    evening: Evening | None
    year_number: int | None


@dataclass(frozen=True)
class BookLine(Generic[Evening]):
    """A line of the books: a tournament's vouchers of one day by number, or a single voucher of the club itself.

    That day is not the tournament's own where they were booked for it in another year.
    """

    day: date
    evening: Evening | None
    vouchers: tuple[YearVoucher[Evening], ...]

    @cached_property
    def in_cents(self) -> int:
        return sum(voucher.in_cents for voucher in in_force(self.vouchers))

    @cached_property
    def out_cents(self) -> int:
        return sum(voucher.out_cents for voucher in in_force(self.vouchers))

    def moved(self, movement: Movement) -> int:
        """Return the cents moved in this way, less those reversed later."""
        found = (voucher for voucher in in_force(self.vouchers) if voucher.movement is movement)
        return sum(-voucher.cents if voucher.counters else voucher.cents for voucher in found)


@dataclass(frozen=True)
class YearBook(Generic[Evening]):
    """The lines of one currency by day; `counted_cents` is None where the cash was not counted.

    `before_cents` is what the year before ended with, None where there was none.
    """

    year: int
    currency: str
    opening_cents: int
    counted_cents: int | None
    lines: tuple[BookLine[Evening], ...]
    before_cents: int | None = None

    @cached_property
    def in_cents(self) -> int:
        return sum(line.in_cents for line in self.lines)

    @cached_property
    def out_cents(self) -> int:
        return sum(line.out_cents for line in self.lines)

    @property
    def closing_cents(self) -> int:
        """What the cash must contain at the end."""
        return self.opening_cents + self.in_cents - self.out_cents

    @property
    def difference_cents(self) -> int:
        """What was counted at the end beyond what the cash must contain; below 0 for missing cash."""
        return 0 if self.counted_cents is None else self.counted_cents - self.closing_cents

    @property
    def opening_difference_cents(self) -> int:
        """What there was at the beginning beyond what the year before ended with; below 0: what was missing."""
        return 0 if self.before_cents is None else self.opening_cents - self.before_cents

    @property
    def agrees(self) -> bool:
        """Whether nothing is missing and nothing is left over, at the beginning and at the end."""
        return not (self.difference_cents or self.opening_difference_cents)


def book_lines(vouchers: Iterable[YearVoucher[Evening]]) -> tuple[BookLine[Evening], ...]:
    """Return a line for each day of a tournament and each movement of the club, by day and first number."""
    grouped: dict[Hashable, list[YearVoucher[Evening]]] = {}
    for nth, voucher in enumerate(vouchers):
        key = ("evening", voucher.evening, voucher.day) if voucher.evening is not None else ("club", nth)
        grouped.setdefault(key, []).append(voucher)
    lines = [BookLine(found[0].day, found[0].evening, tuple(found)) for found in grouped.values()]
    return tuple(sorted(lines, key=lambda line: (line.day, line.vouchers[0].year_number or 0, line.vouchers[0].label)))
