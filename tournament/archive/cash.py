"""The vouchers of a tournament as its archive tells them, and back."""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils import timezone

from tournament.actions.cash import LockedBooks
from tournament.archive.contents import Archive, ArchivePlayer, OtherVoucher, Payment
from tournament.models import Entry, Prize, Tournament, Voucher
from tournament.money.fees import Fees
from tournament.money.payments import FeeState
from tournament.money.vouchers import Movement
from tournament.money.years import RunNumber
from tournament.queries.cash import FeeRow

VouchersInFile = tuple[dict[int, tuple[Payment, ...]], tuple[OtherVoucher, ...]]


def vouchers_in_file(vouchers: Sequence[Voucher], fees: Fees[FeeRow], prizes: Sequence[Prize]) -> VouchersInFile:
    """By the key of the entry what listed players have paid and got back, and all other vouchers.

    `vouchers` are all of a tournament, by their numbers. Nothing where a restored tournament would have the same
    vouchers by itself.
    """
    if _follow_by_themselves(vouchers, fees, prizes):
        return {}, ()
    numbers: dict[int | None, int] = {row.entry.pk: row.entry.number for row in fees.rows}
    prize_numbers: dict[int | None, int] = {prize.pk: number for number, prize in enumerate(prizes, start=1)}
    payments: dict[int, tuple[Payment, ...]] = defaultdict(tuple)
    settled = {key for voucher in vouchers if voucher.counters_id for key in (voucher.pk, voucher.counters_id)}
    of_evening = {voucher.pk: voucher.number for voucher in vouchers}
    others = []
    for voucher in vouchers:
        entry = voucher.entry_id
        if entry is not None and entry in numbers and not voucher.cancelled_at and voucher.pk not in settled:
            payments[entry] += (_payment(voucher, payments[entry], fees.fee_cents),)
        else:
            others.append(
                OtherVoucher(
                    _payment(voucher, (), 0),
                    numbers.get(entry),
                    voucher.party,
                    prize_numbers.get(voucher.prize_id),
                    voucher.purchase,
                    voucher.cancelled_at,
                    voucher.cancelled_by,
                    of_evening[voucher.counters_id] if voucher.counters_id else None,
                )
            )
    return dict(payments), tuple(others)


def _payment(voucher: Voucher, before: Sequence[Payment], fee_cents: int) -> Payment:
    is_fee = voucher.movement == Movement.FEE
    cents = voucher.cents if is_fee != bool(voucher.counters_id) else -voucher.cents
    payment = Payment(voucher.number or 0, cents, voucher.at, voucher.hand, year_number=voucher.label)
    if (voucher.kept_cents, voucher.open_cents) == _then(payment, before, fee_cents):
        return payment
    return replace(payment, kept_cents=voucher.kept_cents, open_cents=voucher.open_cents)


def _then(payment: Payment, before: Sequence[Payment], fee_cents: int) -> tuple[int, int]:
    """The cents paid in all after this payment, and those then open of the fee; as the payment says, where it does."""
    usual_cents = max(sum(each.amount_cents for each in (*before, payment)), 0)
    kept_cents = usual_cents if payment.kept_cents is None else payment.kept_cents
    usually_open_cents = max(fee_cents - usual_cents, 0) if payment.amount_cents > 0 else 0
    return kept_cents, usually_open_cents if payment.open_cents is None else payment.open_cents


def _follow_by_themselves(vouchers: Sequence[Voucher], fees: Fees[FeeRow], prizes: Sequence[Prize]) -> bool:
    """Whether they say no more than who has paid the fee, and what the prizes cost."""
    following = [
        *((Movement.FEE.value, fees.fee_cents, row.entry.pk) for row in fees.rows if row.state is FeeState.PAID),
        *((Movement.PRIZE.value, prize.price_cents, prize.pk) for prize in prizes),
    ]
    issued = [(voucher.movement, voucher.cents, voucher.entry_id or voucher.prize_id) for voucher in vouchers]
    return issued == [voucher for voucher in following if voucher[1]] and all(
        voucher.number == number and not (voucher.at or voucher.hand or voucher.cancelled_at or voucher.label)
        for number, voucher in enumerate(vouchers, start=1)
    )


