"""How one player stands to the entry fee: what is due, paid, lacking, too much."""

from dataclasses import dataclass
from enum import StrEnum


class FeeState(StrEnum):
    """How a player stands to the fee; who left before playing and never paid has nothing to do with it."""

    PAID = "paid"
    OWED = "owed"
    WAIVED = "waived"
    REFUNDED = "refunded"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Payer:
    """A player, the fee that they are to pay, all that they ever paid (None: nothing), what was given back of it."""

    fee_cents: int
    paid_cents: int | None = None
    refunded_cents: int = 0
    is_waived: bool = False
    has_left: bool = False
    has_played: bool = True

    @property
    def kept_cents(self) -> int:
        """What was paid and not given back."""
        return (self.paid_cents or 0) - self.refunded_cents

    @property
    def due_cents(self) -> int:
        """All that the player has to pay: nothing where it is waived, nothing was played, or it was given back."""
        if self.is_waived or (self.paid_cents is None and not self.has_played):
            return 0
        if self.has_left and self.refunded_cents:
            return min(self.kept_cents, self.fee_cents)
        return self.fee_cents

    @property
    def lacking_cents(self) -> int:
        """The cents still lacking of the fee, also while payment is not due yet."""
        return max(self.fee_cents - self.kept_cents, 0)

    @property
    def owed_cents(self) -> int:
        return max(self.due_cents - self.kept_cents, 0)

    @property
    def overpaid_cents(self) -> int:
        return max(self.kept_cents - self.due_cents, 0)

    @property
    def refundable_cents(self) -> int:
        """What can be given back: what is too much, to who has left everything."""
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
        """Whether no helper may say otherwise: the fee is waived, or something was given back."""
        return bool(self.is_waived or (self.refunded_cents and not self.owed_cents))
