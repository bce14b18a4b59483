"""What the treasurer of a club sends: money put in or taken out, and what was counted."""

from datetime import date

from tournament.engine.refusals import Refused
from tournament.forms.answers import whole_cents
from tournament.forms.sent import ReadField, SentForm
from tournament.money.vouchers import Movement


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused("cash_day_not_understood") from None


def _movement(text: str) -> Movement:
    if text not in (Movement.PUT_IN, Movement.TAKEN_OUT):
        raise Refused("not_understood")
    return Movement(text)


def _cents(text: str) -> int:
    return whole_cents(text, Refused("amount_not_understood"))


def _counted(text: str) -> int | None:
    return _cents(text) if text.strip() else None


class CashForm(SentForm):
    """An amount put into the cash or taken out, when and for what."""

    movement = ReadField(_movement)
    day = ReadField(_day)
    text = ReadField(str.strip)
    cents = ReadField(_cents)


class CountForm(SentForm):
    """What was counted at the beginning of the year and at its end; empty: nothing was."""

    opening_cents = ReadField(_counted)
    closing_cents = ReadField(_counted)
