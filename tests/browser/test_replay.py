"""A match that was written down, followed on the board."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import is_there
from tests.browser.test_looks import SMALLEST_PHONE, cut_off_at
from tests.factories import THREE_POINTS, draw_next_round, make_director, make_tournament, pairing_of
from tournament.actions.matches import attach_transcript
from tournament.actions.players import NewPlayer


@pytest.fixture
def address(live_server):
    tournament = make_tournament(players=[NewPlayer("Anna"), NewPlayer("Maximiliane Großkopf-Wiedenbrügge")])
    draw_next_round(tournament)
    attach_transcript(pairing_of(tournament, 1, 1), by=make_director(), data=THREE_POINTS.read_bytes())
    return f"/en/t/{tournament.slug}/rounds/1/tables/1/replay/"


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_match_is_followed_step_by_step_and_by_its_slider(open_page, address, scripts):
    page = open_page(**PHONE, java_script_enabled=scripts)
    page.goto(address)
    page.get_by_role("link", name="Next step").click()
    expect(page.get_by_role("status").first).to_contain_text("plays 13/11 24/23.")

    slider = page.get_by_label("Moment of the match")
    slider.focus()
    slider.press("End")
    if not scripts:
        page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("status").first).to_contain_text("wins 2 points.")

    page.get_by_role("link", name="Game 2").click()
    expect(page.get_by_role("status").first).to_have_text("Game 2 begins.")
    is_there(page)
    assert cut_off_at(page, SMALLEST_PHONE) == []
