"""Reads the vouchers of a tournament."""

from dataclasses import dataclass

from tournament.models import Entry, Tournament
from tournament.models import Voucher as StoredVoucher
from tournament.money.vouchers import CashBook, Movement, VoucherFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class VoucherRow(VoucherFacts):
    """A voucher, and the key of the entry or the prize that it is about."""

    entry_id: int | None
    prize_id: int | None


def cash_book(tournament: Tournament) -> CashBook[VoucherRow]:
    """All vouchers in the order of their numbers, the cancelled ones too."""
    return CashBook(
        tuple(
            map(
                voucher_row,
                StoredVoucher.objects.filter(tournament=tournament).select_related("counters").order_by("number"),
            )
        )
    )


def vouchers_of(entry: Entry) -> tuple[VoucherRow, ...]:
    """What the player paid and got back, without what was cancelled."""
    return tuple(
        map(voucher_row, entry.vouchers.filter(cancelled_at=None).select_related("counters").order_by("number"))
    )


def voucher_row(stored: StoredVoucher) -> VoucherRow:
    """The stored row as a value."""
    return VoucherRow(
        number=stored.number,
        movement=Movement(stored.movement),
        cents=stored.cents,
        party=stored.party,
        purchase=stored.purchase,
        hand=stored.hand,
        at=stored.at,
        kept_cents=stored.kept_cents,
        open_cents=stored.open_cents,
        is_cancelled=stored.cancelled_at is not None,
        label=stored.label,
        counters=(stored.counters.label or str(stored.counters.number)) if stored.counters else "",
        entry_id=stored.entry_id,
        prize_id=stored.prize_id,
    )
