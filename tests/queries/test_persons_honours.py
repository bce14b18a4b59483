import pytest

from tests.factories import make_director, make_tournament
from tournament.actions.cash import add_prize
from tournament.models import Tournament
from tournament.queries.evening import evening_of
from tournament.queries.persons import honours
from tournament.queries.standings import standings_page

pytestmark = pytest.mark.django_db


def test_the_three_best_placed_are_honoured_with_the_prizes_for_their_place():
    tournament = make_tournament(6, played=2, planned_rounds=2)
    for place, description in ((3, "Dice"), (1, "Board"), (1, "Book")):
        add_prize(tournament, by=make_director(), place=place, description=description, price_cents=100)

    found = honours(tournament)

    assert [(honour.rank, honour.prizes) for honour in found] == [(1, ("Board", "Book")), (2, ()), (3, ("Dice",))]
    assert [honour.entry for honour in found] == [row.entry for row in standings_page(evening_of(tournament)).rows[:3]]


def test_as_long_as_matches_are_to_be_played_nobody_is():
    assert honours(make_tournament(6, played=2, planned_rounds=3)) == ()


def test_a_tournament_that_was_closed_early_has_its_best_too():
    tournament = make_tournament(6, played=2, planned_rounds=3)
    Tournament.objects.update(is_closed=True)
    tournament.refresh_from_db()

    assert [honour.rank for honour in honours(tournament)] == [1, 2, 3]
