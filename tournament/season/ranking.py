"""The ranking of a season. This is the one place that knows its order.

Points of the evenings that count; then more evenings won; then the better single results, the best one first, those
that are struck out among them; then head-to-head over the season: the wins less the defeats in the matches of those
who are still equal against each other, and again among those whom that leaves equal. Whoever is equal even then
shares the place.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from tournament.season.points import points_of, winners_of
from tournament.season.record import EveningRecord, Match, SeasonRules


class SeasonCriterion(StrEnum):
    """What separates a row from the one above, in the order of the ranking."""

    POINTS = "points"
    EVENINGS_WON = "evenings_won"
    SINGLE_RESULTS = "single_results"
    HEAD_TO_HEAD = "head_to_head"


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """What an evening brought somebody; where it does not count, it is struck out."""

    points: Fraction
    counts: bool
    is_won: bool


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Somebody's season: the place from 1, shared where it is that of another row too, and how it came about.

    `cells` stand in the order of the evenings, None where the person was not there. `decided_by` separates the row
    from the one above; None for the first, and for whoever shares the place of the row above.
    """

    rank: int
    person: int
    points: Fraction
    cells: tuple[SeasonCell | None, ...]
    decided_by: SeasonCriterion | None

    @property
    def evenings(self) -> int:
        """How often the person was there."""
        return sum(cell is not None for cell in self.cells)


_Figures = tuple[Fraction, int, tuple[Fraction, ...]]


def ranking(evenings: Sequence[EveningRecord], rules: SeasonRules) -> tuple[SeasonRow, ...]:
    """Everyone who came, best first; who shares a place stands by number."""
    cells = _cells(evenings, rules)
    figures = {person: _figures(row) for person, row in cells.items()}
    matches = [match for evening in evenings for match in evening.matches]
    rows: list[SeasonRow] = []
    above: _Figures | None = None
    by_figures = sorted(figures, key=lambda person: (figures[person], -person), reverse=True)
    for level, equal in groupby(by_figures, key=figures.__getitem__):
        between = None if above is None else _first_difference(above, level)
        for sharing in _by_direct_matches(list(equal), matches):
            rank = len(rows) + 1
            for nth, person in enumerate(sharing):
                rows.append(SeasonRow(rank, person, level[0], cells[person], None if nth else between))
            between = SeasonCriterion.HEAD_TO_HEAD
        above = level
    return tuple(rows)


def best_of(points: Sequence[Fraction], best: int | None) -> frozenset[int]:
    """Which of these results count, by their position; of equal ones the earlier."""
    in_order = sorted(range(len(points)), key=lambda position: (-points[position], position))
    return frozenset(in_order[:best])


def _cells(evenings: Sequence[EveningRecord], rules: SeasonRules) -> dict[int, tuple[SeasonCell | None, ...]]:
    points = [points_of(evening, rules) for evening in evenings]
    winners = [winners_of(evening, rules) for evening in evenings]
    results: dict[int, dict[int, Fraction]] = {}
    for nth, of_evening in enumerate(points):
        for person, gained in of_evening.items():
            results.setdefault(person, {})[nth] = gained
    cells: dict[int, tuple[SeasonCell | None, ...]] = {}
    for person, by_evening in results.items():
        counted = best_of(tuple(by_evening.values()), rules.best)
        row: list[SeasonCell | None] = [None] * len(evenings)
        for position, (nth, gained) in enumerate(by_evening.items()):
            row[nth] = SeasonCell(gained, position in counted, person in winners[nth])
        cells[person] = tuple(row)
    return cells


def _figures(row: Iterable[SeasonCell | None]) -> _Figures:
    cells = [cell for cell in row if cell is not None]
    points = sum((cell.points for cell in cells if cell.counts), Fraction())
    # A result of nothing is as good as none.
    results = sorted((cell.points for cell in cells if cell.points), reverse=True)
    return points, sum(cell.is_won for cell in cells), tuple(results)


def _first_difference(above: _Figures, below: _Figures) -> SeasonCriterion:
    if above[0] != below[0]:
        return SeasonCriterion.POINTS
    return SeasonCriterion.EVENINGS_WON if above[1] != below[1] else SeasonCriterion.SINGLE_RESULTS


def _by_direct_matches(equal: list[int], matches: Sequence[Match]) -> Iterator[list[int]]:
    """The equal ones place by place; more than one where not even their matches separate them."""
    if len(equal) == 1:
        yield equal
        return
    balance = dict.fromkeys(equal, 0)
    between = [match for match in matches if match.winner in balance and match.loser in balance]
    for match in between:
        balance[match.winner] += 1
        balance[match.loser] -= 1
    if len(set(balance.values())) == 1:
        yield sorted(equal)
        return
    for value in sorted(set(balance.values()), reverse=True):
        yield from _by_direct_matches([person for person in equal if balance[person] == value], between)
