"""The ranking of a season; only this file knows its order.

First the points of the tournaments that count; then more tournaments won; then the better single results, the best
first, including those struck out; then head-to-head over the season: wins less defeats in matches among those who are
still equal, and again among those still equal after that. Persons who are equal even then share the place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from tournament.season.points import Points, points_of, winners_of
from tournament.season.record import EveningRecord, SeasonRules


class SeasonCriterion(StrEnum):
    """The criteria of the ranking, in the order in which they decide."""

    POINTS = "points"
    EVENINGS_WON = "evenings_won"
    SINGLE_RESULTS = "single_results"
    HEAD_TO_HEAD = "head_to_head"


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """A person's result in a tournament; one that does not count is struck out."""

    points: Points
    counts: bool
    is_won: bool


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A person's season: the place from 1, possibly shared, and how it came about.

    `cells` are in the order of the tournaments, None where the person was absent. `decided_by` is the criterion that
    separates the row from the one above; None for the first, and for a row that shares the place above.
    """

    rank: int
    person: int
    points: Points
    cells: tuple[SeasonCell | None, ...]
    decided_by: SeasonCriterion | None

    @property
    def evenings(self) -> int:
        return sum(cell is not None for cell in self.cells)


_Figures = tuple[Points, int, tuple[Points, ...]]


def ranking(evenings: Sequence[EveningRecord], rules: SeasonRules) -> tuple[SeasonRow, ...]:
    """Return a row for each person who came, the best first; persons who share a place are sorted by their number."""
    season = _Season(rules)
    for evening in evenings:
        season.add(evening)
    return tuple(season.rows())


def places_after(evenings: Sequence[EveningRecord], rules: SeasonRules, first: int) -> list[dict[int, int]]:
    """Return everyone's place after the first `first` tournaments, and after each further one."""
    season = _Season(rules)
    places = []
    for number, evening in enumerate(evenings, start=1):
        season.add(evening)
        if number >= first:
            places.append({person: rank for rank, person, _decided_by in season.places()})
    return places


class _Season:
    """A season to which tournaments are added one by one; a person's figures are cached until their next tournament."""

    def __init__(self, rules: SeasonRules) -> None:
        self._rules = rules
        self._evenings = 0
        # By person: points by tournament, and tournaments won; tournaments are numbered from 0.
        self._results: dict[int, dict[int, Points]] = {}
        self._won: dict[int, set[int]] = {}
        self._figures: dict[int, _Figures] = {}
        # By winner and loser: number of wins.
        self._wins: dict[int, dict[int, int]] = {}

    def add(self, evening: EveningRecord) -> None:
        winners = winners_of(evening, self._rules)
        for person, gained in points_of(evening, self._rules).items():
            self._results.setdefault(person, {})[self._evenings] = gained
            if person in winners:
                self._won.setdefault(person, set()).add(self._evenings)
            self._figures.pop(person, None)
        for match in evening.matches:
            beaten = self._wins.setdefault(match.winner, {})
            beaten[match.loser] = beaten.get(match.loser, 0) + 1
        self._evenings += 1

    def places(self) -> Iterator[tuple[int, int, SeasonCriterion | None]]:
        """Return each person's place, number, and the criterion that separates them from the row above, best first."""
        for person in self._results.keys() - self._figures.keys():
            # A result of 0 points ranks like no result.
            results = sorted((gained for gained in self._results[person].values() if gained), reverse=True)
            points, evenings_won = sum(results[: self._rules.best]), len(self._won.get(person, ()))
            self._figures[person] = points, evenings_won, tuple(results)
        figures = self._figures
        count = 0
        above: _Figures | None = None
        by_figures = sorted(figures, key=lambda person: (figures[person], -person), reverse=True)
        for level, equal in groupby(by_figures, key=figures.__getitem__):
            between = None if above is None else _first_difference(above, level)
            for sharing in self._by_direct_matches(list(equal)):
                rank = count + 1
                for nth, person in enumerate(sharing):
                    yield rank, person, None if nth else between
                count += len(sharing)
                between = SeasonCriterion.HEAD_TO_HEAD
            above = level

    def rows(self) -> Iterator[SeasonRow]:
        for rank, person, decided_by in self.places():
            yield SeasonRow(rank, person, self._figures[person][0], self._cells(person), decided_by)

    def _cells(self, person: int) -> tuple[SeasonCell | None, ...]:
        by_evening = self._results[person]
        # Of equal results the earlier ones count.
        best_first = sorted(by_evening, key=lambda nth: (-by_evening[nth], nth))
        best_evenings, evenings_won = set(best_first[: self._rules.best]), self._won.get(person, ())
        row: list[SeasonCell | None] = [None] * self._evenings
        for nth, gained in by_evening.items():
            row[nth] = SeasonCell(gained, nth in best_evenings, nth in evenings_won)
        return tuple(row)

    def _by_direct_matches(self, equal: list[int]) -> Iterator[list[int]]:
        """Split persons with equal figures by head-to-head, best first; those in one list share their place."""
        if len(equal) == 1:
            yield equal
            return
        balance = dict.fromkeys(equal, 0)
        for winner in equal:
            for loser, often in self._wins.get(winner, {}).items():
                if loser in balance:
                    balance[winner] += often
                    balance[loser] -= often
        if len(set(balance.values())) == 1:
            yield sorted(equal)
            return
        for value in sorted(set(balance.values()), reverse=True):
            yield from self._by_direct_matches([person for person in equal if balance[person] == value])


def _first_difference(above: _Figures, below: _Figures) -> SeasonCriterion:
    if above[0] != below[0]:
        return SeasonCriterion.POINTS
    return SeasonCriterion.EVENINGS_WON if above[1] != below[1] else SeasonCriterion.SINGLE_RESULTS
