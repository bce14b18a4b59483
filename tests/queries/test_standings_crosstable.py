"""The way of one player through the rounds, and that of all of them side by side."""

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
from tournament.actions.players import return_entry, withdraw_entry
from tournament.engine.record import BYE, DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.terms import Outcome
from tournament.queries.evening import evening_of
from tournament.queries.standings import Meeting, PathRow, crosstable_page, paths_of

pytestmark = pytest.mark.django_db


def way(tournament, number):
    return paths_of(evening_of(tournament))[number]


def test_before_the_draw_there_is_no_way():
    assert way(make_tournament(entries=2), 1) == ()


def test_a_match_is_seen_from_the_player_s_side():
    tournament = make_tournament(entries=2)
    draw_next_round(tournament)
    result = Result(Outcome.PLAYED, (4, 1))
    enter_result(pairing_of(tournament, 1, 1), result)

    first, second = entry_of(tournament, 2), entry_of(tournament, 1)
    assert way(tournament, 2) == (PathRow(1, 1, result, second, (4, 1), True, 2, 3, 0, 1),)
    assert way(tournament, 1) == (PathRow(1, 1, result, first, (1, 4), False, -2, 1, 1, 2),)


@pytest.mark.parametrize(
    ("result", "seen"),
    [
        (PENDING, ((None, False, 0, None), (None, False, 0, None))),
        (Result(Outcome.STOPPED, (1, 1)), (((1, 1), False, 0, 0), ((1, 1), False, 0, 0))),
        (Result(Outcome.STOPPED, (2, 1)), (((2, 1), True, 1, 0), ((1, 2), False, -1, 1))),
        (Result(Outcome.FORFEIT, winner=1), ((None, False, 0, None), (None, True, 2, None))),
        (DOUBLE_FORFEIT, ((None, False, 0, None), (None, False, 0, None))),
    ],
)
def test_every_outcome_says_what_was_gained_by_it(result, seen):
    tournament = make_tournament(entries=2, unplayed_win_points=2)
    draw_next_round(tournament)
    if result != PENDING:
        enter_result(pairing_of(tournament, 1, 1), result)

    rows = [way(tournament, number)[0] for number in (2, 1)]

    assert tuple((row.score, row.has_won, row.gained, row.opponent_wins) for row in rows) == seen


def test_a_bye_and_an_absence_have_no_opponent():
    tournament = make_tournament(entries=5, unplayed_win_points=1)
    play_round(draw_next_round(tournament))
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    play_round(draw_next_round(tournament))
    return_entry(entry_of(tournament, 1), by=make_director())

    bye, absent = way(tournament, 1)

    assert (bye.table, bye.result, bye.opponent, bye.has_won, bye.gained) == (None, BYE, None, True, 1)
    assert (absent.table, absent.result, absent.opponent, absent.has_won, absent.gained) == (None, None, None, False, 0)


def test_the_opponents_wins_are_those_of_now_and_the_place_is_that_of_then():
    tournament = make_tournament(entries=4)
    play_round(draw_next_round(tournament), [(3, 0), (3, 0)])
    play_round(draw_next_round(tournament), [(3, 0), (3, 0)])

    rows = way(tournament, 4)

    assert [(row.opponent.number, row.opponent_wins, row.rank_after) for row in rows] == [(2, 2, 3), (1, 0, 2)]


def cells(tournament):
    """By start number, what each round was and the opponent's place in the table."""
    return {
        row.entry.number: [(cell.meeting, cell.opponent and cell.opponent.standing.rank) for cell in row.cells]
        for row in crosstable_page(evening_of(tournament)).rows
    }


def test_the_cross_table_shows_everyone_by_place_with_the_place_of_each_opponent():
    tournament = make_tournament(entries=4)
    play_round(draw_next_round(tournament), [(3, 0), (3, 1)])
    play_round(draw_next_round(tournament), [(3, 0), (3, 1)])

    page = crosstable_page(evening_of(tournament))

    assert [(row.standing.rank, row.entry.number) for row in page.rows] == [(1, 2), (2, 1), (3, 3), (4, 4)]
    assert list(cells(tournament).values()) == [
        [(Meeting.WON, 4), (Meeting.WON, 3)],
        [(Meeting.LOST, 3), (Meeting.WON, 4)],
        [(Meeting.WON, 2), (Meeting.LOST, 1)],
        [(Meeting.LOST, 1), (Meeting.LOST, 2)],
    ]
    assert (list(page.round_numbers), page.is_provisional) == ([1, 2], False)


def test_a_result_in_the_cross_table_has_the_player_s_own_points_first():
    tournament = make_tournament(entries=2)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (4, 1)))

    assert [row.cells[0].result.score for row in crosstable_page(evening_of(tournament)).rows] == [(4, 1), (1, 4)]


@pytest.mark.parametrize(
    ("result", "meetings"),
    [
        (PENDING, (Meeting.OPEN, Meeting.OPEN)),
        (Result(Outcome.STOPPED, (1, 1)), (Meeting.LEVEL, Meeting.LEVEL)),
        (Result(Outcome.STOPPED, (1, 2)), (Meeting.LOST, Meeting.WON)),
        (Result(Outcome.FORFEIT, winner=1), (Meeting.LOST, Meeting.WON)),
        (DOUBLE_FORFEIT, (Meeting.LOST, Meeting.LOST)),
    ],
)
def test_the_cross_table_says_what_every_outcome_was_for_both(result, meetings):
    tournament = make_tournament(entries=2)
    draw_next_round(tournament)
    if result != PENDING:
        enter_result(pairing_of(tournament, 1, 1), result)

    found = cells(tournament)

    assert (found[2][0][0], found[1][0][0]) == meetings


def test_the_cross_table_knows_the_bye_and_who_was_absent():
    tournament = make_tournament(entries=5)
    play_round(draw_next_round(tournament))
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    play_round(draw_next_round(tournament))

    assert cells(tournament)[1] == [(Meeting.BYE, None), (Meeting.ABSENT, None)]


def test_before_the_draw_the_cross_table_has_no_column():
    assert [row.cells for row in crosstable_page(evening_of(make_tournament(entries=2))).rows] == [(), ()]
