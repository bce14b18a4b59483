"""What is still possible: who can pass the leader on the running evening, on the next, or on all that are planned."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournament.season.points import points_for_rank, points_for_wins
from tournament.season.ranking import SeasonRow
from tournament.season.record import Attendance, EveningRecord, PointsBy, SeasonRules


@dataclass(frozen=True, slots=True)
class Reach:
    """What it takes to pass the leader if the leader gains no more than is certain: a place, or match wins.

    `rank` is the last one that is enough on each of so many `evenings`, `match_wins` the fewest that are on all of
    them together; the other is None. `is_any` says that to come is enough, `is_later` that the evening is not the
    running one.
    """

    rank: int | None = None
    match_wins: int | None = None
    is_any: bool = False
    evenings: int = 1
    is_later: bool = False


@dataclass(frozen=True, slots=True)
class _Others:
    """Somebody's other evenings: the results of them that count, the best first, of at most `best`."""

    counted: tuple[Fraction, ...]
    best: int | None
    total: Fraction

    @property
    def least(self) -> Fraction | None:
        """The result that a further one has to exceed, once no more can count."""
        return self.counted[-1] if self.best is not None and len(self.counted) == self.best else None

    def with_evening(self, gained: Fraction) -> Fraction:
        """The points of the season where the evening brings so much."""
        if self.least is None:
            return self.total + gained
        return self.total + max(gained - self.least, Fraction())

    def with_evenings(self, gained: Sequence[Fraction]) -> Fraction:
        """The points of the season where so many evenings bring so much."""
        if self.best is None:
            return self.total + sum(gained, Fraction())
        return sum(sorted((*self.counted, *gained), reverse=True)[: self.best], Fraction())


@dataclass(frozen=True, slots=True)
class _Evening:
    """The evening whose points are still open, running or next: who is there, and how many rounds the next has."""

    attendances: dict[int, Attendance]
    rounds: int
    rules: SeasonRules
    is_running: bool = False

    @property
    def last_rank(self) -> int:
        """The last place of those who are there; as long as nobody is, the last that the table names."""
        return max((each.rank for each in self.attendances.values()), default=len(self.rules.table))

    def best_rank(self, person: int) -> int:
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

    def least_total(self, person: int, others: _Others) -> Fraction:
        """The points of the season that are certain, however the evening goes and whoever comes to it yet."""
        own = self.attendances.get(person)
        if own is None:
            return others.total
        if self.rules.points_by is PointsBy.PLACE:
            return others.with_evening(points_for_rank(len(self.rules.table), self.rules))
        return others.with_evening(points_for_wins(own.match_wins, self.rules))

    def most(self, person: int) -> list[Fraction]:
        """The most points that the running evening can bring, also to whoever comes late; of the next, nothing."""
        if not self.is_running:
            return []
        if self.rules.points_by is PointsBy.PLACE:
            return [points_for_rank(self.best_rank(person), self.rules)]
        most = {each.person: each.match_wins + each.matches_left for each in self.attendances.values()}
        return [points_for_wins(most.get(person, max(most.values(), default=0)), self.rules)]


@dataclass(frozen=True, slots=True)
class _Leader:
    """A leader's other evenings, and the match wins so far on this one; None: not there."""

    others: _Others
    match_wins: int | None

    def total(self, rules: SeasonRules, last_rank: int) -> Fraction:
        """The points that are certain where others leave the leader no more than this place."""
        if self.match_wins is None:
            return self.others.total
        if rules.points_by is PointsBy.PLACE:
            return self.others.with_evening(points_for_rank(max(last_rank, 1), rules))
        return self.others.with_evening(points_for_wins(self.match_wins, rules))


def reaches(
    evenings: Sequence[EveningRecord], rules: SeasonRules, rows: Sequence[SeasonRow], rest: Sequence[int]
) -> dict[int, Reach]:
    """By person: how the leader can be passed on the evening that is running, otherwise on the next; where that one
    is not enough, on the fewest evenings that are.

    The leaders themselves, and who cannot do it, are left out. `rest` says how many rounds each evening to come has,
    as far as they are known.
    """
    evening, nth = _open_evening(evenings, rules, rest)
    if not rows or evening is None:
        return {}
    there = evening.attendances
    leaders = [
        _Leader(_others(row, nth, rules), there[row.person].match_wins if row.person in there else None)
        for row in rows
        if row.rank == 1
    ]
    # The last place is that of one of two.
    certain = max(leader.total(rules, evening.last_rank) for leader in leaders)
    beside_the_last = max(leader.total(rules, evening.last_rank - 1) for leader in leaders)
    found = {}
    for row in rows:
        if row.rank > 1:
            others = _others(row, nth, rules)
            takes_part = not evening.is_running or row.person in there
            reach = _reach(row.person, others, evening, certain, beside_the_last) if takes_part else None
            reach = reach or _reach_later(row.person, others, evening, rest, certain)
            found.update({row.person: reach} if reach else {})
    return found


