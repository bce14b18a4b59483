"""Ratings by the formula of FIBS.

In a match to N between two players whose ratings differ by D, the higher-rated one wins with the probability P = 1 /
(10 ** (-D * sqrt(N) / 2000) + 1). The winner gains and the loser loses 4 * sqrt(N) * (1 - P of the winner), each
multiplied by their own ramp, by which newcomers move faster.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

from tournament.season.record import Match


class Ramp(StrEnum):
    """How much faster the ratings of newcomers change; `ramp_factor` has the formulas."""

    FIBS = "fibs"
    SLOW = "slow"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class RatingRules:
    """The settings of a club: the rating of newcomers, and how fast it changes at first."""

    start: int = 1500
    ramp: Ramp = Ramp.FIBS


@dataclass(frozen=True, slots=True)
class Rated:
    """A person's rating; `experience` is the sum of the lengths of all finished matches.

    `course` pairs the number of each tournament with a rated match with the rating after it, in order.
    """

    rating: float
    experience: int
    course: tuple[tuple[int, float], ...]


class Ratings:
    """Ratings of all persons, to which tournaments are added one by one; a copy changes independently."""

    def __init__(self, rules: RatingRules) -> None:
        self._rules = rules
        self._rating: dict[int, float] = {}
        self._experience: dict[int, int] = {}
        self._courses: dict[int, dict[int, float]] = {}

    @classmethod
    def after(cls, evenings: Iterable[tuple[int, Iterable[Match]]], rules: RatingRules) -> "Ratings":
        ratings = cls(rules)
        for number, matches in evenings:
            ratings.add(number, matches)
        return ratings

    @property
    def kept_bytes(self) -> int:
        """The estimated memory of the ratings in bytes."""
        return 1_000 + sum(300 + 100 * len(course) for course in self._courses.values())

    def copy(self) -> "Ratings":
        ratings = Ratings(self._rules)
        ratings._rating, ratings._experience = dict(self._rating), dict(self._experience)
        ratings._courses = {person: dict(course) for person, course in self._courses.items()}
        return ratings

    def add(self, evening: int, matches: Iterable[Match]) -> None:
        """Rate the matches of a tournament, in the order of play."""
        for match in matches:
            changes = self._changes(match)
            for person, change in zip((match.winner, match.loser), changes, strict=True):
                rating = self._rating_of(person) + change
                self._rating[person] = rating
                self._experience[person] = self._experience.get(person, 0) + match.length
                self._courses.setdefault(person, {})[evening] = rating

    def _rating_of(self, person: int) -> float:
        return self._rating.get(person, float(self._rules.start))

    def _changes(self, match: Match) -> tuple[float, float]:
        """Return how a match changes the ratings of its winner and its loser."""
        ahead = self._rating_of(match.winner) - self._rating_of(match.loser)
        at_stake = 4 * sqrt(match.length) * (1 - winning_chance(ahead, match.length))
        ramps = (
            ramp_factor(self._rules.ramp, self._experience.get(person, 0)) for person in (match.winner, match.loser)
        )
        gained, loss = (at_stake * ramp for ramp in ramps)
        return gained, -loss

    def rated(self) -> dict[int, Rated]:
        return {
            person: Rated(rating, self._experience[person], tuple(self._courses[person].items()))
            for person, rating in self._rating.items()
        }

    def changes_of(self, person: int, evening: int, matches: Iterable[Match]) -> list[float]:
        """Rate the matches of a tournament; return the rating change of one person from each match they played."""
        changes = []
        for match in matches:
            if person in (match.winner, match.loser):
                changes.append(self._changes(match)[person == match.loser])
            self.add(evening, (match,))
        return changes


def winning_chance(ahead: float, match_length: int) -> float:
    """Return the probability that the player rated higher by `ahead` wins a match of this length."""
    return 1 / (10 ** (-ahead * sqrt(match_length) / 2000) + 1)


def ramp_factor(ramp: Ramp, experience: int) -> float:
    """Return the factor by which rating changes are multiplied at this experience."""
    if ramp is Ramp.FIBS:
        return max(1.0, 5 - experience / 100)
    if ramp is Ramp.SLOW:
        return max(1.0, 2 - experience / 400)
    return 1.0
