from tournament.engine.record import Rules
from tournament.engine.scores import counted_score


def test_excess_points_count_only_where_the_tournament_says_so():
    assert counted_score(Rules(count_excess_points=False), (4, 1)) == (3, 1)
    assert counted_score(Rules(count_excess_points=True), (4, 1)) == (4, 1)
    assert counted_score(Rules(count_excess_points=False), (2, 4)) == (2, 3)
