"""Which plays a roll allows: one position for each rule."""

import pytest

from tournament.board.games import Variant
from tournament.board.notation import write_play
from tournament.board.plays import legal_plays
from tournament.board.position_text import read_position, read_roll
from tournament.board.positions import start


def plays(game, text, roll):
    position = read_position(Variant(game), text)
    return sorted(write_play(play.steps) for play in legal_plays(position, read_roll(roll)))


@pytest.mark.parametrize(
    ("game", "text", "roll", "allowed"),
    [
        pytest.param(
            "backgammon",
            "24:1 23:1 6:4 5:3 4:3 3:2 2:1 / 24:2 13:3 7:3 6:4 5:3",
            "52",
            ["23/16", "24/17"],
            id="both numbers where both can be played",
        ),
        pytest.param("backgammon", "14:1 / 24:2 22:2 13:2", "65", ["14/8"], id="the higher where only one can be"),
        pytest.param("backgammon", "25:1 13:1 / 6:2 5:2", "66", [""], id="nothing while the bar is closed off"),
        pytest.param("backgammon", "25:1 6:1 / 5:1 1:2", "51", ["bar/20* 6/5", "bar/20*/19"], id="the bar first"),
        pytest.param("backgammon", "13:1 / 24:2 9:2", "33", ["13/4"], id="a double as far as it goes"),
        pytest.param("backgammon", "6:1 2:1 / 13:1", "51", ["6/1 2/1", "6/off"], id="inside the home board as well"),
        pytest.param("portes", "5:1 3:1 / 1:1", "64", ["5/1 3/off", "5/off 3/off"], id="with a higher number the last"),
        pytest.param("plakoto", "20:2 / 24:5 8:1", "33", ["20/11 20/17", "20/14(2)", "20/8"], id="a single is pinned"),
        pytest.param("plakoto", "20:1p 10:1 / 5:1 24:5", "21", ["10/7"], id="what is pinned stays"),
        pytest.param("plakoto", "6:1p 4:1 / 19:2 24:1", "61", ["4/3"], id="pinned at home it counts as the highest"),
        pytest.param("plakoto", "4:1p 2:1 / 21:2 24:1", "21", ["2/off"], id="others are borne off"),
        pytest.param("fevga", "24:15 / 24:15", "65", ["24/13"], id="the first checker alone"),
        pytest.param("fevga", "24:14 13:1 / 24:15", "21", ["13/10", "24/23 13/11"], id="the rest once it has passed"),
        pytest.param("fevga", "13:2 1:1 / 24:1 23:1 22:1", "21", [""], id="one opposing checker closes a point"),
        pytest.param(
            "fevga",
            "24:3 11:2 10:2 9:2 8:2 7:2 6:2 / 24:15",
            "21",
            ["10/8 10/9", "11/9 11/10", "6/4 6/5", "7/5 7/6", "8/6 8/7", "9/7 9/8"],
            id="six points right before all of the other are opened",
        ),
    ],
)
def test_a_roll_allows(game, text, roll, allowed):
    assert plays(game, text, roll) == allowed


def test_all_six_starting_points_are_never_held_in_fevga():
    found = plays("fevga", "24:2 23:1 22:1 21:1 20:1 8:1 / 6:3 5:3 4:3 3:6", "51")

    assert [play for play in found if "24/19" in play] == [
        "24/19 20/19",
        "24/19 21/20",
        "24/19 22/21",
        "24/19 23/22",
        "24/19 24/23",
    ]


def test_the_opening_roll_of_three_and_one_can_be_played_in_sixteen_ways():
    assert len(legal_plays(start(Variant.BACKGAMMON), (3, 1))) == 16
