"""One line per player after a round: whom they met, what they won, by how much."""

from dataclasses import dataclass

from tournament.engine.record import Result, TournamentRecord
from tournament.engine.scores import counted_score


@dataclass(frozen=True, slots=True)
class Line:
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


def crosstable(record: TournamentRecord, after_round: int, as_of: int | None = None) -> dict[int, Line]:
    """The line of everyone who ever entered, by start number, from rounds 1 to `after_round`.

    `as_of` takes the results in force when that round was paired; None takes today's.
    """
    rules = record.rules
    numbers = [entry.number for entry in record.entries]
    wins = dict.fromkeys(numbers, 0)
    difference = dict.fromkeys(numbers, 0)
    opponents: dict[int, list[int]] = {number: [] for number in numbers}
    defeated: dict[int, list[int]] = {number: [] for number in numbers}
    met_bye: set[int] = set()
    unplayed = rules.unplayed_win_points
    for played_round in record.rounds[:after_round]:
        for pairing in played_round.pairings:
            first, second = pairing.first, pairing.second
            result = pairing.result_as_of(as_of) if pairing.was else pairing.result
            if second is None:
                wins[first] += 1
                difference[first] += unplayed
                met_bye.add(first)
                continue
            winner = match_winner(result, first, second)
            if winner is not None:
                wins[winner] += 1
            if result.score is not None:
                points = counted_score(rules, result.score)
                difference[first] += points[0] - points[1]
                difference[second] += points[1] - points[0]
                opponents[first].append(second)
                opponents[second].append(first)
                if winner is not None:
                    defeated[winner].append(second if winner == first else first)
            elif winner is not None:
                difference[winner] += unplayed
                met_bye.add(winner)
    return {
        number: Line(
            number,
            wins[number],
            difference[number],
            tuple(opponents[number]),
            tuple(defeated[number]),
            number in met_bye,
        )
        for number in numbers
    }
