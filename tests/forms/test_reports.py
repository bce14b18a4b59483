"""The score of one's own match, as a player taps it."""

import pytest
from django.http import QueryDict

from tournament.engine.refusals import Refused
from tournament.forms.reports import ReportForm


def sent(**fields):
    data = QueryDict(mutable=True)
    data.update({"match": "7", "seen": "", "result": "played/1/3/", "phone": "", **fields})
    return ReportForm(data)


def test_a_tap_is_read_in_the_order_of_the_pairing():
    known, nothing_known = sent(seen="played/3/1/", phone="0" * 32), sent(phone="Anna's")

    assert known.values() == {"match": 7, "seen": (3, 1), "result": (1, 3), "phone": "0" * 32}
    assert nothing_known.values() == {"match": 7, "seen": None, "result": (1, 3), "phone": ""}


@pytest.mark.parametrize("code", ["", "played///", "forfeit///2", "pending///", "3:1", "played/a/b/"])
def test_a_player_can_report_nothing_but_a_score(code):
    with pytest.raises(Refused) as refusal:
        sent(result=code).values()

    assert refusal.value.code == "result_incomplete"
