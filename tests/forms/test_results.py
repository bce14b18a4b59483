"""A result as it is tapped or typed."""

import pytest
from django.http import QueryDict

from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result, Rules
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.results import entered_result, score_from_typing
from tournament.pages.result_codes import result_code, result_from_code

RULES = Rules()


def played(first, second):
    return Result(Outcome.PLAYED, (first, second))


@pytest.mark.parametrize(
    "result",
    [
        played(3, 1),
        played(0, 3),
        Result(Outcome.STOPPED, (0, 0)),
        Result(Outcome.FORFEIT, winner=7),
        DOUBLE_FORFEIT,
        PENDING,
    ],
)
def test_a_result_comes_back_from_its_code(result):
    assert result_from_code(result_code(result)) == result


@pytest.mark.parametrize(
    "code",
    [
        "",
        "played",
        "played/3/1",
        "played/3/1//",
        "won/3/1/",
        "played/3//",
        "played//1/",
        "played/three/1/",
        "played/3.0/1/",
        f"played/{'9' * 5000}/1/",
        "forfeit///Anna",
        "\x00/3/1/",
    ],
)
def test_what_is_no_code_is_refused(code):
    with pytest.raises(Refused) as refusal:
        result_from_code(code)

    assert refusal.value.code == "result_incomplete"


@pytest.mark.parametrize(
    ("typed", "score"),
    [
        ("3 1", (3, 1)),
        ("3:1", (3, 1)),
        ("3-1", (3, 1)),
        ("3–1", (3, 1)),
        ("31", (3, 1)),
        ("03", (0, 3)),
        (" 3  :  1 ", (3, 1)),
        ("3\t1\n", (3, 1)),
        ("11 9", (11, 9)),
        ("119", (11, 9)),
        ("3,1", (3, 1)),
    ],
)
def test_a_score_is_understood_however_it_is_typed(typed, score):
    assert score_from_typing(typed) == score


@pytest.mark.parametrize("typed", ["", "3", "3:", ":1", "3:1:0", "three one", "-3:1", "3 1 x", "1234:1", "3" * 50])
def test_what_is_no_score_is_refused(typed):
    with pytest.raises(Refused) as refusal:
        score_from_typing(typed)

    assert refusal.value.code == "score_not_understood"


def test_a_very_long_score_is_refused_as_fast_as_a_short_one():
    with pytest.raises(Refused):
        score_from_typing("3" + " " * 1_000_000 + "x")


@pytest.mark.parametrize(
    ("sent", "result"),
    [
        ("result=played/3/1/", played(3, 1)),
        ("result=forfeit///7", Result(Outcome.FORFEIT, winner=7)),
        ("result=pending///", PENDING),
        ("typed=3+1", played(3, 1)),
        ("gave_up=first&points=2", played(2, 3)),
        ("gave_up=second&points=0", played(3, 0)),
        ("stopped_first=2&stopped_second=+1+", Result(Outcome.STOPPED, (2, 1))),
    ],
)
def test_a_row_sends_a_result(sent, result):
    assert entered_result(QueryDict(sent), RULES) == result


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("", "result_incomplete"),
        ("unknown=3", "result_incomplete"),
        ("result=", "result_incomplete"),
        ("typed=", "score_not_understood"),
        ("gave_up=first", "score_not_understood"),
        ("gave_up=first&points=two", "score_not_understood"),
        ("gave_up=nobody&points=2", "result_incomplete"),
        ("gave_up=&points=2", "result_incomplete"),
        ("stopped_first=2", "score_not_understood"),
        ("stopped_first=&stopped_second=", "score_not_understood"),
        ("stopped_first=-1&stopped_second=1", "score_not_understood"),
        ("stopped_first=1234&stopped_second=1", "score_not_understood"),
    ],
)
def test_a_row_that_sends_no_result_is_refused(sent, code):
    with pytest.raises(Refused) as refusal:
        entered_result(QueryDict(sent), RULES)

    assert refusal.value.code == code
