"""Who is missed before a round, and who sits it out."""

import pytest

from tests.factories import draw_next_round, enter_result, entry_of, make_director, make_tournament, pairing_of
from tournament.actions.players import NewPlayer, add_entries, set_here, set_pause, withdraw_entry
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.queries.evening import evening_of
from tournament.queries.players import Missed, absent_in, missed_players

pytestmark = pytest.mark.django_db


def missed(tournament):
    return [(entry.number, why) for entry, why in missed_players(evening_of(tournament))]


def arrive(tournament, *numbers):
    for number in numbers:
        set_here(entry_of(tournament, number), by=make_director(), is_here=True)


def test_before_round_1_those_are_missed_who_were_not_ticked_off():
    tournament = make_tournament(entries=4)
    arrive(tournament, 1, 3)

    assert missed(tournament) == [(2, Missed.NOT_SEEN), (4, Missed.NOT_SEEN)]


def test_where_nobody_is_ticked_off_nobody_is_missed():
    assert missed(make_tournament(entries=4)) == []


def test_who_does_not_play_anyway_is_not_missed():
    tournament = make_tournament(entries=4)
    arrive(tournament, 1)
    set_pause(entry_of(tournament, 2), by=make_director(), round_number=1, pauses=True)
    withdraw_entry(entry_of(tournament, 3), by=make_director())

    assert missed(tournament) == [(4, Missed.NOT_SEEN)]


def test_later_those_are_missed_who_did_not_appear_in_the_round_before():
    tournament = make_tournament(entries=5)
    arrive(tournament, 1)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.FORFEIT, winner=5))
    enter_result(pairing_of(tournament, 1, 2), DOUBLE_FORFEIT)

    assert missed(tournament) == [(number, Missed.DID_NOT_APPEAR) for number in (2, 3, 4)]


def test_who_came_late_is_standing_at_the_desk():
    tournament = make_tournament(entries=2)
    arrive(tournament, 1, 2)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 1)))
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])

    assert missed(tournament) == []


def test_absences_are_told_by_round():
    tournament = make_tournament(entries=3)
    set_pause(entry_of(tournament, 2), by=make_director(), round_number=2, pauses=True)

    assert [absent_in(tournament, number) for number in (1, 2)] == [(), (2,)]
