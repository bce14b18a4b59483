"""The reserve after each move, by the vectors of the tournament rules."""

import pytest

from tests.reference.clocks import after_move, at_start
from tournament.engine.refusals import Refused
from tournament.matches.clocks import CLOCKS, Clock, ClockRule, clock_name, clock_named


@pytest.mark.parametrize(
    ("clock", "length", "moves", "reserves"),
    [
        ("normal", 3, [15, 30, 20], [120, 90, 120]),
        ("blitz", 3, [4, 25, 12, 8], [30, 5, 0, 10]),
        ("delay", 3, [10, 15, 72], [360, 357, 297]),
    ],
)
def test_the_reserve_follows_from_how_long_each_move_takes(clock, length, moves, reserves):
    reserve = at_start(CLOCKS[clock], length)
    left = []
    for seconds in moves:
        reserve = after_move(CLOCKS[clock], reserve, seconds)
        left.append(reserve)

    assert left == reserves


def test_a_clock_brought_in_between_games_has_less_for_each_point_scored():
    assert at_start(CLOCKS["delay"], 5, points_scored=3) == 120 * 5 - 60 * 3


def test_the_reserve_never_falls_below_nothing():
    clock = Clock(ClockRule.DELAY, reserve=60, delay=5)

    assert (after_move(clock, 10, 100), at_start(clock, 1, points_scored=3)) == (0, 0)


@pytest.mark.parametrize(
    ("name", "clock"),
    [
        ("", None),
        ("blitz", CLOCKS["blitz"]),
        ("delay 90 15", Clock(ClockRule.DELAY, reserve=90, delay=15)),
    ],
)
def test_a_tournament_names_its_clock(name, clock):
    assert clock_named(name) == clock
    assert clock_name(clock) == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("hourglass", "clock_not_known"),
        ("delay 90", "clock_not_known"),
        ("delay -1 5", "clock_not_known"),
        ("delay 0 5", "clock_out_of_bounds"),
        ("normal 120 601", "clock_out_of_bounds"),
    ],
)
def test_a_clock_that_does_not_exist_is_refused(name, code):
    with pytest.raises(Refused) as refused:
        clock_named(name)

    assert refused.value.code == code