def paid_columns(player: ArchivePlayer, fee_cents: int) -> dict[str, object]:
    """The columns of an entry that say what the player has paid and got back."""
    if not player.payments:
        return {"paid_cents": fee_cents if player.fee_paid else None}
    paid = [payment for payment in player.payments if payment.amount_cents > 0]
    refunded = [payment for payment in player.payments if payment.amount_cents < 0]
    return {
        "paid_cents": sum(payment.amount_cents for payment in paid),
        "paid_at": paid[-1].at if paid else None,
        "paid_to": paid[-1].by if paid else "",
        "refunded_cents": -sum(payment.amount_cents for payment in refunded),
        "refunded_at": refunded[-1].at if refunded else None,
        "refunded_by": refunded[-1].by if refunded else "",
    }


def told_vouchers(
    archive: Archive,
    tournament: Tournament,
    entries: Mapping[int, Entry],
    prizes: Sequence[Prize],
    books: LockedBooks | None,
    run: Mapping[int, RunNumber],
) -> list[Voucher]:
    """The vouchers that the archive tells, under their numbers, still to be stored; practice is in no `books`.

    Those in `run`, by their numbers on the evening, keep their numbers in the run of their club.
    """
    vouchers = [
        voucher
        for player in archive.players
        for voucher in _payments(player, archive.fee.amount_cents, entries[player.entry.number])
    ]
    vouchers += [_other(voucher, entries, prizes) for voucher in archive.vouchers]
    for payment, voucher in zip(archive.payments, vouchers, strict=True):
        voucher.tournament, voucher.club_id = tournament, tournament.club_id
        if books:
            books.enter([voucher], day=day_of(voucher, tournament), is_imported=True)
        if in_run := run.get(payment.voucher):
            (voucher.year, voucher.year_number), voucher.printed_number = in_run, ""
    return vouchers


def day_of(voucher: Voucher, tournament: Tournament) -> datetime.date:
    """The day of a voucher of the tournament, which says in which year it stands unless that is closed."""
    return timezone.localdate(voucher.at) if voucher.at else tournament.date


def let_counter(archive: Archive, vouchers: Sequence[Voucher]) -> list[Voucher]:
    """Let the stored vouchers of the archive counter those that it says, still to be stored; these alone."""
    numbered = {voucher.number: voucher for voucher in vouchers}
    countering = []
    for other in archive.vouchers:
        if other.counters is not None:
            voucher = numbered[other.payment.voucher]
            voucher.counters = numbered[other.counters]
            countering.append(voucher)
    return countering


def _payments(player: ArchivePlayer, fee_cents: int, entry: Entry) -> list[Voucher]:
    stored = []
    for index, payment in enumerate(player.payments):
        voucher = _voucher(payment, player.payments[:index], fee_cents)
        voucher.entry, voucher.party = entry, player.name
        stored.append(voucher)
    return stored


def _other(other: OtherVoucher, entries: Mapping[int, Entry], prizes: Sequence[Prize]) -> Voucher:
    voucher = _voucher(other.payment, (), 0)
    voucher.movement = other.movement.value
    voucher.entry = None if other.player is None else entries[other.player]
    voucher.prize = None if other.prize is None else prizes[other.prize - 1]
    voucher.party, voucher.purchase = other.party, other.purchase
    voucher.cancelled_at, voucher.cancelled_by = other.cancelled_at, other.cancelled_by
    return voucher


def _voucher(payment: Payment, before: Sequence[Payment], fee_cents: int) -> Voucher:
    kept_cents, open_cents = _then(payment, before, fee_cents)
    return Voucher(
        number=payment.voucher,
        movement=(Movement.FEE if payment.amount_cents > 0 else Movement.REFUND).value,
        cents=abs(payment.amount_cents),
        hand=payment.by,
        at=payment.at,
        kept_cents=kept_cents,
        open_cents=open_cents,
        printed_number=payment.year_number,
    )
