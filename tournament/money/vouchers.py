"""Vouchers, one for each movement of cash, numbered in the order of issue; and the cash book that lists them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TypeVar


class Movement(StrEnum):
    """Kinds of movements: a fee paid or refunded, a prize or another cost, money a club puts in or takes out."""

    FEE = "fee"
    REFUND = "refund"
    PRIZE = "prize"
    PUT_IN = "put_in"
    TAKEN_OUT = "taken_out"


COMES_IN = (Movement.FEE, Movement.PUT_IN)


@dataclass(frozen=True, slots=True)
class VoucherFacts:
    """A movement of cash, as known when its voucher was issued.

    `cents` are positive in either direction. `party` is who paid the fee or got it refunded, `purchase` what was
    bought, `hand` who received or paid out the money, `at` when, if known. `kept_cents` is what the player had paid in
    all by then, `open_cents` what was still owed. A cancelled voucher keeps its number and does not count. `label` is
    its number in the club's fiscal year, `counters` the number of the voucher that it reverses; both may be empty.
    `prize_id` is the key of the prize or other cost it was issued for, `balance_cents` the balance of the cash book
    after it.
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
    prize_id: int | None = None
    balance_cents: int = 0

    @property
    def called(self) -> str:
        """The number to show: that of the club's year if there is one, else that of the tournament."""
        return self.label or str(self.number or "")

    @property
    def is_part(self) -> bool:
        """Tell whether it is a part payment: something was paid before, or is still open."""
        is_fee = self.movement is Movement.FEE and not self.counters
        return is_fee and bool(self.open_cents or self.kept_cents != self.cents)

    @property
    def in_cents(self) -> int:
        """The cents received, cancelled or not; 0 if the money was paid out."""
        return self.cents if (self.movement in COMES_IN) != bool(self.counters) else 0

    @property
    def out_cents(self) -> int:
        """The cents paid out, cancelled or not; 0 if the money was received."""
        return self.cents - self.in_cents


Issued = TypeVar("Issued", bound=VoucherFacts)


@dataclass(frozen=True, slots=True)
class CashBook:
    """All vouchers in the order of their numbers."""

    vouchers: tuple[VoucherFacts, ...]

    @property
    def lines(self) -> tuple[VoucherFacts, ...]:
        """The vouchers, each with the balance after it."""
        balance, lines = 0, []
        for voucher in self.vouchers:
            if not voucher.is_cancelled:
                balance += voucher.in_cents - voucher.out_cents
            lines.append(replace(voucher, balance_cents=balance))
        return tuple(lines)

    @property
    def in_cents(self) -> int:
        return sum(voucher.in_cents for voucher in in_force(self.vouchers))

    @property
    def out_cents(self) -> int:
        return sum(voucher.out_cents for voucher in in_force(self.vouchers))

    @property
    def balance_cents(self) -> int:
        """What has come in less what has gone out, cancelled vouchers left out."""
        return self.in_cents - self.out_cents


def in_force(vouchers: Iterable[Issued]) -> tuple[Issued, ...]:
    return tuple(voucher for voucher in vouchers if not voucher.is_cancelled)


def settlement(amounts: Sequence[int], wanted_cents: int) -> tuple[int, int]:
    """Return how many vouchers stay valid, and the amount of a new one, so that they add up to `wanted_cents`.

    The amount is 0 if no new one is needed. `amounts` has the oldest first; the newest are cancelled first, because
    undo takes back what was done last.
    """
    staying = len(amounts)
    while sum(amounts[:staying]) > wanted_cents:
        staying -= 1
    return staying, wanted_cents - sum(amounts[:staying])
