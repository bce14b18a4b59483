"""A match at Backgammon as it was written down."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.board.plays import Roll


class Kind(StrEnum):
    """What a player did."""

    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Action:
    """What a player (0 or 1) did on a line: a roll with the play as it is written, a double to `value`, an answer."""

    line: int
    player: int
    kind: Kind
    roll: Roll = (0, 0)
    play: str = ""
    value: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game: the score before it, what was done, and who won how many points (None: it breaks off)."""

    line: int
    score: tuple[int, int]
    actions: tuple[Action, ...]
    winner: int | None = None
    points: int = 0
    ends_on_line: int = 0

    @property
    def is_passed(self) -> bool:
        """It ended with a double that was refused."""
        return bool(self.actions) and self.actions[-1].kind is Kind.DROP


@dataclass(frozen=True, slots=True)
class Transcript:
    """A match as it was written down; a length of 0 is play without end."""

    match_length: int
    players: tuple[str, str]
    games: tuple[PlayedGame, ...]

    @property
    def score(self) -> tuple[int, int]:
        """The points of both after the last game."""
        won = [game for game in self.games if game.winner is not None]
        return (
            sum(game.points for game in won if game.winner == 0),
            sum(game.points for game in won if game.winner == 1),
        )
