"""Who does not play in a round, and why."""

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament, play_round
from tournament.actions.players import NewPlayer, add_entries, return_entry, set_pause, withdraw_entry
from tournament.actions.rounds import Presence, draw_round
from tournament.actions.tournaments import close_tournament, end_evening
from tournament.models import Entry, Tournament
from tournament.queries.evening import evening_of
from tournament.queries.rounds.pairings import WhyNotPlaying, not_playing

pytestmark = pytest.mark.django_db


def told(tournament, number):
    tournament = Tournament.objects.get(pk=tournament.pk)
    rows = not_playing(tournament.rounds.get(number=number), evening_of(tournament))
    return [(row.entry.number, row.why, row.round_number) for row in rows]


def leave(tournament, number):
    withdraw_entry(entry_of(tournament, number), by=make_director())


def test_everybody_who_plays_goes_without_a_word():
    assert told(make_tournament(entries=5, played=1), 1) == []


def test_who_left_or_does_not_play_from_the_draw_on_has_left_before_round_1():
    tournament = make_tournament(entries=6)
    leave(tournament, 1)
    presence = {2: Presence.HAS_LEFT, 3: Presence.PAUSES}

    draw_round(tournament, by=make_director(), number=1, presence=presence)

    assert told(tournament, 1) == [
        (1, WhyNotPlaying.LEFT, 0),
        (2, WhyNotPlaying.LEFT, 0),
        (3, WhyNotPlaying.SITS_OUT, 0),
    ]


def test_who_has_left_came_late_or_sits_out_is_told_of_for_each_round():
    tournament = make_tournament(entries=7, played=1)
    leave(tournament, 1)
    set_pause(entry_of(tournament, 2), by=make_director(), round_number=2, pauses=True)
    play_round(draw_next_round(tournament))
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    draw_next_round(tournament)

    assert told(tournament, 1) == [(8, WhyNotPlaying.FROM_ROUND, 3)]
    assert told(tournament, 2) == [
        (1, WhyNotPlaying.LEFT, 1),
        (2, WhyNotPlaying.SITS_OUT, 0),
        (8, WhyNotPlaying.FROM_ROUND, 3),
    ]
    assert told(tournament, 3) == [(1, WhyNotPlaying.LEFT, 1)]


def test_who_is_back_plays_from_the_next_round_and_was_away_from_those_before():
    tournament = make_tournament(entries=7, played=1)
    leave(tournament, 1)
    play_round(draw_next_round(tournament))
    draw_next_round(tournament)

    return_entry(entry_of(tournament, 1), by=make_director())

    assert [told(tournament, number) for number in (2, 3)] == [
        [(1, WhyNotPlaying.WAS_AWAY, 0)],
        [(1, WhyNotPlaying.AT_ONCE_OR_FROM_ROUND, 4)],
    ]


def test_who_leaves_in_the_running_round_is_still_in_it():
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    leave(tournament, 1)

    assert told(tournament, 1) == []


def test_who_sat_a_round_out_and_left_afterwards_sat_it_out():
    tournament = make_tournament(entries=5, played=1)
    set_pause(entry_of(tournament, 1), by=make_director(), round_number=2, pauses=True)
    play_round(draw_next_round(tournament))
    leave(tournament, 1)
    draw_next_round(tournament)

    assert [told(tournament, number) for number in (2, 3)] == [
        [(1, WhyNotPlaying.SITS_OUT, 0)],
        [(1, WhyNotPlaying.LEFT, 2)],
    ]


def come_late(tournament):
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])


def test_while_the_round_runs_who_comes_or_is_back_can_play_at_once():
    tournament = make_tournament(entries=6, played=1)
    leave(tournament, 1)
    draw_next_round(tournament)
    return_entry(entry_of(tournament, 1), by=make_director())
    come_late(tournament)

    at_once = [(number, WhyNotPlaying.AT_ONCE_OR_FROM_ROUND, 3) for number in (1, 7)]
    assert told(tournament, 2) == at_once


def test_while_a_hidden_round_waits_nobody_is_set_at_a_table():
    tournament = make_tournament(entries=6, hides_new_rounds=True)
    draw_next_round(tournament)
    come_late(tournament)

    assert told(tournament, 1) == [(7, WhyNotPlaying.FROM_ROUND, 2)]


def test_who_has_said_that_they_come_later_is_not_there_to_be_set_at_a_table():
    tournament = make_tournament(entries=6)
    Entry.objects.filter(tournament=tournament, number=6).update(joined_round=3)
    draw_next_round(tournament)

    assert told(tournament, 1) == [(6, WhyNotPlaying.FROM_ROUND, 3)]


def test_in_the_last_planned_round_no_later_one_is_promised():
    tournament = make_tournament(entries=6, planned_rounds=2, played=1)
    leave(tournament, 1)
    draw_next_round(tournament)
    return_entry(entry_of(tournament, 1), by=make_director())
    come_late(tournament)

    running = told(tournament, 2)
    play_round(tournament.rounds.get(number=2))

    assert running == [(1, WhyNotPlaying.AT_ONCE, 0), (7, WhyNotPlaying.AT_ONCE, 0)]
    assert told(tournament, 2) == [(1, WhyNotPlaying.WAS_AWAY, 0), (7, WhyNotPlaying.CAME_LATE, 0)]
    assert told(tournament, 1) == [(7, WhyNotPlaying.CAME_LATE, 0)]


@pytest.mark.parametrize("ends", ["end_evening", "close"])
def test_after_the_evening_was_ended_or_closed_no_later_round_is_promised(ends):
    tournament = make_tournament(entries=6, played=2)
    come_late(tournament)
    assert told(tournament, 2) == [(7, WhyNotPlaying.FROM_ROUND, 3)]

    if ends == "close":
        close_tournament(tournament, by=make_director())
    else:
        end_evening(tournament, by=make_director(), number=2, scores={})

    assert told(tournament, 2) == [(7, WhyNotPlaying.CAME_LATE, 0)]
