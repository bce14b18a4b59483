"""What a season is computed from: its rules, and the players and matches of its tournaments.

Persons are numbers here; this package knows no names.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

# The usual points of the first ten places; the last also goes to every further place.
USUAL_POINTS = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
PRESETS = (USUAL_POINTS, (25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0), (5, 3, 2, 1), (3, 2, 1, 0))


class PointsBy(StrEnum):
    PLACE = "place"
    MATCH_WINS = "match_wins"
    MATCH_WINS_AND_COMING = "match_wins_and_coming"


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How points are given, and how many tournaments count.

    `table` holds the points for each place from the first; the last entry also goes to every further place.
    `ties_share` lets persons separated only by the lot share the points of their places. `best` is how many tournaments
    of each person count at most; None counts all. Without `finals_count` the places are those of the ranking before the
    finals, and matches of the finals are left out of head-to-head.
    """

    points_by: PointsBy = PointsBy.PLACE
    table: tuple[int, ...] = USUAL_POINTS
    ties_share: bool = False
    best: int | None = None
    finals_count: bool = True


class Attendance(NamedTuple):
    """A person in a tournament: place from 1, and match wins as in the standings; of a knock-out without its byes.

    `equal_from` is the best place of those separated only by the lot, the person's own if there are none.
    `matches_left` is the number of matches that can still be won in a running tournament. `before_finals` holds `rank`
    and `equal_from` of the ranking before the finals, None in a tournament without finals.
    """

    person: int
    rank: int
    equal_from: int
    match_wins: int
    matches_left: int = 0
    before_finals: tuple[int, int] | None = None

    def without_finals(self) -> "Attendance":
        """Return the attendance with the place from the ranking before the finals."""
        if self.before_finals is None:
            return self
        rank, equal_from = self.before_finals
        return self._replace(rank=rank, equal_from=equal_from)


class Match(NamedTuple):
    """A match won at the board."""

    winner: int
    loser: int
    length: int
    is_of_finals: bool = False


@dataclass(frozen=True, slots=True)
class EveningRecord:
    """The players who came to a tournament, and their matches; a running tournament counts as if it ended now."""

    attendances: tuple[Attendance, ...]
    matches: tuple[Match, ...] = ()
    is_running: bool = False

    def counted_by(self, rules: SeasonRules) -> "EveningRecord":
        """Return the record with the places and matches that count by the rules of a season."""
        if rules.finals_count:
            return self
        return replace(
            self,
            attendances=tuple(attendance.without_finals() for attendance in self.attendances),
            matches=tuple(match for match in self.matches if not match.is_of_finals),
        )
