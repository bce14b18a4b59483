"""The facts of a season, frozen: what is counted, and how.

Persons are numbers here; this package knows no names.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

# The usual points of the first ten places; the last also goes to every further place.
USUAL_POINTS = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
PRESETS = (USUAL_POINTS, (25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0), (5, 3, 2, 1), (3, 2, 1, 0))


class PointsBy(StrEnum):
    """What a tournament gives points for."""

    PLACE = "place"
    MATCH_WINS = "match_wins"
    MATCH_WINS_AND_COMING = "match_wins_and_coming"


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How points are given, and how many tournaments count.

    `table` holds the points for each place from the first, the last for every further place. `ties_share` lets persons
    separated only by the lot share the points of their places. `best` is how many tournaments of each person count at
    most; None counts all.
    """

    points_by: PointsBy = PointsBy.PLACE
    table: tuple[int, ...] = USUAL_POINTS
    ties_share: bool = False
    best: int | None = None


class Attendance(NamedTuple):
    """A person in a tournament: place from 1, and match wins as in the standings.

    `equal_from` is the best place of those separated only by the lot, the person's own if there are none.
    `matches_left` is the number of matches that can still be won in a running tournament.
    """

    person: int
    rank: int
    equal_from: int
    match_wins: int
    matches_left: int = 0


class Match(NamedTuple):
    """A match won at the board."""

    winner: int
    loser: int
    length: int


@dataclass(frozen=True, slots=True)
class EveningRecord:
    """The players who came, and their matches; a running tournament counts as if it ended now."""

    attendances: tuple[Attendance, ...]
    matches: tuple[Match, ...] = ()
    is_running: bool = False
