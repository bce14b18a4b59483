"""A transcript move by move: the board as the first player sees it, and what was done."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.board.games import Variant
from tournament.board.plays import CheckerMove
from tournament.board.positions import Position, start
from tournament.transcripts.following import Finding, Turn, turns
from tournament.transcripts.written import Action, ActionKind, Transcript, WrittenGame


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a match: the board after what was done, seen by the first player.

    `action` is None at the start of a game and at its end, which has a `winner`. `before` is the board before a roll,
    `steps` are those of its play, seen by who rolls; a play that was not legal has none, but a `finding`. `owner` has
    the cube, None while it is in the middle. `score` is that before the game, at its end that after it.
    """

    game: int
    position: Position
    before: Position
    score: tuple[int, int]
    action: Action | None = None
    steps: tuple[CheckerMove, ...] = ()
    finding: Finding | None = None
    cube: int = 1
    owner: int | None = None
    winner: int | None = None
    points: int = 0


def scenes(transcript: Transcript) -> tuple[Scene, ...]:
    """All scenes of the match in order, at least one for each game."""
    return tuple(scene for number, game in enumerate(transcript.games, 1) for scene in _scenes_of(number, game))


def _scenes_of(number: int, game: WrittenGame) -> Iterator[Scene]:
    position = start(Variant.BACKGAMMON)
    scene = Scene(number, position, position, game.score)
    yield scene
    cube, owner = 1, None
    rolls = {turn.action: turn for turn in turns(game)}
    offered = 1
    for action in game.actions:
        turn = rolls.get(action)
        before = position
        if turn:
            before, position = _seen_by_first(turn, turn.before), _seen_by_first(turn, turn.after or turn.before)
        if action.kind is ActionKind.DOUBLE:
            offered = action.value
        if action.kind is ActionKind.TAKE:
            cube, owner = offered, action.player
        yield Scene(
            number,
            position,
            before,
            game.score,
            action,
            turn.steps if turn else (),
            turn.finding if turn else None,
            cube,
            owner,
        )
    if game.winner is not None:
        won = [*game.score]
        won[game.winner] += game.points
        score = (won[0], won[1])
        yield Scene(number, position, position, score, cube=cube, owner=owner, winner=game.winner, points=game.points)


def _seen_by_first(turn: Turn, position: Position) -> Position:
    return position if turn.action.player == 0 else position.turned()
