"""Browsers that lack what came later: those that are served, and the pages below them, which are plain."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.steps import Desk
from tests.browser.test_looks import PUBLIC, SMALLEST_PHONE, addresses, cut_off_at, make_evening
from tests.factories import draw_next_round, entry_of, make_tournament, player_token

# What each of them does not know, taken from the browser before its first page.
LACKS = {
    "the pressed button among the values of a form": """
        window.FormData = class extends FormData { constructor(form) { super(form); } };""",
    "which button was pressed": "delete SubmitEvent.prototype.submitter;",
}


@pytest.mark.parametrize("lacking", LACKS.values(), ids=LACKS)
def test_a_result_is_tapped_and_typed_in_an_older_browser(open_desk, live_server, lacking):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    desk = Desk(open_desk(), tournament.slug)
    desk.page.add_init_script(lacking)
    desk.go_to_round(1)

    desk.tap(1, "3:1")
    desk.type(2, "2 3")
    desk.sees_result(2, "2:3")


# A browser below the line of the README passes over each rule of the style sheet in which it does not know a word.
UNHEARD_OF = (":has", "dvh", "subgrid", "(scripting")


def forget_the_last_years(page: Page) -> None:
    """Make the browser one of those below the line: it understands no script, and passes over what is new in styles."""

    def without_new_styles(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        for new in UNHEARD_OF:
            text = text.replace(new, f"{new}-unheard-of")
        route.fulfill(response=answer, body=text)

    page.context.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.context.route("**/tournament*.css", without_new_styles)


def test_below_the_line_the_pages_for_everyone_are_plain_and_whole(open_page, live_server):
    slug = make_evening(14)
    page = open_page(**PHONE)
    forget_the_last_years(page)
    found = {}
    for name, address in addresses(PUBLIC, slug).items():
        page.goto(address)
        if lost := cut_off_at(page, SMALLEST_PHONE):
            found[name] = lost

    assert found == {}


def test_below_the_line_a_table_is_found_and_a_score_reported_and_entered_by_forms_alone(open_page, open_desk):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    phone, desk = open_page(**PHONE), Desk(open_desk(), tournament.slug)
    for page in (phone, desk.page):
        forget_the_last_years(page)

    phone.goto(f"/en/t/{tournament.slug}/")
    assert phone.evaluate("typeof htmx") == "undefined"
    phone.get_by_label("Find my table: enter a name").fill("Player 3")
    phone.keyboard.press("Enter")
    phone.get_by_role("link", name="Player 3").click()
    expect(phone.get_by_role("heading", name="Player 3")).to_be_visible()
    phone.goto(f"/en/t/{tournament.slug}/p/3/{player_token(entry_of(tournament, 3))}/")
    phone.get_by_role("button", name="3:0", exact=True).click()
    expect(phone.get_by_role("heading", name="Report received")).to_be_visible()

    desk.go_to_round(1)
    desk.type(1, "2 3")
    desk.sees_result(1, "2:3")
    desk.tap(2, "3:1")
    desk.sees_result(2, "3:1")


def test_below_the_line_the_match_clock_says_what_it_needs(open_page):
    page = open_page(**PHONE)
    forget_the_last_years(page)
    page.goto("/en/clock/")

    expect(page.get_by_role("main")).to_contain_text("The clock needs JavaScript")
