"""Where the checkers stand, seen by the player on turn."""

from collections.abc import Mapping
from typing import NamedTuple

from tournament.board.games import BAR, CHECKERS, HIGHEST_POINT, MANNERS, OFF, Variant


class Position(NamedTuple):
    """The checkers on each own point, index 0 (off) to 25 (the bar), of the player on turn and of the other player.

    `pinned` are the points where the only checker of the player on turn is under the other player's. On any other point
    with checkers of both, the other player's is pinned.
    """

    game: Variant
    own: tuple[int, ...]
    other: tuple[int, ...]
    pinned: frozenset[int] = frozenset()

    def facing(self, point: int) -> int:
        """How many of the other's checkers stand on a point of the player on turn."""
        return self.other[MANNERS[self.game].facing(point)]

    def pinned_of_other(self) -> frozenset[int]:
        """The points, numbered by the other player, where the other's checker is pinned."""
        facing = MANNERS[self.game].facing
        shared = (point for point in range(1, BAR) if self.own[point] and self.facing(point))
        return frozenset(facing(point) for point in shared if point not in self.pinned)

    def turned(self) -> "Position":
        """The position with the other player on turn."""
        return Position(self.game, self.other, self.own, self.pinned_of_other())


def side(count_by_point: Mapping[int, int]) -> tuple[int, ...]:
    """Make one side from its checkers on each point; the rest of the 15 is off."""
    points = [count_by_point.get(point, 0) for point in range(BAR + 1)]
    points[OFF] = CHECKERS - sum(points[1:])
    return tuple(points)


def start(game: Variant) -> Position:
    checkers = side(MANNERS[game].start)
    return Position(game, checkers, checkers)


def highest(checkers: tuple[int, ...]) -> int:
    """Return the highest point with own checkers, the bar being 25; 0 if all are off."""
    return next((point for point in range(BAR, 0, -1) if checkers[point]), OFF)


def runner(checkers: tuple[int, ...]) -> int | None:
    """Fevga: return the point of the first checker under way until it has passed the opponent's start; else None."""
    if checkers[HIGHEST_POINT] != CHECKERS - 1:
        return None
    return next((point for point in range(12, HIGHEST_POINT) if checkers[point]), None)
