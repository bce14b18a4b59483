import pytest

from tournament.board.games import Variant
from tournament.board.position_text import read_position, read_roll, write_position
from tournament.board.positions import start
from tournament.engine.refusals import Refused

START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("backgammon", START),
        ("backgammon", "25:2 6:1 / 25:1 1:1"),
        ("plakoto", "24:10 10:1p 8:2 / 24:13 17:1p 15:1"),
        ("fevga", "24:14 13:1 / 24:15"),
    ],
)
def test_a_position_is_written_as_it_was_read(game, text):
    assert write_position(read_position(Variant(game), text)) == text


def test_the_start_of_backgammon_as_text():
    assert write_position(start(Variant.BACKGAMMON)) == START


def test_the_other_side_sees_the_same_pins():
    position = read_position(Variant.PLAKOTO, "24:10 10:1p 8:2 / 24:13 17:1p 15:1")

    assert write_position(position.turned()) == "24:13 17:1p 15:1 / 24:10 10:1p 8:2"
    assert position.turned().turned() == position


@pytest.mark.parametrize(
    ("game", "text", "code"),
    [
        ("backgammon", "24:2", "board_not_understood"),
        ("backgammon", "24:2 / 13 / 1:1", "board_not_understood"),
        ("backgammon", "24-2 / 13:1", "board_stack"),
        ("backgammon", "26:2 / 13:1", "board_stack"),
        ("backgammon", "6:0 / 13:1", "board_stack"),
        ("backgammon", "٦:1 / 13:1", "board_stack"),
        ("backgammon", "6:1 6:2 / 13:1", "board_point_twice"),
        ("backgammon", "6:16 / 13:1", "board_too_many"),
        ("backgammon", "6:8 5:8 / 13:1", "board_too_many"),
        ("plakoto", "25:1 6:1 / 13:1", "board_has_no_bar"),
        ("fevga", "6:1 / 25:1", "board_has_no_bar"),
        ("backgammon", "6:2 / 19:1", "board_both_on_point"),
        ("fevga", "6:1 / 18:1", "board_both_on_point"),
        ("plakoto", "6:1 / 19:1", "board_both_on_point"),
        ("plakoto", "6:2 / 19:2", "board_both_on_point"),
        ("plakoto", "6:1p / 19:1p", "board_both_on_point"),
        ("plakoto", "6:2p / 19:2", "board_pin_alone"),
        ("plakoto", "6:1p / 13:2", "board_pin_alone"),
        ("plakoto", "6:2 / 13:1p", "board_pin_alone"),
        ("backgammon", "6:1p / 19:1", "board_pin_alone"),
        ("fevga", "24:13 23:1 14:1 / 24:15", "board_second_checker"),
        ("fevga", "24:14 14:1 / 24:13 20:2", "board_second_checker"),
        ("backgammon", " / 6:1", "board_decided"),
        ("backgammon", "6:1 / ", "board_decided"),
        ("plakoto", "20:1 1:1 / 24:1p 20:14", "board_decided"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused(game, text, code):
    with pytest.raises(Refused) as refused:
        read_position(Variant(game), text)

    assert refused.value.code == code


def test_a_roll_is_read_in_any_order():
    assert (read_roll("31"), read_roll("13"), read_roll("44")) == ((3, 1), (3, 1), (4, 4))


@pytest.mark.parametrize("text", ["", "3", "37", "311", "0 1", "٣١"])
def test_what_is_no_roll_is_refused(text):
    with pytest.raises(Refused, match="board_roll"):
        read_roll(text)
