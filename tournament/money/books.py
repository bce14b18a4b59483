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
    """A voucher of a fiscal year; `evening` is its tournament, None for money of the club itself.

    `year_number` is None for a voucher that is only numbered within its tournament. `is_prize`: what was bought goes to
    a place; it is another expense if that is not known any more.
    """

    day: date
    evening: Evening | None
    year_number: int | None
    is_prize: bool = False


@dataclass(frozen=True)
class BookLine(Generic[Evening]):
    """A line of the books: a tournament's vouchers of one day by number, or a single voucher of the club itself.

    `day` is not the day of the tournament for vouchers that were booked for it in another fiscal year.
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
        """Return the sum of vouchers of this kind in cents, less what was reversed."""
        moved_vouchers = (voucher for voucher in in_force(self.vouchers) if voucher.movement is movement)
        return sum(-voucher.cents if voucher.counters else voucher.cents for voucher in moved_vouchers)


@dataclass(frozen=True)
class YearBook(Generic[Evening]):
    """The books of a fiscal year in one currency; `counted_cents` is None if the cash was not counted at its end.

    `before_cents` is the cash at the end of the year before, None if that year has no books.
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
        """The cash that the books give for the end of the year."""
        return self.opening_cents + self.in_cents - self.out_cents

    @property
    def difference_cents(self) -> int:
        """The cash counted at the end of the year minus the cash by the books; 0 if not counted."""
        return 0 if self.counted_cents is None else self.counted_cents - self.closing_cents

    @property
    def opening_difference_cents(self) -> int:
        """The cash at the beginning of the year minus that at the end of the year before; 0 if not known."""
        return 0 if self.before_cents is None else self.opening_cents - self.before_cents

    @property
    def agrees(self) -> bool:
        """Whether no cash is missing or left over, at the beginning or at the end of the year."""
        return not (self.difference_cents or self.opening_difference_cents)


def book_lines(vouchers: Iterable[YearVoucher[Evening]]) -> tuple[BookLine[Evening], ...]:
    """Return a line for each tournament and day, and for each voucher of the club, by day and first number."""
    grouped: dict[Hashable, list[YearVoucher[Evening]]] = {}
    for nth, voucher in enumerate(vouchers):
        key = ("evening", voucher.evening, voucher.day) if voucher.evening is not None else ("club", nth)
        grouped.setdefault(key, []).append(voucher)
    lines = [
        BookLine(group_vouchers[0].day, group_vouchers[0].evening, tuple(group_vouchers))
        for group_vouchers in grouped.values()
    ]
    return tuple(sorted(lines, key=lambda line: (line.day, line.vouchers[0].year_number or 0, line.vouchers[0].label)))
