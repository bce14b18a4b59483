"""A round with names and places, and who sits where."""

import pytest

from tests.factories import (
    draw_next_round,
    enter_result,
    make_director,
    make_tournament,
    pairing_of,
)
from tournament.actions.players import NewPlayer, add_entries
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.models import Entry
from tournament.queries.evening import evening_of
from tournament.queries.rounds.pairings import round_page, rows_by_number

pytestmark = pytest.mark.django_db


def page_of(round_):
    return round_page(evening_of(round_.tournament), round_.number)


def test_a_round_shows_names_places_and_results():
    tournament = make_tournament(entries=5)
    round_ = draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 2), Result(Outcome.PLAYED, (1, 3)))

    page = page_of(round_)

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

    (row,) = page_of(round_).rows

    assert (row.winner and row.winner.number) == winner


def test_tables_are_listed_by_their_number_and_pairings_in_pairing_order():
    tournament = make_tournament(entries=4)
    Entry.objects.filter(number=2).update(fixed_table=9)
    page = page_of(draw_next_round(tournament))

    assert ([row.table for row in page.rows], [row.table for row in page.tables]) == ([9, 1], [1, 9])
    assert page.open_tables == (1, 9)


def test_a_round_shows_the_same_places_after_latecomers_have_come():
    tournament = make_tournament(entries=4)
    round_ = draw_next_round(tournament)
    before = page_of(round_)

    add_entries(tournament, by=make_director(), players=[NewPlayer(f"Late {number}") for number in range(9)])

    assert page_of(round_) == before


def test_everybody_asked_for_is_found_at_their_table():
    tournament = make_tournament(entries=5)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.FORFEIT, winner=2))

    found = rows_by_number(evening_of(tournament), 1)

    assert [
        (number, pairing.table, pairing.first.number, pairing.second and pairing.second.number)
        for number, pairing in sorted(found.items())
        if number in (1, 2, 5)
    ] == [
        (1, None, 1, None),
        (2, 1, 5, 2),
        (5, 1, 5, 2),
    ]
    assert (found[1].is_bye, found[5].is_open, found[5].winner.number) == (True, False, 2)
