"""How the places changed from round to round."""

import pytest

from tests.factories import draw_next_round, make_director, make_tournament, play_round
from tournament.actions.players import NewPlayer, add_entries
from tournament.pages.standings import MOST_LINES, STEP, Scale, Way, course_page, curve
from tournament.queries.evening import evening_of

pytestmark = pytest.mark.django_db


def ranks(page):
    return {line.number: line.ranks for line in page.lines}


def test_each_player_has_a_place_after_the_draw_and_after_each_round():
    tournament = make_tournament(entries=4)
    play_round(draw_next_round(tournament), [(0, 3), (3, 1)])
    tournament.refresh_from_db()

    assert ranks(course_page(evening_of(tournament))) == {4: (2, 1), 3: (3, 2), 1: (4, 3), 2: (1, 4)}


def test_who_came_late_has_no_place_before():
    tournament = make_tournament(entries=2, played=1)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Late")])
    draw_next_round(tournament)

    late = ranks(course_page(evening_of(tournament)))[3]

    assert (late[0], late[1:].count(None)) == (None, 0)


def test_who_came_late_leaves_no_gap_in_the_places_before():
    tournament = make_tournament(entries=4, played=1)
    draw_next_round(tournament)
    before = [ranks(course_page(evening_of(tournament)))[number][:2] for number in range(1, 5)]

    add_entries(tournament, by=make_director(), players=[NewPlayer(f"Late {number}") for number in range(6)])
    tournament.refresh_from_db()

    assert [ranks(course_page(evening_of(tournament)))[number][:2] for number in range(1, 5)] == before


def test_everybody_has_a_line_and_those_of_the_first_three_are_drawn_last():
    page = course_page(evening_of(make_tournament(entries=40, played=1)))

    assert [line.rank for line in page.drawn] == list(range(40, 0, -1))
    assert [line.rank for line in page.lines if line.leads] == [1, 2, 3]
    assert (page.width, page.scale.height) == (20, 400)


def test_a_chart_is_crowded_by_one_line_more_than_can_be_told_apart():
    tournaments = [make_tournament(entries=count, played=1) for count in (MOST_LINES, MOST_LINES + 1)]
    charts = [course_page(evening_of(tournament)) for tournament in tournaments]

    assert [chart.scale.is_crowded for chart in charts] == [False, True]


def test_places_stand_in_rows_as_long_as_there_is_room_for_all():
    scale = Scale(33, 64)

    assert [scale.at(place) for place in (32, 33, 34, 64)] == [-5, 5, 15, 315]


def test_in_a_crowded_chart_the_first_places_stand_far_apart_and_the_last_at_its_end():
    scale = Scale(1, 200)
    height = scale.height

    assert [scale.at(place) * 100 // height for place in (1, 2, 3, 14, 100, 200)] == [0, 13, 20, 49, 86, 99]
    assert (scale.at(1), scale.at(200)) == (STEP // 2, height - STEP // 2)


def test_a_crowded_chart_names_places_that_do_not_stand_in_each_others_way():
    assert [place for place, _down in Scale(1, 200).marks] == [1, 2, 3, 5, 10, 20, 30, 50, 100, 200]
    assert [place for place, _down in Scale(101, 200).marks] == [101, 200]
    assert Scale(1, 100).marks[0] == (1, "0.5%")


def test_a_line_begins_where_its_player_came_and_leads_out_to_the_name():
    tournament = make_tournament(entries=2, played=1)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Late")])
    first, late, _last = course_page(evening_of(tournament)).lines

    assert (first.path.partition("C")[0], first.path[-2:], first.dots.count("M")) == ("M5 5", "h5", 2)
    assert (late.number, late.path, late.dots) == (3, "M15 15h5", "M15 15h.01")


def test_a_line_runs_level_through_its_points():
    assert curve([(5, 15)]) == "M5 15"
    assert curve([(5, 15), (15, 5)]) == "M5 15C10 15 10 5 15 5"


def test_a_way_alone_fills_the_height_of_the_field():
    way = Way((1, 4, 7), players=7)

    assert (way.width, way.dots) == (30, "M5 12h.01M15 50h.01M25 88h.01")


def test_the_way_of_somebody_alone_is_a_line():
    assert Way((1, 1), players=1).path == "M5 12C10 12 10 12 15 12"
