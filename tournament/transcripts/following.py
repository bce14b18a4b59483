"""Follows the games of a transcript on the board, roll by roll.

A play that is not allowed is reported, and the game goes on from the position that it led to. A roll that nobody wrote
down is not judged. If its play is missing, too, all positions that it may have led to are followed, and a later play is
reported only if it is legal in none of them. Wherever the file states a position, the game goes on from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise

from tournament.board import games, judging, notation
from tournament.board.ending import Ending, ending
from tournament.board.plays import CheckerMove, Roll, after_steps, legal_plays
from tournament.board.positions import Position, start
from tournament.engine.refusals import Refused
from tournament.transcripts.written import WrittenAction, WrittenActionKind, WrittenGame

# The 21 rolls, the higher number first.
ROLLS = tuple((high, low) for low, high in combinations_with_replacement(range(1, 7), 2))


class Mistake(StrEnum):
    NOT_READ = "not_read"
    NOT_ALLOWED = "not_allowed"
    NOT_PLAYED = "not_played"
    NOT_UNDERSTOOD = "not_understood"
    IMPOSSIBLE = "impossible"
    UNKNOWN_ROLL = "unknown_roll"
    CALLED_ILLEGAL = "called_illegal"
    POSITION_SET = "position_set"
    ILLEGAL_ANYHOW = "illegal_anyhow"
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


# What was not read, not written down, or judged by another program is no mistake of the file.
REMARKS = frozenset(
    {
        Mistake.NOT_READ,
        Mistake.NOT_UNDERSTOOD,
        Mistake.UNKNOWN_ROLL,
        Mistake.CALLED_ILLEGAL,
        Mistake.POSITION_SET,
    }
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake in a line of a transcript.

    `play` is the play as written. `verdict` judges a play that is not allowed or not possible, `refused` says why one
    is not understood; `stated` and `counted` are the points of both players where they differ: the score before a game,
    or what the game gives. `value` and `expected` are values of the cube.
    `goes_on`: the board behind the line is known.
    """

    line: int
    mistake: Mistake
    play: str = ""
    roll: Roll = (0, 0)
    verdict: judging.Verdict | None = None
    refused: Refused | None = None
    stated: tuple[int, int] | None = None
    counted: tuple[int, int] | None = None
    value: int = 0
    expected: int = 0
    goes_on: bool = False

    @property
    def is_remark(self) -> bool:
        """Whether this is no mistake, but only tells what could not be checked."""
        return self.mistake in REMARKS


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll with the board before it and after it, both seen by the player who rolls.

    `after` is None if the play cannot be made on the board or is not known; `steps` are those of a legal play.
    """

    action: WrittenAction
    before: Position
    after: Position | None = None
    steps: tuple[CheckerMove, ...] = ()
    finding: Finding | None = None


@lru_cache(maxsize=256)
def turns(game: WrittenGame) -> tuple[Turn, ...]:
    """Return the rolls of a game in order, except those after one that cannot be followed on the board.

    The next position that the file states ends such a gap.
    """
    return tuple(_turns(game))


def _turns(game: WrittenGame) -> Iterator[Turn]:
    for stretch in _stretches(game):
        yield from _followed(game, stretch)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Rolls from a known position on, seen by the first player; `player` is on turn, None if that is not known.

    `set_by` is what set up the position in the file, None at the start of a game and after a play.
    """

    board: Position
    player: int | None
    rolls: tuple[WrittenAction, ...]
    set_by: WrittenAction | None


def _stretches(game: WrittenGame) -> Iterator[_Stretch]:
    """Split the rolls of a game where the file states a position."""
    board, player, set_by = start(games.Variant.BACKGAMMON), None, None
    rolls: list[WrittenAction] = []
    for action in game.actions:
        if action.is_roll:
            rolls.append(action)
        if action.position:
            yield _Stretch(board, player, tuple(rolls), set_by)
            board, player, set_by = action.position, 1 - action.player, None
            if action.kind is WrittenActionKind.SET_POSITION:
                player, set_by = None, action
            rolls = []
    yield _Stretch(board, player, tuple(rolls), set_by)


def _followed(game: WrittenGame, stretch: _Stretch) -> Iterator[Turn]:
    board, player = stretch.board, stretch.player
    is_lost = False
    for action in stretch.rolls:
        if not is_lost:
            turn = _turn_of(game, action, _seen_by(action.player, board), player)
        elif action.position:
            position = _seen_by(action.player, action.position)
            turn = _fault(position, action, Mistake.CALLED_ILLEGAL, after=position)
        else:
            continue
        yield turn
        is_lost = turn.after is None
        if turn.after:
            board, player = _seen_by(action.player, turn.after), 1 - action.player


