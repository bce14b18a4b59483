"""The ranking with names."""

import pytest

from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of, play_round
from tournament.actions.players import NewPlayer, add_entries
from tournament.actions.results import record_result
from tournament.engine.record import Result
from tournament.engine.terms import Criterion, Outcome
from tournament.queries.evening import evening_of
from tournament.queries.standings import entries_by_number, standings_page

pytestmark = pytest.mark.django_db


def ranking(page):
    return [
        (row.entry.name, row.standing.match_wins, row.standing.figures[Criterion.POINT_DIFFERENCE]) for row in page.rows
    ]


def test_without_players_the_ranking_is_empty():
    page = standings_page(evening_of(make_tournament(entries=0)))

    assert (page.after_round, page.open_tables, page.rows, page.entries) == (0, 0, (), {})


def test_one_player_is_the_first():
    (row,) = standings_page(evening_of(make_tournament(entries=1))).rows

    assert (row.standing.rank, row.above, row.below, row.climbed) == (1, None, None, 0)


def test_the_ranking_names_the_players_and_their_neighbours():
    page = standings_page(evening_of(make_tournament(entries=4, played=1)))

    assert ranking(page) == [("Player 2", 1, 2), ("Player 1", 1, 1), ("Player 3", 0, -1), ("Player 4", 0, -2)]
    assert [row.above and row.above.entry.number for row in page.rows] == [None, 2, 1, 3]
    assert [row.below and row.below.entry.number for row in page.rows] == [1, 3, 4, None]
    assert page.is_provisional is False


def test_the_ranking_of_a_running_round_is_provisional():
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 1)))

    page = standings_page(evening_of(tournament))

    assert (page.after_round, page.open_tables, page.is_provisional) == (1, 1, True)
    assert ranking(page)[0] == ("Player 2", 1, 2)


def test_who_has_climbed_is_seen_from_the_second_round_on():
    tournament = make_tournament(entries=4, played=1)
    first = standings_page(evening_of(tournament))
    play_round(draw_next_round(tournament), [(1, 3), (3, 0)])
    second = standings_page(evening_of(tournament))

    before = {row.entry.number: row.standing.rank for row in first.rows}
    assert [row.climbed for row in first.rows] == [0, 0, 0, 0]
    assert [row.climbed for row in second.rows] == [before[row.entry.number] - row.standing.rank for row in second.rows]
    assert any(row.climbed for row in second.rows)


def test_a_new_lot_moves_players_who_are_level_but_nobody_has_climbed():
    tournament = make_tournament(entries=8)
    play_round(draw_next_round(tournament), [(3, 0)])
    first = standings_page(evening_of(tournament))
    for pairing in draw_next_round(tournament).pairings.all():
        enter_result(pairing, Result(Outcome.DOUBLE_FORFEIT))
    second = standings_page(evening_of(tournament))

    assert [row.entry.number for row in second.rows] != [row.entry.number for row in first.rows]
    assert {row.climbed for row in second.rows} == {0}


def test_a_newly_drawn_round_changes_no_place_until_its_first_result():
    tournament = make_tournament(entries=7, played=1)
    before = standings_page(evening_of(tournament))
    draw_next_round(tournament)
    drawn = standings_page(evening_of(tournament))
    enter_result(pairing_of(tournament, 2, 1), Result(Outcome.PLAYED, (3, 1)))
    begun = standings_page(evening_of(tournament))

    assert [row.standing for row in drawn.rows] == [row.standing for row in before.rows]
    assert [(page.after_round, page.open_tables) for page in (before, drawn, begun)] == [(1, 0), (1, 0), (2, 2)]


def test_an_earlier_ranking_can_be_asked_for():
    tournament = make_tournament(entries=4, played=2)

    assert ranking(standings_page(evening_of(tournament), 1))[0] == ("Player 2", 1, 2)


def test_the_places_before_a_round_leave_out_who_came_later():
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    tournament.refresh_from_db()
    before = evening_of(tournament).ranks_before(1)
    add_entries(tournament, by=make_director(), players=[NewPlayer(f"Late {number}") for number in range(9)])

    assert before == {2: 1, 4: 2, 3: 3, 1: 4}
    assert evening_of(tournament).ranks_before(1) == before
    assert len(evening_of(tournament).ranks_before(2)) == 13


def test_the_places_before_a_round_stand_on_the_results_of_then():
    tournament = make_tournament(entries=4, played=1)
    draw_next_round(tournament)
    before = evening_of(tournament).ranks_before(2)

    record_result(
        pairing_of(tournament, 1, 1),
        by=make_director(),
        expected=Result(Outcome.PLAYED, (3, 1)),
        result=Result(Outcome.PLAYED, (0, 3)),
    )

    assert evening_of(tournament).ranks_before(2) == before == {2: 1, 1: 2, 3: 3, 4: 4}


def test_the_entries_know_their_tournament_without_asking(django_assert_num_queries):
    tournament = make_tournament(entries=3)

    with django_assert_num_queries(1):
        slugs = {entry.tournament.slug for entry in entries_by_number(tournament).values()}

    assert slugs == {tournament.slug}
