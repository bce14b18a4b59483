"""The score of one's own match, as a player taps it."""

import pytest
from django.http import QueryDict

from tournament.engine.refusals import Refused
from tournament.forms.results import ReportForm
from tournament.matches.formats import OFFERS


def sent(**fields):
    data = QueryDict(mutable=True)
    data.update({"match": "7", "seen": "", "result": "played/1/3/", "phone": "", **fields})
    return ReportForm(OFFERS["cube-5"].format, data)


def test_a_tapped_score_is_read_with_what_the_page_showed_and_which_phone_it_is():
    known, nothing_known = sent(seen="played/3/1/", phone="0" * 32), sent(phone="Anna's")

    assert (known.score(), known.values()["seen"], known.values()["phone"]) == ((1, 3), (3, 1), "0" * 32)
    assert (nothing_known.score(), nothing_known.values()["seen"], nothing_known.values()["phone"]) == (
        (1, 3),
        None,
        "",
    )


def typed(first, second):
    data = QueryDict(mutable=True)
    data.update({"match": "7", "seen": "", "first_points": first, "second_points": second})
    return ReportForm(OFFERS["cube-5"].format, data)


def test_typed_points_are_read_and_a_surprising_score_has_to_be_confirmed_by_a_tap():
    assert typed("2", " 8 ").score() == (2, 8)
    for first, second, code in (("1", "196", "score_surprises"), ("", "5", "score_not_understood")):
        with pytest.raises(Refused) as refusal:
            typed(first, second).score()

        assert refusal.value.code == code
    assert sent(result="played/1/196/").score() == (1, 196)


def test_a_form_without_a_score_is_refused():
    with pytest.raises(Refused) as refusal:
        ReportForm(OFFERS["cube-5"].format, QueryDict("match=7&seen=")).score()

    assert refusal.value.code == "result_incomplete"


@pytest.mark.parametrize("code", ["", "played///", "forfeit///2", "pending///", "3:1", "played/a/b/"])
def test_a_player_can_report_nothing_but_a_score(code):
    with pytest.raises(Refused) as refusal:
        sent(result=code).values()

    assert refusal.value.code == "result_incomplete"
