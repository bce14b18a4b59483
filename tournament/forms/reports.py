"""The score of one's own match, as a player taps it on the phone."""

import re

from django.http import QueryDict

from tournament.engine.record import Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.answers import whole_number
from tournament.forms.results import typed_score
from tournament.forms.sent import ReadField, SentForm
from tournament.matches.formats import MatchFormat
from tournament.pages.result_codes import result_from_code


def phone_name(text: str) -> str:
    """The name that the phone has given itself; empty where the text is none."""
    return text if re.fullmatch("[0-9a-f]{32}", text) else ""


def _tapped_score(code: str) -> Score:
    result = result_from_code(code)
    if result.outcome is not Outcome.PLAYED or result.score is None:
        raise Refused("result_incomplete")
    return result.score


def _expected_score(code: str) -> Score | None:
    return result_from_code(code).score if code else None


class ReportForm(SentForm):
    """The score that was tapped, in the order of the pairing, and the match that it is of.

    `seen` is what the page knew the player to have reported; None: nothing. Instead of a tap the points of the two
    may be typed; a score that surprises is asked back, and then tapped.
    """

    match = ReadField(whole_number)
    seen = ReadField(_expected_score)
    result = ReadField(_tapped_score, optional=True)
    first_points = ReadField(optional=True)
    second_points = ReadField()
    phone = ReadField(phone_name)

    def __init__(self, wanted: MatchFormat, data: QueryDict) -> None:
        super().__init__(data)
        self.wanted = wanted

    def typed(self) -> tuple[str, str]:
        """The points as they were typed, to be shown again."""
        return self["first_points"].value() or "", self["second_points"].value() or ""

    def score(self) -> Score:
        """The score in the order of the pairing."""
        sent = self.values()
        if sent["result"] is not None:
            tapped: Score = sent["result"]
            return tapped
        if sent["first_points"] is None:
            raise Refused("result_incomplete")
        return typed_score(f"{sent['first_points']}:{sent['second_points']}", "", self.wanted)
