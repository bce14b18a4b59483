"""Which final scores are possible, why others are not, and what counts of an excess point."""

from tournament.engine.record import Rules, Score
from tournament.engine.refusals import Refused


def highest_score(rules: Rules) -> int:
    """The most points a winner can end with: from one point away by the dearest game."""
    dearest_game = 3 if rules.backgammons else 2 if rules.gammons else 1
    return rules.match_length - 1 + dearest_game


def possible_scores(rules: Rules) -> tuple[Score, ...]:
    """Every final score of a played match, first against second, from the clearest win of the first
    to the clearest win of the second."""
    length = rules.match_length
    won = [(winner, loser) for winner in range(highest_score(rules), length - 1, -1) for loser in range(length)]
    return (*won, *((loser, winner) for winner, loser in reversed(won)))


def refuse_score(rules: Rules, score: Score) -> None:
    """Refuse what no legal series of games can lead to.

    "A score is valid exactly when one side has at least `match_length`, the other less, and some legal
    series of games leads there."
    """
    length = rules.match_length
    facts = {"first": score[0], "second": score[1], "length": length}
    if min(score) < 0:
        raise Refused("score_negative", **facts)
    if min(score) >= length:
        raise Refused("score_two_winners", **facts)
    if max(score) < length:
        raise Refused("score_without_winner", **facts)
    if max(score) > highest_score(rules):
        raise Refused("score_too_high", **facts, highest=highest_score(rules))


def refuse_stopped_score(rules: Rules, score: Score) -> None:
    """Refuse the score of an unfinished match in which somebody has already won, or a negative one."""
    facts = {"first": score[0], "second": score[1], "length": rules.match_length}
    if min(score) < 0:
        raise Refused("score_negative", **facts)
    if max(score) >= rules.match_length:
        raise Refused("stopped_score_is_final", **facts)


def counted_score(rules: Rules, score: Score) -> Score:
    """What counts of a raw score: with `count_excess_points` off, 4:1 counts as 3:1."""
    if rules.count_excess_points:
        return score
    return min(score[0], rules.match_length), min(score[1], rules.match_length)
