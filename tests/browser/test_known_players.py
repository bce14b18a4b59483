"""Who has played before is suggested while the director types."""

from datetime import date
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.steps import Desk, look_again, press_tab_until
from tests.factories import make_director, make_tournament
from tournament.actions.players import NewPlayer, add_entries, ask_to_join


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


def test_questions_who_is_meant_stay_until_they_are_answered(open_desk, live_server):
    make_tournament(players=[NewPlayer("Dirk Schäfer"), NewPlayer("Zoë Weiß")])
    tonight = make_tournament(0, opens_joining=True, date=date(2026, 12, 4))
    asked = ask_to_join(tonight, by=make_director(), request_key=uuid4(), name="Zoe Weiss")
    desk = Desk(open_desk(), tonight.slug)
    page = desk.page
    page.goto(f"/t/{desk.slug}/desk/players/")
    questions = page.locator("#questions form")

    for name in ("Dirk Schaefer", "Cem", "Dora"):
        desk.name_field().fill(name)
        page.keyboard.press("Enter")
    expect(desk.player("Dora")).to_be_visible()
    expect(questions.locator("legend")).to_have_text(["Dirk Schaefer"])
    expect(desk.name_field()).to_have_value("")
    page.locator(f"#asking-{asked.pk}").get_by_role("button").click()
    expect(questions.locator("legend")).to_have_text(["Dirk Schaefer", "Zoe Weiss"])
    expect(page.locator("#returned > *")).to_have_count(0)
    desk.name_field().fill("Dirk Schaefer")
    page.keyboard.press("Enter")
    add_entries(tonight, by=make_director(), players=[NewPlayer("Ida")])
    look_again(page)
    expect(desk.player("Ida")).to_be_attached()
    expect(questions.locator("legend")).to_have_text(["Dirk Schaefer", "Zoe Weiss"])

    questions.first.get_by_role("button", name="Add").click()
    expect(desk.player("Dirk Schäfer")).to_be_attached()
    expect(questions.locator("legend")).to_have_text(["Zoe Weiss"])
    questions.get_by_role("button", name="Cancel").click()
    expect(questions).to_have_count(0)
    expect(page.locator(f"#asking-{asked.pk}")).to_be_visible()
    expect(page.locator("#returned > *")).to_have_count(0)
