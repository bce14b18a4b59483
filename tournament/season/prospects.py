"""Prospects in a season: who can no longer be first, and how many points one more tournament must bring to count."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.season.points import Points, points_for_rank, points_for_wins
from tournament.season.ranking import SeasonRow
from tournament.season.record import Attendance, EveningRecord, PointsBy, SeasonRules


@dataclass(frozen=True, slots=True)
class _Others:
    """A person's results outside the open tournament; `counted` are those that count, best first, at most `best`."""

    counted: tuple[Points, ...]
    best: int | None
    total: Points

    @property
    def least(self) -> Points | None:
        """The lowest result that counts; a further one must exceed it to count. None if a further one counts anyway."""
        return self.counted[-1] if self.best is not None and len(self.counted) == self.best else None

    def with_evenings(self, *gained: Points) -> Points:
        """Return the person's points in the season if further tournaments bring `gained`."""
        if self.best is None:
            return self.total + sum(gained)
        return sum(sorted((*self.counted, *gained), reverse=True)[: self.best])


@dataclass(frozen=True, slots=True)
class _Evening:
    """The running tournament and who plays in it; or the next tournament, still without players."""

    attendances: dict[int, Attendance]
    rules: SeasonRules
    is_running: bool = False

    def least_total(self, person: int, others: _Others) -> Points:
        """Return the season's points that a person has for certain, however the tournament goes and whoever joins."""
        attendance = self.attendances.get(person)
        if attendance is None:
            return others.total
        if self.rules.points_by is PointsBy.PLACE:
            return others.with_evenings(points_for_rank(len(self.rules.table), self.rules))
        return others.with_evenings(points_for_wins(attendance.match_wins, self.rules))

    def most(self, person: int) -> list[Points]:
        """Return the most points a person, even a latecomer, can get from a running tournament; empty for the next."""
        if not self.is_running:
            return []
        most = {
            attendance.person: attendance.match_wins + attendance.matches_left
            for attendance in self.attendances.values()
        }
        most_wins = most.get(person, max(most.values(), default=0))
        if self.rules.points_by is PointsBy.PLACE:
            ahead = sum(other.match_wins > most_wins for other in self.attendances.values())
            return [points_for_rank(1 + ahead, self.rules)]
        return [points_for_wins(most_wins, self.rules)]


def out_of_reach(
    evenings: Sequence[EveningRecord], rules: SeasonRules, season_rows: Sequence[SeasonRow], to_come: Sequence[int]
) -> frozenset[int]:
    """Return who can no longer be first, whatever happens in the running tournament and those to come.

    `to_come` holds the number of rounds of each tournament to come. With none running or to come, nobody is returned:
    the ranking is final.
    """
    evening, nth = _open_evening(evenings, rules, to_come)
    if evening is None:
        return frozenset()
    others_by_person = {row.person: _others(row, nth, rules) for row in season_rows}
    certain = max((evening.least_total(person, own) for person, own in others_by_person.items()), default=0)
    if rules.points_by is PointsBy.PLACE:
        best = [points_for_rank(1, rules)] * len(to_come)
    else:
        best = [points_for_wins(rounds, rules) for rounds in to_come]
    return frozenset(
        person for person, own in others_by_person.items() if own.with_evenings(*evening.most(person), *best) < certain
    )


def needed_to_improve(row: SeasonRow, rules: SeasonRules) -> Points:
    """Return the points that one more tournament must exceed to raise the person's total."""
    return _others(row, len(row.cells), rules).least or 0


def _open_evening(
    evenings: Sequence[EveningRecord], rules: SeasonRules, to_come: Sequence[int]
) -> tuple[_Evening | None, int]:
    """Return the running or next tournament, None if there is neither, and its position in the season from 0."""
    positions = [nth for nth, evening in enumerate(evenings) if evening.is_running]
    if positions:
        attendance_by_person = {attendance.person: attendance for attendance in evenings[positions[-1]].attendances}
        return _Evening(attendance_by_person, rules, is_running=True), positions[-1]
    return (_Evening({}, rules) if to_come else None), len(evenings)


def _others(row: SeasonRow, nth: int, rules: SeasonRules) -> _Others:
    """Return the person's results in all tournaments except the one at position `nth`, counted from 0."""
    results = sorted((cell.points for at, cell in enumerate(row.cells) if cell is not None and at != nth), reverse=True)
    counted_points = tuple(results[: rules.best])
    return _Others(counted_points, rules.best, sum(counted_points))
