"""Whether a play is allowed, and the reason if it is not: one for each code."""

import pytest

from tournament.board.games import Variant
from tournament.board.judging import RULES, Fault, Rule, judge
from tournament.board.notation import read_moves
from tournament.board.plays import Obstacle
from tournament.board.position_text import read_position, read_roll

DISPUTE = "24:1 23:1 6:4 5:3 4:3 3:2 2:1 / 24:2 13:3 7:3 6:4 5:3"


def verdict(game, text, roll, play):
    return judge(read_position(Variant(game), text), read_roll(roll), read_moves(play))


@pytest.mark.parametrize("play", ["24/22/17", "24/17", "23/16"])
def test_a_play_is_allowed(play):
    found = verdict("backgammon", DISPUTE, "52", play)

    assert (found.code, found.rule) == (None, None)


def test_not_playing_is_allowed_where_nothing_can_be_played():
    assert verdict("backgammon", "25:1 / 5:2 1:2", "51", "").code is None


CASES = [
    ("backgammon", DISPUTE, "52", "6/4", "both_numbers", {"first": 2, "second": 5, "play": "24/17"}),
    ("backgammon", DISPUTE, "52", "24/22", "both_numbers", {"first": 2, "second": 5, "play": "24/17"}),
    ("backgammon", DISPUTE, "52", "6/1 6/4", "closed", {"point": 1, "count": 2}),
    ("backgammon", DISPUTE, "52", "24/19", "closed", {"point": 19, "count": 4}),
    ("backgammon", DISPUTE, "52", "6/3", "not_the_numbers", {"roll": (5, 2)}),
    ("backgammon", DISPUTE, "52", "6/4 5/3 4/2", "not_the_numbers", {"roll": (5, 2)}),
    ("backgammon", DISPUTE, "52", "8/6", "no_checker", {"point": 8}),
    ("backgammon", "25:1 6:2 / 13:5", "21", "6/5 6/4", "bar_first", {"count": 1}),
    ("backgammon", "7:1 6:2 / 13:5", "65", "6/off", "not_home", {"point": 7}),
    ("backgammon", "6:1 4:2 / 13:5", "52", "4/off", "higher_checker", {"point": 4, "number": 5, "highest": 6}),
    ("backgammon", "14:1 / 24:2 22:2 13:2", "65", "14/9", "higher_number", {"number": 6, "play": "14/8"}),
    ("backgammon", "14:1 / 24:2 22:2 13:2", "65", "", "a_number", {"number": 6, "play": "14/8"}),
    ("backgammon", "13:1 / 24:2", "33", "13/7", "more_of_the_double", {"played": 2, "most": 3, "play": "13/4"}),
    ("plakoto", "20:1p 10:1 / 5:1 24:5", "21", "20/18", "pinned", {"point": 20}),
    ("plakoto", "20:1 10:1p / 15:1 24:5", "64", "20/10", "closed", {"point": 10, "count": 1}),
    ("fevga", "24:14 20:1 / 24:15", "21", "24/22 20/19", "first_checker", {}),
    ("fevga", "24:2 23:1 22:1 21:1 20:1 8:1 / 24:15", "51", "24/19 8/7", "six_block", {}),
    ("fevga", "24:3 11:2 10:2 9:2 8:2 7:2 6:2 / 24:15", "21", "11/8", "six_before", {}),
]


@pytest.mark.parametrize(("game", "text", "roll", "play", "code", "facts"), CASES)
def test_a_play_is_not_allowed_for_a_reason_with_its_facts(game, text, roll, play, code, facts):
    found = verdict(game, text, roll, play)

    assert (found.code, found.facts) == (code, facts)


def test_every_reason_is_shown_by_a_case_and_rests_on_a_rule():
    codes = {case[4] for case in CASES}

    assert codes == {*Obstacle, *Fault} == set(RULES)
    assert set(RULES.values()) == set(Rule)


def test_the_closed_points_that_stop_the_number_left_over_are_named():
    assert verdict("backgammon", DISPUTE, "52", "6/4").unplayed == (5, (19, 18, 1))
    assert verdict("backgammon", "13:1 8:1 / 24:2", "52", "13/11").unplayed is None
