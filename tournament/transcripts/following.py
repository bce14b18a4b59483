"""The games of a transcript followed on the board, roll by roll.

A play that is not allowed is reported, and the game goes on from the position that it led to.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from tournament.board.ending import Ending, ending
from tournament.board.games import BAR, MANNERS, OFF, Variant
from tournament.board.judging import Verdict, judge
from tournament.board.notation import Move, read_moves
from tournament.board.plays import CheckerMove, Roll, stepped
from tournament.board.positions import Position, start
from tournament.engine.refusals import Refused
from tournament.transcripts.written import WrittenAction, WrittenActionKind, WrittenGame


class Mistake(StrEnum):
    """What is wrong on a line of a transcript."""

    NOT_READ = "not_read"
    NOT_ALLOWED = "not_allowed"
    NOT_PLAYED = "not_played"
    NOT_UNDERSTOOD = "not_understood"
    IMPOSSIBLE = "impossible"
    UNKNOWN_ROLL = "unknown_roll"
    OUT_OF_TURN = "out_of_turn"
    GOES_ON = "goes_on"
    DOUBLE_IN_CRAWFORD = "double_in_crawford"
    DOUBLE_BEFORE_FIRST_ROLL = "double_before_first_roll"
    DOUBLE_AFTER_ROLL = "double_after_roll"
    DOUBLE_WITHOUT_CUBE = "double_without_cube"
    DOUBLE_BEYOND_LIMIT = "double_beyond_limit"
    DOUBLE_TO_OTHER_VALUE = "double_to_other_value"
    NOT_ANSWERED = "not_answered"
    ANSWERED_BY_DOUBLER = "answered_by_doubler"
    NOTHING_TO_ANSWER = "nothing_to_answer"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    OTHER_WORTH = "other_worth"
    TWO_ENDS = "two_ends"
    OTHER_SCORE = "other_score"
    MATCH_GOES_ON = "match_goes_on"
    AFTER_THE_MATCH = "after_the_match"


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake on a line.

    `play` is the play as written. `verdict` judges a play that is not allowed or not possible, `refused` says why one
    is not understood; `stated` and `counted` are the points of both players where they differ: the score before a game,
    or what the game gives. `value` and `expected` are values of the cube.
    """

    line: int
    mistake: Mistake
    play: str = ""
    roll: Roll = (0, 0)
    verdict: Verdict | None = None
    refused: Refused | None = None
    stated: tuple[int, int] | None = None
    counted: tuple[int, int] | None = None
    value: int = 0
    expected: int = 0

    @property
    def is_remark(self) -> bool:
        """It says what could not be checked, and nobody made a mistake."""
        return self.mistake is Mistake.UNKNOWN_ROLL


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll with the board before it and after it, both seen by the player who rolls.

    `after` is None where the play cannot be made on the board; `steps` are those of a legal play.
    """

    action: WrittenAction
    before: Position
    after: Position | None = None
    steps: tuple[CheckerMove, ...] = ()
    finding: Finding | None = None


@lru_cache(maxsize=256)
def turns(game: WrittenGame) -> tuple[Turn, ...]:
    """The rolls of a game in order, up to the first that cannot be followed on the board."""
    return tuple(_turns(game))


def _turns(game: WrittenGame) -> Iterator[Turn]:
    before, player = start(Variant.BACKGAMMON), None
    last = next((action for action in reversed(game.actions) if action.kind is not WrittenActionKind.RESIGN), None)
    for action in game.actions:
        if action.kind is WrittenActionKind.UNKNOWN_ROLL:
            yield _fault(before, action, Mistake.UNKNOWN_ROLL)
            return
        if action.kind is not WrittenActionKind.ROLL:
            continue
        # A player who resigns or has lost need not play the last roll.
        if action is last and not action.play and player in (None, action.player):
            yield Turn(action, before, before)
            return
        turn = _turn(before, action, player)
        yield turn
        if turn.after is None:
            return
        before, player = turn.after.turned(), 1 - action.player


def _turn(before: Position, action: WrittenAction, player: int | None) -> Turn:
    """Follow a roll; `player` is on turn, None where that is not known yet."""
    if player is not None and action.player != player:
        return _fault(before, action, Mistake.OUT_OF_TURN)
    if ending(before):
        return _fault(before, action, Mistake.GOES_ON)
    try:
        moves = read_moves(action.play)
        verdict = judge(before, action.roll, moves)
    except Refused as refused:
        return _fault(before, action, Mistake.NOT_UNDERSTOOD, refused=refused)
    if not verdict.code:
        after = before
        for step in verdict.steps:
            after = stepped(after, step.start, step.number)[1]
        return Turn(action, before, after, tuple(verdict.steps))
    stands = _as_it_stands(before, moves)
    if stands is None:
        return _fault(before, action, Mistake.IMPOSSIBLE, verdict)
    return _fault(before, action, Mistake.NOT_ALLOWED if moves else Mistake.NOT_PLAYED, verdict, stands)


def _fault(
    before: Position,
    action: WrittenAction,
    mistake: Mistake,
    verdict: Verdict | None = None,
    after: Position | None = None,
    refused: Refused | None = None,
) -> Turn:
    finding = Finding(action.line, mistake, action.play, action.roll, verdict, refused)
    return Turn(action, before, after, finding=finding)


def _as_it_stands(position: Position, moves: Sequence[Move]) -> Position | None:
    """Move the checkers from point to point, allowed or not; None where one is not there or would share a point."""
    facing = MANNERS[position.game].facing
    own, other = list(position.own), list(position.other)
    for move in sorted(moves, key=lambda move: -move.start):
        for begin, end in pairwise(move.points):
            if not own[begin] or (end != OFF and other[facing(end)] > 1):
                return None
            own[begin] -= 1
            own[end] += 1
            if end != OFF and other[facing(end)]:
                other[facing(end)] -= 1
                other[BAR] += 1
    return Position(position.game, tuple(own), tuple(other))


def is_followed(game: WrittenGame) -> bool:
    """Whether the whole game was read and followed on the board."""
    followed = turns(game)
    return game.unread is None and (not followed or followed[-1].after is not None)


def ending_of(game: WrittenGame) -> tuple[int, Ending] | None:
    """The winner on the board and what the win is worth; None where the game was not played to its end."""
    for turn in reversed(turns(game)):
        if turn.after and (end := ending(turn.after)):
            return (turn.action.player, end) if end.is_own else (1 - turn.action.player, end)
    return None
