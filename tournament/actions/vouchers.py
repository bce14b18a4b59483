"""One voucher for each movement of cash: issued as it happens, cancelled where it is undone."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from tournament.actions.change import Change
from tournament.models import Entry, Prize, Tournament, Voucher
from tournament.money.vouchers import Movement, settlement
from tournament.queries.fees import current_fee, fee_row
from tournament.queries.record import paired_rounds

# The fields of a row that tell of cash: whoever changes one of them moves money, or says that none was moved.
TELL_OF_CASH = {"entry": ("paid_cents", "refunded_cents"), "prize": ("price_cents", "description")}


def keep_vouchers(step: Change) -> None:
    """Let the vouchers say what the changed rows say now, at the end of a change and under its lock.

    The rows are those of the journal. What was undone and is done again gets a new number: the paper with the old one
    may be in somebody's hands, crossed out.
    """
    touched: dict[str, list[int]] = {"entry": [], "prize": []}
    for row in step.rows:
        sides = [side for side in (row["before"], row["after"]) if side]
        if any(side.get(field) for side in sides for field in TELL_OF_CASH.get(row["model"], ())):
            touched[row["model"]].append(row["id"])
    if not any(touched.values()):
        return
    clerk = _Clerk(step.tournament, at=step.at, by_name=step.by_name)
    # Who is removed from the list has got everything back: those vouchers stand.
    for entry in Entry.objects.filter(pk__in=touched["entry"]).order_by("number"):
        clerk.settle_fee(entry)
    prizes = Prize.objects.in_bulk(touched["prize"])
    for key in sorted(set(touched["prize"])):
        clerk.settle_prize(key, prizes.get(key))
    clerk.issue()


def vouch_for_all(tournament: Tournament) -> None:
    """Issue vouchers for what moved elsewhere, as an archive tells it: neither when nor by whom."""
    clerk = _Clerk(tournament, at=None, by_name="")
    for entry in Entry.objects.filter(tournament=tournament).exclude(paid_cents=None).order_by("number"):
        clerk.settle_fee(entry)
    for prize in Prize.objects.filter(tournament=tournament).order_by("place", "pk"):
        clerk.settle_prize(prize.pk, prize)
    clerk.issue()


class _Clerk:
    """Compares what was moved with the vouchers in force, cancels what is too much and notes what is to be issued."""

    def __init__(self, tournament: Tournament, *, at: datetime | None, by_name: str) -> None:
        self._tournament, self._at, self._by_name = tournament, at, by_name
        self._fee_cents = current_fee(tournament)
        self._paired_count = paired_rounds(tournament)
        self._stored = list(Voucher.objects.filter(tournament=tournament).order_by("number"))
        self._new: list[Voucher] = []

    def settle_fee(self, entry: Entry) -> None:
        """Vouchers for all that the player paid and got back."""
        payer = fee_row(entry, self._fee_cents, self._paired_count)
        facts = {"entry": entry, "party": entry.name, "kept_cents": payer.kept_cents, "open_cents": payer.owed_cents}
        for movement, cents, hand in (
            (Movement.FEE, entry.paid_cents or 0, entry.paid_to),
            (Movement.REFUND, entry.refunded_cents, entry.refunded_by),
        ):
            self._settle(self._in_force(movement, entry.pk), cents, movement, hand=hand, **facts)

    def settle_prize(self, key: int, prize: Prize | None) -> None:
        """One voucher for what the prize cost, another where it turns out to be another prize; None: it is gone."""
        bought = (prize.description, prize.price_cents) if prize else None
        stored = self._in_force(Movement.PRIZE, key)
        right = [voucher for voucher in stored if (voucher.purchase, voucher.cents) == bought]
        self._cancel([voucher for voucher in stored if voucher not in right])
        if prize:
            facts = {"prize": prize, "purchase": prize.description, "hand": self._by_name}
            self._settle(right, prize.price_cents, Movement.PRIZE, **facts)

    def issue(self) -> None:
        """Give the new vouchers the next numbers."""
        last = self._stored[-1].number if self._stored else 0
        for number, voucher in enumerate(self._new, start=last + 1):
            voucher.number = number
        Voucher.objects.bulk_create(self._new)

    def _settle(self, stored: Sequence[Voucher], cents: int, movement: Movement, **facts: object) -> None:
        settled = settlement([voucher.cents for voucher in stored], cents)
        self._cancel(stored[settled.staying :])
        if settled.issued_cents:
            self._new.append(
                Voucher(
                    tournament=self._tournament,
                    movement=movement,
                    cents=settled.issued_cents,
                    at=self._at,
                    **facts,
                )
            )

    def _in_force(self, movement: Movement, key: int) -> list[Voucher]:
        return [
            voucher
            for voucher in self._stored
            if voucher.movement == movement and key in (voucher.entry_id, voucher.prize_id) and not voucher.cancelled_at
        ]

    def _cancel(self, vouchers: Iterable[Voucher]) -> None:
        for voucher in vouchers:
            voucher.cancelled_at, voucher.cancelled_by = self._at, self._by_name
            voucher.save(update_fields=["cancelled_at", "cancelled_by"])
