"""What is still possible: who can pass the leader on the running evening, or on the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.season.points import points_for_place, points_for_wins
from tournament.season.ranking import SeasonRow, best_of
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
class _Tonight:
    """An evening whose points are still open: what somebody can reach in it, and what is certain already."""

    nth: int
    attendances: dict[int, Attendance]
    next_rounds: int

    @property
    def last_place(self) -> int | None:
        """The last place of those who are there; None as long as nobody is."""
        return max((each.place for each in self.attendances.values()), default=None)

    def best_place(self, person: int) -> int:
        """The best place that is still possible."""
        own = self.attendances.get(person)
        if own is None:
            return 1
        most = own.match_wins + own.matches_left
        return 1 + sum(other.match_wins > most for other in self.attendances.values())

    def most_wins(self, person: int) -> int:
        own = self.attendances.get(person)
        return self.next_rounds if own is None else own.match_wins + own.matches_left


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
    tonight = _Tonight(nth, there, next_rounds)
    leaders = [row for row in rows if row.rank == 1]
    found = {row.person: _reach(row, leaders, tonight, rules) for row in rows if row.rank > 1}
    return {
        person: reach
        for person, reach in found.items()
        if reach is not None and (not running or person in tonight.attendances)
    }


def needed_to_improve(row: SeasonRow, rules: SeasonRules) -> Fraction:
    """The points that one more evening has to exceed so that it changes the total."""
    counted = [cell.points for cell in row.cells if cell is not None and cell.counts]
    if rules.best is None or len(counted) < rules.best:
        return Fraction()
    return min(counted)


def _reach(row: SeasonRow, leaders: Sequence[SeasonRow], tonight: _Tonight, rules: SeasonRules) -> Reach | None:
    if rules.points_by is PointsBy.PLACE:
        last = tonight.last_place or len(rules.table)
        for place in range(last, tonight.best_place(row.person) - 1, -1):
            # The last place is that of one of the two.
            certain = points_for_place(max(last - (place == last), 1), rules)
            if _passes(row, points_for_place(place, rules), leaders, certain, tonight, rules):
                return Reach(place=place, is_any=place == last)
        return None
    own = tonight.attendances.get(row.person)
    fewest = own.match_wins if own else 0
    for wins in range(fewest, tonight.most_wins(row.person) + 1):
        if _passes(row, points_for_wins(wins, rules), leaders, None, tonight, rules):
            return Reach(match_wins=wins, is_any=wins == fewest)
    return None


def _passes(
    row: SeasonRow,
    gained: Fraction,
    leaders: Sequence[SeasonRow],
    certain: Fraction | None,
    tonight: _Tonight,
    rules: SeasonRules,
) -> bool:
    """Whether so many points are enough; a leader who is there gets what is `certain`, by default the wins so far."""
    own = _total(row, tonight, gained, rules)
    for leader in leaders:
        there = tonight.attendances.get(leader.person)
        at_least = None
        if there is not None:
            at_least = points_for_wins(there.match_wins, rules) if certain is None else certain
        if own <= _total(leader, tonight, at_least, rules):
            return False
    return True


def _total(row: SeasonRow, tonight: _Tonight, gained: Fraction | None, rules: SeasonRules) -> Fraction:
    """The points of the season where that evening brings so much."""
    results = [cell.points for nth, cell in enumerate(row.cells) if cell is not None and nth != tonight.nth]
    results += [] if gained is None else [gained]
    return sum((results[position] for position in best_of(results, rules.best)), Fraction())
