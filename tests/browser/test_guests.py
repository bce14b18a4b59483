"""Whoever looks on: a phone knows whose it is, stays in its language, and shows what a page loaded anew would show."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.conftest import PHONE
from tests.browser.steps import Phone, hear, look_again
from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
)
from tournament.actions.players import change_entry, remove_entry
from tournament.actions.tournaments import change_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Tournament

# Round 1 is played, round 2 is not.
EVERY_PAGE = (
    "",
    "rounds/1/",
    "rounds/1/share/",
    "rounds/2/",
    "order/",
    "share/",
    "players/7/",
    "crosstable/",
    "course/",
    "draw/",
    "draw/1/",
    "costs/",
    "find/?q=player",
)
# Of every element what it is, where it leads, what it says by itself and what stands in it; not that it has only come.
EVERYTHING = """() => [document.title, ...[...document.body.querySelectorAll("*")].map((one) => [
  one.tagName, one.id, [...one.classList].filter((name) => !name.startsWith("htmx-")).join(" "),
  one.getAttribute("href"), one.hidden, one.value,
  [...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()).filter(Boolean).join(" "),
].join("|"))]"""
ROWS = """() => [document.title, ...[...document.querySelectorAll("#live tr, #live li, #live h1, #live .chip")]
  .map(row => row.textContent.replace(/\\s+/g, " "))]"""

NOTE_SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { window.shifted += value; }))
        .observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def tournament(live_server):
    made = make_tournament(40, played=1, shows_costs=True)
    draw_next_round(made)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def phone(open_page, tournament):
    return Phone(open_page(**PHONE), tournament.slug)


def go_to(page: Page, tournament: Tournament, address: str, language: str = "en") -> None:
    page.goto(f"/{language}/t/{tournament.slug}/{address}")


def remember(phone: Phone, tournament: Tournament, number: int) -> None:
    """By the page of the player."""
    go_to(phone.page, tournament, f"players/{number}/")
    phone.page.get_by_role("button", name="This is me").click()


def test_whoever_says_this_is_me_sees_their_seat_on_every_page(phone, tournament):
    phone.scan_code()
    phone.page.get_by_role("table", name="Standings").get_by_role("link", name="Player 7").click()
    expect(phone.page.get_by_role("link", name="My matches")).to_be_hidden()
    phone.page.get_by_role("button", name="This is me").click()

    expect(phone.page.get_by_role("button", name="This is me")).to_be_hidden()
    expect(phone.page.get_by_role("link", name="My matches")).to_be_visible()
    for address in EVERY_PAGE[:-1]:
        go_to(phone.page, tournament, address)
        expect(phone.my_table()).to_have_count(1)
        expect(phone.my_table()).to_contain_text(re.compile(r"Player 7\s+Round 2\s+·\s+against Player \d+"))


def test_the_own_line_of_a_pairing_and_the_own_row_of_the_list_are_marked(phone, tournament):
    remember(phone, tournament, 7)
    go_to(phone.page, tournament, "rounds/2/")

    expect(phone.page.locator("#live a", has_text="you")).to_have_text(re.compile(r"Player 7\s*you"))
    enter_result(pairing_of(tournament, 2, 3), Result(Outcome.PLAYED, (3, 0)))
    look_again(phone.page)
    expect(phone.page.locator("#pairing-" + str(pairing_of(tournament, 2, 3).pk))).to_contain_text("3:0")
    expect(phone.page.locator("#live small.you")).to_have_count(1)

    phone.my_table().get_by_role("link", name="Show in the list").click()
    expect(phone.page.locator("#player-7")).to_be_in_viewport()
    expect(phone.page.locator("#player-7")).to_have_class("me")


def test_the_remembered_seat_has_its_room_before_it_comes(phone, tournament):
    remember(phone, tournament, 7)
    go_to(phone.page, tournament, "rounds/2/")
    expect(phone.my_table()).to_have_count(1)
    held = []
    phone.page.route("**/players/7/seat/", lambda route: held.append(route))
    top = "() => document.getElementById('live').getBoundingClientRect().top"
    with phone.page.expect_request("**/players/7/seat/"):
        go_to(phone.page, tournament, "rounds/2/")
    before = phone.page.evaluate(top)
    held[0].continue_()
    expect(phone.my_table()).to_have_count(1)

    assert abs(phone.page.evaluate(top) - before) < 2

    phone.my_table().get_by_role("button", name="Not you?").click()
    expect(phone.page.locator("#own")).to_have_js_property("offsetHeight", 0)


@pytest.mark.only_browser("chromium", reason="no other says how far a page shifts")
def test_the_first_seat_of_a_phone_hardly_moves_the_page(phone, tournament):
    remember(phone, tournament, 7)
    phone.page.add_init_script(NOTE_SHIFTS)
    go_to(phone.page, tournament, "")
    expect(phone.my_table()).to_have_count(1)
    phone.page.evaluate("new Promise(requestAnimationFrame)")

    assert phone.page.evaluate("window.shifted") < 0.1


def test_a_name_that_was_typed_before_the_scripts_had_come_is_found(phone, tournament):
    under_way = []
    # The script that keeps room for the own seat comes before the page; all others follow it.
    phone.page.route(re.compile(r"/static/(?!seat\.)[^/]*\.js"), lambda script: under_way.append(script))
    phone.page.goto(f"/en/t/{tournament.slug}/", wait_until="commit")
    phone.page.get_by_label("Find my table: enter a name").fill("Player 7")
    for script in under_way:
        script.continue_()

    expect(phone.page.locator("#found").get_by_role("link", name="Player 7")).to_be_visible()


def test_whose_name_was_searched_is_remembered_until_they_say_that_it_is_not_them(phone, tournament):
    phone.scan_code()
    phone.find_table_of("Player 33")
    expect(phone.page.get_by_role("heading", name="Player 33")).to_be_visible()
    go_to(phone.page, tournament, "rounds/2/")
    phone.page.get_by_role("link", name="My matches").click()
    expect(phone.page.get_by_role("heading", name="Player 33")).to_be_visible()

    go_to(phone.page, tournament, "crosstable/")
    phone.page.get_by_role("button", name="Not you?").click()

    expect(phone.my_table()).to_have_count(0)
    for address in ("crosstable/", "rounds/2/"):
        go_to(phone.page, tournament, address)
        expect(phone.page.get_by_role("link", name="My matches")).to_be_hidden()
        expect(phone.my_table()).to_have_count(0)


def test_a_seat_that_is_under_way_when_somebody_says_not_me_is_not_shown_any_more(phone, tournament):
    remember(phone, tournament, 7)
    held = []
    go_to(phone.page, tournament, "crosstable/")
    expect(phone.my_table()).to_have_count(1)
    phone.page.route("**/players/7/seat/", lambda route: held.append(route))
    with phone.page.expect_request("**/players/7/seat/"):
        enter_result(pairing_of(tournament, 2, 3), Result(Outcome.PLAYED, (3, 0)))
        look_again(phone.page)
    phone.page.get_by_role("button", name="Not you?").click()

    phone.page.evaluate(
        """() => addEventListener("htmx:afterOnLoad", () => { document.body.dataset.answered = ""; })"""
    )
    held[0].fallback()
    expect(phone.page.locator("body")).to_have_attribute("data-answered", "")

    assert phone.my_table().count() == 0


def test_who_was_taken_for_somebody_else_says_so_on_their_own_page(phone, tournament):
    remember(phone, tournament, 3)
    go_to(phone.page, tournament, "players/7/")
    expect(phone.page.locator("#own")).to_contain_text("Player 3")

    phone.page.get_by_role("button", name="This is me").click()

    expect(phone.page.locator("#own")).to_be_empty()
    phone.page.get_by_role("link", name="My matches").click()
    expect(phone.page.get_by_role("heading", name="Player 7", exact=True)).to_be_visible()


def test_the_phone_of_a_player_who_was_taken_off_the_list_forgets_them(new_context, live_server):
    tournament = make_tournament(4)
    # The browser notes in its console that there is no such seat any more.
    phone = Phone(new_context(**PHONE).new_page(), tournament.slug)
    remember(phone, tournament, 4)
    phone.page.goto("about:blank")
    remove_entry(tournament.entries.get(number=4), by=make_director())

    phone.scan_code()

    expect(phone.page.locator(".knows-player")).to_have_count(0)
    expect(phone.page.get_by_role("heading", name="Players", exact=True)).to_be_visible()
    assert phone.page.evaluate("localStorage.length") == 0


def test_the_own_row_far_below_is_one_tap_away(phone, tournament):
    last = phone.page.locator("tbody tr").last
    go_to(phone.page, tournament, "")
    number = int(last.get_attribute("data-number"))
    way = phone.page.get_by_role("link", name="To my place")
    expect(way).to_be_hidden()
    remember(phone, tournament, number)
    go_to(phone.page, tournament, "")

    way.click()

    expect(last).to_be_in_viewport()
    expect(last).to_have_class(re.compile(r"\bme\b"))
    expect(way).to_be_hidden()


def test_the_own_line_and_a_chosen_one_stand_out_in_a_crowded_chart(phone, tournament):
    remember(phone, tournament, 20)
    go_to(phone.page, tournament, "course/")
    lines = phone.page.locator(".course svg g")
    standing_out = phone.page.locator(".course svg .ahead, .course svg .me, .course svg .chosen")
    expect(lines).to_have_count(40)
    expect(phone.page.locator("#line-20")).to_have_class(re.compile(r"\bme\b"))
    expect(standing_out).to_have_count(4)

    phone.page.get_by_label("Show also").select_option("Player 31")
    expect(phone.page.locator("#line-31")).to_have_class(re.compile(r"\bchosen\b"))
    expect(standing_out).to_have_count(5)

    enter_result(pairing_of(tournament, 2, 3), Result(Outcome.PLAYED, (3, 0)))
    hear(phone.page)
    expect(phone.page.get_by_label("Show also")).to_have_value("31")
    expect(phone.page.locator("#line-31")).to_have_class(re.compile(r"\bchosen\b"))
    expect(phone.page.locator("#line-20")).to_have_class(re.compile(r"\bme\b"))


def test_an_english_and_a_german_phone_stay_in_their_languages_when_news_come(open_page, tournament):
    english, german = (Phone(open_page(**PHONE, locale=locale), tournament.slug) for locale in ("en-GB", "de-DE"))
    for phone, button in ((english, "This is me"), (german, "Das bin ich")):
        phone.page.goto(f"/t/{tournament.slug}/players/7/")
        phone.page.get_by_role("button", name=button).click()
        phone.page.goto(f"/t/{tournament.slug}/")
    headings = {english: "Round 2 in progress", german: "Runde 2 läuft"}
    open_tables = {english: "provisional · {} tables open", german: "vorläufig · {} Tische offen"}

    for table, left in ((1, 19), (2, 18)):
        enter_result(pairing_of(tournament, 2, table), Result(Outcome.PLAYED, (3, 1)))
        for phone in (german, english):
            look_again(phone.page)
            expect(phone.page.get_by_text(open_tables[phone].format(left))).to_be_visible()
            expect(phone.page.get_by_role("heading", name=headings[phone])).to_be_visible()

    expect(german.my_table()).to_contain_text("Runde 2 · gegen")
    expect(english.my_table()).to_contain_text("Round 2 · against")


def test_after_news_nothing_of_the_old_state_stands_on_any_page(open_page, tournament):
    addresses = [*EVERY_PAGE[1:-1], "find/?q=player+1", "rules/"]
    phone, fresh = (open_page(**PHONE) for _phone in range(2))
    for page in (phone, fresh):
        remember(Phone(page, tournament.slug), tournament, 7)
    pages = {address: phone.context.new_page() for address in addresses}
    for address, page in pages.items():
        go_to(page, tournament, address)

    _change_everything(tournament)

    for address, page in pages.items():
        hear(page)
        go_to(fresh, tournament, address)
        _shows_the_same(page, fresh)
        page.close()


def test_after_news_what_was_found_by_a_name_is_found_anew(open_page, tournament):
    phone, fresh = (open_page(**PHONE) for _phone in range(2))
    _find(phone, tournament)
    expect(phone.locator("#found a").first).to_contain_text("Round 2")

    _change_everything(tournament)
    hear(phone)

    _find(fresh, tournament)
    _shows_the_same(phone, fresh)


def _find(page: Page, tournament: Tournament) -> None:
    go_to(page, tournament, "")
    page.get_by_label("Find my table: enter a name").fill("Player 1")
    expect(page.locator("#found a.seat")).to_have_count(8)


def _shows_the_same(page: Page, fresh: Page) -> None:
    for one in (page, fresh):
        expect(one.locator("#own section, #found a, [data-entry]").first).to_contain_text("Round 3")
    expect(fresh.locator(".htmx-request")).to_have_count(0)
    wanted = fresh.evaluate(EVERYTHING)
    # The own seat and what was found come by questions of their own.
    with suppress(TimeoutError):
        page.wait_for_function(f"wanted => JSON.stringify(({EVERYTHING})()) === JSON.stringify(wanted)", arg=wanted)
    assert page.evaluate(EVERYTHING) == wanted


def _change_everything(tournament: Tournament) -> None:
    """What a director may change of an evening that runs: results, a round, names, and what it is called."""
    director = make_director()
    play_round(tournament.rounds.get(number=2), [(0, 3), (3, 2)])
    draw_next_round(tournament)
    for number in (1, 7, 15):
        change_entry(entry_of(tournament, number), by=director, name=f"Player {number} the Second", club="Lindau")
    change_tournament(Tournament.objects.get(pk=tournament.pk), by=director, name="Lake Open", venue="Lindau")


def test_a_page_that_was_told_of_rows_it_does_not_have_asks_for_all_of_them(open_page, tournament):
    phone, fresh = (open_page(**PHONE) for _page in range(2))
    for page in (phone, fresh):
        go_to(page, tournament, "")
    phone.evaluate("document.querySelectorAll('#live tbody tr').forEach(row => row.remove())")

    enter_result(pairing_of(tournament, 2, 1), Result(Outcome.PLAYED, (3, 1)))
    look_again(phone)

    expect(phone.locator("tbody tr td:first-child")).to_have_count(40)
    fresh.reload()
    assert phone.evaluate(ROWS) == fresh.evaluate(ROWS)


def test_the_title_says_how_far_the_evening_is_without_the_page_being_loaded_anew(open_page, live_server):
    tournament = make_tournament(4)
    draw_next_round(tournament)
    page = open_page(**PHONE)
    go_to(page, tournament, "")
    expect(page).to_have_title("Players · Bodensee Open")

    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 1)))
    look_again(page)

    expect(page).to_have_title("Standings · Bodensee Open")


def test_a_link_on_every_page_leads_to_the_same_page_in_the_other_language(open_page, tournament):
    page = open_page(java_script_enabled=False)
    for address in EVERY_PAGE[:-1]:
        go_to(page, tournament, address)
        for short, code in (("de", "de"), ("en", "en-gb")):
            page.get_by_role("link", name=short.upper(), exact=True).click()
            expect(page.locator("html")).to_have_attribute("lang", code)
            expect(page).to_have_url(re.compile(f"/{short}/t/{tournament.slug}/{re.escape(address)}$"))
