import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament, play_round
from tournament.actions.players import withdraw_entry
from tournament.engine.terms import Criterion
from tournament.queries.players import player_cards

pytestmark = pytest.mark.django_db


def told(played):
    """Each round: the opponent's number, and wins, difference and place after it."""
    return [
        (
            number,
            cell.opponent and cell.opponent.entry.number,
            after and (after.match_wins, after.figures[Criterion.POINT_DIFFERENCE], after.rank),
        )
        for number, cell, after in played
    ]


def test_a_card_tells_how_the_player_stood_after_each_round():
    tournament = make_tournament(3)
    play_round(draw_next_round(tournament), scores=[(4, 1)])
    play_round(draw_next_round(tournament), scores=[(3, 0)])

    assert {entry.number: told(played) for entry, played in player_cards(tournament)} == {
        1: [(1, None, (1, 0, 2)), (2, 2, (1, -3, 3))],
        2: [(1, 3, (1, 2, 1)), (2, 1, (2, 5, 1))],
        3: [(1, 2, (0, -2, 3)), (2, None, (1, -2, 2))],
    }


def test_after_a_round_that_is_still_played_nobody_has_a_place():
    tournament = make_tournament(2)
    draw_next_round(tournament)

    assert [told(played) for _entry, played in player_cards(tournament)] == [[(1, 2, None)], [(1, 1, None)]]


def test_who_has_left_has_no_card():
    tournament = make_tournament(3, played=1)
    withdraw_entry(entry_of(tournament, 2), by=make_director())

    assert [entry.number for entry, _played in player_cards(tournament)] == [1, 3]


@pytest.mark.parametrize("count", [2, 12])
def test_the_number_of_queries_does_not_grow_with_the_field(count, django_assert_num_queries):
    tournament = make_tournament(count, played=1)

    with django_assert_num_queries(2):
        player_cards(tournament)
