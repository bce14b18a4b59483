"""Who has left in the middle of the running round, and what can be done about it."""

import pytest

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
    say_words,
)
from tournament.actions.players import set_pause, withdraw_entry
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.models import Round, Tournament
from tournament.queries.evening import evening_of
from tournament.queries.rounds.seating import leavers

pytestmark = pytest.mark.django_db
WIN = Result(Outcome.PLAYED, (3, 1))


def told(tournament, number=None):
    """Each leaver with opponent, and whether the round can be paired again."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    rounds = tournament.rounds.order_by("number")
    rows, may_pair_again = leavers(rounds.get(number=number) if number else rounds.last(), evening_of(tournament))
    return [(row.entry.number, row.opponent and row.opponent.number) for row in rows], may_pair_again


def leave(tournament, *numbers):
    for number in numbers:
        withdraw_entry(entry_of(tournament, number), by=make_director())


@pytest.fixture
def tournament():
    """Five players; round 1 is 5-2 at table 1, 4-3 at table 2, and the bye for 1."""
    made = make_tournament(entries=5)
    draw_next_round(made)
    return made


def test_where_everybody_is_here_nobody_is_told_of(tournament):
    assert told(tournament) == ([], False)


def test_whose_opponent_is_free_is_not_told_of_here(tournament):
    leave(tournament, 5, 3)

    assert told(tournament) == ([], True)


def test_in_a_hidden_round_nobody_is_free_and_every_leaver_is_told_of(tournament):
    Round.objects.update(is_hidden=True)
    leave(tournament, 5, 3)

    assert told(tournament) == ([(5, 2), (3, 4)], True)


def test_who_has_left_a_match_that_had_begun_is_told_of(tournament):
    say_words(pairing_of(tournament, 1, 1), "0-won-single")
    leave(tournament, 5)
    rows, _may_pair_again = leavers(tournament.rounds.get(), evening_of(Tournament.objects.get()))

    assert [(row.entry.number, row.has_begun) for row in rows] == [(5, True)]


def test_where_a_whole_table_has_left_one_row_stands_for_both(tournament):
    leave(tournament, 5, 2)

    assert told(tournament) == ([(5, 2)], True)


def test_who_has_left_with_the_bye_is_told_of_while_the_round_can_be_paired_again(tournament):
    leave(tournament, 1)

    assert told(tournament) == ([(1, None)], True)


def test_who_has_left_with_the_bye_keeps_it_once_a_result_is_in(tournament):
    leave(tournament, 1)
    enter_result(pairing_of(tournament, 1, 2), WIN)

    assert told(tournament) == ([], False)


def test_nothing_is_offered_of_a_round_that_is_over_or_of_a_closed_tournament():
    made = make_tournament(entries=4, played=1)
    play_round(draw_next_round(made))
    leave(made, 1)
    over = told(made, 1), told(made, 2)
    close_tournament(made, by=make_director())

    assert (*over, told(made)) == (([], False),) * 3


def test_a_round_that_could_not_be_paired_again_is_not_offered_to_be(tournament):
    leave(tournament, 5, 2, 4, 3)

    assert told(tournament) == ([(5, 2), (4, 3)], False)


def test_a_decided_match_is_decided(tournament):
    leave(tournament, 5)
    enter_result(pairing_of(tournament, 1, 1), DOUBLE_FORFEIT)

    assert told(tournament) == ([], False)


def test_who_sits_out_the_next_round_has_not_left(tournament):
    set_pause(entry_of(tournament, 5), by=make_director(), round_number=2, pauses=True)

    assert told(tournament) == ([], False)