def out_of_reach(
    evenings: Sequence[EveningRecord], rules: SeasonRules, rows: Sequence[SeasonRow], rest: Sequence[int]
) -> frozenset[int]:
    """Who can no longer be first, whatever happens on the evening that is running and on the `rest`, which are all
    that are to come. Once none are, the ranking says it all.
    """
    evening, nth = _open_evening(evenings, rules, rest)
    if evening is None:
        return frozenset()
    others = {row.person: _others(row, nth, rules) for row in rows}
    certain = max((evening.least_total(person, own) for person, own in others.items()), default=Fraction())
    if rules.points_by is PointsBy.PLACE:
        best = [points_for_rank(1, rules)] * len(rest)
    else:
        best = [points_for_wins(rounds, rules) for rounds in rest]
    return frozenset(
        person for person, own in others.items() if own.with_evenings([*evening.most(person), *best]) < certain
    )


def needed_to_improve(row: SeasonRow, rules: SeasonRules) -> Fraction:
    """The points that one more evening has to exceed so that it changes the total."""
    return _others(row, len(row.cells), rules).least or Fraction()


def _open_evening(
    evenings: Sequence[EveningRecord], rules: SeasonRules, rest: Sequence[int]
) -> tuple[_Evening | None, int]:
    """The evening whose points are still open, and its position; None: there is none."""
    running = [nth for nth, evening in enumerate(evenings) if evening.is_running]
    if running:
        there = {each.person: each for each in evenings[running[-1]].attendances}
        return _Evening(there, 0, rules, is_running=True), running[-1]
    return (_Evening({}, rest[0], rules) if rest else None), len(evenings)


def _others(row: SeasonRow, nth: int, rules: SeasonRules) -> _Others:
    """All evenings of the row but the one at this position."""
    results = sorted((cell.points for at, cell in enumerate(row.cells) if cell is not None and at != nth), reverse=True)
    counted = tuple(results[: rules.best])
    return _Others(counted, rules.best, sum(counted, Fraction()))


def _reach(
    person: int, others: _Others, evening: _Evening, certain: Fraction, beside_the_last: Fraction
) -> Reach | None:
    rules, last = evening.rules, evening.last_rank
    if rules.points_by is PointsBy.PLACE:
        for rank in range(last, evening.best_rank(person) - 1, -1):
            to_pass = beside_the_last if rank == last else certain
            if others.with_evening(points_for_rank(rank, rules)) > to_pass:
                return Reach(rank=rank, is_any=rank == last)
        return None
    wins = evening.wins(person)
    for count in wins:
        if others.with_evening(points_for_wins(count, rules)) > certain:
            return Reach(match_wins=count, is_any=count == wins[0])
    return None


def _reach_later(
    person: int, others: _Others, evening: _Evening, rest: Sequence[int], certain: Fraction
) -> Reach | None:
    """The fewest evenings, the running one among them where it can help, and the least on them that is enough."""
    rules, own = evening.rules, evening.attendances.get(person)
    if rules.points_by is PointsBy.PLACE:
        can_win = own is not None and evening.best_rank(person) == 1
        certain_tonight = [] if own is None or can_win else [points_for_rank(evening.last_rank, rules)]
        last = len(rules.table)
        for count in range(1, can_win + len(rest) + 1):
            for rank in range(last, 0, -1):
                if others.with_evenings([*certain_tonight, *[points_for_rank(rank, rules)] * count]) > certain:
                    return Reach(rank, None, rank == last, count, is_later=evening.is_running and count == 1)
        return None
    so_far = 0 if own is None else own.match_wins
    tonight = [] if own is None else [own.match_wins + own.matches_left]
    most = [*tonight, *sorted(rest, reverse=True)]

    def is_enough(count: int, wins: int) -> bool:
        return others.with_evenings([points_for_wins(won, rules) for won in _filled(most[:count], wins)]) > certain

    for count in range(1, len(most) + 1):
        if is_enough(count, together := sum(most[:count])):
            fewest = so_far + bisect_left(range(so_far, together), True, key=partial(is_enough, count))
            return Reach(None, fewest, fewest == so_far, count, is_later=evening.is_running and count == 1)
    return None


def _filled(most: Sequence[int], wins: int) -> list[int]:
    """So many wins on evenings with room for so many each: no other way brings more, for only the best count."""
    filled = []
    for room in most:
        filled.append(min(room, wins))
        wins -= filled[-1]
    return filled
