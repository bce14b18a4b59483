"""A match at Backgammon as it was written down."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.board.plays import Roll
from tournament.board.positions import Position

Score = tuple[int, int]


class WrittenActionKind(StrEnum):
    ROLL = "roll"
    UNKNOWN_ROLL = "unknown_roll"
    CALLED_ILLEGAL = "called_illegal"
    SET_POSITION = "set_position"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    RESIGN = "resign"


_ROLLS = frozenset(
    {
        WrittenActionKind.ROLL,
        WrittenActionKind.UNKNOWN_ROLL,
        WrittenActionKind.CALLED_ILLEGAL,
    }
)


@dataclass(frozen=True, slots=True)
class WrittenAction:
    """What a player (0 or 1) did on a line: a roll with the play as it is written, a double to `value`, an answer.

    A double whose value is not written has 0. An unknown roll is one that nobody wrote down. `position`, seen by the
    first player, is where the game goes on after a play that the file calls illegal, and where the file sets up a
    position, with the cube at `value`; it is None if not stated.
    """

    line: int
    player: int
    kind: WrittenActionKind
    roll: Roll = (0, 0)
    play: str = ""
    value: int = 0
    position: Position | None = None

    @property
    def is_roll(self) -> bool:
        return self.kind in _ROLLS


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game: who won how many points, as stated in the winner's or the loser's column.

    `is_told_by_loser`: it is in the loser's. `wins_match`: it states that the match is won, too.
    """

    line: int
    winner: int
    points: int
    wins_match: bool = False
    is_told_by_loser: bool = False


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A game: the score before it, what was done, and how it ended; without `ends` it breaks off.

    `score` is stated above the game or, if it is not (`has_head`), the sum of the games before. From the line `unread`
    on, only the end was read. Of several `ends`, the winner's own is the last. `goes_on_at` is the line of an action
    after the end, 0 without one.
    """

    line: int
    score: Score
    actions: tuple[WrittenAction, ...]
    ends: tuple[End, ...] = ()
    unread: tuple[int, str] | None = None
    has_head: bool = True
    goes_on_at: int = 0

    @property
    def winner(self) -> int | None:
        """The player who won; None if the game breaks off."""
        return self.ends[-1].winner if self.ends else None

    @property
    def points(self) -> int:
        """The points of the game, if possible as in the winner's column; 0 if the game breaks off."""
        return self.ends[-1].points if self.ends else 0

    @property
    def won(self) -> Score:
        """The points that the game gave to each player."""
        return (0, 0) if self.winner is None else points_to(self.winner, self.points)


@dataclass(frozen=True, slots=True)
class Customs:
    """The rules of the cube as stated at the top of a transcript; `jacoby` is None if that is not stated."""

    crawford: bool = True
    jacoby: bool | None = None
    beavers: bool = False


@dataclass(frozen=True, slots=True)
class WrittenMatch:
    """A match as it was written down; a length of 0 is money play."""

    match_length: int
    players: tuple[str, str]
    games: tuple[WrittenGame, ...]
    customs: Customs = Customs()

    @property
    def score(self) -> Score:
        """The points of both after the last game."""
        first, second = self.games[0].score
        return first + sum(game.won[0] for game in self.games), second + sum(game.won[1] for game in self.games)


def points_to(player: int, points: int) -> Score:
    """The score of a game that gives these points to one player."""
    return (points, 0) if player == 0 else (0, points)
