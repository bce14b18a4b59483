"""The money of a tournament: what came in, what went into prizes and what is left, always in whole cents."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, pairwise

from django.utils.translation import gettext as _

from tournament.models import Entry, Prize, Tournament
from tournament.phrases.fees import prize_text, shared_text
from tournament.phrases.values import money
from tournament.queries.fees import Fees, fees_of
from tournament.queries.standings import StandingsPage, standings_page

# What of the fees goes to the first, the second and the third place, unless the director says otherwise.
USUAL_SHARES = (50, 30, 20)
WHOLE = 100


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize and who gets it; nobody yet as long as the ranking is not complete."""

    prize: Prize
    winner: Entry | None


@dataclass(frozen=True, slots=True)
class PerHead:
    """An amount shared out: so much for each head, and the cents that cannot be shared out."""

    heads: int
    cents: int
    remainder_cents: int


@dataclass(frozen=True, slots=True)
class PlannedPrize:
    """What of the expected fees a place is to get, and what has been bought for it."""

    place: int
    share: int
    cents: int
    bought_cents: int


@dataclass(frozen=True, slots=True)
class CostStatement:
    """The books: how everybody stands to the fee, and the prizes that were bought."""

    fees: Fees
    currency: str
    prizes: tuple[PrizeRow, ...]

    @property
    def income_cents(self) -> int:
        return self.fees.income_cents

    @property
    def spending_cents(self) -> int:
        return sum(row.prize.price_cents for row in self.prizes)

    @property
    def balance_cents(self) -> int:
        return self.income_cents - self.spending_cents

    @property
    def surplus_cents(self) -> int:
        return max(self.balance_cents, 0)

    @property
    def shortfall_cents(self) -> int:
        return max(-self.balance_cents, 0)

    @property
    def per_head(self) -> PerHead | None:
        """The spending for each of those who have paid."""
        heads = len(self.fees.paid)
        if not heads:
            return None
        cents, remainder = divmod(self.spending_cents, heads)
        return PerHead(heads, cents, remainder)


def cost_statement(tournament: Tournament) -> CostStatement:
    """The books as they stand now; where there is no fee, nobody owes one."""
    return CostStatement(fees_of(tournament), tournament.currency, prize_rows(tournament))


def prize_rows(tournament: Tournament, ranking: StandingsPage | None = None) -> tuple[PrizeRow, ...]:
    """The prizes by place; who gets them is decided by the ranking, once it is complete."""
    prizes = tuple(Prize.objects.filter(tournament=tournament).order_by("place", "pk"))
    winners = {}
    if prizes and is_complete(tournament, ranking := ranking or standings_page(tournament)):
        winners = {row.standing.rank: row.entry for row in ranking.rows}
    return tuple(PrizeRow(prize, winners.get(prize.place)) for prize in prizes)


def is_complete(tournament: Tournament, ranking: StandingsPage) -> bool:
    """Whether every match is over that will be played."""
    is_last = tournament.is_closed or ranking.after_round >= tournament.planned_rounds
    return ranking.after_round > 0 and is_last and not ranking.is_provisional


def planned_prizes(statement: CostStatement, shares: Sequence[int]) -> tuple[PlannedPrize, ...]:
    """The expected fees shared out among the places, in hundredths that make a whole."""
    parts = split(statement.fees.expected_cents, shares)
    return tuple(
        PlannedPrize(place, share, cents, _bought_for(place, statement.prizes))
        for place, (share, cents) in enumerate(zip(shares, parts, strict=True), start=1)
    )


def _bought_for(place: int, rows: Iterable[PrizeRow]) -> int:
    return sum(row.prize.price_cents for row in rows if row.prize.place == place)


def split(cents: int, shares: Sequence[int]) -> tuple[int, ...]:
    """The amount in parts of so many hundredths each, which add up exactly: what is rounded off goes to the first."""
    borders = [cents * share // WHOLE for share in accumulate(reversed(shares), initial=0)]
    return tuple(upper - lower for lower, upper in pairwise(borders))[::-1]


class LineKind(StrEnum):
    """What a line of the statement is; totals come of the lines above them."""

    FEES = "fees"
    INCOME = "income"
    PRIZE = "prize"
    SPENDING = "spending"
    BALANCE = "balance"
    PER_HEAD = "per_head"


TOTALS = (LineKind.INCOME, LineKind.SPENDING, LineKind.BALANCE)


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A line of the statement in words, with its amount."""

    kind: LineKind
    text: str
    remark: str
    cents: int

    @property
    def is_total(self) -> bool:
        return self.kind in TOTALS


def statement_lines(statement: CostStatement) -> tuple[StatementLine, ...]:
    """Income, spending and balance, line by line."""
    return tuple(_lines(statement))


def _lines(statement: CostStatement) -> Iterator[StatementLine]:
    yield from _fee_lines(statement.fees, statement.currency)
    yield StatementLine(LineKind.INCOME, _("Income"), "", statement.income_cents)
    yield from _prize_lines(statement.prizes)
    yield StatementLine(LineKind.SPENDING, _("Spending"), "", statement.spending_cents)
    yield StatementLine(LineKind.BALANCE, _("Balance"), "", statement.balance_cents)
    if each := statement.per_head:
        shared = shared_text(each.heads, each.cents, each.remainder_cents, statement.currency)
        yield StatementLine(LineKind.PER_HEAD, _("Spending per paying player"), shared, each.cents)


def _fee_lines(fees: Fees, currency: str) -> Iterator[StatementLine]:
    """What came in, amount by amount, and what went out again."""
    paid = Counter(row.entry.paid_cents for row in fees.rows if row.entry.paid_cents is not None)
    remark = _counted(paid or Counter({fees.fee_cents: 0}), currency)
    yield StatementLine(LineKind.FEES, _("Entry fees paid"), remark, fees.received_cents)
    if fees.refunded_cents:
        refunded = Counter(row.entry.refunded_cents for row in fees.rows if row.entry.refunded_cents)
        remark = _counted(refunded, currency)
        yield StatementLine(LineKind.FEES, _("Entry fees refunded"), remark, -fees.refunded_cents)


def _counted(amounts: Counter[int], currency: str) -> str:
    """How often each amount, the highest first: 8 × 9.00 € + 1 × 7.00 €."""
    return " + ".join(f"{count} × {money(cents, currency)}" for cents, count in sorted(amounts.items(), reverse=True))


def _prize_lines(rows: Iterable[PrizeRow]) -> Iterator[StatementLine]:
    for row in rows:
        winner = row.winner.display_name if row.winner else ""
        text = prize_text(row.prize.place, row.prize.description)
        yield StatementLine(LineKind.PRIZE, text, winner, row.prize.price_cents)
