"""Who has played before is suggested while the director types."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import Desk, look_again, press_tab_until
from tests.factories import make_director, make_tournament
from tournament.actions.players import NewPlayer, add_entries


@pytest.fixture
def tonight(live_server):
    make_tournament(players=[NewPlayer("Zoë Weiß", "Wien"), NewPlayer("Zoltán"), NewPlayer("Anna")])
    return make_tournament(players=[NewPlayer("Bo")])


def test_a_suggestion_outlasts_news_and_is_entered_with_the_keyboard(open_desk, tonight):
    desk = Desk(open_desk(), tonight.slug)
    desk.page.goto(f"/t/{desk.slug}/desk/players/")
    field = desk.name_field()
    suggestions = desk.page.get_by_role("list", name="From earlier tournaments").get_by_role("button")

    field.press_sequentially("zo")
    expect(suggestions).to_have_text(["Zoë Weiß · Wien", "Zoltán"])
    add_entries(tonight, by=make_director(), players=[NewPlayer("Cem")])
    look_again(desk.page)
    expect(desk.player("Cem")).to_be_attached()
    expect(suggestions).to_have_count(2)

    press_tab_until(suggestions.first)
    desk.page.keyboard.press("Enter")
    expect(desk.player("Zoë Weiß")).to_be_visible()
    expect(suggestions).to_have_count(0)
    expect(field).to_be_focused()
    expect(field).to_have_value("")

    field.press_sequentially("zo")
    expect(suggestions).to_have_text(["Zoltán"])
    field.fill("")
    expect(suggestions).to_have_count(0)
