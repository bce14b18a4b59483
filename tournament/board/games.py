"""The four games, how they differ from one another, and the pips of their dice."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

OFF, BAR = 0, 25
HIGHEST_POINT = 24
HOME = 6
CHECKERS = 15


class Variant(StrEnum):
    BACKGAMMON = "backgammon"
    PORTES = "portes"
    PLAKOTO = "plakoto"
    FEVGA = "fevga"


class Single(StrEnum):
    """What a single opposing checker on a point does: it can be hit, can be pinned, or closes the point."""

    HIT = "hit"
    PINNED = "pinned"
    CLOSES = "closes"


@dataclass(frozen=True, slots=True)
class Manner:
    """How a game is played: its start (checkers by own point), the fate of single checkers, and the players' direction.

    Where both move the same way, their starts lie half a board apart.
    """

    start: Mapping[int, int]
    single: Single
    moves_the_same_way: bool = False
    has_triple_games: bool = False

    @property
    def has_bar(self) -> bool:
        """Whether single checkers are hit and come in again from the bar."""
        return self.single is Single.HIT

    def facing(self, point: int) -> int:
        """The number that the opponent gives to this point."""
        if not self.moves_the_same_way:
            return HIGHEST_POINT + 1 - point
        return point + 12 if point <= 12 else point - 12


_TWO_CAMPS = {24: 2, 13: 5, 8: 3, 6: 5}
_ONE_CAMP = {24: 15}
MANNERS: Mapping[Variant, Manner] = {
    Variant.BACKGAMMON: Manner(_TWO_CAMPS, Single.HIT, has_triple_games=True),
    Variant.PORTES: Manner(_TWO_CAMPS, Single.HIT),
    Variant.PLAKOTO: Manner(_ONE_CAMP, Single.PINNED),
    Variant.FEVGA: Manner(_ONE_CAMP, Single.CLOSES, moves_the_same_way=True),
}

# Where the pips of each number lie, in steps from the middle of the die, across and along.
PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
