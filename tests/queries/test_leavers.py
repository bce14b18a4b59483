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
)
from tournament.actions.entries import set_pause, withdraw_entry
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.models import Tournament
from tournament.queries.evening import evening_of
from tournament.queries.leavers import leavers

pytestmark = pytest.mark.django_db
WIN = Result(Outcome.PLAYED, (3, 1))


def told(tournament, number=None):
    """Each leaver with opponent and stand-in, and whether the round can be paired again."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    rounds = tournament.rounds.order_by("number")
    found = leavers(rounds.get(number=number) if number else rounds.last(), evening_of(tournament))
    rows = [
        (row.entry.number, row.opponent and row.opponent.number, row.stand_in and row.stand_in.number)
        for row in found.rows
    ]
    return rows, found.may_pair_again


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


def test_the_opponent_can_play_whoever_has_the_bye_or_the_round_is_paired_again(tournament):
    leave(tournament, 5, 3)

    assert told(tournament) == ([(5, 2, 1), (3, 4, 1)], True)


def test_once_a_result_is_in_the_round_stays(tournament):
    enter_result(pairing_of(tournament, 1, 2), WIN)
    leave(tournament, 2, 4)

    assert told(tournament) == ([(2, 5, 1)], False)


def test_where_a_whole_table_has_left_one_row_stands_for_both(tournament):
    leave(tournament, 5, 2)

    assert told(tournament) == ([(5, 2, None)], True)


def test_who_has_left_does_not_step_in(tournament):
    leave(tournament, 5, 1)

    assert told(tournament) == ([(5, 2, None), (1, None, None)], True)


def test_who_has_left_with_the_bye_keeps_it_once_a_result_is_in(tournament):
    leave(tournament, 1)
    enter_result(pairing_of(tournament, 1, 2), WIN)

    assert told(tournament) == ([], False)


def test_two_who_have_met_do_not_play_again():
    """Of three, who had the first bye plays in round 2, and who has the second bye met the opponent in round 1."""
    made = make_tournament(entries=3, played=1)
    draw_next_round(made)
    first_bye, second_bye = (pairing_of(made, number, None).first.number for number in (1, 2))
    opponent = 6 - first_bye - second_bye

    leave(made, first_bye)

    assert told(made) == ([(first_bye, opponent, None)], False)


def test_nothing_is_offered_of_a_round_that_is_over_or_of_a_closed_tournament():
    made = make_tournament(entries=4, played=1)
    play_round(draw_next_round(made))
    leave(made, 1)
    over = told(made, 1), told(made, 2)
    close_tournament(made, by=make_director())

    assert (*over, told(made)) == (([], False),) * 3


def test_a_round_that_could_not_be_paired_again_is_not_offered_to_be(tournament):
    leave(tournament, 5, 2, 4, 3)

    assert told(tournament) == ([(5, 2, None), (4, 3, None)], False)


def test_a_decided_match_is_decided(tournament):
    leave(tournament, 5)
    enter_result(pairing_of(tournament, 1, 1), DOUBLE_FORFEIT)

    assert told(tournament) == ([], False)


def test_who_sits_out_the_next_round_has_not_left(tournament):
    set_pause(entry_of(tournament, 5), by=make_director(), round_number=2, pauses=True)

    assert told(tournament) == ([], False)
