"""The score of one's own match, as a player taps it on the phone."""

import re

from django.http import QueryDict

from tournament.engine.record import Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.pages.result_codes import result_from_code


def phone_name(data: QueryDict) -> str:
    """What the phone calls itself; empty where that is nothing that the page has given it."""
    name = data.get("phone", "")
    return name if re.fullmatch("[0-9a-f]{32}", name) else ""


def reported_score(data: QueryDict) -> Score:
    """The score that was tapped, in the order of the pairing; refused where it is none."""
    result = result_from_code(data.get("result", ""))
    if result.outcome is not Outcome.PLAYED or result.score is None:
        raise Refused("result_incomplete")
    return result.score


def seen_score(data: QueryDict) -> Score | None:
    """What the page knew the player to have reported; None: nothing."""
    code = data.get("seen", "")
    return result_from_code(code).score if code else None
