"""Reads the books of a tournament: the fees, and the prizes with who gets them."""

from collections import Counter
from dataclasses import dataclass

from tournament.models import Entry, Prize, Tournament, Voucher
from tournament.money.fees import Fees
from tournament.money.payments import Payer
from tournament.money.prizes import Purchase
from tournament.money.statement import CostStatement
from tournament.money.vouchers import Movement
from tournament.queries.fees import FeeRow, fees_of
from tournament.queries.standings import StandingsPage, standings_page


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRow(Purchase):
    """A prize and who gets it; nobody yet as long as the ranking is not complete."""

    prize: Prize
    winner: Entry | None


def cost_statement(tournament: Tournament) -> CostStatement[FeeRow, PrizeRow]:
    """The books as they stand now; where there is no fee, nobody owes one."""
    fees = fees_of(tournament)
    return CostStatement(fees, tournament.currency, prize_rows(tournament), _gone(tournament, fees))


def _gone(tournament: Tournament, fees: Fees[FeeRow]) -> tuple[Payer, ...]:
    """What those paid and got back who are no longer on the list, as their vouchers say."""
    listed = {row.entry.pk for row in fees.rows}
    # Elsewhere, whoever was taken off the list is known by name alone.
    moved: dict[tuple[int | None, str], Counter[str]] = {}
    for key, party, movement, cents in (
        Voucher.objects.filter(tournament=tournament, cancelled_at=None, counters=None, countered_by=None)
        .exclude(movement=Movement.PRIZE)
        .order_by("number")
        .values_list("entry_id", "party", "movement", "cents")
    ):
        if key not in listed:
            moved.setdefault((key, "" if key else party), Counter())[movement] += cents
    return tuple(Payer(0, sums[Movement.FEE], sums[Movement.REFUND], has_left=True) for sums in moved.values())


def prize_rows(tournament: Tournament, ranking: StandingsPage | None = None) -> tuple[PrizeRow, ...]:
    """The prizes by place; who gets them is decided by the ranking, once it is complete."""
    prizes = tuple(Prize.objects.filter(tournament=tournament).order_by("place", "pk"))
    winners = _winners(tournament, ranking or standings_page(tournament)) if prizes else {}
    return tuple(_prize_row(prize, winners.get(prize.place)) for prize in prizes)


def _winners(tournament: Tournament, ranking: StandingsPage) -> dict[int, Entry]:
    """By place; none as long as the ranking is not complete."""
    return {row.standing.rank: row.entry for row in ranking.rows} if is_complete(tournament, ranking) else {}


def _prize_row(prize: Prize, winner: Entry | None) -> PrizeRow:
    return PrizeRow(
        place=prize.place,
        description=prize.description,
        price_cents=prize.price_cents,
        winner_name=winner.display_name if winner else "",
        prize=prize,
        winner=winner,
    )


def is_complete(tournament: Tournament, ranking: StandingsPage) -> bool:
    """Whether every match is over that will be played."""
    is_last = tournament.is_closed or ranking.after_round >= tournament.planned_rounds
    return ranking.after_round > 0 and is_last and not ranking.is_provisional
