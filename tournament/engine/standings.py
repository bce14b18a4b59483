"""The ranking after a round. This is the one place that knows its order."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tournament.engine.crosstable import CrosstableLine, crosstable
from tournament.engine.head_to_head import DirectMatches, order_tied
from tournament.engine.lot import lot
from tournament.engine.record import TournamentRecord
from tournament.engine.terms import Criterion


class Level(NamedTuple):
    """The three counted criteria in the order in which they decide; the greater level is ahead."""

    match_wins: int
    point_difference: int
    buchholz: int


COUNTED = tuple(map(Criterion, Level._fields))


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


def rank(lines: Mapping[int, CrosstableLine], draw_seed: str, after_round: int) -> tuple[Standing, ...]:
    """The rows of these lines, best first."""
    wins = {number: line.match_wins for number, line in lines.items()}
    levels = {
        number: Level(match_wins, point_difference, sum(map(wins.__getitem__, opponents)))
        for number, match_wins, point_difference, opponents, _defeated, _has_met_bye in lines.values()
    }
    defeated = {number: line.defeated for number, line in lines.items()}
    return tuple(in_order(levels, defeated, draw_seed, after_round))


def in_order(
    levels: Mapping[int, Level], defeated: Mapping[int, Sequence[int]], draw_seed: str, after_round: int
) -> Iterator[Standing]:
    """The rows one by one, best first: by what the levels count, then by head-to-head and lot.

    `defeated` says whom each has won against.
    """
    tied_on: dict[Level, list[int]] = defaultdict(list)
    for number, level in levels.items():
        tied_on[level].append(number)
    above: Level | None = None
    rows_above = 0
    for level in sorted(tied_on, reverse=True):
        tied = tied_on[level]
        between = None if above is None else _first_difference(above, level)
        if len(tied) == 1:
            yield Standing(rows_above + 1, tied[0], *level, between)
        else:
            yield from _tied_rows(tied, level, between, defeated, draw_seed, after_round, rows_above)
        rows_above += len(tied)
        above = level


def _tied_rows(
    tied: list[int],
    level: Level,
    between: Criterion | None,
    defeated: Mapping[int, Sequence[int]],
    draw_seed: str,
    after_round: int,
    rows_above: int,
) -> Iterator[Standing]:
    lots = {number: lot(draw_seed, after_round, number) for number in tied}
    placed = order_tied(tied, defeated, lots)
    for offset, tied_player in enumerate(placed, start=1):
        decided_by = between if offset == 1 else tied_player.decided_by
        yield Standing(rows_above + offset, tied_player.number, *level, decided_by, tied_player.matches)


def _first_difference(above: Level, below: Level) -> Criterion:
    return next(criterion for criterion, upper, lower in zip(COUNTED, above, below, strict=True) if upper != lower)
