"""One player's entry fee: what is due, paid, owed, overpaid."""

from dataclasses import dataclass
from enum import StrEnum


class FeeState(StrEnum):
    """The state of a player's fee; `NOTHING`: nothing is due and nothing was paid, as after leaving without playing."""

    PAID = "paid"
    OWED = "owed"
    WAIVED = "waived"
    REFUNDED = "refunded"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Payer:
    """A player's fee, and the sums of their payments (None: never paid) and refunds."""

    fee_cents: int
    paid_cents: int | None = None
    refunded_cents: int = 0
    is_waived: bool = False
    has_left: bool = False
    has_played: bool = True

    @property
    def kept_cents(self) -> int:
        return (self.paid_cents or 0) - self.refunded_cents

    @property
    def due_cents(self) -> int:
        """What the player must pay in all: 0 if waived, or neither paid nor played; less what a leaver was refunded."""
        if self.is_waived or (self.paid_cents is None and not self.has_played):
            return 0
        if self.has_left and self.refunded_cents:
            return min(self.kept_cents, self.fee_cents)
        return self.fee_cents

    @property
    def lacking_cents(self) -> int:
        """The unpaid part of the fee in cents, even if it is not due yet."""
        return max(self.fee_cents - self.kept_cents, 0)

    @property
    def owed_cents(self) -> int:
        return max(self.due_cents - self.kept_cents, 0)

    @property
    def overpaid_cents(self) -> int:
        return max(self.kept_cents - self.due_cents, 0)

    @property
    def refundable_cents(self) -> int:
        """What can be refunded: an overpayment, or everything for a player who has left."""
        return self.kept_cents if self.has_left else self.overpaid_cents

    @property
    def state(self) -> FeeState:
        if self.is_waived:
            return FeeState.WAIVED
        if self.owed_cents:
            return FeeState.OWED
        if self.refunded_cents and not self.kept_cents:
            return FeeState.REFUNDED
        return FeeState.NOTHING if self.paid_cents is None else FeeState.PAID

    @property
    def is_settled_by_director(self) -> bool:
        """Tell whether only directors may change the payment: the fee is waived, or refunded with nothing owed."""
        return bool(self.is_waived or (self.refunded_cents and not self.owed_cents))