def _seen_by(player: int, position: Position) -> Position:
    """Turn a position of the first player to the side of a player, or back."""
    return position if player == 0 else position.turned()


def _turn_of(game: WrittenGame, action: WrittenAction, before: Position, player: int | None) -> Turn:
    """Follow a roll of any kind; `player` is the one on turn, None if that is not known."""
    is_on_turn = player in (None, action.player)
    if action.kind is WrittenActionKind.CALLED_ILLEGAL:
        position = _seen_by(action.player, action.position) if action.position else None
        return _fault(before, action, Mistake.CALLED_ILLEGAL, after=position)
    if action.kind is WrittenActionKind.UNKNOWN_ROLL:
        after = _certain_position_after(before, action.play) if is_on_turn else None
        return _fault(before, action, Mistake.UNKNOWN_ROLL, after=after)
    if is_on_turn and _is_left_unplayed(game, action):
        return Turn(action, before, before)
    return _turn(before, action, player)


def positions_set(game: WrittenGame) -> Iterator[Finding]:
    """Name each position that the file sets up, unless it is where the game stands anyway."""
    followed = {turn.action: turn for turn in turns(game)}
    position: Position | None = start(games.Variant.BACKGAMMON)
    for stretch in _stretches(game):
        if stretch.set_by and stretch.board != position:
            yield Finding(stretch.set_by.line, Mistake.POSITION_SET)
        position = stretch.board
        for action in stretch.rolls:
            turn = followed.get(action)
            position = _seen_by(action.player, turn.after) if turn and turn.after else None


def _is_left_unplayed(game: WrittenGame, action: WrittenAction) -> bool:
    """Whether this is the last roll of the game and not played: a player who resigns or has lost need not play it."""
    last = next((action for action in reversed(game.actions) if action.kind is not WrittenActionKind.RESIGN), None)
    return action is last and not action.play


def _certain_position_after(before: Position, play: str) -> Position | None:
    """Return the position after a play whose roll is unknown; None if it is not written or may have hit on its way."""
    if _unreadable(play):
        return None
    moves = notation.read_moves(play)
    passed = (point for move in moves for begin, end in pairwise(move.points) for point in range(end + 1, begin))
    if not moves or any(before.facing(point) == 1 for point in passed):
        return None
    return _moved_as_written(before, moves)


def _turn(before: Position, action: WrittenAction, player: int | None) -> Turn:
    """Follow a roll; `player` is the one on turn, None if that is not known yet."""
    if player is not None and action.player != player:
        return _fault(before, action, Mistake.OUT_OF_TURN)
    if ending(before):
        return _fault(before, action, Mistake.GOES_ON)
    try:
        moves = notation.read_moves(action.play)
        verdict = judging.judge(before, action.roll, moves)
    except Refused as refused:
        return _fault(before, action, Mistake.NOT_UNDERSTOOD, refused=refused)
    if not verdict.code:
        return Turn(action, before, after_steps(before, verdict.steps), verdict.steps)
    position = _moved_as_written(before, moves)
    if position is None:
        return _fault(before, action, Mistake.IMPOSSIBLE, verdict)
    return _fault(before, action, Mistake.NOT_ALLOWED if moves else Mistake.NOT_PLAYED, verdict, position)


def _fault(
    before: Position,
    action: WrittenAction,
    mistake: Mistake,
    verdict: judging.Verdict | None = None,
    after: Position | None = None,
    refused: Refused | None = None,
) -> Turn:
    finding = _finding(action, mistake, verdict, refused)
    return Turn(action, before, after, finding=replace(finding, goes_on=after is not None))


def _finding(
    action: WrittenAction, mistake: Mistake, verdict: judging.Verdict | None = None, refused: Refused | None = None
) -> Finding:
    return Finding(action.line, mistake, action.play, action.roll, verdict, refused)


def _moved_as_written(position: Position, moves: Sequence[notation.Move]) -> Position | None:
    """Make the moves as written, allowed or not; None if a checker is missing or would land on a held point."""
    facing = games.MANNERS[position.game].facing
    own_side, other_side = list(position.own), list(position.other)
    for move in sorted(moves, key=lambda move: -move.start):
        for begin, end in pairwise(move.points):
            if not own_side[begin] or (end != games.OFF and other_side[facing(end)] > 1):
                return None
            own_side[begin] -= 1
            own_side[end] += 1
            if end != games.OFF and other_side[facing(end)]:
                other_side[facing(end)] -= 1
                other_side[games.BAR] += 1
    return Position(position.game, tuple(own_side), tuple(other_side))


