"""The matches on a player's page say what its tournament ranks by."""

import pytest

from tests.factories import entry_of, make_tournament
from tournament.engine.standings import standings
from tournament.engine.terms import Criterion
from tournament.pages.standings import PlayerPathTable
from tournament.queries.evening import evening_of, record_of
from tournament.queries.standings import paths_of

pytestmark = pytest.mark.django_db
ALWAYS = ["round_number", "opponent", "result", "rank_after"]


def table_of(ranking, number=2):
    tournament = make_tournament(entries=4, played=2, ranking=" ".join(ranking))
    record = record_of(tournament)
    standing = next(row for row in standings(record) if row.number == number)
    path = paths_of(evening_of(tournament))[number]
    return PlayerPathTable(entry_of(tournament, number), standing, path, {})


@pytest.mark.parametrize(
    ("ranking", "shown"),
    [
        ([Criterion.POINT_DIFFERENCE, Criterion.BUCHHOLZ, Criterion.HEAD_TO_HEAD], {"gained", "opponent_wins"}),
        ([Criterion.SONNEBORN_BERGER], {"opponent_wins"}),
        ([Criterion.POINTS_WON], {"points"}),
        ([], set()),
    ],
)
def test_each_match_says_what_it_brought_for_what_is_counted(ranking, shown):
    assert {column.name for column in table_of(ranking).columns} - {*ALWAYS} == shown


def test_the_points_of_the_matches_add_up_to_the_points_won():
    table = table_of([Criterion.POINTS_WON])

    assert sum(row.points for row in table.data) == table.standing.figures[Criterion.POINTS_WON]
