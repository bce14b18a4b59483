"""A result as it is tapped or typed."""

import pytest
from django.http import QueryDict

from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.results import ResultByTableForm, entered_result, score_from_typing
from tournament.matches.formats import OFFERS, MatchFormat
from tournament.pages.results import result_code, result_from_code

FORMAT, CUBE = MatchFormat(), OFFERS["cube-5"].format


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
    assert score_from_typing(typed, 3) == score


@pytest.mark.parametrize("typed", ["", "3", "3:", ":1", "3:1:0", "three one", "-3:1", "3 1 x", "1234:1", "3" * 50])
def test_what_is_no_score_is_refused(typed):
    with pytest.raises(Refused) as refusal:
        score_from_typing(typed, 3)

    assert refusal.value.code == "score_not_understood"


def test_a_very_long_score_is_refused_as_fast_as_a_short_one():
    with pytest.raises(Refused):
        score_from_typing("3" + " " * 1_000_000 + "x", 3)


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
def test_a_result_is_read_from_the_fields_of_a_table_row(sent, result):
    assert entered_result(QueryDict(sent), FORMAT) == result


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
def test_a_table_row_without_a_readable_result_is_refused(sent, code):
    with pytest.raises(Refused) as refusal:
        entered_result(QueryDict(sent), FORMAT)

    assert refusal.value.code == code


def test_from_10_points_on_the_two_numbers_of_a_score_stand_apart():
    assert [score_from_typing("9 7", 9), score_from_typing("97", 9), score_from_typing("11 9", 11)] == [
        (9, 7),
        (9, 7),
        (11, 9),
    ]
    for typed in ("119", "97"):
        with pytest.raises(Refused) as refusal:
            score_from_typing(typed, 11)

        assert (refusal.value.code, refusal.value.values) == ("score_runs_together", {"length": 11})


def refused(read, *given):
    with pytest.raises(Refused) as refusal:
        read(*given)
    return refusal.value.code, refusal.value.values


def test_a_surprising_typed_score_is_accepted_when_sent_again():
    surprise = ("score_surprises", {"first": 1, "second": 196})

    assert refused(entered_result, QueryDict("typed=1+196"), CUBE) == surprise
    assert refused(entered_result, QueryDict("typed=1+196&asked=1+192"), CUBE) == surprise
    assert entered_result(QueryDict("typed=1+196&asked=1++196"), CUBE) == played(1, 196)
    assert entered_result(QueryDict("result=played/1/196/"), CUBE) == played(1, 196)


@pytest.mark.parametrize("typed", ["9 4", "20 0", "196 0", "5 4"])
def test_a_score_that_is_usual_or_none_at_all_is_not_asked_back(typed):
    first, second = map(int, typed.split())

    assert entered_result(QueryDict(f"typed={first}+{second}"), CUBE) == played(first, second)


@pytest.mark.parametrize(
    ("typed", "wanted", "read"),
    [
        ("57 3 1", FORMAT, (57, (3, 1))),
        ("57, 3.1", FORMAT, (57, (3, 1))),
        ("57 31", FORMAT, (57, (3, 1))),
        ("3:1", FORMAT, (None, (3, 1))),
        ("9 9", FORMAT, (None, (9, 9))),
        ("57", FORMAT, (57, None)),
        # Digits that are no table of the round are a score, where they can be one.
        ("31", FORMAT, (None, (3, 1))),
        ("03", FORMAT, (None, (0, 3))),
        ("30", FORMAT, (30, None)),
        ("35", FORMAT, (35, None)),
        ("31", MatchFormat(match_length=11), (31, None)),
        # A score of the table that is named wherever it can be one.
        ("4 10", CUBE, (None, (4, 10))),
        ("57 51", CUBE, (57, (5, 1))),
        ("11 9", MatchFormat(match_length=11), (None, (11, 9))),
        ("57 31", MatchFormat(match_length=11), (None, (57, 31))),
    ],
)
def test_a_line_is_a_table_with_its_score_a_score_or_a_table(typed, wanted, read):
    assert ResultByTableForm({"typed": typed, "asked": typed}).table_and_score(wanted, range(1, 31), {}) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        # Table 9 and match 77 are of another length than the round.
        ("match=77&typed=31", (None, (3, 1))),
        ("match=76&typed=31", (31, None)),
        ("match=77&typed=9+31", (9, (3, 1))),
        ("match=76&typed=57+51", (57, (5, 1))),
    ],
)
def test_a_line_is_read_by_the_length_of_the_match_that_is_named_and_of_the_table_that_is_typed(typed, read):
    form = ResultByTableForm(QueryDict(typed))

    assert form.table_and_score(MatchFormat(match_length=5), range(1, 31), {77: FORMAT, -9: FORMAT}) == read


@pytest.mark.parametrize("typed", ["", " ", "anna", "3:", "1 2 3 1", "-3 1", "12345 3 1", "٣ 1"])
def test_a_typed_line_that_is_neither_table_nor_score_is_refused(typed):
    code, _values = refused(ResultByTableForm({"typed": typed}).table_and_score, FORMAT, (), {})

    assert code == "table_and_score_not_understood"


def by_table(sent):
    return ResultByTableForm(QueryDict(sent)).table_and_score(CUBE, (), {})


def test_a_score_typed_with_its_table_is_asked_back_the_same_way():
    assert by_table("typed=57+5+1") == (57, (5, 1))
    assert refused(by_table, "typed=57+196+1") == ("score_surprises", {"first": 196, "second": 1})
    assert by_table("typed=57+196+1&asked=57+196+1") == (57, (196, 1))
