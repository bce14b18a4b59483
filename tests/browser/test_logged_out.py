"""A director who is logged out, or whose browser ends, while results are typed."""

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.steps import Desk
from tests.factories import draw_next_round, make_co_director, make_director, make_tournament, pairing_of
from tournament.actions.permissions import can
from tournament.models import SaidWord, Tournament
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
    expect(desk.page.locator("#queue")).to_have_text("Being discarded: T1 3:1")
    desk.page.on("dialog", lambda dialog: dialog.accept())
    desk.page.reload()
    expect(desk.page.locator("#queue")).to_have_text("Being discarded: T1 3:1")
    context.unroute_all()
    desk.type(2, "0 3")

    desk.sees_result(2, "0:3")
    expect(desk.page.locator("#queue")).to_have_attribute("data-waiting", "0")
    assert [score(tournament, table) for table in (1, 2)] == [None, (0, 3)]
    complaints.clear()


PASSWORD = "three dice and a cube"


@pytest.fixture
def waiting(open_desk, live_server, complaints):
    """A desk on which 3:1 of table 1 waits, as nobody answers what is entered; who leaves it is not asked twice."""
    desk, tournament = opened(open_desk)
    desk.page.context.route("**/results/**", lambda route: route.abort())
    desk.page.on("dialog", lambda dialog: dialog.accept())
    desk.type(1, "3 1")
    expect(desk.page.locator("#queue")).to_contain_text("T1 3:1")
    yield desk, tournament
    complaints.clear()


def answer_again(desk):
    """The network is back."""
    desk.page.context.unroute_all()


def log_in(page, account):
    account.set_password(PASSWORD)
    account.save()
    # Without the cookie of the forms a poll that is under way would set another one than the page of the login.
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.goto("/login/")
    page.get_by_label("Name").fill(account.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("/")


def test_what_waits_is_there_again_after_the_back_button_and_is_sent(waiting):
    desk, tournament = waiting

    desk.page.goto("/")
    desk.page.go_back()
    expect(desk.page.locator("#queue")).to_contain_text("T1 3:1")
    expect(desk.table(1).locator(".btn.said")).to_have_text("3:1")
    answer_again(desk)

    expect(desk.page.locator("#queue")).to_have_attribute("data-waiting", "0")
    desk.sees_result(1, "3:1")
    assert score(tournament, 1) == (3, 1)


def test_what_is_discarded_while_nobody_is_logged_in_waits_for_the_login_and_never_enters(waiting):
    desk, tournament = waiting
    sent = []
    account = make_director()
    account.set_password(PASSWORD)  # Which ends every session of the account.
    account.save()
    answer_again(desk)
    expect(desk.page.get_by_text("Logged out.")).to_be_visible()

    desk.page.on("request", lambda request: sent.append(request.method))
    desk.page.get_by_role("button", name="Discard").click()
    bar = desk.page.locator("#queue")
    expect(bar).to_have_text("Being discarded: T1 3:1")
    for _look in range(2):
        desk.page.wait_for_event("requestfinished")
    assert "POST" not in sent
    other = desk.page.context.new_page()
    log_in(other, account)

    expect(bar).to_have_attribute("data-waiting", "0")
    assert [(said.is_discarded, score(tournament, 1)) for said in SaidWord.objects.all()] == [(True, None)]


def test_what_may_not_be_said_any_more_is_named_as_refused(waiting):
    desk, tournament = waiting
    account = make_director()
    make_co_director(tournament)
    Tournament.objects.update(director=make_co_director(tournament))
    assert not can(account, "look", Tournament.objects.get())
    desk.page.route("**/?v=*", lambda route: route.fulfill(status=204))
    answer_again(desk)

    expect(desk.page.get_by_text("You no longer have access.")).to_be_visible()
    expect(desk.page.locator("#queue")).to_have_attribute("data-waiting", "0")
    assert score(tournament, 1) is None


def test_the_page_without_access_names_what_waited_until_it_is_discarded(waiting):
    desk, tournament = waiting
    make_co_director(tournament)
    Tournament.objects.update(director=make_co_director(tournament))
    answer_again(desk)
    desk.page.route("**/results/**", lambda route: route.abort(), times=1)
    desk.page.goto(f"/t/{tournament.slug}/desk/rounds/1/")

    expect(desk.page.get_by_role("heading", name="No access")).to_be_visible()
    named = desk.page.locator("#returned li")
    expect(named).to_contain_text("T1 3:1")
    expect(named).to_contain_text("You no longer have access.")
    named.get_by_role("button", name="Discard").click()
    expect(named).to_have_count(0)
    desk.page.reload()
    expect(named).to_have_count(0)
    assert score(tournament, 1) is None


def test_somebody_else_who_logs_in_neither_sees_nor_sends_what_waits_for_the_one_before(waiting):
    desk, tournament = waiting
    page, address = desk.page, desk.page.url

    log_in(page, make_co_director(tournament))
    answer_again(desk)
    page.goto(address)
    desk.type(2, "0 3")
    desk.sees_result(2, "0:3")

    expect(page.locator("#queue")).to_be_hidden()
    expect(desk.table(1).locator(".btn.said")).to_have_count(0)
    assert [score(tournament, table) for table in (1, 2)] == [None, (0, 3)]

    log_in(page, make_director())
    page.goto(address)
    desk.sees_result(1, "3:1")
    assert score(tournament, 1) == (3, 1)


def test_a_page_left_open_does_not_send_what_waits_as_somebody_else_who_has_logged_in(waiting):
    desk, tournament = waiting
    other = desk.page.context.new_page()

    log_in(other, make_co_director(tournament))
    answer_again(desk)

    expect(desk.page.get_by_text("Somebody else is logged in")).to_be_visible()
    assert score(tournament, 1) is None
    log_in(other, make_director())
    desk.sees_result(1, "3:1")
    assert score(tournament, 1) == (3, 1)
