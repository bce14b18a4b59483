"""What is typed about money: a prize, how the fees are to be split, and what is said beside them."""

import re
from typing import Any

from tournament.engine.refusals import Refused
from tournament.forms.answers import whole_cents, whole_number, yes_or_no
from tournament.forms.sent import ReadEachField, ReadField, RefusedInput, SentForm
from tournament.models.cash import PLACES
from tournament.money.prizes import USUAL_SHARES, WHOLE


class PrizeForm(SentForm):
    place = ReadField(whole_number)
    description = ReadField()
    price = ReadField(whole_cents)

    def prize(self) -> dict[str, Any]:
        """The prize under the names of the model's fields."""
        sent = self.values()
        return {"place": sent["place"], "description": sent["description"], "price_cents": sent["price"]}

    def typed(self) -> dict[str, str]:
        """What was typed, to be shown again."""
        return {field.name: field.value() or "" for field in self}


class SharesForm(SentForm):
    """What each place is to get of a hundred."""

    share = ReadEachField()

    def clean_share(self) -> tuple[int, ...]:
        """The usual where nothing is said; shares that are no whole are an error of the field."""
        typed = self.cleaned_data["share"]
        if not typed:
            return USUAL_SHARES
        shares = tuple(int(share) for share in typed if re.fullmatch(r"\s*[0-9]{1,3}\s*", share))
        if len(shares) != PLACES or sum(shares) != WHOLE:
            raise RefusedInput(Refused("shares_are_no_whole"))
        return shares


class CostsForm(SentForm):
    """Whom to ask about the money, what becomes of a surplus, and whether everyone sees the statement."""

    treasurer = ReadField()
    surplus_note = ReadField()
    shows_costs = ReadField(yes_or_no)
