"""How much the entry fee is, and the sums of all who pay it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tournament.money.payments import FeeState, Payer

# Up to how many players (None: however many more), and the fee in cents.
FeeBand = tuple[int | None, int]
# "An entry fee per tournament, under 10 €": as the rules say, where nobody has set another limit.
HIGHEST_BY_THE_RULES = 999
Row = TypeVar("Row", bound=Payer)


def fee_for(players: int, steps: Sequence[FeeBand]) -> int:
    """The fee of so many players by a table whose last line holds for however many more."""
    return next((cents for up_to, cents in steps if up_to is None or players <= up_to), steps[-1][1])


@dataclass(frozen=True, slots=True)
class Fees(Generic[Row]):
    """The fee of a tournament and how every player stands to it, by start number.

    It `is_open` as long as it follows from the number of players.
    """

    fee_cents: int
    rows: tuple[Row, ...]
    is_open: bool = False

    @property
    def paid(self) -> tuple[Row, ...]:
        """Whose money is in the till, if only a part of the fee."""
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
        """All that was ever paid."""
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
        """What there will be once everybody has paid, and has got back what was too much."""
        return self.income_cents + self.owed_cents - self.overpaid_cents

    @property
    def is_asked(self) -> bool:
        """Whether there is a fee, or money of one to give back."""
        return bool(self.fee_cents or self.income_cents)

    def _in(self, state: FeeState) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.state is state)
