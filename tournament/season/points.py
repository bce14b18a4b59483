"""The points that persons get from a tournament in the ranking of a season."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournament.season.record import Attendance, EveningRecord, PointsBy, SeasonRules

# Whole numbers are ints, which add up faster: a season of many tournaments has tens of thousands of them.
Points = Fraction | int


def points_of(evening: EveningRecord, rules: SeasonRules) -> dict[int, Points]:
    attendances = evening.attendances
    if rules.points_by is not PointsBy.PLACE:
        return {attendance.person: points_for_wins(attendance.match_wins, rules) for attendance in attendances}
    if rules.ties_share:
        shared = _shared(attendances, rules)
        return {attendance.person: shared[attendance.equal_from] for attendance in attendances}
    return {attendance.person: points_for_rank(attendance.rank, rules) for attendance in attendances}


def points_for_rank(rank: int, rules: SeasonRules) -> int:
    return rules.table[min(rank, len(rules.table)) - 1]


def points_for_wins(match_wins: int, rules: SeasonRules) -> int:
    """Return the points for match wins, and for coming if the rules give a point for it."""
    return match_wins + (rules.points_by is PointsBy.MATCH_WINS_AND_COMING)


def winners_of(evening: EveningRecord, rules: SeasonRules) -> frozenset[int]:
    """Return the winners: the first, and if ties share points, also those behind the first only by the lot."""
    return frozenset(
        attendance.person
        for attendance in evening.attendances
        if (attendance.equal_from if rules.ties_share else attendance.rank) == 1
    )


def _shared(attendances: Sequence[Attendance], rules: SeasonRules) -> Mapping[int, Points]:
    """Divide the points of tied places equally; return each person's share, keyed by the best of these places."""
    together: dict[int, int] = defaultdict(int)
    for attendance in attendances:
        together[attendance.equal_from] += points_for_rank(attendance.rank, rules)
    heads = Counter(attendance.equal_from for attendance in attendances)
    return {
        rank: Fraction(points, heads[rank]) if points % heads[rank] else points // heads[rank]
        for rank, points in together.items()
    }
