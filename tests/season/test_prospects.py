"""Who can still pass the leader, and with what."""

from tests.season.builders import evening
from tournament.season.prospects import Reach, needed_to_improve, out_of_reach, reaches
from tournament.season.ranking import ranking
from tournament.season.record import PointsBy, SeasonRules

PODIUM = SeasonRules(table=(5, 3, 1))


def possible(evenings, rules=PODIUM, rest=(5,)):
    return reaches(evenings, rules, ranking(evenings, rules), rest)


def impossible(evenings, rules=PODIUM, rest=()):
    return out_of_reach(evenings, rules, ranking(evenings, rules), rest)


def test_the_last_place_of_the_next_evening_that_is_enough_is_named():
    assert possible([evening("1 2 3")]) == {2: Reach(rank=2), 3: Reach(rank=1)}
    assert possible([evening("1 2 3"), evening("1 3 2")]) == {}


def test_to_come_is_enough_where_the_last_place_is():
    assert possible([evening("1 2 3")], SeasonRules(table=(5, 4, 2))) == {
        2: Reach(rank=3, is_any=True),
        3: Reach(rank=2),
    }


def test_a_struck_out_result_gains_nothing():
    rules = SeasonRules(table=(5, 3, 1), best=1)

    assert possible([evening("1 2 3")], rules) == {}


def test_without_a_further_evening_nothing_is_possible():
    assert possible([evening("1 2 3")], rest=()) == {}


def test_on_a_running_evening_the_leader_keeps_what_is_certain():
    running = evening("1:1 2:1 3:0", is_running=True, left=1)

    assert possible([evening("1 2 3"), running], rest=()) == {2: Reach(rank=1)}


def test_on_a_running_evening_who_is_not_there_can_do_nothing():
    first, tonight = evening("1 2 3 4"), evening("4:1 3:1", is_running=True, left=5)

    assert possible([first, tonight], SeasonRules(table=(8, 6, 5, 4)), rest=()) == {3: Reach(rank=1)}


def test_a_place_that_cannot_be_reached_any_more_is_not_offered():
    def running(left):
        return evening("1:3 2:3 3:1", is_running=True, left=left)

    assert possible([evening("1 3 2"), running(left=2)], rest=()) == {3: Reach(rank=1)}
    assert possible([evening("1 3 2"), running(left=1)], rest=()) == {}


def test_match_wins_are_asked_for_where_they_are_the_points():
    rules = SeasonRules(points_by=PointsBy.MATCH_WINS_AND_COMING)

    assert possible([evening("1:3 2:2 3:0")], rules) == {2: Reach(match_wins=1), 3: Reach(match_wins=3)}
    assert possible([evening("1:3 2:2 3:0")], rules, rest=(2,)) == {2: Reach(match_wins=1)}


def test_what_one_evening_cannot_bring_the_fewest_of_those_planned_can():
    behind = [evening("1 2 3"), evening("1 3 2")]

    assert possible(behind, rest=(5, 5)) == {2: Reach(rank=1, evenings=2), 3: Reach(rank=1, evenings=2)}
    assert possible(behind, rest=(5, 5, 5)) == possible(behind, rest=(5, 5))
    assert possible([*behind, evening("2 3")], rest=(5, 5, 5)) == {2: Reach(rank=2), 3: Reach(rank=1)}
    by_wins = SeasonRules(points_by=PointsBy.MATCH_WINS)
    assert possible([evening("1:7 2:1")], by_wins, rest=(2, 4, 3)) == {2: Reach(match_wins=7, evenings=2)}


def test_to_come_to_several_evenings_can_be_enough():
    rules = SeasonRules(table=(5, 4))
    behind = [evening("1 2"), evening("1")]

    assert possible(behind, rules, rest=(5, 5)) == {2: Reach(rank=2, is_any=True, evenings=2)}
    with_coming = SeasonRules(points_by=PointsBy.MATCH_WINS_AND_COMING)
    assert possible([evening("1:1 2:0")], with_coming, rest=(0, 0)) == {2: Reach(match_wins=0, is_any=True, evenings=2)}


def test_only_the_best_results_of_those_planned_count():
    by_wins = SeasonRules(points_by=PointsBy.MATCH_WINS, best=2)
    before = [evening("1:5 2:3"), evening("1:3 2:3")]

    assert possible(before, by_wins, rest=(4, 4, 4)) == {}
    assert possible(before, by_wins, rest=(5, 4)) == {2: Reach(match_wins=9, evenings=2)}


def test_whoever_misses_the_running_evening_can_still_win_a_planned_one():
    first, tonight = evening("1 2 3 4"), evening("4:1 3:1", is_running=True, left=5)

    assert possible([first, tonight], SeasonRules(table=(8, 6, 5, 4)), rest=(5,)) == {
        1: Reach(rank=4, is_any=True, is_later=True),
        2: Reach(rank=3, is_later=True),
        3: Reach(rank=1),
    }


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
    assert possible([before, tonight], by_wins, rest=()) == {2: Reach(match_wins=2)}


def test_once_nothing_is_to_come_the_ranking_says_it_all():
    assert impossible([evening("1 2 3")]) == set()


def test_one_more_result_has_to_exceed_the_least_that_counts():
    rules = SeasonRules(table=(5, 3, 1), best=2)
    first, second = ranking([evening("1 2"), evening("1 2"), evening("1")], rules)

    assert (needed_to_improve(first, rules), needed_to_improve(second, rules)) == (5, 3)
    assert needed_to_improve(first, PODIUM) == 0
