"""How the games of a transcript ended."""

from collections import deque
from dataclasses import dataclass
from itertools import pairwise

from tournament.board.ending import WORTH, Ending, ending
from tournament.board.ending import BoardEnding as EndingKind
from tournament.transcripts.following import moments
from tournament.transcripts.written import Kind, PlayedGame


def cube_of(game: PlayedGame) -> int:
    """What the cube shows in the end; a double that was not taken does not count."""
    taken = [
        double.value
        for double, answer in pairwise(game.actions)
        if (double.kind, answer.kind) == (Kind.DOUBLE, Kind.TAKE)
    ]
    return taken[-1] if taken else 1


def ending_of(game: PlayedGame) -> tuple[int, Ending] | None:
    """Who has borne off all checkers and what that is worth, if the game was played so far."""
    last = deque(moments(game), maxlen=1)
    end = ending(last[0].position) if last else None
    return (last[0].action.player, end) if end else None


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended: `kind` is None for a pass, a refused double, whose `cube` is the value before it."""

    winner: int
    kind: EndingKind | None
    cube: int
    is_conceded: bool


def result_of(game: PlayedGame) -> GameResult | None:
    """The result that its points tell; None where the game breaks off or no kind of game gives these points."""
    cube = cube_of(game)
    if game.winner is None:
        return None
    if game.is_passed:
        return GameResult(game.winner, None, cube, is_conceded=False)
    kinds = {worth * cube: kind for kind, worth in WORTH.items() if worth}
    kind = kinds.get(game.points)
    return GameResult(game.winner, kind, cube, is_conceded=ending_of(game) is None) if kind else None
