"""The score of one's own match, as a player sees and taps it."""

import pytest
from django.http import QueryDict

from tournament.engine.record import Rules
from tournament.engine.refusals import Refused
from tournament.forms.reports import own_score_buttons, reported_score, seen_score


def told(*, is_first):
    won, lost = own_score_buttons(Rules(), is_first=is_first)
    return [[(button.text, button.code) for button in side] for side in (won, lost)]


def test_the_own_points_come_first_and_the_code_keeps_the_order_of_the_pairing():
    first = told(is_first=True)
    second = told(is_first=False)

    assert first[0][0] == ("3:0", "played/3/0/")
    assert [text for text, _code in second[0]] == [text for text, _code in first[0]] == ["3:0", "3:1", "3:2"]
    assert second[0][0] == ("3:0", "played/0/3/")
    assert second[1][-1] == ("0:3", "played/3/0/")


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
