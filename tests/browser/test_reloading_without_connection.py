"""A page for everyone that is reloaded without a connection shows how it was last; nothing private is kept."""

import re

import pytest
from playwright.sync_api import Error, expect

from tests.browser.conftest import PHONE, WITH_A_WORKER
from tests.browser.steps import hear
from tests.factories import draw_next_round, entry_of, make_director, make_tournament, play_round, player_token
from tests.faults.conftest import server as server
from tournament.actions.tournaments import delete_tournament

# In Firefox the tool takes the page from the network, and not the worker.
WITHOUT_NETWORK = pytest.mark.only_browser(
    "chromium", reason="in Firefox the tool cannot take a worker from the network"
)
pytestmark = pytest.mark.costly
NOT_FRESH = re.compile(r"\bis-offline\b")
KEPT_PAGES = "async () => (await (await caches.open('pages')).keys()).map(({ url }) => new URL(url).pathname)"
# As if they had been kept so many hours ago.
GROW_OLDER = """async (hours) => {
  const pages = await caches.open("pages");
  for (const { url } of await pages.keys()) {
    const page = await pages.match(url, { ignoreVary: true });
    const headers = new Headers(page.headers);
    headers.set("Date", new Date(Date.now() - hours * 3600 * 1000).toUTCString());
    await pages.put(url, new Response(await page.text(), { headers }));
  }
}"""
KEEP_MANY = """async (many) => {
  const pages = await caches.open("pages");
  const headers = { Date: new Date().toUTCString() };
  for (let one = 1; one <= many; one += 1) await pages.put(`/en/${one}/`, new Response("", { headers }));
}"""
PUT_AWAY = """() => {
  Object.defineProperty(document, "hidden", { configurable: true, value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def tournament(live_server):
    return make_tournament(entries=4, played=1, language="en")


@pytest.fixture
def page(new_context):
    return new_context(**PHONE, **WITH_A_WORKER).new_page()


@pytest.mark.every_engine
def test_while_the_program_is_gone_a_page_shows_how_it_was_last(server, new_context):
    tournament = make_tournament(entries=4, played=1, language="en")
    server.begin()
    server.wait_until_it_runs()
    page = new_context(**WITH_A_WORKER).new_page()
    open_until_kept(page, f"http://localhost:{server.port}/en/t/{tournament.slug}/")
    standings = page.locator("#live table").inner_text()

    server.kill()
    page.reload()
    expect(page.locator("body")).to_have_class(NOT_FRESH)
    expect(page.locator("#live table")).to_have_text(standings, use_inner_text=True)
    page.goto(f"http://localhost:{server.port}/en/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


def open_until_kept(page, address):
    """Open a page, and wait until it is kept: it no longer asks not to be reloaded."""
    page.goto(address)
    expect(page.locator(".lost-on-reload")).to_have_attribute("hidden", "")


@WITHOUT_NETWORK
def test_a_page_shows_how_it_was_last_says_of_when_and_goes_on_once_there_is_a_connection(page, tournament):
    address = f"/en/t/{tournament.slug}/"
    open_until_kept(page, address)
    standings = page.locator("#live table").inner_text()

    page.context.set_offline(True)
    page.reload()
    expect(page.locator("body")).to_have_class(NOT_FRESH)
    expect(page.locator("#live table")).to_have_text(standings, use_inner_text=True)
    expect(page.locator(".offline .last-answer")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(page.locator(".lost-on-reload")).to_be_hidden()
    expect(page.locator("header.top")).to_have_css("background-color", "rgb(15, 92, 77)")

    play_round(draw_next_round(tournament))
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Standings after round 2")).to_be_visible()
    expect(page.locator("body")).not_to_have_class(NOT_FRESH)


@WITHOUT_NETWORK
def test_what_an_open_page_has_heard_is_kept_when_it_is_put_away(page, tournament):
    open_until_kept(page, f"/en/t/{tournament.slug}/")
    play_round(draw_next_round(tournament))
    hear(page)
    expect(page.get_by_role("heading", name="Standings after round 2")).to_be_visible()
    with page.expect_event("console", lambda message: message.text == "kept"):
        page.evaluate("navigator.serviceWorker.addEventListener('message', () => console.log('kept'))")
        page.evaluate(PUT_AWAY)

    page.context.set_offline(True)
    page.reload()

    expect(page.get_by_role("heading", name="Standings after round 2")).to_be_visible()
    expect(page.locator("body")).to_have_class(NOT_FRESH)


@WITHOUT_NETWORK
def test_what_is_gone_or_older_than_an_evening_is_forgotten(page, tournament):
    standings, rounds = f"/en/t/{tournament.slug}/", f"/en/t/{tournament.slug}/rounds/1/"
    open_until_kept(page, rounds)
    open_until_kept(page, standings)
    assert page.evaluate(KEPT_PAGES) == [rounds, standings]
    delete_tournament(tournament, by=make_director(), confirmed=tournament.name)
    assert page.goto(standings).status == 404
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate(KEPT_PAGES) == [rounds]

    page.evaluate(GROW_OLDER, 13)
    page.goto(rounds)

    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate(KEPT_PAGES) == []


@WITHOUT_NETWORK
def test_only_the_pages_that_were_open_last_are_kept(page, tournament):
    open_until_kept(page, f"/en/t/{tournament.slug}/rounds/1/")
    page.evaluate(KEEP_MANY, 25)

    open_until_kept(page, f"/en/t/{tournament.slug}/")
    page.reload()

    assert page.evaluate(KEPT_PAGES) == [*(f"/en/{one}/" for one in range(7, 26)), f"/en/t/{tournament.slug}/"]


@WITHOUT_NETWORK
def test_a_private_page_is_not_kept_and_says_so_in_its_language(page, tournament):
    address = f"/de/t/{tournament.slug}/p/1/{player_token(entry_of(tournament, 1))}/"
    open_until_kept(page, f"/de/t/{tournament.slug}/")
    page.goto(address)
    expect(page.locator("#live[data-me='1']")).to_be_visible()

    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Keine Verbindung")).to_be_visible()
    assert page.evaluate(KEPT_PAGES) == [f"/de/t/{tournament.slug}/"]

    page.context.set_offline(False)
    expect(page.locator("#live[data-me='1']")).to_be_visible()


@WITHOUT_NETWORK
def test_nothing_of_the_desk_is_kept(open_desk, tournament):
    page = open_desk(**WITH_A_WORKER)
    open_until_kept(page, f"/en/t/{tournament.slug}/")
    page.goto(f"/t/{tournament.slug}/desk/")
    expect(page.locator(".lost-on-reload")).not_to_have_attribute("hidden", "")

    page.context.set_offline(True)
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        page.reload()
    page.context.set_offline(False)
    page.goto(f"/en/t/{tournament.slug}/")
    assert page.evaluate(KEPT_PAGES) == [f"/en/t/{tournament.slug}/"]
