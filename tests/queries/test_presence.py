"""Who is missed before a round, and who could still join one."""

import pytest

from tests.factories import draw_next_round, enter_result, entry_of, make_director, make_tournament, pairing_of
from tournament.actions.entries import NewPlayer, add_entries, return_entry, set_here, set_pause, withdraw_entry
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.queries.evening import evening_of
from tournament.queries.presence import Missed, absent_in, bye_opening, missed_players

pytestmark = pytest.mark.django_db


def missed(tournament):
    return [(player.entry.number, player.why) for player in missed_players(evening_of(tournament))]


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


def offer(tournament):
    opening = bye_opening(evening_of(tournament))
    return opening and (opening.entry.name, opening.opponent.number, opening.round_number)


def come_late(tournament):
    (entry,) = add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    return entry


def test_a_latecomer_is_offered_the_place_of_the_bye_while_the_round_runs():
    tournament = make_tournament(entries=5)
    offers = [offer(tournament)]
    draw_next_round(tournament)
    offers.append(offer(tournament))
    entry = come_late(tournament)
    offers.append(offer(tournament))
    withdraw_entry(entry, by=make_director())
    offers.append(offer(tournament))

    assert offers == [None, None, ("Zoë", 1, 1), None]


def test_nothing_is_offered_where_nobody_has_the_bye_or_the_round_is_over():
    even, over = make_tournament(entries=4), make_tournament(entries=3, played=1)
    draw_next_round(even)
    for tournament in (even, over):
        come_late(tournament)

    assert [offer(even), offer(over)] == [None, None]


def test_who_is_back_is_offered_the_place_of_the_bye_and_who_sits_the_round_out_is_not():
    tournament = make_tournament(entries=7, played=1)
    withdraw_entry(entry_of(tournament, 5), by=make_director())
    set_pause(entry_of(tournament, 2), by=make_director(), round_number=2, pauses=True)
    draw_next_round(tournament)
    offers = [offer(tournament)]
    return_entry(entry_of(tournament, 5), by=make_director())
    bye = pairing_of(tournament, 2, None).first.number

    assert [*offers, offer(tournament)] == [None, ("Player 5", bye, 2)]
