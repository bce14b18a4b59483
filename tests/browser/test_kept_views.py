"""Without https no worker keeps pages: while nobody answers, a link shows how its page was last, over the open one."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.test_phones import Phone
from tests.factories import draw_next_round, make_tournament, pairing_of, play_round

# As in a browser that was opened by an address without encryption.
WITHOUT_WORKER = "delete Navigator.prototype.serviceWorker"
KEPT = "Object.keys(sessionStorage).filter((name) => name.startsWith('view'))"


@pytest.fixture
def match(live_server):
    """Table 1 of a running second round of four."""
    tournament = make_tournament(4)
    play_round(draw_next_round(tournament))
    draw_next_round(tournament)
    return pairing_of(tournament, 2, 1)


@pytest.fixture
def phone(new_context, match):
    """The phone of one of the two, which has kept what its tabs lead to."""
    context = new_context(**PHONE)
    context.add_init_script(WITHOUT_WORKER)
    opened = Phone(context.new_page(), match.first)
    opened.page.wait_for_function(f"() => {KEPT}.length === 3")
    return opened


def tab(phone, name):
    return phone.page.get_by_role("navigation", name="Tournament pages").get_by_role("link", name=name)


def test_a_tab_shows_its_page_as_it_was_last_over_the_own_page_until_the_way_back(phone, match):
    page = phone.page
    page.evaluate("window.isTheSamePage = true")
    phone.cut_off("3:1")
    view = page.locator("#kept-view")

    tab(phone, "Standings").click()
    expect(view.locator("table")).to_contain_text(match.first.name)
    expect(view.locator(".of-when")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    page.go_back()
    expect(view).to_be_hidden()
    tab(phone, "Round 2").click()
    expect(view.locator(".view")).to_contain_text(match.second.name)
    tab(phone, "My table").click()
    expect(view).to_be_hidden()
    page.context.set_offline(False)

    expect(page.get_by_text("Report received")).to_be_visible()
    assert page.evaluate("window.isTheSamePage")
    assert match.reports.count() == 1


def test_a_page_that_is_not_kept_is_said_to_be_none_and_opens_once_there_is_a_connection(phone):
    page = phone.page
    page.evaluate("sessionStorage.clear()")
    page.context.set_offline(True)
    tab(phone, "Standings").click()

    view = page.locator("#kept-view")
    expect(view.locator(".not-kept")).to_be_visible()
    page.context.set_offline(False)
    view.get_by_role("link", name="The connection is back: open this page.").click()
    expect(page.get_by_role("heading", name="Standings after round 1")).to_be_visible()


def test_only_pages_for_everyone_are_kept_without_what_could_be_pressed(phone):
    kept = phone.page.evaluate(f"{KEPT}.map((name) => [name, sessionStorage.getItem(name)])")
    assert [name for name, _text in kept if "/p/" in name] == []
    assert [name for name, text in kept if re.search("<(form|script)| id=", text)] == []
