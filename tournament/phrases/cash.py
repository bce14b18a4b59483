"""Sentences about fees, vouchers and the cost statement."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.money import fees, payments, prizes, vouchers
from tournament.money.statement import CostStatement, Line, LineKind
from tournament.phrases.values import enumeration, moment, money, ordinal

CASH_REFUSALS: dict[str, Any] = {
    "fee_too_high": gettext_lazy(
        "The entry fee can be at most %(limit)s. Another highest entry fee can be entered in the settings of the club."
    ),
    "books_are_closed": gettext_lazy("The books of %(year)s are closed."),
    "cash_day_not_understood": gettext_lazy("Enter the day as a date."),
    "cash_out_of_range": gettext_lazy("An amount can be at most %(limit)s, and more than nothing where money moves."),
    "amount_not_understood": gettext_lazy("Enter the amount with a point or a comma, for example 5.50."),
    "fee_steps_missing": gettext_lazy(
        "Enter the highest number of players for each fee, for example up to 8 players: 9.00."
    ),
    "fee_step_incomplete": gettext_lazy("Each line needs a number of players and a fee."),
    "fee_steps_not_ascending": gettext_lazy("The number of players must go up from line to line."),
    "fee_step_out_of_range": gettext_lazy("The number of players must be between 1 and %(most)s."),
    "fee_for_more_missing": gettext_lazy("Also enter the fee for more than %(players)s players."),
    "prize_place_out_of_range": gettext_lazy("Prizes go to places 1 to %(last)s."),
    "description_empty": gettext_lazy("Say what was bought."),
    "price_too_high": gettext_lazy("The cost can be at most %(limit)s."),
    "shares_are_no_whole": gettext_lazy("The three shares must be whole numbers that add up to 100."),
    "text_too_long": gettext_lazy("This text can have at most %(limit)s characters."),
    "text_unprintable": gettext_lazy("The text contains a character that cannot be printed. Type the text again."),
}

# Entry fees, prizes and the cost statement.


def prize_text(rank: int, description: str) -> str:
    """Write a prize with its place, or another cost, which has no place."""
    if rank == prizes.NO_PLACE:
        return description
    return _("%(place)s place: %(description)s") % {"place": ordinal(rank), "description": description}


STATEMENT_LINES = {
    LineKind.FEES: gettext_lazy("Entry fees paid"),
    LineKind.REFUNDS: gettext_lazy("Entry fees refunded"),
    LineKind.INCOME: gettext_lazy("Income"),
    LineKind.SPENDING: gettext_lazy("Spending"),
    LineKind.BALANCE: gettext_lazy("Balance"),
}


def statement_text(line: Line) -> str:
    """Name what a line of the cost statement is about."""
    return prize_text(line.prize.place, line.prize.description) if line.prize else str(STATEMENT_LINES[line.kind])


def statement_remark(line: Line, currency: str) -> str:
    """Say who won the prize of a line, or what its fees add up to; else empty."""
    if line.prize:
        return line.prize.winner_name
    return " + ".join(f"{count} × {money(cents, currency)}" for count, cents in line.counted)


def per_head_sentence(shared: tuple[int, int, int] | None, currency: str) -> str:
    """Say how the spending is split to the cent among players who have paid; empty if there is none."""
    heads, cents, left_over = shared or (0, 0, 0)
    if not (cents or left_over):
        return ""
    rest_text = f" + {money(left_over, currency)}" if left_over else ""
    return _("Spending per paying player: %(shared)s") % {"shared": f"{heads} × {money(cents, currency)}{rest_text}"}


def shortfall_sentence(shortfall: int, owed: int, currency: str) -> str:
    """Say that more was spent than received, and how much is still unpaid; empty without a shortfall."""
    if not shortfall:
        return ""
    facts = {"shortfall": money(shortfall, currency), "owed": money(owed, currency)}
    if owed:
        return _("Spending exceeds income by %(shortfall)s; entry fees of %(owed)s are still unpaid.") % facts
    return _("Spending exceeds income by %(shortfall)s.") % facts


def cash_sentence(statement: CostStatement[Any, Any]) -> str:
    """Say what came in, what was spent, and what is left or missing; empty if no money was moved."""
    sums = {"income": statement.income_cents, "spending": statement.spending_cents}
    if not any(sums.values()):
        return ""
    balance = statement.balance_cents
    facts = {name: money(cents, statement.currency) for name, cents in {**sums, "rest": abs(balance)}.items()}
    if balance < 0:
        return _("Cash: %(income)s received, %(spending)s spent, %(rest)s missing") % facts
    return _("Cash: %(income)s received, %(spending)s spent, %(rest)s left") % facts


def uncounted_sentence(owed: int, waived: int, owed_cents: int, currency: str) -> str:
    """Say how many fees do not count as income because they are unpaid or waived; empty if none are."""
    parts = []
    if owed:
        sentence = ngettext("%(count)d unpaid fee (%(amount)s)", "%(count)d unpaid fees (%(amount)s)", owed)
        parts.append(sentence % {"count": owed, "amount": money(owed_cents, currency)})
    if waived:
        parts.append(ngettext("%(count)d waived fee", "%(count)d waived fees", waived) % {"count": waived})
    return _("Not counted as income: %(what)s.") % {"what": enumeration(parts)} if parts else ""


def overpaid_sentence(overpaid: int, cents: int, currency: str) -> str:
    """Say how many players have paid more than the current fee; empty if none have."""
    if not overpaid:
        return ""
    sentence = ngettext(
        "%(count)d player has paid more than the current fee; %(amount)s is still to be refunded.",
        "%(count)d players have paid more than the current fee; %(amount)s is still to be refunded.",
        overpaid,
    )
    return sentence % {"count": overpaid, "amount": money(cents, currency)}


FEE_STATES = {
    payments.FeeState.PAID: gettext_lazy("paid"),
    payments.FeeState.OWED: gettext_lazy("unpaid"),
    payments.FeeState.WAIVED: gettext_lazy("waived"),
    payments.FeeState.REFUNDED: gettext_lazy("refunded"),
    payments.FeeState.NOTHING: "–",
}


def fee_state_label(state: payments.FeeState) -> str:
    return str(FEE_STATES[state])


def fee_text(state: payments.FeeState, reason: str, *, kept: int, owed: int, overpaid: int, currency: str) -> str:
    """Describe the state of a player's fee, with the reason of a waiver and the amount owed or overpaid."""
    if reason:
        return _("waived: %(reason)s") % {"reason": reason}
    if kept and owed:
        return _("owes %(amount)s") % {"amount": money(owed, currency)}
    if overpaid:
        return _("paid, %(amount)s to refund") % {"amount": money(overpaid, currency)}
    return fee_state_label(state)


