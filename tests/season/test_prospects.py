"""Who can no longer be first, and what one more evening has to bring."""

from tests.season.builders import evening
from tournament.season.prospects import needed_to_improve, out_of_reach
from tournament.season.ranking import ranking
from tournament.season.record import PointsBy, SeasonRules

PODIUM = SeasonRules(table=(5, 3, 1))


def impossible(evenings, rules=PODIUM, rest=()):
    return out_of_reach(evenings, rules, ranking(evenings, rules), rest)


def test_who_cannot_be_first_whatever_happens_is_told_so_where_no_more_evenings_come():
    behind = [evening("1 2 3"), evening("1 3 2"), evening("1 2")]

    assert impossible(behind, rest=(5,)) == {2, 3}
    assert impossible(behind, rest=(5, 5)) == {3}
    assert impossible(behind, rest=(5, 5, 5)) == set()


def test_points_as_many_as_the_leader_s_are_within_reach():
    assert impossible([evening("1 2"), evening("1")], rest=(5,)) == {2}
    assert impossible([evening("1 2"), evening("1")], SeasonRules(table=(4, 4, 0)), rest=(5,)) == set()


def test_on_a_running_evening_what_is_still_open_is_open_for_whoever_comes_late_too():
    by_wins = SeasonRules(points_by=PointsBy.MATCH_WINS)
    before, tonight = evening("1:5 2:4 3:3 4:1"), evening("1:0 2:1", is_running=True, left=1)

    assert impossible([before, tonight], by_wins) == {4}


def test_once_nothing_is_to_come_the_ranking_says_it_all():
    assert impossible([evening("1 2 3")]) == set()


def test_one_more_result_has_to_exceed_the_least_that_counts():
    rules = SeasonRules(table=(5, 3, 1), best=2)
    first, second = ranking([evening("1 2"), evening("1 2"), evening("1")], rules)

    assert (needed_to_improve(first, rules), needed_to_improve(second, rules)) == (5, 3)
    assert needed_to_improve(first, PODIUM) == 0
