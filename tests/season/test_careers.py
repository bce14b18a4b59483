"""What somebody has done against whom."""

from tests.season.builders import played
from tournament.season.careers import Against, Career, careers


def test_the_matches_with_each_opponent_are_counted_the_most_met_first():
    against = careers(played("1-2 1-3 3-1 3-1 4-1 1-5"))[1].against

    assert against == (Against(3, 1, 2), Against(2, 1, 0), Against(5, 1, 0), Against(4, 0, 1))


def test_the_longest_streak_is_kept_when_it_ends_and_goes_on_over_evenings():
    found = careers(played("1-2 1-2 1-2 2-1 1-2"))

    assert (found[1].longest_streak, found[1].streak) == (3, 1)
    assert (found[2].longest_streak, found[2].streak) == (1, 0)
    assert (found[1].won, found[1].lost) == (4, 1)


def test_who_has_only_lost_has_no_streak():
    assert careers(played("1-2"))[2] == Career((Against(1, 0, 1),), 0, 0)
