"""The entry fee: how much it is, and what is given back of it."""

from collections.abc import Iterable, Sequence

from django.conf import settings
from django.contrib.auth.models import User

from tournament.actions.change import Change, change
from tournament.engine.refusals import Refused
from tournament.models import Entry, FeeStep
from tournament.money.fees import Step
from tournament.queries.accounts import display_name
from tournament.queries.fees import current_fee, fee_row, fee_steps

MOST_PLAYERS = 9999


def give_back_fee(entry: Entry, *, by: User) -> None:
    """Give back what was paid too much; to who has left, all of it. Where there is nothing, nothing is done."""
    with change(entry.tournament, by=by, action="fee_refunded") as step:
        entry.refresh_from_db()
        cents = fee_row(entry, current_fee(step.tournament)).refundable_cents
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


def set_fee_steps(step: Change, steps: Iterable[Step]) -> None:
    """Let the fee follow from the number of players by this table; an empty one leaves the fee as it is."""
    wanted = tuple(steps)
    if wanted == fee_steps(step.tournament):
        return
    refuse_fee_steps(wanted)
    staying = set()
    for stored in FeeStep.objects.filter(tournament=step.tournament).order_by("pk"):
        if (stored.up_to, stored.fee_cents) in wanted:
            staying.add(stored.up_to)
        else:
            step.remove(stored)
    for up_to, cents in wanted:
        if up_to not in staying:
            step.add(FeeStep(tournament=step.tournament, up_to=up_to, fee_cents=cents))


def refuse_fee_steps(steps: Sequence[Step]) -> None:
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
        refuse_fee(cents)


def refuse_fee(cents: int) -> None:
    """ "An entry fee per tournament, under 10 €." """
    if cents > settings.FEE_LIMIT_CENTS:
        raise Refused("fee_too_high", limit=settings.FEE_LIMIT_CENTS)
