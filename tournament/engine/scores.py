"""The points of a match score that count under the rules of the tournament."""

from tournament.engine.record import Rules, Score


def counted_score(rules: Rules, score: Score) -> Score:
    """Return the points of a raw score that count: in a match to 3, 4:1 counts as 3:1 without `count_excess_points`."""
    if rules.count_excess_points:
        return score
    return min(score[0], rules.match_length), min(score[1], rules.match_length)
