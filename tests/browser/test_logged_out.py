"""A director who is logged out, or whose browser ends, while results are typed."""

from playwright.sync_api import expect

from tests.browser.steps import Desk
from tests.factories import draw_next_round, make_director, make_tournament, pairing_of
from tournament.queries.record import result_of


def opened(open_desk):
    tournament = make_tournament(4)
    draw_next_round(tournament)
    desk = Desk(open_desk(), tournament.slug)
    desk.go_to_round(1)
    return desk, tournament


def score(tournament, table):
    return result_of(pairing_of(tournament, 1, table)).score


def test_who_is_logged_out_types_on_and_is_sent_after_the_same_person_has_logged_in(open_desk, live_server):
    desk, tournament = opened(open_desk)
    page = desk.page
    account = make_director()
    account.set_password("three dice and a cube")  # Which ends every session of the account.
    account.save()
    page.set_viewport_size({"width": 1280, "height": 500})

    desk.type(1, "3 1")
    expect(page.get_by_text("Logged out.")).to_be_visible()
    expect(page.get_by_text("Logged out.")).to_be_in_viewport()
    desk.type(2, "0 3")
    expect(page.locator("#queue")).to_contain_text("T1 3:1 · T2 0:3")
    assert [score(tournament, table) for table in (1, 2)] == [None, None]

    with page.expect_popup() as opening:
        page.get_by_role("link", name="Log in here").click()
    login = opening.value
    login.get_by_label("Name").fill(account.username)
    login.get_by_label("Password").fill("three dice and a cube")
    login.get_by_role("button", name="Log in").click()

    expect(page.locator("#queue")).to_have_attribute("data-waiting", "0")
    expect(page.get_by_text("Logged out.")).to_be_hidden()
    assert [score(tournament, table) for table in (1, 2)] == [(3, 1), (0, 3)]


def test_what_waits_survives_the_end_of_the_browser_page(open_desk, live_server, complaints):
    desk, tournament = opened(open_desk)
    context, address = desk.page.context, desk.page.url
    context.route("**/results/**", lambda route: route.abort())
    context.route("**/pairings/**", lambda route: route.abort())
    desk.type(1, "3 1")
    expect(desk.page.locator("#queue")).to_have_attribute("data-waiting", "1")
    desk.page.close()
    context.unroute_all()

    again = context.new_page()
    again.goto(address)

    expect(again.locator("#queue")).to_have_attribute("data-waiting", "0")
    assert score(tournament, 1) == (3, 1)
    complaints.clear()


def test_what_is_discarded_is_not_sent_by_the_page_nor_after_a_reload(open_desk, live_server, complaints):
    desk, tournament = opened(open_desk)
    context = desk.page.context
    context.route("**/results/**", lambda route: route.abort())
    context.route("**/pairings/**", lambda route: route.abort())
    desk.type(1, "3 1")
    expect(desk.page.locator("#queue")).to_have_attribute("data-waiting", "1")

    desk.page.get_by_role("button", name="Discard").click()
    expect(desk.page.locator("#queue")).to_have_attribute("data-waiting", "0")
    context.unroute_all()
    desk.page.reload()
    desk.type(2, "0 3")

    desk.sees_result(2, "0:3")
    assert [score(tournament, table) for table in (1, 2)] == [None, (0, 3)]
    complaints.clear()
