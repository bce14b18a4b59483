"""A round with names and places, who sits where, and what can be done next."""

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
from tournament.actions.entries import NewPlayer, add_entries, withdraw_entry
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.models import Entry, Tournament
from tournament.queries.record import record_of
from tournament.queries.rounds import Step, next_step, pairings_by_number, round_page

pytestmark = pytest.mark.django_db


def test_a_round_shows_names_places_and_results():
    tournament = make_tournament(entries=5)
    round_ = draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 2), Result(Outcome.PLAYED, (1, 3)))

    page = round_page(round_)

    assert [
        (row.table, row.first.name, row.first_rank, row.second and row.second.name, row.second_rank)
        for row in page.rows
    ] == [
        (1, "Player 5", 1, "Player 2", 2),
        (2, "Player 4", 3, "Player 3", 4),
        (None, "Player 1", 5, None, None),
    ]
    assert [(row.is_open, row.is_bye, row.winner and row.winner.number) for row in page.rows] == [
        (True, False, None),
        (False, False, 3),
        (False, True, 1),
    ]
    assert (page.open_tables, page.finished_tables, len(page.tables)) == ((1,), 1, 2)
    assert [row.key for row in page.rows] == list(round_.pairings.order_by("position").values_list("pk", flat=True))


@pytest.mark.parametrize(
    ("result", "winner"),
    [
        (Result(Outcome.PLAYED, (2, 3)), 1),
        (Result(Outcome.STOPPED, (2, 1)), 2),
        (Result(Outcome.STOPPED, (1, 1)), None),
        (Result(Outcome.FORFEIT, winner=1), 1),
        (DOUBLE_FORFEIT, None),
    ],
)
def test_the_winner_of_a_pairing_is_known(result, winner):
    tournament = make_tournament(entries=2)
    round_ = draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), result)

    (row,) = round_page(round_).rows

    assert (row.winner and row.winner.number) == winner


def test_tables_are_listed_by_their_number_and_pairings_in_pairing_order():
    tournament = make_tournament(entries=4)
    Entry.objects.filter(number=2).update(fixed_table=9)
    page = round_page(draw_next_round(tournament))

    assert ([row.table for row in page.rows], [row.table for row in page.tables]) == ([9, 1], [1, 9])
    assert page.open_tables == (1, 9)


def test_a_round_shows_the_same_places_after_latecomers_have_come():
    tournament = make_tournament(entries=4)
    round_ = draw_next_round(tournament)
    before = round_page(round_)

    add_entries(tournament, by=make_director(), players=[NewPlayer(f"Late {number}") for number in range(9)])

    assert round_page(round_) == before


def test_everybody_asked_for_is_found_at_their_table():
    tournament = make_tournament(entries=5)
    round_ = draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.FORFEIT, winner=2))

    found = pairings_by_number(round_, [2, 5, 1, 99])

    assert [
        (number, pairing.table, pairing.first.number, pairing.second and pairing.second.number)
        for number, pairing in sorted(found.items())
    ] == [
        (1, None, 1, None),
        (2, 1, 5, 2),
        (5, 1, 5, 2),
    ]
    assert (found[1].is_bye, found[5].is_open, found[5].winner.number) == (True, False, 2)


def test_finding_seats_takes_one_query(django_assert_num_queries):
    round_ = draw_next_round(make_tournament(entries=40))

    with django_assert_num_queries(1):
        names = [
            (pairing.first.name, pairing.second.name) for pairing in pairings_by_number(round_, range(1, 9)).values()
        ]

    assert len(names) == 8


def step(tournament):
    stored = Tournament.objects.get(pk=tournament.pk)
    found = next_step(stored, record_of(stored))
    return found.step, found.round_number, found.present, found.next_round, found.is_last_round


@pytest.mark.parametrize("entries", [0, 1])
def test_players_come_first(entries):
    assert step(make_tournament(entries=entries)) == (Step.ENTER_PLAYERS, 1, entries, 1, False)


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
        (Step.DRAW, 1, 4, 1, False),
        (Step.ENTER_RESULTS, 1, 4, 2, False),
        (Step.PAIR, 2, 4, 2, False),
        (Step.ENTER_RESULTS, 2, 4, 3, True),
        (Step.CLOSE, 2, 4, 3, True),
        (Step.CLOSED, 2, 4, 3, True),
    ]


@pytest.mark.parametrize("left", [0, 1])
def test_where_too_few_are_left_the_tournament_can_be_closed(left):
    tournament = make_tournament(entries=4, played=1)
    for number in range(1, 5 - left):
        withdraw_entry(entry_of(tournament, number), by=make_director())

    assert step(tournament) == (Step.CLOSE, 1, left, 2, False)
