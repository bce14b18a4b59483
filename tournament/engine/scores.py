"""Which points of a score count."""

from tournament.engine.record import Rules, Score


def counted_score(rules: Rules, score: Score) -> Score:
    """The points that count of a raw score: with `count_excess_points` off, 4:1 counts as 3:1."""
    if rules.count_excess_points:
        return score
    return min(score[0], rules.match_length), min(score[1], rules.match_length)