# A payment or refund: its cents, its time, if known, and who took or paid out the money, empty if not known.
PaidAt = tuple[int, datetime | None, str]


def payment_text(currency: str, paid: PaidAt, refunded: PaidAt, today: date) -> str:
    """Say what was paid, when and to whom, and what was refunded, when and by whom."""
    parts = [_payment(*paid, currency, today, _("Paid"), _("to %(name)s"))]
    if refunded[0]:
        parts.append(_payment(*refunded, currency, today, _("Refunded"), _("by %(name)s")))
    return " · ".join(parts)


def _payment(cents: int, at: datetime | None, hand: str, currency: str, today: date, what: str, whose: str) -> str:
    by = whose % {"name": hand} if hand else ""
    return ", ".join(filter(None, (f"{what}: {money(cents, currency)}", moment(at, today) if at else "", by)))


def fee_step_text(up_to: int | None, cents: int, currency: str) -> str:
    facts = {"players": up_to, "fee": money(cents, currency)}
    return (_("more players: %(fee)s") if up_to is None else _("up to %(players)s players: %(fee)s")) % facts


def fee_sentence(bands: Sequence[fees.FeeBand], currency: str) -> str:
    """Say what each player pays: one amount, or the steps by number of players."""
    if len(bands) == 1:
        return _("The entry fee is %(amount)s.") % {"amount": money(bands[0][1], currency)}
    steps = "; ".join(fee_step_text(up_to, cents, currency) for up_to, cents in bands)
    return _("The entry fee depends on the number of players (%(steps)s).") % {"steps": steps}


def surplus_sentence(surplus: int, note: str, currency: str) -> str:
    """Say how much money is left, and what it is used for; empty if none is left."""
    if not surplus:
        return ""
    facts = {"surplus": money(surplus, currency), "note": note}
    return (_("Surplus: %(surplus)s. Goes to: %(note)s") if note else _("Surplus: %(surplus)s.")) % facts


def treasurer_sentence(name: str) -> str:
    """Name the contact for money questions; empty if there is none."""
    return _("Contact for money questions: %(name)s") % {"name": name} if name else ""


# Titles and subjects of vouchers.


def voucher_title(voucher: vouchers.VoucherFacts) -> str:
    titles = {
        vouchers.Movement.FEE: _("Receipt %(number)s"),
        vouchers.Movement.REFUND: _("Refund voucher %(number)s"),
        vouchers.Movement.PRIZE: _("Expense voucher %(number)s"),
        vouchers.Movement.PUT_IN: _("Receipt %(number)s"),
        vouchers.Movement.TAKEN_OUT: _("Expense voucher %(number)s"),
    }
    title = _("Counter-entry %(number)s") if voucher.counters else titles[voucher.movement]
    return title % {"number": voucher.called}


def voucher_subject(voucher: vouchers.VoucherFacts) -> str:
    if voucher.counters:
        return _("Counter-entry to %(number)s: %(what)s") % {"number": voucher.counters, "what": _subject(voucher)}
    return _subject(voucher)


def _subject(voucher: vouchers.VoucherFacts) -> str:
    if voucher.movement in (vouchers.Movement.PUT_IN, vouchers.Movement.TAKEN_OUT):
        return voucher.purchase
    if voucher.movement is vouchers.Movement.PRIZE:
        return _("Expense: %(what)s") % {"what": voucher.purchase}
    if voucher.movement is vouchers.Movement.REFUND:
        return _("Refund of the entry fee")
    return _("Part of the entry fee") if voucher.is_part else _("Entry fee")
