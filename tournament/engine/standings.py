"""The ranking after a round, by the criteria that the tournament has chosen.

Players with the same figures for all counted criteria are on the same level; head-to-head and the lot order them.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tournament.engine.criteria import COUNTS, counted
from tournament.engine.crosstable import Crosstable, crosstable
from tournament.engine.head_to_head import Circle, DirectMatches, order_tied
from tournament.engine.lot import lot
from tournament.engine.record import TournamentRecord
from tournament.engine.terms import Criterion, Ranking

Level = tuple[int, ...]
"""The figures of a player in the order in which they decide; the greater level is ahead."""


class Standing(NamedTuple):
    """A row of the ranking: rank from 1, start number, and the figures of the counted criteria in their order.

    `decided_by` is the criterion that separates the row from the one above, None in the first row; `matches` are the
    direct matches that decided, if it is head-to-head, or the circle that left the decision to the lot. Before the
    first round nothing has been played for, so the rank `is_lot`, and there is no place; nor is there a lot before it
    is drawn. Else a player without a place has left and never took part: such rows stand at the end of the ranking as
    it is shown.
    """

    rank: int
    number: int
    figures: Mapping[Criterion, int]
    decided_by: Criterion | None
    matches: DirectMatches | Circle | None = None
    has_place: bool = True
    is_lot: bool = False

    @property
    def place(self) -> int | None:
        """The rank, as pages and papers show it; None before the first round, and for who never took part."""
        return self.rank if self.has_place and not self.is_lot else None

    @property
    def lot(self) -> int | None:
        """The order drawn by lot, which is shown instead of a place before the first round."""
        return self.rank if self.has_place and self.is_lot else None

    @property
    def match_wins(self) -> int:
        return self.figures[Criterion.MATCH_WINS]


def standings(
    record: TournamentRecord,
    after_round: int | None = None,
    as_of: int | None = None,
    lots_of: int | None = None,
) -> tuple[Standing, ...]:
    """Return the ranking of everyone who ever entered by the Swiss rounds, best first, as the next round is paired by
    it; `finals.shown_standings` is the one that is shown.

    `after_round` defaults to the last complete round; a running round gives a provisional ranking. With `as_of`, the
    results are those in force when that round was paired; with `lots_of`, the lots are those of that round.
    """
    swiss = record.swiss_rounds
    k = min(record.completed_rounds if after_round is None else after_round, swiss)
    lots = k if lots_of is None else min(lots_of, swiss)
    return rank(crosstable(record, k, as_of), record.rules.ranking, record.draw_seed, lots)


def rank(table: Crosstable, ranking: Ranking, draw_seed: str, after_round: int) -> tuple[Standing, ...]:
    """Rank the rows of a crosstable by these criteria, best first."""
    columns = [COUNTS[criterion](table) for criterion in counted(ranking)]
    level_of_row = list(zip(*columns, strict=True))
    tied_on: dict[Level, list[int]] = defaultdict(list)
    for number, level in zip(table.numbers[1:], level_of_row[1:], strict=True):
        tied_on[level].append(number)
    defeated: Mapping[int, Sequence[int]] = {}
    if Criterion.HEAD_TO_HEAD in ranking:
        group_of = {level: group for group, level in enumerate(tied_on, start=1)}
        defeated = table.defeated(array("i", [0, *map(group_of.__getitem__, level_of_row[1:])]))
    return tuple(in_order(tied_on, ranking, defeated, draw_seed, after_round))


def in_order(
    tied_on: Mapping[Level, Sequence[int]],
    ranking: Ranking,
    defeated: Mapping[int, Sequence[int]],
    draw_seed: str,
    after_round: int,
) -> Iterator[Standing]:
    """Yield the rows of the ranking, best first: by level, and players on the same level by head-to-head and by lot.

    `tied_on` lists the players on each level; `defeated` lists whom each player has beaten, and may leave out players
    who have beaten nobody.
    """
    criteria = counted(ranking)
    is_lot = after_round == 0
    has_place = not is_lot or bool(draw_seed)
    above: Level | None = None
    rank = 1
    for level in sorted(tied_on, reverse=True):
        tied = tied_on[level]
        figures = dict(zip(criteria, level, strict=True))
        between = None if above is None else _first_difference(criteria, above, level)
        if len(tied) == 1:
            yield Standing(rank, tied[0], figures, between, None, has_place, is_lot)
        else:
            lots = {number: lot(draw_seed, after_round, number) for number in tied}
            for row, (number, decided_by, matches) in enumerate(order_tied(tied, defeated, lots), start=rank):
                yield Standing(row, number, figures, decided_by or between, matches, has_place, is_lot)
        rank += len(tied)
        above = level


def _first_difference(criteria: Sequence[Criterion], above: Level, below: Level) -> Criterion:
    return next(criterion for criterion, upper, lower in zip(criteria, above, below, strict=True) if upper != lower)
