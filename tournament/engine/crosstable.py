"""One line per player after a round: whom they met, what they won, by how much."""

from collections import Counter
from itertools import repeat
from typing import NamedTuple

from tournament.engine.record import Result, Rules, Score, TournamentRecord
from tournament.engine.scores import counted_score

# Start numbers count from 1.
NOBODY = 0


class CrosstableLine(NamedTuple):
    """What the rounds so far say of one player.

    `opponents` and `defeated` hold start numbers, one for each match at the board, so a repeated opponent
    stands there as often as met; forfeits are in neither. `has_met_bye` is also true of who won by forfeit.
    """

    number: int
    match_wins: int
    point_difference: int
    opponents: tuple[int, ...]
    defeated: tuple[int, ...]
    has_met_bye: bool


def match_winner(result: Result, first: int, second: int) -> int | None:
    """Who gets the match win of a pairing of two: the winner, of a stopped match who is ahead, or nobody."""
    if result.score is None:
        return result.winner
    if result.score[0] == result.score[1]:
        return None
    return first if result.score[0] > result.score[1] else second


def crosstable(record: TournamentRecord, after_round: int, as_of: int | None = None) -> dict[int, CrosstableLine]:
    """The line of everyone who ever entered, by start number, from rounds 1 to `after_round`.

    `as_of` takes the results in force when that round was paired; None takes today's.
    """
    index_of = {entry.number: index for index, entry in enumerate(record.entries)}
    unplayed_wins: Counter[int] = Counter()
    leads: dict[Score, int] = {}
    # A column a round, read across at the end; a list a player would take half as long again.
    met_in: list[list[int]] = []
    lead_in: list[list[int]] = []
    for played_round in record.rounds[:after_round]:
        met, lead = [NOBODY] * len(index_of), [0] * len(index_of)
        for pairing in played_round.pairings:
            first, second = pairing.first, pairing.second
            result = pairing.result_as_of(as_of) if pairing.was else pairing.result
            score = result.score
            if second is None:
                unplayed_wins[first] += 1
            elif score is not None:
                ahead = leads.get(score)
                if ahead is None:
                    ahead = leads[score] = _lead(record.rules, score)
                row, other_row = index_of[first], index_of[second]
                met[row], lead[row] = second, ahead
                met[other_row], lead[other_row] = first, -ahead
            elif result.winner is not None:
                unplayed_wins[result.winner] += 1
        met_in.append(met)
        lead_in.append(lead)
    unplayed_points = record.rules.unplayed_win_points
    rows = zip(zip(*met_in, strict=True), zip(*lead_in, strict=True), strict=True) if met_in else repeat(((), ()))
    return {
        number: _line(number, met, lead, unplayed_wins.get(number, 0), unplayed_points)
        for number, (met, lead) in zip(index_of, rows, strict=False)
    }


def _line(
    number: int, met: tuple[int, ...], leads: tuple[int, ...], unplayed_wins: int, unplayed_points: int
) -> CrosstableLine:
    defeated = tuple([opponent for opponent, lead in zip(met, leads, strict=True) if lead > 0])
    return CrosstableLine(
        number,
        len(defeated) + unplayed_wins,
        sum(leads) + unplayed_wins * unplayed_points,
        tuple([opponent for opponent in met if opponent != NOBODY]) if NOBODY in met else met,
        defeated,
        unplayed_wins > 0,
    )


def _lead(rules: Rules, score: Score) -> int:
    """Counted points of the first minus those of the second: above 0, the first has won or is ahead."""
    first, second = counted_score(rules, score)
    return first - second
