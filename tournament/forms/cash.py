"""Forms for fees, prizes, costs and the books of a year."""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from itertools import chain
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from tournament.engine.refusals import Refused
from tournament.forms.players import RowForm
from tournament.forms.sent import (
    ReadEachField,
    ReadField,
    RefusedInput,
    SentForm,
    one_of,
    unless_blank,
    whole_cents,
    whole_number,
    yes_or_no,
)
from tournament.models.cash import PLACES
from tournament.money import fees, prizes, vouchers
from tournament.phrases.refusals import refusal_sentence

# The cash of a club: money put in or taken out, and counted.


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused("cash_day_not_understood") from None


def _cents(text: str) -> int:
    return whole_cents(text, Refused("amount_not_understood"))


class CashForm(SentForm):
    movement = ReadField(one_of((vouchers.Movement.PUT_IN, vouchers.Movement.TAKEN_OUT)))
    day = ReadField(_day)
    text = ReadField(str.strip)
    cents = ReadField(_cents)


class CountForm(SentForm):
    """The cash counted at the beginning and at the end of the year, in cents; None if not counted."""

    opening_cents = ReadField(unless_blank(_cents))
    closing_cents = ReadField(unless_blank(_cents))


class ClosingForm(SentForm):
    """The reason why the counted cash differs from the books, if it does."""

    reason = ReadField()


class AgreedForm(SentForm):
    """The mark of the bookings for closed books that the user has confirmed; empty if not asked yet."""

    agreed = ReadField()


# Money of a tournament: prizes, the split of the fees, and the notes beside them.


class PrizeForm(SentForm):
    place = ReadField(whole_number)
    description = ReadField()
    price = ReadField(whole_cents)

    def values(self) -> dict[str, Any]:
        """The prize, by the model's field names."""
        sent = super().values()
        return {"place": sent["place"], "description": sent["description"], "price_cents": sent["price"]}

    def typed(self) -> dict[str, str]:
        """The typed values, to be shown again."""
        return {field.name: field.value() or "" for field in self}


class SharesForm(SentForm):
    """The percentage of the fees for each place."""

    share = ReadEachField()

    def clean_share(self) -> tuple[int, ...]:
        """The shares, by default `USUAL_SHARES`; shares that do not add up to 100 are an error of the field."""
        typed = self.cleaned_data["share"]
        if not typed:
            return prizes.USUAL_SHARES
        shares = tuple(int(share) for share in typed if re.fullmatch(r"\s*[0-9]{1,3}\s*", share))
        if len(shares) != PLACES or sum(shares) != prizes.WHOLE:
            raise RefusedInput(Refused("shares_are_no_whole"))
        return shares


class CostsForm(SentForm):
    treasurer = ReadField()
    surplus_note = ReadField()
    shows_costs = ReadField(yes_or_no)


# Entry fees: steps by the number of players, and the fee of one player.

LINES = 3


class FeeStepsWidget(forms.MultiWidget):
    """Rows of a number of players and a fee; the last row has a fee only, for any higher number."""

    template_name = "tournaments/fee_steps.html"
    currency = ""

    def decompress(self, value: None) -> list[int | Decimal | None]:
        """The values of an empty table; `filled_in` splits a stored table before it reaches the widget."""
        return filled_in(())

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Build the context; only the first of the inputs has autofocus."""
        context = super().get_context(name, value, attrs)
        context["widget"]["currency"] = self.currency
        for later in context["widget"]["subwidgets"][1:]:
            later["attrs"].pop("autofocus", None)
        return context


class FeeStepsField(forms.MultiValueField):
    """The fee for up to a number of players; empty rows are dropped, and an empty table means no steps."""

    def __init__(self, **options: Any) -> None:
        fields = [
            field for _line in range(LINES) for field in (forms.IntegerField(min_value=1, required=False), _fee())
        ]
        super().__init__(
            [*fields, _fee()],
            label=_("Entry fee by number of players"),
            help_text=_(
                "Leave empty to use the fee above. If filled in, the fee follows this table until round 1 is "
                "drawn and is then fixed."
            ),
            initial=filled_in(()),
            required=False,
            require_all_fields=False,
            widget=FeeStepsWidget([_typed(field) for field in (*fields, _fee())]),
            **options,
        )

    def compress(self, data_list: Sequence[Any]) -> tuple[fees.FeeBand, ...]:
        """The steps in cents; a row with only one of its two values is an error of the field."""
        if not data_list:
            return ()
        *typed, more = data_list
        steps: list[fees.FeeBand] = []
        for up_to, fee in zip(typed[::2], typed[1::2], strict=True):
            if (up_to is None) != (fee is None):
                raise forms.ValidationError(refusal_sentence(Refused("fee_step_incomplete")))
            if up_to is not None:
                steps.append((up_to, int(fee * 100)))
        return (*steps, (None, int(more * 100))) if more is not None else tuple(steps)


def filled_in(steps: Sequence[fees.FeeBand]) -> list[int | Decimal | None]:
    """The values of a table's fields, row by row, with empty rows at the end."""
    *limited, (_more, more_cents) = steps or ((None, None),)
    empty = (LINES - len(limited)) * ((None, None),)
    lines = [[up_to, _euros(cents)] for up_to, cents in (*limited, *empty)]
    return [*chain.from_iterable(lines), _euros(more_cents)]


def _fee() -> forms.DecimalField:
    return forms.DecimalField(min_value=0, max_digits=6, decimal_places=2, localize=True, required=False)


def _typed(field: forms.Field) -> forms.TextInput:
    """A text input for numbers, which are formatted by the active language."""
    mode = "decimal" if isinstance(field, forms.DecimalField) else "numeric"
    widget = forms.TextInput(attrs={"inputmode": mode, "autocomplete": "off", "maxlength": 12})
    widget.is_localized = mode == "decimal"
    return widget


def _euros(cents: int | None) -> Decimal | None:
    return None if cents is None else Decimal(cents).scaleb(-2)


class FeeForm(RowForm):
    """Whether the fee is unpaid, paid or waived, and the reason for a waiver.

    `amount` is the payment in cents, `lacking` the unpaid amount that the page showed.
    """

    fee = ReadField(one_of(("owed", "paid", "waived")))
    reason = ReadField(str.strip)
    amount = ReadField(unless_blank(_cents))
    lacking = ReadField(whole_number, optional=True)

    def clean(self) -> dict[str, Any]:
        """Clean the form; `waived` becomes the reason of the waiver, empty if the fee is not waived."""
        sent = self.cleaned_data
        is_waived = sent.get("fee") == "waived"
        return {**sent, "waived": (sent["reason"] or gettext("by the director")) if is_waived else ""}


class FeesForm(RowForm):
    """A payment of all unpaid fees, or only of players who are here; `together` is the sum that the page showed."""

    here = ReadField(yes_or_no)
    together = ReadField(whole_number)


class ArrivalForm(SentForm):
    """Whether paying the fee also marks a player as here."""

    pays_on_arrival = ReadField(yes_or_no)
