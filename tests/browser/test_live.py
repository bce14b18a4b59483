"""Pages that are open while something happens elsewhere."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import Desk, Phone, hear, hold_back_news, look_again
from tests.factories import draw_next_round, make_tournament
from tournament.models import JournalLine

pytestmark = pytest.mark.every_engine

NOTE_MOVEMENT = """
    window.movements = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) { window.movements += 1; return animate.apply(this, how); };
"""


@pytest.fixture
def slug(live_server):
    tournament = make_tournament(10)
    draw_next_round(tournament)
    return tournament.slug


@pytest.fixture
def laptop(open_desk, slug):
    desk = Desk(open_desk(), slug)
    desk.go_to_round(1)
    return desk


@pytest.fixture
def other_laptop(open_desk, slug):
    desk = Desk(open_desk(), slug)
    desk.go_to_round(1)
    return desk


def test_who_enters_another_result_on_an_old_page_is_told_and_decides(laptop, other_laptop):
    hold_back_news(other_laptop.page)
    laptop.tap(3, "3:1")

    other_laptop.score(3, "1:3").click()
    problem = other_laptop.table(3).get_by_role("alert")
    expect(problem).to_have_text("Someone has entered 3:1 here in the meantime. To correct it, choose again.")
    other_laptop.page.unroute_all()
    look_again(other_laptop.page)
    other_laptop.sees_result(3, "3:1")

    other_laptop.tap(3, "1:3")
    expect(problem).to_have_count(0)
    look_again(laptop.page)
    laptop.sees_result(3, "1:3")


def test_the_ranking_at_the_desk_renews_itself_under_the_heading_of_the_desk(laptop, other_laptop):
    desk = other_laptop.page
    desk.goto(f"/t/{other_laptop.slug}/desk/standings/")
    heading = [desk.title(), desk.locator(".brand").get_attribute("href")]
    laptop.tap(3, "3:1")
    laptop.sees_result(3, "3:1")

    hear(desk)

    expect(desk.get_by_role("row").nth(1)).to_contain_text("+2")
    assert [desk.title(), desk.locator(".brand").get_attribute("href")] == heading


@pytest.mark.sample
def test_a_double_click_enters_one_result(laptop):
    laptop.score(2, "3:1").dblclick()
    laptop.sees_result(2, "3:1")
    expect(laptop.page.get_by_text("1 of 5 tables done")).to_be_visible()

    assert JournalLine.objects.filter(action="result_recorded").count() == 1


@pytest.mark.only_browser("chromium", reason="in Firefox the tool clicks once, whatever it is asked")
def test_a_slow_double_click_takes_back_one_result(laptop):
    laptop.tap(1, "3:1")
    laptop.tap(2, "3:2")
    undo = laptop.page.get_by_role("button", name="Undo")
    undo.click()
    laptop.sees_no_result(2)

    undo.hover()
    laptop.page.mouse.down(click_count=2)
    laptop.page.mouse.up(click_count=2)
    laptop.tap(3, "3:0")
    laptop.sees_result(1, "3:1")


@pytest.mark.sample
def test_what_is_typed_survives_news_from_elsewhere(laptop, other_laptop):
    laptop.field().press_sequentially("2 3 ")
    other_laptop.tap(1, "0:3")
    look_again(laptop.page)
    laptop.sees_result(1, "0:3")

    expect(laptop.field()).to_have_value("2 3 ")
    laptop.page.keyboard.type("2")
    laptop.page.keyboard.press("Enter")
    laptop.sees_result(2, "3:2")


def test_an_open_menu_survives_news_from_elsewhere_with_what_is_chosen(laptop, other_laptop):
    name = laptop.players_at(4)[1]
    menu = laptop.open_menu(4)
    menu.get_by_label("Who gives up?").select_option(name)
    menu.get_by_label("Points won so far").select_option("1")
    other_laptop.tap(1, "0:3")
    look_again(laptop.page)
    laptop.sees_result(1, "0:3")

    menu.get_by_role("button", name="Save").first.click()
    laptop.sees_result(4, "3:1")
    expect(menu).to_be_hidden()


def test_a_half_entered_player_survives_news_from_elsewhere(laptop, other_laptop):
    laptop.go_to("Players")
    laptop.name_field().fill("Kim Vo")
    other_laptop.go_to("Players")
    other_laptop.enter_players(["Kim Vogel", "Ida Roth"])
    look_again(laptop.page)
    expect(laptop.player("Kim Vogel")).to_be_visible()
    expect(laptop.player("Ida Roth")).to_be_hidden()

    laptop.page.keyboard.type("ss")
    expect(laptop.name_field()).to_have_value("Kim Voss")


def test_a_menu_closes_at_escape_and_at_a_click_beside_it(laptop):
    menu = laptop.open_menu(1)
    menu.get_by_label("Who gives up?").focus()
    laptop.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(laptop.table(1).get_by_label("More actions for table 1")).to_be_focused()

    laptop.open_menu(1)
    laptop.page.get_by_role("heading", name="Round 1").click()
    expect(menu).to_be_hidden()


def test_who_can_no_longer_undo_is_told_at_once(laptop, other_laptop):
    for number in laptop.tables():
        laptop.tap(number, "3:1")
    hold_back_news(laptop.page)
    other_laptop.go_to_round(1)
    other_laptop.pair_round(2)

    laptop.undo()
    expect(laptop.page.locator(".notice.bad[role=status]")).to_contain_text("Something else has changed since then")


@pytest.mark.only_browser("chromium", reason="in Firefox the tool cannot ask for stillness in one window alone")
def test_a_changed_row_moves_on_a_phone_only_where_movement_is_welcome(laptop, open_page, slug):
    moving, still = (Phone(open_page(**PHONE, reduced_motion=motion), slug) for motion in ("no-preference", "reduce"))
    for phone in (moving, still):
        phone.page.add_init_script(NOTE_MOVEMENT)
        phone.page.goto(f"/t/{slug}/rounds/1/")
    name = laptop.players_at(2)[0]
    laptop.tap(2, "3:1")

    for phone in (moving, still):
        look_again(phone.page)
        expect(phone.row_of(name)).to_contain_text("3:1")
    assert [phone.page.evaluate("window.movements") for phone in (moving, still)] == [1, 0]


def test_a_name_being_searched_survives_news(laptop, open_page, slug):
    phone = Phone(open_page(**PHONE), slug)
    phone.page.goto(f"/t/{slug}/rounds/1/")
    name = laptop.players_at(2)[0]
    phone.page.get_by_label("Find my table").fill("Player")
    laptop.tap(2, "3:1")
    look_again(phone.page)
    expect(phone.row_of(name)).to_contain_text("3:1")

    expect(phone.page.get_by_label("Find my table")).to_have_value("Player")
    expect(phone.page.get_by_label("Find my table")).to_be_focused()
    expect(phone.page.locator("#found a.seat")).to_have_count(8)


@pytest.mark.sample
def test_a_page_says_when_the_computer_does_not_answer_and_when_it_does_again(page, slug):
    page.goto(f"/t/{slug}/")
    page.context.set_offline(True)
    notice = page.get_by_text("The tournament computer is not responding.")
    expect(notice).to_be_visible()

    page.context.set_offline(False)
    expect(notice).to_be_hidden()


def test_the_journal_is_searched_while_typing_and_keeps_the_search_when_it_renews_itself(open_desk, slug, laptop):
    page = open_desk()
    page.goto(f"/t/{slug}/desk/journal/")
    lines = page.locator("tbody tr")
    expect(lines).to_have_count(3)

    page.locator("#kind").select_option("results")
    expect(lines).to_have_count(0)
    laptop.tap(3, "3:1")
    laptop.tap(4, "3:1")
    look_again(page)
    expect(lines).to_have_count(2)

    page.locator("#q").press_sequentially("table 4")
    expect(lines).to_have_count(1)
    laptop.tap(5, "3:1")
    look_again(page)
    expect(page.locator("#version")).to_have_value(re.compile(r"^\d+-6-"))
    expect(lines).to_have_count(1)
    expect(page.locator("#q")).to_be_focused()


def test_the_journal_takes_a_line_back_in_place(open_desk, slug, laptop):
    laptop.tap(3, "3:1")
    page = open_desk()
    page.goto(f"/t/{slug}/desk/journal/")

    page.get_by_role("button", name="Undo").click()

    expect(page.locator("tbody tr")).to_have_count(5)
    expect(page.locator("tr.gone s")).to_have_count(1)


@pytest.mark.only_browser("chromium", reason="in Firefox the tool gives the focus to one window alone")
@pytest.mark.everyday
def test_the_next_round_appears_in_the_navigation_and_the_cursor_stays(laptop, other_laptop):
    places = other_laptop.page.get_by_role("navigation", name="Tournament")
    link = places.get_by_role("link", name="Standings")
    link.focus()
    laptop.play_round()
    laptop.pair_round(2)
    look_again(other_laptop.page)

    expect(places.get_by_role("link", name="Round 2")).to_be_visible()
    expect(link).to_be_focused()


def test_before_its_style_sheet_has_come_a_page_does_not_say_that_the_computer_is_silent(open_page, complaints):
    page = open_page()
    page.route("**/*.css", lambda route: route.abort())

    page.goto(f"/t/{make_tournament().slug}/")

    expect(page.get_by_text("The tournament computer is not responding.")).to_be_hidden()
    complaints.clear()


def test_a_page_whose_news_fail_says_so_until_they_come_again(new_context, slug):
    # The browser complains in its console of every failure.
    page = new_context().new_page()
    page.goto(f"/t/{slug}/")
    page.route("**/?v=*", lambda route: route.fulfill(status=500))
    look_again(page)
    notice = page.get_by_text("The tournament computer is not responding.")
    expect(notice).to_be_visible()

    page.unroute("**/?v=*")
    look_again(page)
    expect(notice).to_be_hidden()
