"""How the places changed from round to round."""

import pytest

from tests.factories import draw_next_round, make_director, make_tournament, play_round
from tournament.actions.entries import NewPlayer, add_entries
from tournament.queries.course import MOST_LINES, Way, Weight, course_page, curve

pytestmark = pytest.mark.django_db


def places(page):
    return {line.entry.number: line.places for line in page.ends}


def test_each_player_has_a_place_after_the_draw_and_after_each_round():
    tournament = make_tournament(entries=4)
    play_round(draw_next_round(tournament), [(0, 3), (3, 1)])
    tournament.refresh_from_db()

    assert places(course_page(tournament)) == {4: (2, 1), 3: (3, 2), 1: (4, 3), 2: (1, 4)}


def test_who_came_late_has_no_place_before():
    tournament = make_tournament(entries=2, played=1)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Late")])
    draw_next_round(tournament)

    late = places(course_page(tournament))[3]

    assert (late[0], late[1:].count(None)) == (None, 0)


def test_who_came_late_leaves_no_gap_in_the_places_before():
    tournament = make_tournament(entries=4, played=1)
    draw_next_round(tournament)
    before = [places(course_page(tournament))[number][:2] for number in range(1, 5)]

    add_entries(tournament, by=make_director(), players=[NewPlayer(f"Late {number}") for number in range(6)])
    tournament.refresh_from_db()

    assert [places(course_page(tournament))[number][:2] for number in range(1, 5)] == before


def test_the_first_three_and_the_player_remembered_stand_out_and_are_drawn_last():
    page = course_page(make_tournament(entries=5, played=1), own=1)

    drawn = [(line.row, line.weight) for line in page.lines]
    own = next(line.row for line in page.lines if line.entry.number == 1)
    assert drawn[-1] == (own, Weight.OWN)
    assert [row for row, weight in drawn if weight is Weight.AHEAD] == [row for row in (3, 2, 1) if row != own]


def test_beyond_the_first_32_only_the_player_remembered_is_drawn():
    tournament = make_tournament(entries=40, played=1)
    last = course_page(tournament).ends[-1]
    fallen = [line.rank for line in course_page(tournament, own=0).ends]
    own = next(number for number in range(1, 41) if number not in places(course_page(tournament)))

    page = course_page(tournament, own=own)

    assert [course_page(tournament).has_nameless_row, page.has_nameless_row] == [True, False]
    assert (last.rank, fallen) == (MOST_LINES, list(range(1, MOST_LINES + 1)))
    assert (page.ends[-1].entry.number, page.ends[-1].row, page.left_out) == (own, MOST_LINES + 1, 7)
    assert (page.rows, page.ends[-1].rank > MOST_LINES) == (MOST_LINES + 1, True)


def test_places_below_the_last_row_are_drawn_in_it():
    page = course_page(make_tournament(entries=40, played=1))

    fallen = [line for line in page.lines if max(line.places) > MOST_LINES + 1]
    assert fallen != []
    assert {line.path.split("C")[0] for line in fallen} == {"M5 325"}


def test_a_line_runs_level_through_its_points():
    assert curve([(5, 15)]) == "M5 15"
    assert curve([(5, 15), (15, 5)]) == "M5 15C10 15 10 5 15 5"


def test_a_way_alone_fills_the_height_of_the_field():
    way = Way((1, 4, 7), players=7)

    assert (way.width, way.dots) == (30, "M5 12h0M15 50h0M25 88h0")


def test_the_way_of_somebody_alone_is_a_line():
    assert Way((1, 1), players=1).path == "M5 12C10 12 10 12 15 12"
