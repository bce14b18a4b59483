"""Whether the rounds planned can all be played by those who are here."""

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament
from tournament.actions.players import withdraw_entry
from tournament.actions.tournaments import close_tournament
from tournament.models import Tournament
from tournament.queries.rounds.progress import lost_rounds

pytestmark = pytest.mark.django_db


def told(tournament):
    return lost_rounds(Tournament.objects.get(pk=tournament.pk))


def leave(tournament, *numbers):
    for number in numbers:
        withdraw_entry(entry_of(tournament, number), by=make_director())


def test_it_is_told_as_soon_as_somebody_leaves():
    tournament = make_tournament(entries=6, planned_rounds=5)
    before_the_draw = told(tournament)
    draw_next_round(tournament)
    all_here = told(tournament)
    leave(tournament, 1, 2)

    assert (before_the_draw, all_here) == (None, None)
    assert told(tournament) in (3, 4)


def test_where_nobody_is_left_to_play_there_is_nothing_to_plan():
    tournament = make_tournament(entries=4, planned_rounds=3)
    draw_next_round(tournament)
    leave(tournament, 1, 2, 3)

    assert told(tournament) is None


def test_a_closed_tournament_plans_nothing():
    tournament = make_tournament(entries=4, played=1, planned_rounds=4)
    before = told(tournament)
    close_tournament(tournament, by=make_director())

    assert (before, told(tournament)) == (3, None)
