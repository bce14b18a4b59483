"""The ranking after a round. This is the one place that knows its order."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournament.engine.crosstable import Line, crosstable
from tournament.engine.head_to_head import DirectMatches, order_tied
from tournament.engine.lot import lot
from tournament.engine.record import TournamentRecord
from tournament.engine.terms import Criterion


class Standing(NamedTuple):
    """One row: rank from 1, start number, the three counted criteria, and what separates it from the row above.

    `decided_by` is None in the first row; `matches` says more where head-to-head decided.
    """

    rank: int
    number: int
    match_wins: int
    point_difference: int
    buchholz: int
    decided_by: Criterion | None
    matches: DirectMatches | None = None


def standings(
    record: TournamentRecord, after_round: int | None = None, as_of: int | None = None
) -> tuple[Standing, ...]:
    """The ranking of everyone who ever entered, best first.

    `after_round` defaults to the last round in which every match has its outcome; a later one gives the
    provisional ranking of a running round. `as_of` takes the results in force when that round was paired.
    """
    k = record.completed_rounds if after_round is None else after_round
    return rank(crosstable(record, k, as_of), record.draw_seed, k)


def rank(lines: Mapping[int, Line], draw_seed: str, after_round: int) -> tuple[Standing, ...]:
    """Sort by match wins, point difference, Buchholz, head-to-head and lot, in this order."""
    wins = {number: line.match_wins for number, line in lines.items()}
    level_on_counted: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for number, match_wins, point_difference, opponents, _defeated, _has_met_bye in lines.values():
        level_on_counted[-match_wins, -point_difference, -sum(map(wins.__getitem__, opponents))].append(number)
    defeated = {number: line.defeated for number, line in lines.items()}
    rows: list[Standing] = []
    above: tuple[int, int, int] | None = None
    for level, tied in sorted(level_on_counted.items()):
        between = None if above is None else _first_difference(above, level)
        if len(tied) == 1:
            rows.append(Standing(len(rows) + 1, tied[0], -level[0], -level[1], -level[2], between))
        else:
            rows.extend(_tied_rows(tied, level, between, defeated, draw_seed, after_round, len(rows)))
        above = level
    return tuple(rows)


def _tied_rows(
    tied: list[int],
    level: tuple[int, int, int],
    between: Criterion | None,
    defeated: Mapping[int, Sequence[int]],
    draw_seed: str,
    after_round: int,
    rows_above: int,
) -> Iterable[Standing]:
    lots = {number: lot(draw_seed, after_round, number) for number in tied}
    placed = order_tied(tied, defeated, lots)
    for offset, place in enumerate(placed, start=1):
        decided_by = between if offset == 1 else place.decided_by
        yield Standing(rows_above + offset, place.number, -level[0], -level[1], -level[2], decided_by, place.matches)


def _first_difference(above: tuple[int, int, int], below: tuple[int, int, int]) -> Criterion:
    if above[0] != below[0]:
        return Criterion.MATCH_WINS
    if above[1] != below[1]:
        return Criterion.POINT_DIFFERENCE
    return Criterion.BUCHHOLZ
