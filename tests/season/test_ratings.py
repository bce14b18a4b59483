"""Ratings by the formula of FIBS, worked out by hand."""

from math import sqrt

import pytest

from tests.season.builders import played
from tournament.season.ratings import Ramp, Rated, RatingRules, Ratings, ramp_factor, winning_chance

PLAIN = RatingRules(ramp=Ramp.NONE)


def ratings(evenings, rules):
    return Ratings.after(evenings, rules).rated()


def test_of_two_equals_one_gains_what_the_other_loses():
    assert ratings([(0, played("1-2/9"))], PLAIN) == {
        1: Rated(1506.0, 9, ((0, 1506.0),)),
        2: Rated(1494.0, 9, ((0, 1494.0),)),
    }


def test_each_ones_change_is_multiplied_by_the_own_ramp():
    after = ratings([(0, played("1-2/100 3-1/4"))], RatingRules(start=1800))

    ahead = 4 * sqrt(100) * 0.5 * 5
    chance = 1 / (10 ** (ahead * 2 / 2000) + 1)
    assert after[3].rating == pytest.approx(1800 + 4 * 2 * (1 - chance) * 5)
    assert after[1].rating == pytest.approx(1800 + ahead - 4 * 2 * (1 - chance) * 4)
    assert (after[1].experience, after[3].experience) == (104, 4)


@pytest.mark.parametrize(
    ("ramp", "factors"),
    [
        (Ramp.FIBS, [5, 4.9, 1, 1]),
        (Ramp.SLOW, [2, 1.975, 1, 1]),
        (Ramp.NONE, [1, 1, 1, 1]),
    ],
)
def test_a_ramp_goes_down_to_one_with_the_matches_played(ramp, factors):
    assert [ramp_factor(ramp, experience) for experience in (0, 10, 400, 10_000)] == pytest.approx(factors)


def test_the_better_rated_one_wins_more_often_the_longer_the_match():
    assert winning_chance(0, 7) == 0.5
    assert winning_chance(400, 1) == pytest.approx(0.6131, abs=1e-4)
    assert winning_chance(400, 25) == pytest.approx(1 - winning_chance(-400, 25)) == pytest.approx(10 / 11)


def test_the_course_has_the_rating_after_each_evening():
    course = ratings([(0, played("1-2/1 1-2/1")), (4, played("2-1/1"))], PLAIN)[2].course

    assert [evening for evening, _rating in course] == [0, 4]
    assert course[0][1] < course[1][1] < 1500


def test_nobody_is_rated_before_the_first_match():
    assert ratings((), PLAIN) == {}


def test_what_each_match_gives_somebody_adds_up_to_their_rating():
    evenings = [(0, played("1-2/5 2-3/7 3-1/3")), (4, played("2-3/1"))]
    going_on = Ratings(RatingRules(start=1800))

    changes = [change for evening in evenings for change in going_on.changes_of(1, *evening)]

    assert [change > 0 for change in changes] == [True, False]
    assert 1800 + sum(changes) == pytest.approx(ratings(evenings, RatingRules(start=1800))[1].rating)


def test_a_copy_goes_on_from_where_ratings_stand():
    before, last = [(0, played("1-2/5")), (1, played("2-3/7"))], (2, played("3-1/3 1-2/1"))
    kept = Ratings.after(before, PLAIN)

    gone_on = kept.copy()
    gone_on.add(*last)

    assert gone_on.rated() == ratings([*before, last], PLAIN)
    assert kept.rated() == ratings(before, PLAIN)
