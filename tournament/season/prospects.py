"""What is still possible: who can pass the leader on the running evening, or on the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.season.points import points_for_place, points_for_wins
from tournament.season.ranking import SeasonRow
from tournament.season.record import Attendance, Evening, PointsBy, SeasonRules


@dataclass(frozen=True, slots=True)
class Reach:
    """What it takes to pass the leader if the leader gains no more than is certain: a place, or match wins.

    `place` is the last one that is enough, `match_wins` the fewest that are; the other is None. `is_any` says that
    to come is enough.
    """

    place: int | None = None
    match_wins: int | None = None
    is_any: bool = False


@dataclass(frozen=True, slots=True)
class _Others:
    """Somebody's other evenings: what they come to, and the least of them that counts, once no more can count."""

    total: Fraction
    least: Fraction | None

    def with_evening(self, gained: Fraction) -> Fraction:
        """The points of the season where the evening brings so much."""
        if self.least is None:
            return self.total + gained
        return self.total + max(gained - self.least, Fraction())


@dataclass(frozen=True, slots=True)
class _Evening:
    """The evening whose points are still open, running or next: who is there, and how many rounds it has."""

    attendances: dict[int, Attendance]
    rounds: int
    rules: SeasonRules

    @property
    def last_place(self) -> int:
        """The last place of those who are there; as long as nobody is, the last that the table names."""
        return max((each.place for each in self.attendances.values()), default=len(self.rules.table))

    def best_place(self, person: int) -> int:
        """The best place that is still possible."""
        own = self.attendances.get(person)
        if own is None:
            return 1
        most = own.match_wins + own.matches_left
        return 1 + sum(other.match_wins > most for other in self.attendances.values())

    def wins(self, person: int) -> range:
        """The match wins that are still possible."""
        own = self.attendances.get(person)
        if own is None:
            return range(self.rounds + 1)
        return range(own.match_wins, own.match_wins + own.matches_left + 1)


@dataclass(frozen=True, slots=True)
class _Leader:
    """A leader's other evenings, and the match wins so far on this one; None: not there."""

    others: _Others
    match_wins: int | None

    def total(self, rules: SeasonRules, last_place: int) -> Fraction:
        """The points that are certain where others leave the leader no more than this place."""
        if self.match_wins is None:
            return self.others.total
        if rules.points_by is PointsBy.PLACE:
            return self.others.with_evening(points_for_place(max(last_place, 1), rules))
        return self.others.with_evening(points_for_wins(self.match_wins, rules))


def reaches(
    evenings: Sequence[Evening], rules: SeasonRules, rows: Sequence[SeasonRow], next_rounds: int
) -> dict[int, Reach]:
    """By person: how the leader can be passed on the evening that is running, otherwise on the next.

    The leaders themselves, and who cannot do it on that evening alone, are left out. `next_rounds` is how many rounds
    the next evening has; 0: there is none.
    """
    running = [nth for nth, evening in enumerate(evenings) if evening.is_running]
    if not rows or not (running or next_rounds):
        return {}
    nth = running[-1] if running else len(evenings)
    there = {each.person: each for each in evenings[nth].attendances} if running else {}
    evening = _Evening(there, next_rounds, rules)
    leaders = [
        _Leader(_others(row, nth, rules), there[row.person].match_wins if row.person in there else None)
        for row in rows
        if row.rank == 1
    ]
    # The last place is that of one of two.
    certain = max(leader.total(rules, evening.last_place) for leader in leaders)
    beside_the_last = max(leader.total(rules, evening.last_place - 1) for leader in leaders)
    found = {}
    for row in rows:
        if row.rank > 1 and (not running or row.person in there):
            reach = _reach(row.person, _others(row, nth, rules), evening, certain, beside_the_last)
            found.update({row.person: reach} if reach else {})
    return found


def needed_to_improve(row: SeasonRow, rules: SeasonRules) -> Fraction:
    """The points that one more evening has to exceed so that it changes the total."""
    return _others(row, len(row.cells), rules).least or Fraction()


def _others(row: SeasonRow, nth: int, rules: SeasonRules) -> _Others:
    """All evenings of the row but the one at this position."""
    results = sorted((cell.points for at, cell in enumerate(row.cells) if cell is not None and at != nth), reverse=True)
    counted = results[: rules.best]
    is_full = rules.best is not None and len(counted) == rules.best
    return _Others(sum(counted, Fraction()), counted[-1] if is_full else None)


def _reach(
    person: int, others: _Others, evening: _Evening, certain: Fraction, beside_the_last: Fraction
) -> Reach | None:
    rules, last = evening.rules, evening.last_place
    if rules.points_by is PointsBy.PLACE:
        for place in range(last, evening.best_place(person) - 1, -1):
            to_pass = beside_the_last if place == last else certain
            if others.with_evening(points_for_place(place, rules)) > to_pass:
                return Reach(place=place, is_any=place == last)
        return None
    wins = evening.wins(person)
    for count in wins:
        if others.with_evening(points_for_wins(count, rules)) > certain:
            return Reach(match_wins=count, is_any=count == wins[0])
    return None
