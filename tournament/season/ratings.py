"""Ratings by the formula of FIBS.

A match to N between two whose ratings differ by D: the one with D more wins with the chance
P = 1 / (10 ** (-D * sqrt(N) / 2000) + 1). The winner gains and the loser loses 4 * sqrt(N) * (1 - P of the winner),
each times the own ramp, which lets newcomers move faster.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

from tournament.season.record import Match

USUAL_START = 1500


class Ramp(StrEnum):
    """How much faster newcomers move."""

    FIBS = "fibs"
    SLOW = "slow"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class RatingRules:
    """What clubs do differently: the rating to start from, and the ramp."""

    start: int = USUAL_START
    ramp: Ramp = Ramp.FIBS


@dataclass(frozen=True, slots=True)
class Rated:
    """Somebody's rating; `experience` is the sum of the lengths of all finished matches.

    `course` says for each evening with a rated match how the rating stood after it, in order.
    """

    rating: float
    experience: int
    course: tuple[tuple[int, float], ...]


def ratings(matches: Iterable[Match], rules: RatingRules) -> dict[int, Rated]:
    """The rating of everyone who has played, from all matches in the order in which they were played."""
    rating: dict[int, float] = {}
    experience: dict[int, int] = {}
    courses: dict[int, dict[int, float]] = {}
    for match in matches:
        ahead = rating.get(match.winner, float(rules.start)) - rating.get(match.loser, float(rules.start))
        at_stake = 4 * sqrt(match.length) * (1 - winning_chance(ahead, match.length))
        for person, sign in ((match.winner, 1), (match.loser, -1)):
            so_far = experience.get(person, 0)
            before = rating.get(person, float(rules.start))
            after = before + sign * at_stake * ramp_factor(rules.ramp, so_far)
            rating[person] = after
            experience[person] = so_far + match.length
            courses.setdefault(person, {})[match.evening] = after
    return {
        person: Rated(reached, experience[person], tuple(courses[person].items())) for person, reached in rating.items()
    }


def winning_chance(ahead: float, match_length: int) -> float:
    """The chance of whoever is rated so much higher to win a match of this length."""
    return 1 / (10 ** (-ahead * sqrt(match_length) / 2000) + 1)


def ramp_factor(ramp: Ramp, experience: int) -> float:
    """How many times the change counts for somebody of this experience."""
    if ramp is Ramp.FIBS:
        return max(1.0, 5 - experience / 100)
    if ramp is Ramp.SLOW:
        return max(1.0, 2 - experience / 400)
    return 1.0
