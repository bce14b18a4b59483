"""When a game is over and what it is worth, seen by who has just played."""

import pytest

from tournament.board.ending import BoardEnding, Ending, ending
from tournament.board.games import Variant
from tournament.board.positions import Position, side
from tournament.matches.games import WORTH, GameEnding

WON, LOST = True, False


@pytest.mark.parametrize(
    ("game", "own", "other", "pinned", "end"),
    [
        ("backgammon", {}, {6: 14}, (), Ending(BoardEnding.SINGLE, WON)),
        ("backgammon", {}, {6: 14, 18: 1}, (), Ending(BoardEnding.GAMMON, WON)),
        ("backgammon", {}, {6: 14, 19: 1}, (), Ending(BoardEnding.BACKGAMMON, WON)),
        ("backgammon", {}, {6: 14, 25: 1}, (), Ending(BoardEnding.BACKGAMMON, WON)),
        ("backgammon", {24: 14}, {}, (), Ending(BoardEnding.SINGLE, LOST)),
        ("portes", {}, {6: 14, 24: 1}, (), Ending(BoardEnding.GAMMON, WON)),
        ("fevga", {}, {24: 15}, (), Ending(BoardEnding.GAMMON, WON)),
        ("plakoto", {6: 14, 1: 1}, {24: 1, 13: 14}, (), Ending(BoardEnding.GAMMON, WON)),
        ("plakoto", {24: 1, 6: 13, 1: 1}, {24: 1, 13: 14}, (), None),
        ("plakoto", {24: 1, 6: 13, 1: 1}, {24: 1, 13: 13, 1: 1}, (24,), Ending(BoardEnding.DRAWN)),
        ("plakoto", {24: 1, 6: 14}, {13: 14, 1: 1}, (24,), Ending(BoardEnding.GAMMON, LOST)),
        ("plakoto", {6: 14, 2: 1}, {23: 1, 13: 14}, (), None),
        ("backgammon", {6: 15}, {6: 15}, (), None),
    ],
)
def test_a_game_ends(game, own, other, pinned, end):
    assert ending(Position(Variant(game), side(own), side(other), frozenset(pinned))) == end


def test_the_kinds_are_worth_one_two_three_and_nothing():
    assert [WORTH[GameEnding(kind)] for kind in BoardEnding] == [1, 2, 3, 0]
