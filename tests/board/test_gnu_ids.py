import pytest

from tournament.board.games import Variant
from tournament.board.gnu_ids import MatchState, read_match_id, read_position_id, write_position_id
from tournament.board.position_text import read_position, write_position
from tournament.board.positions import start
from tournament.engine.refusals import Refused

# As GNU Backgammon shows them.
POSITIONS = {
    "4HPwATDgc/ABMA": "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5",
}
MATCH = MatchState(cube=2, cube_owner=0, on_roll=1, dice=(5, 2), match_length=9, score=(2, 4), jacoby=True)


@pytest.mark.parametrize(("identifier", "text"), POSITIONS.items())
def test_a_position_id_is_read_and_written(identifier, text):
    assert write_position(read_position_id(identifier)) == text
    assert write_position_id(read_position(Variant.BACKGAMMON, text)) == identifier


def test_the_start_has_the_id_that_everybody_knows():
    assert write_position_id(start(Variant.BACKGAMMON)) == "4HPwATDgc/ABMA"


@pytest.mark.parametrize("text", ["", "4HPwATDgc/ABM", "4HPwATDgc/ABMA=", "4HPwATDgc-ABMA", "//////////////"])
def test_what_is_no_position_id_is_refused(text):
    with pytest.raises(Refused, match="board_position_id"):
        read_position_id(text)


def test_a_position_id_of_a_decided_game_is_refused():
    with pytest.raises(Refused, match="board_decided"):
        read_position_id("AAAAAAAAAAAAAA")


def test_the_match_id_of_the_manual_is_read():
    assert read_match_id("QYkqASAAIAAA") == MATCH


@pytest.mark.parametrize("text", ["", "QYkqASAAIAA", "QYkqASAAIAA!", "////////////"])
def test_what_is_no_match_id_is_refused(text):
    with pytest.raises(Refused, match="board_match_id"):
        read_match_id(text)


# As GNU Backgammon shows them for a session with and without the Jacoby rule, and for a match.
@pytest.mark.parametrize(
    ("identifier", "jacoby"), [("MIEGAAAAAAAA", True), ("MAEHAAAAAAAE", False), ("cAmrAAAAAAAE", False)]
)
def test_a_match_id_says_whether_the_jacoby_rule_holds(identifier, jacoby):
    assert read_match_id(identifier).jacoby == jacoby


def test_bits_without_a_meaning_in_a_match_id_change_nothing():
    assert {read_match_id(f"cAlgAAAAAAA{letter}") for letter in "EMUcks08"} == {read_match_id("cAlgAAAAAAAE")}
