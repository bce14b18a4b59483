import pytest

from tournament.board.games import Variant
from tournament.board.judging import judge
from tournament.board.notation import Move, read_moves, write_play
from tournament.board.plays import legal_plays, stepped
from tournament.board.position_text import read_position, read_roll, write_position
from tournament.engine.refusals import Refused


def written(text, *steps):
    position = read_position(Variant.BACKGAMMON, text)
    made = []
    for start, number in steps:
        step, position = stepped(position, start, number)
        made.append(step)
    return write_play(made)


@pytest.mark.parametrize(
    ("text", "steps", "play"),
    [
        ("24:1 13:1 / 13:5", [(13, 2), (24, 6)], "24/18 13/11"),
        ("24:2 / 13:5", [(24, 1), (24, 4)], "24/20 24/23"),
        ("24:1 / 13:5", [(24, 6), (18, 5)], "24/13"),
        ("24:1 / 7:1", [(24, 6), (18, 5)], "24/18*/13"),
        ("24:1 / 12:1", [(24, 6), (18, 5)], "24/13*"),
        ("8:2 / 20:1", [(8, 3), (8, 3)], "8/5*(2)"),
        ("25:2 6:1 / 13:5", [(25, 5), (25, 5), (6, 5)], "bar/20(2) 6/1"),
        ("6:1 3:1 / 13:5", [(6, 6), (3, 3)], "6/off 3/off"),
        ("6:1 / 13:5", [], ""),
    ],
)
def test_a_play_is_written(text, steps, play):
    assert written(text, *steps) == play


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("24/18 13/11", (Move((24, 18)), Move((13, 11)))),
        ("13/11, 24/18", (Move((13, 11)), Move((24, 18)))),
        ("BAR/20x/16", (Move((25, 20, 16), frozenset({20})),)),
        ("8/5*(2)", (Move((8, 5), frozenset({5})),) * 2),
        ("8/5(2)*", (Move((8, 5), frozenset({5})),) * 2),
        ("6-Off 25/20", (Move((6, 0)), Move((25, 20)))),
        ("", ()),
        (" - ", ()),
    ],
)
def test_reading_is_generous(text, moves):
    assert read_moves(text) == moves


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("24", "board_play_not_understood"),
        ("24/", "board_play_not_understood"),
        ("26/20", "board_play_not_understood"),
        ("abc", "board_play_not_understood"),
        ("20/24", "board_play_backwards"),
        ("8/8", "board_play_backwards"),
        ("off/3", "board_play_backwards"),
        ("8/5(4) 6/3", "board_play_too_long"),
    ],
)
def test_what_is_no_play_is_refused(text, code):
    with pytest.raises(Refused) as refused:
        read_moves(text)

    assert refused.value.code == code


def test_without_a_mark_the_way_that_hits_nothing_is_meant():
    position = read_position(Variant.BACKGAMMON, "24:1 / 7:1 6:2 3:1")

    def after(text):
        made = judge(position, (6, 5), read_moves(text)).steps
        return [step.target for step in made]

    assert after("24/13") == [18, 13]
    assert after("24/18/13") == [18, 13]


def test_the_way_is_chosen_by_its_hit():
    position = read_position(Variant.BACKGAMMON, "24:1 / 7:1 13:5")

    assert [step.target for step in judge(position, (6, 5), read_moves("24/13")).steps] == [19, 13]
    assert [step.target for step in judge(position, (6, 5), read_moves("24/18*/13")).steps] == [18, 13]


def test_several_plays_that_fit_are_named():
    position = read_position(Variant.BACKGAMMON, "24:1 / 7:1 6:1")

    with pytest.raises(Refused) as refused:
        judge(position, (6, 5), read_moves("24/13"))

    assert refused.value.values == {"plays": "24/18*/13 | 24/19*/13"}


@pytest.mark.parametrize("game", Variant)
def test_what_is_written_is_read_as_the_same_play(game):
    texts = {
        Variant.PLAKOTO: "24:8 10:1p 8:2 6:3 / 23:10 17:1p 15:1 5:1",
        Variant.FEVGA: "24:8 22:1 14:2 9:3 5:1 / 24:10 15:1 8:2 3:2",
    }
    position = read_position(game, texts.get(game, "25:1 24:1 13:4 8:3 6:4 3:2 / 23:1 20:1 13:4 8:3 6:4 4:1 3:1"))
    for roll in ("61", "33", "52", "11"):
        for play in legal_plays(position, read_roll(roll)):
            steps = judge(position, read_roll(roll), read_moves(write_play(play.steps))).steps
            after = position
            for step in steps:
                after = stepped(after, step.start, step.number)[1]
            assert write_position(after) == write_position(play.after), write_play(play.steps)
