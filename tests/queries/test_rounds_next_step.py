"""What the header of the desk says comes next."""

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament, pairing_of, play_round
from tournament.actions.players import set_here, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.rounds import release_round
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import PENDING, Result
from tournament.engine.terms import Outcome
from tournament.models import Tournament
from tournament.queries.evening import evening_of, record_of
from tournament.queries.rounds.progress import DeskStep, DirectorStep, Readiness, desk_step, next_step
from tournament.queries.tournaments import closing_of

pytestmark = pytest.mark.django_db


def step_of(tournament):
    tournament.refresh_from_db()
    return desk_step(evening_of(tournament))


def test_an_evening_from_the_first_player_to_the_closing():
    tournament = make_tournament(entries=1, planned_rounds=2, hides_new_rounds=True)
    assert step_of(tournament) == DeskStep(DirectorStep.ENTER_PLAYERS, Readiness.NOT_YET, 1, 1, False)

    tournament = make_tournament(entries=4, planned_rounds=2, hides_new_rounds=True)
    assert step_of(tournament) == DeskStep(DirectorStep.DRAW, Readiness.READY, 1, 4, False)

    first = draw_next_round(tournament)
    assert step_of(tournament) == DeskStep(DirectorStep.RELEASE, Readiness.READY, 1, 0, False)

    release_round(tournament, by=make_director(), number=1)
    assert step_of(tournament) == DeskStep(DirectorStep.ENTER_RESULTS, Readiness.NOT_YET, 1, 2, False)

    play_round(first)
    assert step_of(tournament) == DeskStep(DirectorStep.PAIR, Readiness.READY, 2, 4, False)

    second = draw_next_round(tournament)
    release_round(tournament, by=make_director(), number=2)
    play_round(second)
    assert step_of(tournament) == DeskStep(DirectorStep.CLOSE, Readiness.READY, 2, 4, True)

    close_tournament(tournament, by=make_director())
    assert step_of(tournament) == DeskStep(DirectorStep.CLOSED, Readiness.NOT_YET, 2, 0, True)


def test_who_is_not_ticked_off_while_others_are_is_asked_about_first():
    tournament = make_tournament(entries=4)
    set_here(entry_of(tournament, 1), by=make_director(), is_here=True)

    assert step_of(tournament) == DeskStep(DirectorStep.DRAW, Readiness.CAN, 1, 3, False)


def test_who_did_not_appear_is_asked_about_before_the_next_round():
    tournament = make_tournament(entries=4)
    play_round(draw_next_round(tournament))
    table = pairing_of(tournament, 1, 1)
    forfeit = Result(Outcome.FORFEIT, winner=table.first.number)
    record_result(table, by=make_director(), expected=Result(Outcome.PLAYED, (3, 1)), result=forfeit)

    assert step_of(tournament) == DeskStep(DirectorStep.PAIR, Readiness.CAN, 2, 1, False)


def test_where_fewer_than_two_are_left_the_tournament_is_closed():
    tournament = make_tournament(entries=4, played=1)
    for number in (1, 2, 3):
        withdraw_entry(entry_of(tournament, number), by=make_director())

    closing = closing_of(tournament)
    assert step_of(tournament) == DeskStep(DirectorStep.CLOSE, Readiness.CAN, 1, 1, False, closing)


def test_the_step_of_a_running_round_follows_from_the_evening_without_a_query(django_assert_num_queries):
    tournament = make_tournament(entries=8)
    draw_next_round(tournament)
    evening = evening_of(tournament)
    assert pairing_of(tournament, 1, 1).outcome == PENDING.outcome.value

    with django_assert_num_queries(0):
        desk_step(evening)


def step(tournament):
    stored = Tournament.objects.get(pk=tournament.pk)
    return next_step(stored, record_of(stored))


@pytest.mark.parametrize("entries", [0, 1])
def test_players_come_first(entries):
    assert step(make_tournament(entries=entries)) == (DirectorStep.ENTER_PLAYERS, 1, entries)


def test_an_evening_goes_from_step_to_step():
    tournament = make_tournament(entries=4, planned_rounds=2)
    steps = [step(tournament)]
    for _round in range(2):
        round_ = draw_next_round(tournament)
        steps.append(step(tournament))
        play_round(round_)
        steps.append(step(tournament))
    close_tournament(tournament, by=make_director())

    assert [*steps, step(tournament)] == [
        (DirectorStep.DRAW, 1, 4),
        (DirectorStep.ENTER_RESULTS, 1, 4),
        (DirectorStep.PAIR, 2, 4),
        (DirectorStep.ENTER_RESULTS, 2, 4),
        (DirectorStep.CLOSE, 2, 4),
        (DirectorStep.CLOSED, 2, 4),
    ]


@pytest.mark.parametrize("left", [0, 1])
def test_where_too_few_are_left_the_tournament_can_be_closed(left):
    tournament = make_tournament(entries=4, played=1)
    for number in range(1, 5 - left):
        withdraw_entry(entry_of(tournament, number), by=make_director())

    assert step(tournament) == (DirectorStep.CLOSE, 1, left)


def test_next_round_of_the_finals_is_named_by_the_places_that_come_about():
    evening = evening_of(make_tournament(5, 1, planned_rounds=1, finals_players=64))

    assert desk_step(evening).places == 8
