"""When a game is over, and what it is worth."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.board.games import BAR, CHECKERS, HIGHEST_POINT, HOME, MANNERS, OFF, Variant
from tournament.board.positions import Position


class BoardEnding(StrEnum):
    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game; `is_own`: the player whose position it is has won (nobody wins a drawn game)."""

    kind: BoardEnding
    is_own: bool = False


def ending(position: Position) -> Ending | None:
    """Return how the game has ended in a position after a whole play; None while it goes on."""
    if position.own[OFF] == CHECKERS:
        return Ending(_kind(position.game, position.other), is_own=True)
    if position.other[OFF] == CHECKERS:
        return Ending(_kind(position.game, position.own))
    return _mothers(position) if position.game is Variant.PLAKOTO else None


def _kind(game: Variant, loser: tuple[int, ...]) -> BoardEnding:
    if loser[OFF]:
        return BoardEnding.SINGLE
    is_far_back = any(loser[HIGHEST_POINT - HOME + 1 : BAR + 1])
    return BoardEnding.BACKGAMMON if MANNERS[game].has_triple_games and is_far_back else BoardEnding.GAMMON


def _mothers(position: Position) -> Ending | None:
    """Plakoto: a checker pinned on its own start loses if the opponent has left theirs; two such checkers draw."""
    own_pinned = HIGHEST_POINT in position.pinned
    other_pinned = HIGHEST_POINT in position.pinned_of_other()
    if own_pinned and other_pinned:
        return Ending(BoardEnding.DRAWN)
    if other_pinned and not position.own[HIGHEST_POINT]:
        return Ending(BoardEnding.GAMMON, is_own=True)
    if own_pinned and not position.other[HIGHEST_POINT]:
        return Ending(BoardEnding.GAMMON)
    return None
