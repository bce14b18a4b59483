"""The criteria of a ranking as data: how each is counted, and which lists of them a tournament may rank by.

To add a criterion, add its name in `terms.py` and a function here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from tournament.engine.crosstable import NOBODY, Column, Crosstable
from tournament.engine.refusals import Refused
from tournament.engine.terms import KONSTANZ, Criterion, Ranking


def _buchholz_cut_1(table: Crosstable) -> Column:
    """Count Buchholz cut 1: "Buchholz without the smallest of the numbers that are added up (nobody met: 0)." """
    wins = table.match_wins
    met_by_row = zip(*table.met, strict=True) if table.met else ((),) * len(table.numbers)
    added_up = ([wins[row] for row in rows if row != NOBODY] for rows in met_by_row)
    return [sum(numbers) - min(numbers, default=0) for numbers in added_up]


def _sonneborn_berger(table: Crosstable) -> Column:
    """Count Sonneborn-Berger.

    "The match wins of every opponent beaten in a match played or stopped, as often as beaten."
    """
    wins, leads = table.match_wins, table.leads
    total = [0] * len(table.numbers)
    for opponents, scores in zip(table.met, table.score, strict=True):
        for row, (opponent, score) in enumerate(zip(opponents, scores, strict=True)):
            if leads[score] > 0:
                total[row] += wins[opponent]
    return total


def _with_unplayed(table: Crosstable, points: Column) -> Column:
    """Add the points that each row gets for wins without a match."""
    if not table.unplayed_win_points:
        return points
    win_points = table.unplayed_win_points
    return [board_points + win_points * times for board_points, times in zip(points, table.unplayed, strict=True)]


COUNTS: Mapping[Criterion, Callable[[Crosstable], Column]] = {
    Criterion.MATCH_WINS: lambda table: table.match_wins,
    Criterion.POINT_DIFFERENCE: lambda table: _with_unplayed(table, table.summed(table.leads, table.score)),
    # "The sum of the match wins of every opponent actually played, a repeated opponent as often as met."
    Criterion.BUCHHOLZ: lambda table: table.summed(table.match_wins, table.met),
    Criterion.BUCHHOLZ_CUT_1: _buchholz_cut_1,
    Criterion.SONNEBORN_BERGER: _sonneborn_berger,
    # "The own counted points of all matches played or stopped", and those of each win without a match.
    Criterion.POINTS_WON: lambda table: _with_unplayed(
        table, table.summed([own for own, _other in table.scores], table.score)
    ),
}

OWN_MATCHES_ALONE = (Criterion.MATCH_WINS, Criterion.POINT_DIFFERENCE, Criterion.POINTS_WON)
"""The criteria that depend on a player's own matches alone: no other table changes them."""

ONLY_SHOWN = (Criterion.FINALS, Criterion.TOOK_PART)
"""What separates rows of the ranking as it is shown, and nothing that a round is paired by."""

CHOICES = tuple(
    criterion for criterion in Criterion if criterion not in (Criterion.MATCH_WINS, Criterion.LOT, *ONLY_SHOWN)
)
"""The criteria to choose from, in the order in which they are offered; in a ranking, head-to-head must be last."""

PRESETS: Mapping[str, Ranking] = {
    "konstanz": KONSTANZ,
    "buchholz": (Criterion.BUCHHOLZ, Criterion.POINT_DIFFERENCE, Criterion.HEAD_TO_HEAD),
    "chess": (Criterion.BUCHHOLZ_CUT_1, Criterion.BUCHHOLZ, Criterion.SONNEBORN_BERGER, Criterion.HEAD_TO_HEAD),
}


def counted(ranking: Iterable[Criterion]) -> tuple[Criterion, ...]:
    """Return the match wins and the criteria of a ranking that are a number for each player, unlike head-to-head."""
    return (Criterion.MATCH_WINS, *(criterion for criterion in ranking if criterion in COUNTS))


def whole(ranking: Iterable[Criterion]) -> tuple[Criterion, ...]:
    """Return all criteria of a ranking in the order in which they decide, with the match wins and the lot."""
    return (Criterion.MATCH_WINS, *ranking, Criterion.LOT)


LONGEST_NAME = 60


def ranking_of(names: Sequence[str]) -> Ranking:
    """Read a ranking from the names of its criteria.

    Refuses a name that is unknown, cannot be chosen or comes twice, and head-to-head anywhere but last.
    """
    criterion_by_name = {criterion.value: criterion for criterion in Criterion}
    for name in names:
        if name not in criterion_by_name:
            raise Refused("ranking_unknown", name=name[:LONGEST_NAME], choices=", ".join(CHOICES))
        if criterion_by_name[name] not in CHOICES:
            raise Refused("ranking_always_there", criterion=name)
        if names.count(name) > 1:
            raise Refused("ranking_twice", criterion=name)
    if Criterion.HEAD_TO_HEAD in names[:-1]:
        raise Refused("ranking_head_to_head_not_last")
    return tuple(criterion_by_name[name] for name in names)
