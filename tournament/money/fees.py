"""The entry fee of a tournament, and the sums that its players have paid and owe."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tournament.money.payments import FeeState, Payer

# The fee in cents up to a number of players; None stands for any larger number.
FeeBand = tuple[int | None, int]
# The default limit of the fee in cents, by the rules: "An entry fee per tournament, under 10 €".
HIGHEST_BY_THE_RULES = 999
Row = TypeVar("Row", bound=Payer)


def fee_for(player_count: int, steps: Sequence[FeeBand]) -> int:
    """Return the fee in cents for this number of players; the last step also covers any larger number."""
    return next((cents for up_to, cents in steps if up_to is None or player_count <= up_to), steps[-1][1])


@dataclass(frozen=True, slots=True)
class Fees(Generic[Row]):
    """The fee of a tournament and a row of payments for each player, by start number.

    `is_open`: the fee still depends on the number of players.
    """

    fee_cents: int
    rows: tuple[Row, ...]
    is_open: bool = False

    @property
    def paid(self) -> tuple[Row, ...]:
        """The players whose money is in the cash, even if only part of the fee."""
        return tuple(row for row in self.rows if row.kept_cents or row.state is FeeState.PAID)

    @property
    def owed(self) -> tuple[Row, ...]:
        return self._in(FeeState.OWED)

    @property
    def waived(self) -> tuple[Row, ...]:
        return self._in(FeeState.WAIVED)

    @property
    def overpaid(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.overpaid_cents)

    @property
    def received_cents(self) -> int:
        return sum(row.paid_cents or 0 for row in self.rows)

    @property
    def refunded_cents(self) -> int:
        return sum(row.refunded_cents for row in self.rows)

    @property
    def income_cents(self) -> int:
        return self.received_cents - self.refunded_cents

    @property
    def owed_cents(self) -> int:
        return sum(row.owed_cents for row in self.rows)

    @property
    def overpaid_cents(self) -> int:
        return sum(row.overpaid_cents for row in self.rows)

    @property
    def expected_cents(self) -> int:
        """The income once all fees are paid and all overpayments refunded."""
        return self.income_cents + self.owed_cents - self.overpaid_cents

    @property
    def is_asked(self) -> bool:
        """Tell whether there is a fee, or money left to refund."""
        return bool(self.fee_cents or self.income_cents)

    def _in(self, state: FeeState) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.state is state)
