"""The entry fee: how much it is, who has paid it, and what is given back of it."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.models import User

from tournament.actions.change import Change, change
from tournament.actions.numbering import refuse_closed_year
from tournament.actions.permissions import refuse_unless_allowed
from tournament.actions.texts import clean_reason
from tournament.engine.refusals import Refused
from tournament.models import Club, Entry, FeeStep, Tournament
from tournament.money.fees import FeeBand
from tournament.queries.accounts import display_name
from tournament.queries.cash import current_fee, fee_row, fee_steps, fees_of, owing_players
from tournament.queries.record import paired_rounds

MOST_PLAYERS = 9999
NOTHING_PAID = {
    "paid_cents": None,
    "paid_at": None,
    "paid_to": "",
    "refunded_cents": 0,
    "refunded_at": None,
    "refunded_by": "",
}


def set_fee(
    entry: Entry,
    *,
    by: User,
    paid: bool,
    waived: str = "",
    cents: int | None = None,
    seen_cents: int | None = None,
    arrives: bool = False,
) -> None:
    """Mark the entry fee as paid, as waived for a reason, or as owed.

    Paid is what is lacking of the fee, or so many `cents` of it, to whoever marks it; where a page has shown another
    amount meanwhile (`seen_cents`), that is refused. Who `arrives` as they pay is here.
    """
    with change(entry.tournament, by=by, action="fee_marked") as step:
        entry.refresh_from_db()
        reason = clean_reason(waived)
        if reason != entry.fee_waived:
            refuse_unless_allowed(by, "fee_waived", step.tournament)
        if entry.refunded_cents and not (paid and not reason):
            refuse_unless_allowed(by, "fee_refunded", step.tournament)
        before = {"paid": entry.paid_cents is not None, "waived": entry.fee_waived}
        step.facts = {"name": entry.name, "paid": paid and not reason, "waived": reason, "before": before}
        if reason or not paid:
            step.update(entry, fee_waived=reason, **NOTHING_PAID)
            return
        lacking = fee_row(entry, current_fee(step.tournament), paired_rounds(step.tournament)).lacking_cents
        if lacking:
            refuse_closed_year(step.tournament)
        if lacking and seen_cents not in (None, lacking):
            raise Refused("fee_changed_meanwhile", name=entry.name, cents=lacking, currency=step.tournament.currency)
        if lacking and cents not in (None, lacking):
            refuse_part(cents, lacking, step.tournament.currency)
            step.facts |= {"cents": cents, "currency": step.tournament.currency}
            lacking = cents
        step.update(entry, fee_waived="", is_here=entry.is_here or arrives, **_payment(step, entry, lacking, by))


def set_fees_paid(
    tournament: Tournament, *, by: User, here_alone: bool = False, seen_cents: int, arrive: bool = False
) -> None:
    """Mark as paid what all who play still owe, or those `here_alone`, to whoever marks it.

    Where a page has shown another amount meanwhile (`seen_cents`), that is refused; once nobody owes any more, nothing
    is done. Who pays as they `arrive` is here.
    """
    with change(tournament, by=by, action="fees_marked") as step:
        rows = owing_players(fees_of(step.tournament), here_alone=here_alone)
        cents = sum(row.lacking_cents for row in rows)
        if not rows:
            return
        refuse_closed_year(step.tournament)
        if cents != seen_cents:
            raise Refused("fees_changed_meanwhile", cents=cents, currency=step.tournament.currency)
        step.facts = {"names": [row.entry.name for row in rows]}
        for row in rows:
            is_here = row.entry.is_here or arrive
            step.update(row.entry, is_here=is_here, **_payment(step, row.entry, row.lacking_cents, by))


def refuse_part(cents: int, lacking: int, currency: str) -> None:
    """A part of the fee is more than nothing and not more than what is lacking."""
    if not 1 <= cents <= lacking:
        raise Refused("payment_out_of_range", most=lacking, currency=currency)


def _payment(step: Change, entry: Entry, cents: int, by: User) -> dict[str, Any]:
    if entry.paid_cents is not None and not cents:
        return {}
    return {
        "paid_cents": (entry.paid_cents or 0) + cents,
        "paid_at": step.at,
        "paid_to": display_name(by),
    }


def give_back_fee(entry: Entry, *, by: User) -> None:
    """Give back what was paid too much; to who has left, all of it. Where there is nothing, nothing is done."""
    with change(entry.tournament, by=by, action="fee_refunded") as step:
        entry.refresh_from_db()
        cents = fee_row(entry, current_fee(step.tournament), paired_rounds(step.tournament)).refundable_cents
        if cents:
            step.facts = {"name": entry.name, "cents": cents, "currency": step.tournament.currency}
            step.update(
                entry,
                refunded_cents=entry.refunded_cents + cents,
                refunded_at=step.at,
                refunded_by=display_name(by),
            )


def settle_fee(step: Change) -> None:
    """Let the fee stand that follows from the number of players, as round 1 is drawn."""
    step.update(step.tournament, fee_cents=current_fee(step.tournament))


def set_fee_steps(step: Change, steps: Iterable[FeeBand]) -> None:
    """Let the fee follow from the number of players by this table; an empty one leaves the fee as it is."""
    wanted = tuple(steps)
    if wanted == fee_steps(step.tournament):
        return
    refuse_fee_steps(wanted, step.tournament.club)
    staying = set()
    for stored in FeeStep.objects.filter(tournament=step.tournament).order_by("pk"):
        if (stored.up_to, stored.fee_cents) in wanted:
            staying.add(stored.up_to)
        else:
            step.remove(stored)
    for up_to, cents in wanted:
        if up_to not in staying:
            step.add(FeeStep(tournament=step.tournament, up_to=up_to, fee_cents=cents))


def refuse_fee_steps(steps: Sequence[FeeBand], club: Club) -> None:
    """A table goes up from line to line, says what all others pay in its last one, and no fee is too high."""
    if not steps:
        return
    *limited, (last, _cents) = steps
    numbers = [up_to for up_to, _cents in limited]
    if last is not None:
        raise Refused("fee_for_more_missing", players=last)
    if not limited:
        raise Refused("fee_steps_missing")
    if None in numbers or numbers != sorted(set(numbers), key=lambda number: number or 0):
        raise Refused("fee_steps_not_ascending")
    if any(not 1 <= (number or 0) <= MOST_PLAYERS for number in numbers):
        raise Refused("fee_step_out_of_range", most=MOST_PLAYERS)
    for _up_to, cents in steps:
        refuse_fee(cents, club)


def refuse_fee(cents: int, club: Club) -> None:
    """ "An entry fee per tournament, under 10 €": or what the club says, in its currency."""
    if cents > club.highest_fee_cents:
        raise Refused("fee_too_high", limit=club.highest_fee_cents, currency=club.currency)
