"""Who leads the season, which evenings count, and what decides between equals."""

from tests.season.builders import evening
from tournament.season.ranking import SeasonCriterion, ranking
from tournament.season.record import PointsBy, SeasonRules

PODIUM = SeasonRules(table=(5, 3, 1))


def table(evenings, rules=PODIUM):
    return [(row.rank, row.person, row.points, row.decided_by) for row in ranking(evenings, rules)]


def test_points_of_all_evenings_are_added_up():
    assert table([evening("1 2 3"), evening("2 3")]) == [
        (1, 2, 8, None),
        (2, 1, 5, SeasonCriterion.POINTS),
        (3, 3, 4, SeasonCriterion.POINTS),
    ]


def test_only_the_best_evenings_count_and_of_equal_ones_the_earlier():
    evenings = [evening("2 1"), evening("3 1 2"), evening("1 2"), evening("3 1 2")]

    row = next(row for row in ranking(evenings, SeasonRules(table=(5, 3, 1), best=2)) if row.person == 1)

    assert [(cell.points, cell.counts) for cell in row.cells] == [(3, True), (3, False), (5, True), (3, False)]
    assert row.points == 8


def test_an_evening_missed_is_no_result_and_does_not_use_up_one_that_counts():
    row = ranking([evening("1 2"), evening("2"), evening("1 2")], SeasonRules(table=(5, 3), best=2))[0]

    assert (row.person, row.points, row.evenings) == (1, 10, 2)
    assert row.cells[1] is None


def test_between_equals_more_evenings_won_decide_first():
    rules = SeasonRules(points_by=PointsBy.MATCH_WINS)

    assert table([evening("1:2 2:2 3:2"), evening("2:2 1:2 3:2"), evening("1:1 2:1")], rules) == [
        (1, 1, 5, None),
        (2, 2, 5, SeasonCriterion.EVENINGS_WON),
        (3, 3, 4, SeasonCriterion.POINTS),
    ]


def test_then_the_better_single_results_and_those_struck_out_speak_too():
    rules = SeasonRules(table=(6, 4, 2, 0), best=1)

    assert table([evening("9 1 2"), evening("9 2 1"), evening("9 8 1")], rules)[1:] == [
        (2, 1, 4, SeasonCriterion.POINTS),
        (3, 2, 4, SeasonCriterion.SINGLE_RESULTS),
        (4, 8, 4, SeasonCriterion.SINGLE_RESULTS),
    ]


def test_then_the_matches_against_each_other_over_the_season():
    first, second = evening("9 1 2", matches="2-1 9-1"), evening("9 2 1", matches="2-1 1-2 9-1 9-1")

    assert table([first, second])[1:] == [(2, 2, 4, SeasonCriterion.POINTS), (3, 1, 4, SeasonCriterion.HEAD_TO_HEAD)]


def test_whom_nothing_separates_shares_the_place():
    assert table([evening("9 1 2 3"), evening("9 2 1"), evening("8 7 6 3")]) == [
        (1, 9, 10, None),
        (2, 8, 5, SeasonCriterion.POINTS),
        (3, 1, 4, SeasonCriterion.POINTS),
        (3, 2, 4, None),
        (5, 7, 3, SeasonCriterion.POINTS),
        (6, 3, 2, SeasonCriterion.POINTS),
        (7, 6, 1, SeasonCriterion.POINTS),
    ]


def test_a_circle_shares_the_place_and_whom_it_leaves_equal_is_compared_again():
    nothing_for_it = SeasonRules(table=(0,))
    circle = evening("9 1 2 3", matches="1-2 2-3 3-1")
    four = evening("9 1 2 3 4", matches="4-2 1-4 2-3 1-3")

    assert [row[:2] for row in table([circle], nothing_for_it)] == [(1, 9), (2, 1), (2, 2), (2, 3)]
    assert [row[:2] for row in table([four], nothing_for_it)] == [(1, 9), (2, 1), (3, 4), (4, 2), (5, 3)]


def test_without_evenings_nobody_is_ranked():
    assert ranking([], SeasonRules()) == ()
