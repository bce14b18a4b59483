import pytest

from tests.factories import make_tournament
from tournament.queries.prints import GROUPS, Missing, Print, missing_for, print_groups

pytestmark = pytest.mark.django_db


def test_everything_has_its_time_of_the_evening():
    assert sorted(each for prints in GROUPS.values() for each in prints) == sorted(Print)


@pytest.mark.parametrize(
    ("tournament", "missing"),
    [
        (
            {"entries": 0},
            {
                Print.ROUND: Missing.ROUND,
                Print.PAIRINGS: Missing.ROUND,
                Print.PAIRINGS_BY_NAME: Missing.ROUND,
                Print.SLIPS: Missing.ROUND,
                Print.STANDINGS: Missing.PLAYERS,
                Print.CROSSTABLE: Missing.PLAYERS,
                Print.DOOR: Missing.PLAYERS,
                Print.CARDS: Missing.PLAYERS,
                Print.CERTIFICATES: Missing.END,
            },
        ),
        (
            {"entries": 4},
            {
                Print.ROUND: Missing.ROUND,
                Print.PAIRINGS: Missing.ROUND,
                Print.PAIRINGS_BY_NAME: Missing.ROUND,
                Print.SLIPS: Missing.ROUND,
                Print.CROSSTABLE: Missing.ROUND,
                Print.CERTIFICATES: Missing.END,
            },
        ),
        ({"entries": 4, "played": 1, "planned_rounds": 2}, {Print.CERTIFICATES: Missing.END}),
        ({"entries": 4, "played": 2, "planned_rounds": 2}, {}),
    ],
    ids=["empty", "before round 1", "under way", "over"],
)
def test_what_is_missing_is_known(tournament, missing):
    made = make_tournament(**tournament)

    assert {each: reason for each in Print if (reason := missing_for(made, each))} == missing


def test_what_a_whole_group_waits_for_is_known():
    assert [group.missing for group in print_groups(make_tournament(4))] == [Missing.ROUND, None, None, None]
