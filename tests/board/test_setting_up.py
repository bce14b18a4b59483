import random

import pytest

from tournament.board.checking import check, check_board
from tournament.board.games import BAR, Variant
from tournament.board.position_text import read_board, write_position
from tournament.board.setting_up import added, common_positions, empty, stacked, taken


def after(game, text, point, *, is_own):
    return write_position(added(read_board(Variant(game), text), point, is_own=is_own))


@pytest.mark.parametrize(
    ("game", "text", "point", "is_own", "then"),
    [
        pytest.param("backgammon", " / ", 6, True, "6:1 / ", id="stacks up"),
        pytest.param("backgammon", "6:1 / ", 6, False, " / ", id="the other side's takes one away"),
        pytest.param("backgammon", "6:2 / ", BAR, False, "6:2 / 25:1", id="on the bar"),
        pytest.param("backgammon", "6:15 / ", 5, True, "6:15 / ", id="never more than 15"),
        pytest.param("plakoto", "6:1 / ", 6, False, "6:1p / 19:1", id="on a single one in Plakoto it pins"),
        pytest.param("plakoto", " / 19:1", 6, True, "6:1 / 19:1p", id="and the other way round"),
        pytest.param("plakoto", "6:1p / 19:1", 6, False, "6:1p / 19:2", id="more above the pinned one"),
        pytest.param("plakoto", "6:1p / 19:2", 6, True, "6:1p / 19:1", id="the pinned side takes the upper one away"),
        pytest.param("plakoto", "6:2 / ", 6, False, "6:1 / ", id="two are not pinned"),
        pytest.param("fevga", " / 18:1", 6, True, " / ", id="in Fevga a point belongs to one"),
    ],
)
def test_a_tap_sets_a_checker(game, text, point, is_own, then):
    assert after(game, text, point, is_own=is_own) == then


@pytest.mark.parametrize(
    ("game", "text", "point", "count", "is_own", "then"),
    [
        pytest.param("backgammon", " / ", 6, 4, True, "6:4 / ", id="where nothing stood"),
        pytest.param("backgammon", "6:5 / ", 6, 2, True, "6:2 / ", id="less"),
        pytest.param("backgammon", "6:3 / ", 6, 3, True, " / ", id="the same again clears the point"),
        pytest.param("backgammon", "6:5 / ", 6, 5, True, "6:6 / ", id="on five comes one more"),
        pytest.param("backgammon", "6:7 / ", 6, 5, True, "6:8 / ", id="and on seven"),
        pytest.param("backgammon", "6:3 / ", 6, 2, False, " / 19:2", id="instead of the other side's"),
        pytest.param("backgammon", "8:13 / ", 6, 5, True, "8:13 6:2 / ", id="as many as are left"),
        pytest.param("plakoto", "24:15 / 24:15", 20, 3, True, "24:12 20:3 / 24:15", id="from where the game begins"),
        pytest.param("plakoto", "24:15 / 24:15", 5, 2, False, "24:15 / 24:13 20:2", id="and so the other side"),
        pytest.param("plakoto", "24:1 23:14 / ", 20, 1, True, "24:1 23:14 / ", id="which keeps its last one"),
        pytest.param("plakoto", " / 19:1", 6, 3, True, "6:2 / 19:1p", id="over a single one in Plakoto"),
        pytest.param("plakoto", "6:2 / 19:1p", 6, 3, True, " / 19:1", id="and off it again"),
        pytest.param("plakoto", "6:2 / 19:1p", 6, 1, True, "6:1 / ", id="or alone"),
        pytest.param("plakoto", "6:2 / 19:1p", 6, 2, False, " / 19:2", id="the pinned side takes the point"),
        pytest.param("fevga", "24:15 / 24:15", 12, 1, True, "24:14 12:1 / ", id="instead of them all in Fevga"),
    ],
)
def test_a_tap_says_how_high_a_stack_becomes(game, text, point, count, is_own, then):
    assert write_position(stacked(read_board(Variant(game), text), point, count, is_own=is_own)) == then


@pytest.mark.parametrize(
    ("game", "text", "point", "then"),
    [
        ("backgammon", "6:2 / ", 6, "6:1 / "),
        ("backgammon", " / 19:2", 6, " / 19:1"),
        ("backgammon", "6:2 / ", 5, "6:2 / "),
        ("plakoto", "6:1p / 19:1", 6, "6:1 / "),
        ("plakoto", "6:1 / 19:1p", 6, " / 19:1"),
    ],
)
def test_the_uppermost_checker_is_taken(game, text, point, then):
    assert write_position(taken(read_board(Variant(game), text), point)) == then


def test_from_the_bar_the_side_is_named():
    board = read_board(Variant.PORTES, "25:1 / 25:1")

    assert write_position(taken(board, BAR, from_own=True)) == " / 25:1"
    assert write_position(taken(board, BAR, from_own=False)) == "25:1 / "


@pytest.mark.parametrize("game", Variant)
def test_whatever_is_tapped_stays_a_board(game):
    chance = random.Random(str(game))
    position = empty(game)
    last = BAR if game in (Variant.BACKGAMMON, Variant.PORTES) else BAR - 1
    for _tap in range(600):
        point, is_own = chance.randint(1, last), chance.random() < 0.5
        how = chance.choice(("take", "add", "stack"))
        if how == "stack" and point != BAR:
            position = stacked(position, point, chance.randint(1, 5), is_own=is_own)
        elif how == "take":
            position = taken(position, point, from_own=is_own)
        else:
            position = added(position, point, is_own=is_own)
        check_board(position)
        assert read_board(game, write_position(position)) == position


@pytest.mark.parametrize("game", Variant)
def test_from_every_common_position_but_the_empty_board_a_game_goes_on(game):
    for name, position in common_positions(game).items():
        if name != "empty":
            check(position)
