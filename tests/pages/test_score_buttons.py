"""The scores that can be tapped."""

from tournament.engine.record import PENDING, Result, Rules
from tournament.engine.terms import Outcome
from tournament.matches.formats import MatchFormat
from tournament.pages.score_buttons import own_score_buttons, score_buttons

FORMAT, RULES = MatchFormat(), Rules()


def played(first, second):
    return Result(Outcome.PLAYED, (first, second))


def texts(wanted, rules, standing=PENDING):
    sides = score_buttons(wanted, rules, standing)
    return [[f"{button.text}{'*' * button.is_standing}" for button in side] for side in sides]


def test_the_scores_that_count_are_offered_and_the_standing_one_is_marked():
    assert texts(FORMAT, RULES) == [["3:0", "3:1", "3:2"], ["2:3", "1:3", "0:3"]]
    assert texts(FORMAT, RULES, played(3, 1)) == [["3:0", "3:1*", "3:2"], ["2:3", "1:3", "0:3"]]
    assert texts(FORMAT, RULES, played(4, 1)) == [["3:0", "3:1*", "3:2"], ["2:3", "1:3", "0:3"]]
    assert texts(FORMAT, RULES, Result(Outcome.STOPPED, (2, 1))) == [["3:0", "3:1", "3:2"], ["2:3", "1:3", "0:3"]]


def test_excess_points_are_offered_where_they_count():
    rules = Rules(match_length=1, count_excess_points=True)

    assert texts(MatchFormat(match_length=1), rules, played(2, 0)) == [["2:0*", "1:0"], ["0:1", "0:2"]]


def told(*, is_first):
    won, lost = own_score_buttons(FORMAT, RULES, is_first=is_first)
    return [[(button.text, button.code) for button in side] for side in (won, lost)]


def test_the_own_points_come_first_and_the_code_keeps_the_order_of_the_pairing():
    first = told(is_first=True)
    second = told(is_first=False)

    assert first[0][0] == ("3:0", "played/3/0/")
    assert [text for text, _code in second[0]] == [text for text, _code in first[0]] == ["3:0", "3:1", "3:2"]
    assert second[0][0] == ("3:0", "played/0/3/")
    assert second[1][-1] == ("0:3", "played/3/0/")
