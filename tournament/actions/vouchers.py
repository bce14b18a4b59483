"""One voucher for each movement of cash: issued as it happens, cancelled where it is undone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from django.utils import timezone

from tournament.actions.change import Change
from tournament.actions.numbering import LockedBooks
from tournament.engine.refusals import Refused
from tournament.models import Club, Entry, Prize, Tournament, Voucher
from tournament.money.vouchers import Movement, settlement
from tournament.queries.cash import current_fee, fee_row
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
    clerk = _Clerk(Cash.of(step.tournament), at=step.at, by_name=step.by_name)
    # Who is removed from the list has got everything back: those vouchers stand.
    for entry in Entry.objects.filter(pk__in=touched["entry"]).order_by("number"):
        clerk.settle_fee(entry)
    prizes = Prize.objects.in_bulk(touched["prize"])
    for key in sorted(set(touched["prize"])):
        clerk.settle_prize(key, prizes.get(key))
    clerk.issue(step)


@dataclass(frozen=True, slots=True)
class Cash:
    """Of a tournament the fee that holds with so many rounds paired, and its vouchers by their numbers."""

    tournament: Tournament
    fee_cents: int
    paired_count: int
    vouchers: Sequence[Voucher]

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        """Read the fee and the vouchers of the tournament from the database."""
        stored = tuple(Voucher.objects.filter(tournament=tournament).order_by("number"))
        return cls(tournament, current_fee(tournament), paired_rounds(tournament), stored)


def vouch_for_all(
    cash: Cash, entries: Iterable[Entry], prizes: Iterable[Prize], books: LockedBooks | None
) -> list[Voucher]:
    """The vouchers, still to be stored, for what moved elsewhere, as an archive tells it: neither when nor by whom.

    `entries` and `prizes` are all that the tournament has. Practice is in no `books`.
    """
    clerk = _Clerk(cash, at=None, by_name="")
    for entry in entries:
        if entry.paid_cents is not None:
            clerk.settle_fee(entry)
    for prize in prizes:
        clerk.settle_prize(prize.pk, prize)
    return clerk.close(books)


class _Clerk:
    """Compares what was moved with the vouchers in force, cancels what is too much and notes what is to be issued."""

    def __init__(self, cash: Cash, *, at: datetime | None, by_name: str) -> None:
        self._cash, self._tournament, self._at, self._by_name = cash, cash.tournament, at, by_name
        self._stored = cash.vouchers
        self._settled = {
            key for voucher in self._stored if voucher.counters_id for key in (voucher.pk, voucher.counters_id)
        }
        self._gone: list[Voucher] = []
        self._new: list[Voucher] = []

    def settle_fee(self, entry: Entry) -> None:
        """Vouchers for all that the player paid and got back."""
        payer = fee_row(entry, self._cash.fee_cents, self._cash.paired_count)
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

    def issue(self, step: Change) -> None:
        """Cancel what is too much and store the new vouchers."""
        if self._gone or self._new:
            books = None if self._tournament.is_practice else LockedBooks(step.club)
            Voucher.objects.bulk_create(self.close(books))

    def close(self, books: LockedBooks | None) -> list[Voucher]:
        """Cancel what is too much and give the new vouchers the next numbers, of the evening and of the club's year.

        What stands in a closed year is not cancelled: a new voucher counters it.
        """
        counters = []
        for voucher in self._gone:
            if books and books.is_closed(voucher.year):
                counters.append(self._counter(voucher))
                continue
            voucher.cancelled_at, voucher.cancelled_by = self._at, self._by_name
            voucher.save(update_fields=["cancelled_at", "cancelled_by"])
        new = [*counters, *self._new]
        last = max((voucher.number or 0 for voucher in self._stored), default=0)
        for number, voucher in enumerate(new, start=last + 1):
            voucher.number, voucher.club_id = number, self._tournament.club_id
        if books:
            day = timezone.localdate(self._at) if self._at else self._tournament.date
            books.enter(new, day=day, is_imported=self._at is None)
        return new

    def _counter(self, voucher: Voucher) -> Voucher:
        about = {
            name: getattr(voucher, name) for name in ("movement", "cents", "entry_id", "prize_id", "party", "purchase")
        }
        return Voucher(tournament=self._tournament, at=self._at, hand=self._by_name, counters=voucher, **about)

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
            if voucher.movement == movement
            and key in (voucher.entry_id, voucher.prize_id)
            and not voucher.cancelled_at
            and voucher.pk not in self._settled
        ]

    def _cancel(self, vouchers: Iterable[Voucher]) -> None:
        self._gone.extend(vouchers)


def keep_of_deleted(tournament: Tournament, club: Club, *, at: datetime, by_name: str) -> None:
    """Keep those with a number of the club's year, cancelled, as their tournament goes; behind both locks.

    Refused where the books of one of them are closed.
    """
    stored = Voucher.objects.filter(tournament=tournament, year__isnull=False)
    if not stored.exists():
        return
    books = LockedBooks(club)
    for voucher in stored:
        if books.is_closed(voucher.year):
            raise Refused("evening_of_closed_year", year=voucher.year)
    numbered = stored.filter(year_number__isnull=False)
    numbered.filter(cancelled_at=None).update(cancelled_at=at, cancelled_by=by_name)
    numbered.update(
        **dict.fromkeys(("tournament", "number", "entry", "prize")),
        evening=tournament.name,
        evening_date=tournament.date,
        currency=tournament.currency,
    )
