"""The facts of a season, frozen: what is counted, and how.

Persons are known by a number alone; no name is ever seen here.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

# The usual points of the first ten places; the last of them is also that of every further place.
USUAL_POINTS = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
PRESETS = (USUAL_POINTS, (25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0), (5, 3, 2, 1), (3, 2, 1, 0))


class PointsBy(StrEnum):
    """What an evening's points come of."""

    PLACE = "place"
    MATCH_WINS = "match_wins"
    MATCH_WINS_AND_COMING = "match_wins_and_coming"


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How points arise, and how many evenings count.

    `table` holds the points of the places from the first, the last of them for every further place as well.
    `ties_share` lets whom the lot alone has separated share the points of their places. `best` is how many evenings
    of each person count at most; None counts all.
    """

    points_by: PointsBy = PointsBy.PLACE
    table: tuple[int, ...] = USUAL_POINTS
    ties_share: bool = False
    best: int | None = None


class Attendance(NamedTuple):
    """Somebody's evening: place from 1, and match wins as the standings count them.

    `equal_from` is the best of the places of those whom nothing but the lot separates, one's own if there are none.
    `matches_left` is how many matches can still be won on a running evening.
    """

    person: int
    rank: int
    equal_from: int
    match_wins: int
    matches_left: int = 0


class Match(NamedTuple):
    """A match that somebody has won at the board."""

    winner: int
    loser: int
    length: int


@dataclass(frozen=True, slots=True)
class EveningRecord:
    """Who came, and the matches they played; a running one is taken as if it ended now."""

    attendances: tuple[Attendance, ...]
    matches: tuple[Match, ...] = ()
    is_running: bool = False
