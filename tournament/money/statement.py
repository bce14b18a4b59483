"""The cost statement: income, spending on prizes and other costs, and the balance."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from tournament.money import payments, prizes
from tournament.money.fees import Fees, Row as Payers

Bought = TypeVar("Bought", bound=prizes.Purchase)


class LineKind(StrEnum):
    """The kind of a line; those in `TOTALS` are sums of the lines above."""

    FEES = "fees"
    REFUNDS = "refunds"
    INCOME = "income"
    PRIZE = "prize"
    COST = "cost"
    SPENDING = "spending"
    BALANCE = "balance"


TOTALS = (LineKind.INCOME, LineKind.SPENDING, LineKind.BALANCE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the statement and its amount.

    `counted` pairs how often an amount was paid with the amount, the highest first; `prize` is the prize or other cost.
    """

    kind: LineKind
    cents: int
    counted: tuple[tuple[int, int], ...] = ()
    prize: prizes.Purchase | None = None

    @property
    def is_total(self) -> bool:
        return self.kind in TOTALS


@dataclass(frozen=True, slots=True)
class CostStatement(Generic[Payers, Bought]):
    """The income and costs of a tournament: entry fees; purchases, which are prizes, by place, and other costs.

    `gone` are players who were fully refunded and removed from the list.
    """

    fees: Fees[Payers]
    currency: str
    purchases: tuple[Bought, ...]
    gone: tuple[payments.Payer, ...] = ()

    @property
    def income_cents(self) -> int:
        return self.fees.income_cents

    @property
    def spending_cents(self) -> int:
        return sum(purchase.price_cents for purchase in self.purchases)

    @property
    def balance_cents(self) -> int:
        return self.income_cents - self.spending_cents

    @property
    def surplus_cents(self) -> int:
        return max(self.balance_cents, 0)

    @property
    def announced_surplus_cents(self) -> int:
        """The surplus stated on papers: 0 while something has to be refunded."""
        return 0 if self.fees.overpaid_cents else self.surplus_cents

    @property
    def shortfall_cents(self) -> int:
        return max(-self.balance_cents, 0)

    @property
    def per_head(self) -> tuple[int, int, int] | None:
        """How many have paid, the spending for each of them and the rest, in cents; None if nobody has."""
        heads = len(self.fees.paid)
        if not heads:
            return None
        return heads, *divmod(self.spending_cents, heads)

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(self._lines())

    def _lines(self) -> Iterator[Line]:
        payers: tuple[payments.Payer, ...] = (*self.fees.rows, *self.gone)
        paid = Counter(payer.paid_cents for payer in payers if payer.paid_cents is not None)
        received = sum(payer.paid_cents or 0 for payer in payers)
        yield Line(LineKind.FEES, received, _highest_first(paid or Counter({self.fees.fee_cents: 0})))
        if refunded := Counter(payer.refunded_cents for payer in payers if payer.refunded_cents):
            yield Line(LineKind.REFUNDS, -sum(payer.refunded_cents for payer in payers), _highest_first(refunded))
        yield Line(LineKind.INCOME, self.income_cents)
        for prize in self.purchases:
            yield Line(LineKind.PRIZE if prize.is_prize else LineKind.COST, prize.price_cents, prize=prize)
        yield Line(LineKind.SPENDING, self.spending_cents)
        yield Line(LineKind.BALANCE, self.balance_cents)


def _highest_first(amounts: Counter[int]) -> tuple[tuple[int, int], ...]:
    return tuple((count, cents) for cents, count in sorted(amounts.items(), reverse=True))
