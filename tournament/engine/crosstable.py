"""The crosstable: who met whom at the board and with which score, and who has won without a match."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from operator import eq

from tournament.engine.record import Result, Score, TournamentRecord
from tournament.engine.scores import counted_score

NOBODY = 0
Column = Sequence[int]
"""A figure for each row; row 0 stands for nobody."""


@dataclass(frozen=True)
class Crosstable:
    """A row for everyone who ever entered, with the start number in `numbers`, and two columns for each round.

    The columns in `met` hold the row of the opponent at the board, those in `score` the index of the match's score in
    `scores`, seen from the row, own counted points first. Forfeits and byes are in neither; `unplayed_wins` counts such
    wins by start number, each brings `unplayed_win_points`. Columns are arrays, which are read in half the time of
    lists: nothing is fetched from elsewhere in memory.
    """

    numbers: Sequence[int]
    met: Sequence["array[int]"]
    score: Sequence["array[int]"]
    scores: Sequence[Score]
    unplayed_wins: Counter[int]
    unplayed_win_points: int

    def summed(self, values: Sequence[int], of: Sequence["array[int]"]) -> list[int]:
        """Return for each row the sum of its values in all rounds; the columns `of` hold their indices in `values`."""
        if not of:
            return [0] * len(self.numbers)
        return list(map(sum, zip(*(map(values.__getitem__, column) for column in of), strict=True)))

    @cached_property
    def leads(self) -> Column:
        """For each of `scores`, by how many points the match was won; below 0 if it was lost."""
        return [own_points - other_points for own_points, other_points in self.scores]

    @cached_property
    def unplayed(self) -> Column:
        """How often each row has won without a match."""
        wins = self.unplayed_wins
        return [wins[number] for number in self.numbers] if wins else [0] * len(self.numbers)

    @cached_property
    def match_wins(self) -> Column:
        """The match wins of each row, byes and forfeit wins included."""
        board_wins = self.summed([lead > 0 for lead in self.leads], self.score)
        return array("i", map(sum, zip(board_wins, self.unplayed, strict=True)))

    def by_number(self, column: Column) -> dict[int, int]:
        return dict(list(zip(self.numbers, column, strict=True))[1:])

    @cached_property
    def opponents(self) -> Mapping[int, Sequence[int]]:
        """The opponents that each start number has met, in the order of the rounds; a repeated one as often as met."""
        rows = zip(*self.met, strict=True) if self.met else ((),) * len(self.numbers)
        names = self.numbers
        met_by_number = {number: [names[row] for row in met if row] for number, met in zip(names, rows, strict=True)}
        del met_by_number[NOBODY]
        return met_by_number

    def defeated(self, groups: Column | None = None) -> dict[int, list[int]]:
        """Return whom each start number has beaten at the board, once for each win; players without a win are left out.

        With `groups`, a number for each row, only matches between rows of the same group count.
        """
        losers_by_winner: dict[int, list[int]] = {}
        for met_rows, score in zip(self.met, self.score, strict=True):
            rows: Iterable[int] = range(len(self.numbers))
            if groups is not None:
                rows = compress(rows, map(eq, groups, map(groups.__getitem__, met_rows)))
            for row in rows:
                if self.leads[score[row]] > 0:
                    losers_by_winner.setdefault(self.numbers[row], []).append(self.numbers[met_rows[row]])
        return losers_by_winner

    def has_met_bye(self, number: int) -> bool:
        """Tell whether a player has met the bye: had it, or won by forfeit."""
        return number in self.unplayed_wins


def match_winner(result: Result, first: int, second: int) -> int | None:
    """Return who gets the match win of two players: the winner, or who is ahead in a stopped match; None if nobody."""
    if result.score is None:
        return result.winner
    if result.score[0] == result.score[1]:
        return None
    return first if result.score[0] > result.score[1] else second


def crosstable(record: TournamentRecord, after_round: int, as_of: int | None = None) -> Crosstable:
    """Make the crosstable of rounds 1 to `after_round`, with everyone who ever entered; finals are left out.

    With `as_of`, the results are those in force when that round was paired, else the current ones.
    """
    numbers = (NOBODY, *[entry.number for entry in record.entries])
    rows = range(len(numbers))
    # Start numbers mostly count from 1 without a gap; a lookup in a dict would then take as long as all the rest.
    row_of: Sequence[int] | Mapping[int, int] = (
        rows if numbers == tuple(rows) else dict(zip(numbers, rows, strict=True))
    )
    scores = _Scores(record)
    unplayed_wins: Counter[int] = Counter()
    met_in, score_in = [], []
    for played_round in record.rounds[: min(after_round, record.swiss_rounds)]:
        met_rows, score = (array("i", bytes(array("i").itemsize * len(numbers))) for _column in ("met", "score"))
        for pairing in played_round.pairings:
            second = pairing.second
            result = pairing.result_as_of(as_of) if pairing.was else pairing.result
            if second is None:
                unplayed_wins[pairing.first] += 1
            elif result.score is not None:
                row, other_row = row_of[pairing.first], row_of[second]
                met_rows[row], met_rows[other_row] = other_row, row
                score[row], score[other_row] = scores[result.score]
            elif result.winner is not None:
                unplayed_wins[result.winner] += 1
        met_in.append(met_rows)
        score_in.append(score)
    return Crosstable(numbers, met_in, score_in, scores.counted, unplayed_wins, record.rules.unplayed_win_points)


def meetings(record: TournamentRecord, number: int, first: int, second: int | None) -> tuple[int, ...]:
    """Return the rounds before `number` in which two met at the board, by the results when that round was paired.

    Without a `second`, return the rounds in which the first won without a match: this counts as having met the bye.
    """
    round_numbers = []
    for round_ in record.rounds[: min(number - 1, record.swiss_rounds)]:
        for pairing in round_.pairings:
            result = pairing.result_as_of(number)
            is_match = {pairing.first, pairing.second} == {first, second} and result.score is not None
            is_unplayed_win = first == (pairing.first if pairing.second is None else result.winner)
            if is_match if second is not None else is_unplayed_win:
                round_numbers.append(round_.number)
    return tuple(round_numbers)


class _Scores(dict[Score, tuple[int, int]]):
    """Maps each raw score to the indices of the counted score, seen from the first and from the second player."""

    def __init__(self, record: TournamentRecord) -> None:
        super().__init__()
        self.rules = record.rules
        self.counted: list[Score] = [(0, 0)]

    def __missing__(self, score: Score) -> tuple[int, int]:
        first, second = counted_score(self.rules, score)
        place = len(self.counted)
        self.counted += [(first, second), (second, first)]
        self[score] = place, place + 1
        return self[score]
