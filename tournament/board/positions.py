"""Where the checkers stand, seen by who is on turn."""

from collections.abc import Mapping
from typing import NamedTuple

from tournament.board.games import BAR, CHECKERS, HIGHEST_POINT, MANNERS, OFF, Variant


class Position(NamedTuple):
    """How many checkers stand on each own point, index 0 (off) to 25 (the bar): of who is on turn, and of the other.

    `pinned` names the points of who is on turn where their one checker lies under the other's. Where both stand
    otherwise, the other's is pinned.
    """

    game: Variant
    own: tuple[int, ...]
    other: tuple[int, ...]
    pinned: frozenset[int] = frozenset()

    def facing(self, point: int) -> int:
        """How many of the other's checkers stand on a point of who is on turn."""
        return self.other[MANNERS[self.game].facing(point)]

    def pinned_of_other(self) -> frozenset[int]:
        """The other's points where their checker is pinned."""
        facing = MANNERS[self.game].facing
        shared = (point for point in range(1, BAR) if self.own[point] and self.facing(point))
        return frozenset(facing(point) for point in shared if point not in self.pinned)

    def turned(self) -> "Position":
        """The same position with the other on turn."""
        return Position(self.game, self.other, self.own, self.pinned_of_other())


def side(stands: Mapping[int, int]) -> tuple[int, ...]:
    """One side from the checkers on each point; what is missing to 15 is off."""
    points = [stands.get(point, 0) for point in range(BAR + 1)]
    points[OFF] = CHECKERS - sum(points[1:])
    return tuple(points)


def start(game: Variant) -> Position:
    """The position in which a game begins."""
    stands = side(MANNERS[game].start)
    return Position(game, stands, stands)


def highest(own: tuple[int, ...]) -> int:
    """The highest point on which one's own checkers stand, the bar being 25; 0 where all are off."""
    return next((point for point in range(BAR, 0, -1) if own[point]), OFF)


def runner(own: tuple[int, ...]) -> int | None:
    """Fevga: where the first checker is on its way, as long as it has not passed the other's start; else None."""
    if own[HIGHEST_POINT] != CHECKERS - 1:
        return None
    return next((point for point in range(12, HIGHEST_POINT) if own[point]), None)
