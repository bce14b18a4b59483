"""What an evening brings."""

from fractions import Fraction

import pytest

from tests.season.builders import evening
from tournament.season.points import points_of, winners_of
from tournament.season.record import PRESETS, PointsBy, SeasonRules

PODIUM = SeasonRules(table=(5, 3, 1))


def test_points_follow_the_place_and_the_last_of_the_table_is_that_of_every_further_place():
    assert points_of(evening("7 4 9 2 5"), PODIUM) == {7: 5, 4: 3, 9: 1, 2: 1, 5: 1}


def test_the_lot_decides_the_points_unless_ties_share_them():
    level = evening("1 2=3=4 5")

    assert points_of(level, PODIUM) == {1: 5, 2: 3, 3: 1, 4: 1, 5: 1}
    assert points_of(level, SeasonRules(table=(5, 3, 1), ties_share=True)) == {
        1: 5,
        2: Fraction(5, 3),
        3: Fraction(5, 3),
        4: Fraction(5, 3),
        5: 1,
    }


@pytest.mark.parametrize(
    ("points_by", "points"), [(PointsBy.MATCH_WINS, [3, 2, 0]), (PointsBy.MATCH_WINS_AND_COMING, [4, 3, 1])]
)
def test_points_are_match_wins_and_one_for_coming_where_it_is_so_set(points_by, points):
    assert list(points_of(evening("1:3 2:2 3"), SeasonRules(points_by=points_by)).values()) == points


def test_whoever_is_first_has_won_the_evening_and_who_shares_the_first_place_too():
    level = evening("1=2 3")

    assert winners_of(level, SeasonRules()) == {1}
    assert winners_of(level, SeasonRules(ties_share=True)) == {1, 2}


def test_every_preset_gives_a_better_place_no_less():
    assert all(list(preset) == sorted(preset, reverse=True) for preset in PRESETS)