def _positions_after_unknown_roll(before: Position, action: WrittenAction) -> set[Position]:
    """Return the positions after an unknown roll with this play; none if the play is unreadable or impossible."""
    if _unreadable(action.play):
        return set()
    moves = notation.read_moves(action.play)
    plays = {play.after for roll in ROLLS for play in legal_plays(before, roll)}
    if not moves:
        # An empty play may also mean that nothing could be played.
        return {before, *plays}
    position = _moved_as_written(before, moves)
    # These plays can differ only in what they hit on the way.
    return {position, *(after for after in plays if after.own == position.own)} if position else set()


def beyond_unknown(game: WrittenGame, most_boards: int) -> tuple[list[Finding], int]:
    """Check the plays after an unknown roll that left the position uncertain; try at most `most_boards` positions.

    Return the mistakes, and how many positions were tried. Only the first mistake up to the next stated position is
    found, because no position is possible after it.
    """
    followed = {turn.action: turn for turn in turns(game)}
    findings: list[Finding] = []
    boards = 0
    for stretch in _stretches(game):
        tried, finding = _beyond(game, stretch, followed, most_boards - boards)
        boards += tried
        findings += [finding] if finding else []
    return findings, boards


def _beyond(
    game: WrittenGame, stretch: _Stretch, followed: Mapping[WrittenAction, Turn], most_boards: int
) -> tuple[int, Finding | None]:
    """Check what follows the unknown roll of a stretch; return the number of positions tried, and the first mistake."""
    at = next((at for at, action in enumerate(stretch.rolls) if followed[action].after is None), None)
    if at is None or stretch.rolls[at].kind is not WrittenActionKind.UNKNOWN_ROLL:
        return 0, None
    player = stretch.rolls[at].player
    if (stretch.rolls[at - 1].player if at else stretch.player) == (player if at else 1 - player):
        return 0, None
    positions: tuple[Position, ...] = (followed[stretch.rolls[at]].before,)
    boards = 0
    for action in stretch.rolls[at:]:
        if action.kind is WrittenActionKind.CALLED_ILLEGAL:
            break
        is_unknown = action.kind is WrittenActionKind.UNKNOWN_ROLL
        more = len(positions) * (len(ROLLS) if is_unknown else 1)
        if boards + more > most_boards or (is_unknown and action.player != player):
            break
        boards += more
        if action.player != player:
            return boards, _finding(action, Mistake.OUT_OF_TURN)
        if not is_unknown and _is_left_unplayed(game, action):
            break
        if not is_unknown and (refused := _unreadable(action.play)):
            return boards, _finding(action, Mistake.NOT_UNDERSTOOD, refused=refused)
        positions = tuple({after.turned() for before in positions for after in _positions_after(before, action)})
        if not positions:
            return boards, None if is_unknown else _finding(action, Mistake.ILLEGAL_ANYHOW)
        player = 1 - player
    return boards, None


def _positions_after(before: Position, action: WrittenAction) -> Iterator[Position]:
    """Yield the positions that a roll may lead to; none if its play is not legal."""
    if action.kind is WrittenActionKind.UNKNOWN_ROLL:
        yield from _positions_after_unknown_roll(before, action)
        return
    turn = _turn(before, action, action.player)
    if turn.finding and turn.finding.refused:
        # The play has two meanings on this board: allow for everything that the roll may lead to.
        yield from (play.after for play in legal_plays(before, action.roll))
    elif turn.after and not turn.finding:
        yield turn.after


def _unreadable(play: str) -> Refused | None:
    """Return the refusal for a play that cannot be read, or None."""
    try:
        notation.read_moves(play)
    except Refused as refused:
        return refused
    return None


def is_followed(game: WrittenGame) -> bool:
    """Whether the game was read to its end and its last position is known."""
    followed = turns(game)
    return game.unread is None and (not followed or followed[-1].after is not None)


def ending_of(game: WrittenGame) -> tuple[int, Ending] | None:
    """Return the winner and the ending on the board; None if the game was not played to its end."""
    for turn in reversed(turns(game)):
        if turn.after and (end := ending(turn.after)):
            return (turn.action.player, end) if end.is_own else (1 - turn.action.player, end)
    return None
