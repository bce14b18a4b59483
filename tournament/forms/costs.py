"""What is typed about money: a prize, and how the fees are to be split."""

import re
from typing import Any

from django.http import QueryDict

from tournament.engine.refusals import Refused
from tournament.forms.answers import whole_cents, whole_number
from tournament.models.prize import PLACES
from tournament.queries.costs import USUAL_SHARES, WHOLE


def said_prize(data: QueryDict) -> dict[str, Any]:
    """A prize under the names of the model's fields."""
    return {
        "place": whole_number(data.get("place", "")),
        "description": data.get("description", ""),
        "price_cents": whole_cents(data.get("price", "")),
    }


def asked_shares(data: QueryDict) -> tuple[int, ...]:
    """What each place is to get of a hundred, the usual where nothing is said; refused where that is no whole."""
    typed = data.getlist("share")
    if not typed:
        return USUAL_SHARES
    shares = tuple(int(share) for share in typed if re.fullmatch(r"\s*[0-9]{1,3}\s*", share))
    if len(shares) != PLACES or sum(shares) != WHOLE:
        raise Refused("shares_are_no_whole")
    return shares
