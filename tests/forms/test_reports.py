"""The score of one's own match, as a player sees and taps it."""

import pytest
from django.http import QueryDict

from tournament.engine.refusals import Refused
from tournament.forms.reports import reported_score, seen_score


def test_a_tap_is_read_in_the_order_of_the_pairing():
    data = QueryDict("result=played/1/3/&seen=played/3/1/")

    assert (reported_score(data), seen_score(data), seen_score(QueryDict("seen="))) == ((1, 3), (3, 1), None)


@pytest.mark.parametrize("code", ["", "played///", "forfeit///2", "pending///", "3:1", "played/a/b/"])
def test_a_player_can_report_nothing_but_a_score(code):
    data = QueryDict(mutable=True)
    data["result"] = code

    with pytest.raises(Refused) as refusal:
        reported_score(data)

    assert refusal.value.code == "result_incomplete"
