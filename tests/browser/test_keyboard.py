"""A director who leaves the mouse alone."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import Desk, press_tab_until
from tests.factories import make_tournament

pytestmark = pytest.mark.every_engine


@pytest.fixture
def desk(open_desk):
    desk = Desk(open_desk(), make_tournament(3).slug)
    desk.page.goto(f"/t/{desk.slug}/desk/")
    return desk


@pytest.mark.sample
def test_a_player_is_entered_a_round_drawn_played_and_the_next_one_paired(desk):
    press = desk.page.keyboard.press
    expect(desk.name_field()).to_be_focused()
    desk.page.keyboard.type("Kim Vogel")
    press("Enter")
    expect(desk.player("Kim Vogel")).to_be_visible()

    press_tab_until(desk.next_step())
    press("Enter")
    press_tab_until(desk.page.get_by_label("Dice for the draw (optional)"))
    desk.page.keyboard.type("6-3 5-1")
    press("Enter")
    desk.sees_round(1)

    desk.awaits(1)
    desk.page.keyboard.type("3 1")
    press("Enter")
    desk.awaits(2)
    desk.page.keyboard.type("0 3")
    press("Enter")
    expect(desk.page.get_by_role("heading", name="All results are in.")).to_be_focused()
    desk.sees_result(1, "3:1")
    desk.sees_result(2, "0:3")

    press_tab_until(desk.page.get_by_role("main").get_by_role("button", name="Pair round 2"))
    press("Enter")
    desk.sees_round(2)


def test_a_score_button_and_the_rarer_outcomes_are_reached(desk):
    press = desk.page.keyboard.press
    desk.draw_round_1("6-3 5-1")
    press_tab_until(desk.score(1, "3:2"))
    press("Enter")
    desk.sees_result(1, "3:2")
    expect(desk.page.get_by_role("heading", name="All results are in.")).to_be_focused()
    menu = desk.table(1).get_by_label("More actions for table 1")
    press_tab_until(menu)
    press("Enter")
    press_tab_until(desk.table(1).get_by_role("button", name="Delete result"))
    press("Enter")
    desk.sees_no_result(1)


def test_the_content_is_one_key_away(desk):
    desk.page.goto(f"/t/{desk.slug}/")
    desk.page.keyboard.press("Tab")
    skip = desk.page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_role("main")).to_be_focused()
