"""Who can still pass the leader, and with what."""

from tests.season.builders import evening
from tournament.season.prospects import Reach, needed_to_improve, reaches
from tournament.season.ranking import ranking
from tournament.season.record import PointsBy, SeasonRules

PODIUM = SeasonRules(table=(5, 3, 1))


def possible(evenings, rules=PODIUM, next_rounds=5):
    return reaches(evenings, rules, ranking(evenings, rules), next_rounds)


def test_the_last_place_of_the_next_evening_that_is_enough_is_named():
    assert possible([evening("1 2 3")]) == {2: Reach(place=2), 3: Reach(place=1)}
    assert possible([evening("1 2 3"), evening("1 3 2")]) == {}


def test_to_come_is_enough_where_the_last_place_is():
    assert possible([evening("1 2 3")], SeasonRules(table=(5, 4, 2))) == {
        2: Reach(place=3, is_any=True),
        3: Reach(place=2),
    }


def test_a_struck_out_result_gains_nothing():
    rules = SeasonRules(table=(5, 3, 1), best=1)

    assert possible([evening("1 2 3")], rules) == {}


def test_without_a_further_evening_nothing_is_possible():
    assert possible([evening("1 2 3")], next_rounds=0) == {}


def test_on_a_running_evening_the_leader_keeps_what_is_certain():
    running = evening("1:1 2:1 3:0", is_running=True, left=1)

    assert possible([evening("1 2 3"), running]) == {2: Reach(place=1)}


def test_on_a_running_evening_who_is_not_there_can_do_nothing():
    first, tonight = evening("1 2 3 4"), evening("4:1 3:1", is_running=True, left=5)

    assert possible([first, tonight], SeasonRules(table=(8, 6, 5, 4))) == {3: Reach(place=1)}


def test_a_place_that_cannot_be_reached_any_more_is_not_offered():
    def running(left):
        return evening("1:3 2:3 3:1", is_running=True, left=left)

    assert possible([evening("1 3 2"), running(left=2)]) == {3: Reach(place=1)}
    assert possible([evening("1 3 2"), running(left=1)]) == {}


def test_match_wins_are_asked_for_where_they_are_the_points():
    rules = SeasonRules(points_by=PointsBy.MATCH_WINS_AND_COMING)

    assert possible([evening("1:3 2:2 3:0")], rules) == {2: Reach(match_wins=1), 3: Reach(match_wins=3)}
    assert possible([evening("1:3 2:2 3:0")], rules, next_rounds=2) == {2: Reach(match_wins=1)}


def test_one_more_result_has_to_exceed_the_least_that_counts():
    rules = SeasonRules(table=(5, 3, 1), best=2)
    first, second = ranking([evening("1 2"), evening("1 2"), evening("1")], rules)

    assert (needed_to_improve(first, rules), needed_to_improve(second, rules)) == (5, 3)
    assert needed_to_improve(first, PODIUM) == 0
