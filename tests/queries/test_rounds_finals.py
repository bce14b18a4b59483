"""What the desk asks for during the finals: those still in are seated, nobody else is waited for."""

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament, pairing_of, play_round
from tournament.actions.players import withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.rounds import Presence, draw_round
from tournament.engine.finals import bracket_of, seeds_of
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.terms import Outcome
from tournament.models import Tournament
from tournament.queries.evening import evening_of, record_of
from tournament.queries.players import missed_players
from tournament.queries.results import Correction
from tournament.queries.rounds.pairings import NotPlaying, WhyNotPlaying, not_playing
from tournament.queries.rounds.progress import DeskStep, DirectorStep, Readiness, desk_step
from tournament.queries.rounds.seating import free_now, leavers, without_opponent

pytestmark = pytest.mark.django_db


def step_of(tournament):
    tournament = Tournament.objects.get(pk=tournament.pk)
    return desk_step(evening_of(tournament))


def played_swiss(**details):
    return make_tournament(8, 2, planned_rounds=2, **{"finals_players": 4, **details})


def in_the_semifinals(**details):
    tournament = played_swiss(**details)
    draw_next_round(tournament)
    return tournament


def forfeit(tournament, round_number, table, winner):
    result = Result(Outcome.FORFEIT, winner=winner.number)
    record_result(pairing_of(tournament, round_number, table), by=make_director(), expected=PENDING, result=result)


def test_finals_from_the_last_planned_round_to_the_closing():
    tournament = make_tournament(8, 1, planned_rounds=2, finals_players=4)
    second = draw_next_round(tournament)
    assert step_of(tournament) == DeskStep(DirectorStep.ENTER_RESULTS, Readiness.NOT_YET, 2, 4, False, None, 4)

    play_round(second)
    assert step_of(tournament) == DeskStep(DirectorStep.PAIR, Readiness.READY, 3, 4, False, None, 4)

    semifinals = draw_next_round(tournament)
    assert step_of(tournament) == DeskStep(DirectorStep.ENTER_RESULTS, Readiness.NOT_YET, 3, 2, False, None, 2)

    play_round(semifinals, [(3, 1)])
    assert step_of(tournament) == DeskStep(DirectorStep.PAIR, Readiness.READY, 4, 2, False, None, 2)

    final = draw_next_round(tournament)
    assert step_of(tournament) == DeskStep(DirectorStep.ENTER_RESULTS, Readiness.NOT_YET, 4, 1, True)

    play_round(final, [(3, 1)])
    assert step_of(tournament) == DeskStep(DirectorStep.CLOSE, Readiness.READY, 4, 0, True)


def test_finals_in_which_nobody_goes_on_are_over():
    tournament = in_the_semifinals()
    for table in (1, 2):
        record_result(pairing_of(tournament, 3, table), by=make_director(), expected=PENDING, result=DOUBLE_FORFEIT)

    assert step_of(tournament) == DeskStep(DirectorStep.CLOSE, Readiness.READY, 3, 0, True, None, 2)


def test_finalist_alone_still_has_the_final_drawn():
    tournament = in_the_semifinals()
    forfeit(tournament, 3, 1, pairing_of(tournament, 3, 1).first)
    record_result(pairing_of(tournament, 3, 2), by=make_director(), expected=PENDING, result=DOUBLE_FORFEIT)

    assert step_of(tournament) == DeskStep(DirectorStep.PAIR, Readiness.READY, 4, 1, False, None, 2)


def test_only_those_who_would_play_are_asked_about():
    tournament = make_tournament(8, 1, planned_rounds=2, finals_players=2)
    draw_next_round(tournament)
    for table in range(1, 5):
        forfeit(tournament, 2, table, pairing_of(tournament, 2, table).first)
    gone = {pairing_of(tournament, 2, table).second.number for table in range(1, 5)}
    asked = {entry.number for entry, _why in missed_players(evening_of(tournament))}

    assert gone & set(seeds_of(record_of(tournament))) <= asked < gone


def test_somebody_passed_over_makes_room_for_the_next_who_is_asked_about_too():
    tournament = played_swiss(finals_players=2)
    first, second = seeds_of(record_of(tournament))

    draw_round(tournament, by=make_director(), number=3, presence={first: Presence.PAUSES, second: Presence.HERE})

    assert first not in bracket_of(record_of(tournament)).seeds


def test_nobody_outside_the_finals_waits_for_an_opponent_or_is_missed():
    tournament = in_the_semifinals()
    round_, evening = tournament.rounds.get(number=3), evening_of(tournament)

    assert without_opponent(round_, evening) is None
    assert free_now(round_, evening.record) == ()
    assert not_playing(round_, evening) == ()
    assert missed_players(evening) == ()


def test_finalist_who_has_gone_is_named():
    tournament = in_the_semifinals()
    play_round(tournament.rounds.get(number=3), [(3, 1)])
    gone = bracket_of(record_of(tournament)).seeds[0]
    withdraw_entry(entry_of(tournament, gone), by=make_director())
    final = draw_next_round(tournament)

    assert not_playing(final, evening_of(tournament)) == (
        NotPlaying(entry_of(tournament, gone), WhyNotPlaying.LEFT, 3),
    )


def test_somebody_who_leaves_a_running_final_is_told_to_the_director():
    tournament = in_the_semifinals()
    match = pairing_of(tournament, 3, 1)
    withdraw_entry(match.first, by=make_director())

    rows, may_pair_again = leavers(tournament.rounds.get(number=3), evening_of(tournament))

    assert ([row.entry for row in rows], may_pair_again) == ([match.first], False)


def test_correction_of_the_swiss_says_that_others_would_play_the_finals():
    tournament = in_the_semifinals()
    told = set()
    for table in range(1, 5):
        match = pairing_of(tournament, 2, table)
        turned = Result(Outcome.PLAYED, (match.second_points, match.first_points))
        found = Correction(match, turned)
        told.add(found.changes_seeds)
        assert (found.overtaken, found.can_be_paired_anew) == ((), False)

    assert True in told
