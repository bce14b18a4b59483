import pytest

from tournament.board.games import Variant
from tournament.board.gnu_ids import MatchState, write_position_id
from tournament.board.identifiers import NOT_ROLLED, read_any, write_position_as_xgid
from tournament.board.position_text import read_position, write_position
from tournament.board.positions import start
from tournament.board.xgid import Diagram, read_xgid, write_xgid
from tournament.engine.refusals import Refused

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10"
ON_THE_BAR = "XGID=a-B-A-C-C---eC---c-e----B-:2:-1:-1:63:3:1:0:5:6"


def test_the_start_is_read_as_everybody_writes_it():
    match = MatchState(on_roll=1, match_length=3)

    assert read_xgid(START) == Diagram(start(Variant.BACKGAMMON), match)


def test_the_board_of_who_is_shown_is_turned_to_who_is_on_turn():
    diagram = read_xgid(ON_THE_BAR)

    assert write_position(diagram.position) == "25:1 13:5 8:3 6:5 / 24:2 13:3 8:3 6:3 4:1 2:2"
    assert diagram.match == MatchState(cube=4, cube_owner=0, on_roll=0, dice=(6, 3), match_length=5, score=(1, 3))
    assert diagram.limit == 6


@pytest.mark.parametrize(
    "text",
    [
        START,
        "XGID=-b----E-C---eE---c-e----B-:0:0:-1:21:0:0:1:7:10",
        "XGID=-b----E-C---eE---c-e----B-:1:1:1:D:2:4:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:12:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10",
        "XGID=-b----E-C---eE---c-e----B-:3:-1:-1:66:0:0:1:0:6",
        "XGID=-b----E-C---eE---c-e----B-:3:-1:-1:R:0:0:2:0:6",
    ],
)
def test_an_xgid_is_written_as_it_was_read(text):
    assert write_xgid(read_xgid(text)) == text
    assert read_xgid(text.removeprefix("XGID=")) == read_xgid(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "XGID=",
        START[:-3],
        START.replace("E", "P"),
        START.replace("-b-", "bb-"),
        START.replace("B-:", "BB:").replace("-b--", "Ob--"),
        START.replace(":00:", ":07:"),
        START.replace(":0:3:", ":2:3:"),
        START.replace(":0:0:1:", ":16:0:1:"),
        START + ":10" * 1_000_000,
    ],
)
def test_what_is_no_xgid_is_refused(text):
    with pytest.raises(Refused, match="board_"):
        read_xgid(text)


def test_an_xgid_of_a_decided_game_is_refused():
    with pytest.raises(Refused, match="board_decided"):
        read_xgid("XGID=" + "-" * 26 + ":0:0:1:00:0:0:0:3:10")


def test_a_position_is_read_in_every_way_in_which_it_is_written():
    position = read_position(Variant.BACKGAMMON, "25:1 6:5 / 20:2 6:5")
    identifier = write_position_id(position)

    assert read_any(Variant.BACKGAMMON, "25:1 6:5 / 20:2 6:5") == (position, NOT_ROLLED)
    assert read_any(Variant.BACKGAMMON, identifier) == (position, NOT_ROLLED)
    assert read_any(Variant.BACKGAMMON, f"{identifier}:QYkqASAAIAAA") == (position, (5, 2))
    assert read_any(Variant.BACKGAMMON, write_position_as_xgid(position, (3, 1))) == (position, (3, 1))


def test_other_games_have_no_identifiers():
    with pytest.raises(Refused, match="board_not_understood"):
        read_any(Variant.FEVGA, START)
