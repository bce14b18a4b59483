"""Vouchers: one for each movement of cash, numbered as they are issued, and the cash book that they make up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Generic, TypeVar


class Movement(StrEnum):
    """What moves cash: a fee that is paid, one that is given back, a prize that is bought; what else a club does."""

    FEE = "fee"
    REFUND = "refund"
    PRIZE = "prize"
    PUT_IN = "put_in"
    TAKEN_OUT = "taken_out"


COMES_IN = (Movement.FEE, Movement.PUT_IN)


@dataclass(frozen=True, slots=True)
class VoucherFacts:
    """A movement of cash as it was when the voucher was issued.

    `cents` are more than none, whichever way they went. `party` is who paid the fee or got it back, `purchase` what
    was bought; `hand` took the money or gave it, `at` when, as far as that is known. `kept_cents` is what the player
    had paid in all then, `open_cents` what was still open. A cancelled one keeps its number and counts for nothing.
    `label` is its number in the year of the club. One that `counters` another, by that one's number, moves what that
    one moved the other way.
    """

    number: int | None
    movement: Movement
    cents: int
    party: str = ""
    purchase: str = ""
    hand: str = ""
    at: datetime | None = None
    kept_cents: int = 0
    open_cents: int = 0
    is_cancelled: bool = False
    label: str = ""
    counters: str = ""

    @property
    def called(self) -> str:
        """The voucher's number as people quote it."""
        return self.label or str(self.number or "")

    @property
    def is_part(self) -> bool:
        """Whether it is for a part of the fee: something was paid before, or is open still."""
        return (
            self.movement is Movement.FEE
            and not self.counters
            and bool(self.open_cents or self.kept_cents != self.cents)
        )

    @property
    def in_cents(self) -> int:
        """What came in by it, cancelled or not."""
        return self.cents if (self.movement in COMES_IN) != bool(self.counters) else 0

    @property
    def out_cents(self) -> int:
        """What went out by it, cancelled or not."""
        return self.cents - self.in_cents


Issued = TypeVar("Issued", bound=VoucherFacts)


@dataclass(frozen=True, slots=True)
class CashLine(Generic[Issued]):
    """A voucher, and what is in the till after it."""

    voucher: Issued
    balance_cents: int


@dataclass(frozen=True, slots=True)
class CashBook(Generic[Issued]):
    """All vouchers in the order of their numbers."""

    vouchers: tuple[Issued, ...]

    @property
    def lines(self) -> tuple[CashLine[Issued], ...]:
        balance, lines = 0, []
        for voucher in self.vouchers:
            if not voucher.is_cancelled:
                balance += voucher.in_cents - voucher.out_cents
            lines.append(CashLine(voucher, balance))
        return tuple(lines)

    @property
    def in_cents(self) -> int:
        return sum(voucher.in_cents for voucher in in_force(self.vouchers))

    @property
    def out_cents(self) -> int:
        return sum(voucher.out_cents for voucher in in_force(self.vouchers))

    @property
    def balance_cents(self) -> int:
        """What is in the till."""
        return self.in_cents - self.out_cents


def in_force(vouchers: Iterable[Issued]) -> tuple[Issued, ...]:
    """Those that are not cancelled."""
    return tuple(voucher for voucher in vouchers if not voucher.is_cancelled)


@dataclass(frozen=True, slots=True)
class Settlement:
    """How many of the oldest vouchers stay in force, and the amount of a new one; 0: none is needed."""

    staying: int
    issued_cents: int


def settlement(amounts: Sequence[int], wanted_cents: int) -> Settlement:
    """What makes vouchers of these amounts, the oldest first, come to what has been moved.

    The newest are cancelled first: what is undone is what was done last.
    """
    staying = len(amounts)
    while sum(amounts[:staying]) > wanted_cents:
        staying -= 1
    return Settlement(staying, wanted_cents - sum(amounts[:staying]))
