"""Replays a transcript action by action: the board as the first player sees it, and what was done."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

from tournament.board.games import Variant
from tournament.board.gnu_ids import MatchState
from tournament.board.plays import CheckerMove
from tournament.board.positions import Position, start
from tournament.board.xgid import OTHER, SHOWN, Diagram, write_xgid
from tournament.matches.games import standing_at
from tournament.transcripts import following, results, written


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a match: the board after an action, seen by the first player.

    `action` is None at the start of a game and at its end, which has a `winner`. `before` is the board before a roll,
    `steps` are those of its play, seen by the player who rolls; a play that was not legal has none, but a `finding`.
    `owner` has the cube, None while it is in the middle. `turn` is the player who rolls, doubles or is about to.
    `score` is the score before the game, at its end the score after it.
    """

    game: int
    position: Position
    before: Position
    score: tuple[int, int]
    action: written.WrittenAction | None = None
    steps: tuple[CheckerMove, ...] = ()
    finding: following.Finding | None = None
    cube: int = 1
    owner: int | None = None
    winner: int | None = None
    points: int = 0
    turn: int = 0
    is_crawford: bool = False


def scenes(transcript: written.WrittenMatch) -> tuple[Scene, ...]:
    """Return all scenes of the match in order, at least one for each game."""
    return tuple(
        scene
        for number, (game, is_crawford) in enumerate(zip(transcript.games, _crawford(transcript), strict=True), 1)
        for scene in _scenes_of(number, game, is_crawford=is_crawford)
    )


def _crawford(transcript: written.WrittenMatch) -> Iterator[bool]:
    """Yield for each game whether it is the Crawford game, by the score before it."""
    match_format = results.formats_of(transcript.match_length, transcript.customs)[0]
    crawford_played = results.is_after_crawford(transcript)
    for game in transcript.games:
        standing = standing_at(match_format, game.score, crawford_played=crawford_played)
        crawford_played = standing.crawford_played
        yield standing.is_crawford


def _scenes_of(number: int, game: written.WrittenGame, *, is_crawford: bool) -> Iterator[Scene]:
    first = next((action.player for action in game.actions if action.is_roll), 0)
    position = _set_up_at_the_start(game) or start(Variant.BACKGAMMON)
    scene = Scene(number, position, position, game.score, turn=first, is_crawford=is_crawford)
    yield scene
    rolls = {turn.action: turn for turn in following.turns(game)}
    offered = 1
    for action in game.actions:
        if action.kind is written.WrittenActionKind.SET_POSITION:
            continue
        turn = rolls.get(action)
        before = scene.position
        if turn:
            before, position = _seen_by_first(turn, turn.before), _seen_by_first(turn, turn.after or turn.before)
        cube, owner = scene.cube, scene.owner
        if action.kind is written.WrittenActionKind.DOUBLE:
            offered = action.value or 2 * cube
        elif action.kind is written.WrittenActionKind.TAKE:
            cube, owner = offered, action.player
        elif action.kind in (written.WrittenActionKind.BEAVER, written.WrittenActionKind.RACCOON):
            cube, owner, offered = 2 * offered, action.player, 2 * offered
        answers = action.kind not in (written.WrittenActionKind.ROLL, written.WrittenActionKind.DOUBLE)
        scene = replace(
            scene,
            position=position,
            before=before,
            action=action,
            steps=turn.steps if turn else (),
            finding=turn.finding if turn else None,
            cube=cube,
            owner=owner,
            turn=1 - action.player if answers else action.player,
        )
        yield scene
    if game.winner is not None:
        score = (game.score[0] + game.won[0], game.score[1] + game.won[1])
        at_rest = replace(scene, before=position, action=None, steps=(), finding=None)
        yield replace(at_rest, score=score, winner=game.winner, points=game.points)


def _set_up_at_the_start(game: written.WrittenGame) -> Position | None:
    """Return the position that the file sets up before anybody has rolled."""
    opening_actions = takewhile(lambda action: action.kind is written.WrittenActionKind.SET_POSITION, game.actions)
    return next((action.position for action in reversed(list(opening_actions))), None)


def xgid_of(scene: Scene, match_length: int) -> str:
    """Return the XGID of a scene, seen by the first player; for a roll, of the board before its play."""
    is_roll = scene.action is not None and scene.action.kind is written.WrittenActionKind.ROLL
    is_offer = scene.action is not None and scene.action.kind is written.WrittenActionKind.DOUBLE
    board = scene.before if is_roll else scene.position
    players = {None: None, 0: SHOWN, 1: OTHER}
    match = MatchState(
        cube=scene.cube,
        cube_owner=players[scene.owner],
        on_roll=SHOWN if scene.turn == 0 else OTHER,
        is_crawford=scene.is_crawford,
        dice=scene.action.roll if scene.action and is_roll else (0, 0),
        match_length=match_length,
        score=(scene.score[1], scene.score[0]),
    )
    return write_xgid(Diagram(board if scene.turn == 0 else board.turned(), match, offer="D" if is_offer else ""))


def _seen_by_first(turn: following.Turn, position: Position) -> Position:
    return position if turn.action.player == 0 else position.turned()
