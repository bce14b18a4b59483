"""What the wall shows, before, during and after a tournament."""

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
from tournament.actions.cash import add_prize
from tournament.actions.players import NewPlayer, withdraw_entry
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.pages.standings import wall_of

pytestmark = pytest.mark.django_db


def numbers(entries):
    return [entry.number for entry in entries]


def ranked(wall):
    return wall.ranking and (wall.ranking.after_round, len(wall.ranking.rows), wall.ranking.is_provisional)


def test_before_round_1_stand_those_who_are_expected_by_their_names():
    tournament = make_tournament(players=[NewPlayer(name) for name in ("Zoë", "Łukasz", "Anna", "Émile")])
    withdraw_entry(entry_of(tournament, 3), by=make_director())

    wall = wall_of(tournament)

    assert [entry.name for entry in wall.expected] == ["Émile", "Łukasz", "Zoë"]
    assert (wall.pairings, wall.ranking, wall.podium) == (None, None, ())


def test_a_hidden_round_is_not_on_the_wall():
    tournament = make_tournament(entries=4, hides_new_rounds=True)
    draw_next_round(tournament)

    assert numbers(wall_of(tournament).expected) == [1, 2, 3, 4]


def test_a_running_round_stands_beside_the_ranking_of_its_results_so_far():
    tournament = make_tournament(entries=5)
    first = draw_next_round(tournament)
    wall = wall_of(tournament)
    assert (wall.expected, wall.pairings.round, numbers(row.first for row in wall.pairings.byes)) == ((), first, [1])
    assert ranked(wall) is None

    play_round(first)
    assert ranked(wall_of(tournament)) == (1, 5, False)

    second = draw_next_round(tournament)
    assert ranked(wall_of(tournament)) == (1, 5, False)
    enter_result(pairing_of(tournament, 2, 1), Result(Outcome.PLAYED, (3, 1)))
    wall = wall_of(tournament)
    assert (wall.pairings.round, wall.pairings.open_tables, ranked(wall)) == (second, (2,), (2, 5, True))


def test_up_to_forty_players_stand_by_their_tables_until_the_last_result():
    tournament = make_tournament(entries=40)
    round_ = draw_next_round(tournament)
    assert (len(wall_of(tournament).tables), wall_of(tournament).by_name) == (20, ())

    play_round(round_)
    wall = wall_of(tournament)
    assert (len(wall.tables), wall.leaves_out_finished_tables) == (20, False)


def test_more_than_forty_players_stand_by_name_with_their_tables_until_a_third_of_the_tables_is_done():
    names = ["Zoë", "Łukasz", "Anna", "Émile", *(f"Max {number}" for number in range(10, 47))]
    tournament = make_tournament(players=[NewPlayer(name) for name in names], played=1)
    assert ranked(wall_of(tournament)) == (1, 41, False)
    round_ = draw_next_round(tournament)

    wall = wall_of(tournament)
    assert [row.entry.name for row in wall.by_name] == ["Anna", "Émile", "Łukasz", *names[4:], "Zoë"]
    assert all(row.entry in (row.pairing.first, row.pairing.second) for row in wall.by_name)
    assert [row.pairing.table for row in wall.by_name].count(None) == 1
    assert (wall.tables, wall.ranking) == ((), None)

    for table in range(1, 7):
        enter_result(pairing_of(tournament, 2, table), Result(Outcome.PLAYED, (3, 1)))
    assert len(wall_of(tournament).by_name) == 41
    enter_result(pairing_of(tournament, 2, 7), Result(Outcome.PLAYED, (3, 1)))
    wall = wall_of(tournament)
    assert (wall.by_name, [row.table for row in wall.tables]) == ((), list(range(8, 21)))
    assert (wall.leaves_out_finished_tables, ranked(wall)) == (True, (2, 41, True))

    for table in range(8, 21):
        enter_result(pairing_of(tournament, 2, table), Result(Outcome.PLAYED, (3, 1)))
    wall = wall_of(tournament)
    assert (wall.pairings.round, wall.tables, ranked(wall)) == (round_, (), (2, 41, False))


def test_in_the_end_the_first_three_stand_on_the_podium_with_their_prizes():
    tournament = make_tournament(entries=5, played=1, planned_rounds=1)
    for place, prize in ((1, "Board"), (3, "Cup"), (1, "Book")):
        add_prize(tournament, by=make_director(), place=place, description=prize, price_cents=500)
    assert wall_of(tournament).podium == ()
    close_tournament(tournament, by=make_director())
    tournament.refresh_from_db()

    wall = wall_of(tournament)

    assert [(step.rank, step.prizes) for step in wall.podium] == [(3, ("Cup",)), (2, ()), (1, ("Board", "Book"))]
    assert [step.entry for step in wall.podium] == [row.entry for row in wall.ranking.rows[2::-1]]
    assert (wall.pairings, ranked(wall)) == (None, (1, 5, False))


def test_of_two_players_two_stand_on_the_podium():
    tournament = make_tournament(entries=2, played=1, planned_rounds=1)
    close_tournament(tournament, by=make_director())
    tournament.refresh_from_db()

    assert [step.rank for step in wall_of(tournament).podium] == [2, 1]


def test_a_tournament_closed_before_its_first_round_has_no_podium():
    tournament = make_tournament(entries=2)
    close_tournament(tournament, by=make_director())
    tournament.refresh_from_db()

    assert (numbers(wall_of(tournament).expected), wall_of(tournament).podium) == ([1, 2], ())
