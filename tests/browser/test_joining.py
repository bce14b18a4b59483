"""Two players put themselves on the list from their phones, and the director answers at the desk."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import Desk, look_again
from tests.factories import draw_next_round, entry_of, make_director, make_tournament
from tournament.actions.journal import history, undo
from tournament.actions.players import accept_requests, remove_entry
from tournament.models import Club, JoinRequest, Tournament


@pytest.fixture
def slug(live_server):
    return make_tournament(2, opens_joining=True, planned_rounds=1).slug


@pytest.fixture
def laptop(open_desk, slug):
    desk = Desk(open_desk(), slug)
    desk.page.goto(f"/t/{slug}/desk/players/")
    return desk


class Phone:
    """The phone of somebody who would like to play."""

    def __init__(self, page, slug):
        self.page = page
        page.goto(f"/en/t/{slug}/")

    def opens_the_form(self):
        self.page.get_by_role("link", name="Sign up", exact=True).click()

    def fills_in(self, name, *, is_shortened=False):
        self.page.get_by_label("First name and surname").fill(name)
        self.page.get_by_label("with first name and initial" if is_shortened else "with my full name").check()

    def signs_up(self, name, *, is_shortened=False):
        self.opens_the_form()
        self.fills_in(name, is_shortened=is_shortened)
        self.page.get_by_role("button", name="Sign up").click()

    def my_request(self):
        return self.page.get_by_role("region", name="My sign-up")

    def my_table(self):
        return self.page.locator("section.seat")


def accept_all(slug):
    """The director accepts who waits."""
    tournament = Tournament.objects.get(slug=slug)
    accept_requests(tournament, by=make_director(), chosen={asked.pk: 0 for asked in JoinRequest.objects.all()})


@pytest.fixture
def phones(open_page, slug):
    return [Phone(open_page(**PHONE), slug) for _phone in range(2)]


def test_two_ask_one_is_taken_on_and_one_is_not_and_all_of_them_see_it(laptop, phones, slug):
    anna, bo = phones

    anna.signs_up("Anna Keller", is_shortened=True)
    expect(anna.my_request()).to_contain_text("Anna Keller: Sign-up received. Please see the director.")
    bo.signs_up("Bo Weiß")
    expect(bo.my_request()).to_contain_text("Bo Weiß: Sign-up received. Please see the director.")

    expect(laptop.page.get_by_role("heading", name="2 sign-ups")).to_be_visible()
    laptop.page.get_by_role("button", name="Accept Anna Keller").click()
    expect(laptop.player("Anna Keller")).to_contain_text("appears as Anna K.")
    laptop.page.locator(".answers summary").click()
    laptop.page.get_by_role("button", name="Decline Bo Weiß").click()

    look_again(anna.page)
    expect(anna.page.get_by_role("heading", name="Anna K.")).to_be_visible()
    expect(anna.page).to_have_url(re.compile(f"/en/t/{slug}/p/3/phone/$"))
    look_again(bo.page)
    expect(bo.my_request()).to_contain_text("Bo Weiß: Not accepted. Please ask the director.")

    draw_next_round(Tournament.objects.get(slug=slug))
    anna.page.goto(f"/en/t/{slug}/rounds/1/")
    expect(anna.my_table()).to_contain_text("Anna K.")
    expect(anna.my_table()).to_contain_text(re.compile("against|bye: counts as a win"))


def test_who_has_signed_up_sees_on_every_page_what_has_become_of_it(phones, slug):
    phone = phones[0]
    phone.signs_up("Anna Keller")
    expect(phone.my_request()).to_be_visible()

    phone.page.goto(f"/en/t/{slug}/")
    expect(phone.my_request()).to_contain_text("Anna Keller: Sign-up received.")
    accept_all(slug)
    look_again(phone.page)

    expect(phone.page.get_by_role("heading", name="Anna Keller")).to_be_visible()
    expect(phone.page.get_by_text("on the list; round 1 has not been drawn yet")).to_be_visible()


def test_who_has_signed_up_is_offered_it_no_more_until_they_say_that_it_is_somebody_else(phones, slug):
    phone, other = phones
    way = phone.page.locator(".sign-up")
    expect(way).to_be_visible()
    phone.signs_up("Anna Keller")
    expect(phone.my_request()).to_be_visible()

    phone.page.goto(f"/de/t/{slug}/")
    expect(way).to_be_hidden()
    accept_all(slug)
    look_again(phone.page)
    expect(phone.page).to_have_url(re.compile(f"/t/{slug}/p/3/phone/$"))
    phone.page.wait_for_load_state()
    phone.page.goto(f"/de/t/{slug}/")
    expect(phone.my_table()).to_contain_text("Anna Keller")
    expect(way).to_be_hidden()

    Club.objects.update(name="Ulm", slug="ulm")
    Tournament.objects.update(date=timezone.localdate() + timedelta(days=3))
    for one, is_offered in ((phone, False), (other, True)):
        one.page.goto("/en/c/ulm/")
        expect(one.page.get_by_role("heading", name="Bodensee Open")).to_be_visible()
        expect(one.page.locator(".sign-up")).to_be_visible(visible=is_offered)
        one.page.goto(f"/de/t/{slug}/")

    expect(other.page.locator(".sign-up")).to_be_visible()
    phone.page.locator("button.forget").click()
    expect(way).to_be_visible()


def test_an_evening_without_paper(laptop, phones, slug):
    names = ("Anna Keller", "Bo Weiß")
    for phone, name in zip(phones, names, strict=True):
        phone.signs_up(name)
        expect(phone.my_request()).to_be_visible()
    expect(laptop.page.get_by_role("heading", name="2 sign-ups")).to_be_visible()
    laptop.page.get_by_role("button", name="Accept all").click()
    expect(laptop.player("Bo Weiß")).to_be_visible()
    tournament = Tournament.objects.get(slug=slug)
    for number in (1, 2):
        remove_entry(entry_of(tournament, number), by=make_director())
    for phone, name in zip(phones, names, strict=True):
        look_again(phone.page)
        expect(phone.page.get_by_role("heading", name=name)).to_be_visible()

    match = draw_next_round(tournament).pairings.get()
    for phone in phones:
        look_again(phone.page)
        expect(phone.page.get_by_text("Round 1 is paired")).to_be_visible()
    phones[0].page.get_by_role("group", name="Won").get_by_role("button", name="3:1", exact=True).click()
    expect(phones[0].page.get_by_role("heading", name="Report received")).to_be_visible()
    look_again(phones[1].page)
    phones[1].page.get_by_role("button", name="Confirm").click()

    for phone in phones:
        look_again(phone.page)
        expect(phone.page.get_by_role("heading", name="The result is in")).to_be_visible()
    match.refresh_from_db()
    assert {match.first_points, match.second_points} == {3, 1}


def test_where_the_acceptance_is_taken_back_the_phone_waits_again(phones, slug):
    phone = phones[0]
    phone.signs_up("Anna Keller")
    expect(phone.my_request()).to_be_visible()
    accept_all(slug)
    look_again(phone.page)
    expect(phone.page).to_have_url(re.compile("/p/3/phone/$"))

    undo(history(Tournament.objects.get(slug=slug)).undoable, by=make_director())
    look_again(phone.page)
    expect(phone.page.get_by_role("heading", name="This phone cannot report for this player")).to_be_visible()
    phone.page.get_by_role("link", name="Go to tournament").click()
    expect(phone.my_request()).to_contain_text("Anna Keller: Sign-up received.")


def test_somebody_elses_link_to_a_page_of_a_player_makes_nobody_of_the_phone(phones, slug):
    phone = phones[0]

    phone.page.goto(f"/en/t/{slug}/players/1/#me")

    expect(phone.page.get_by_role("button", name="This is me")).to_be_visible()


def test_the_secret_is_made_on_the_phone_and_read_by_no_script_afterwards(phones):
    phone = phones[0]
    with phone.page.expect_response("**/joining/") as form:
        phone.opens_the_form()
    served = form.value.text()
    phone.page.wait_for_load_state()
    made = phone.page.locator("input[name=secret]").input_value()
    phone.fills_in("Anna Keller")
    phone.page.get_by_role("button", name="Sign up").click()
    expect(phone.my_request()).to_be_visible()

    kept = {cookie["name"]: cookie for cookie in phone.page.context.cookies()}["phone"]
    readable = phone.page.evaluate(
        "document.cookie + JSON.stringify(localStorage) + document.documentElement.outerHTML"
    )
    assert (kept["value"], kept["httpOnly"]) == (made, True)
    assert [made in text for text in (served, readable, phone.page.url)] == [False, False, False]


def test_a_double_tap_asks_once(phones):
    phone = phones[0]
    phone.opens_the_form()
    phone.fills_in("Anna Keller")

    phone.page.get_by_role("button", name="Sign up").dblclick()

    expect(phone.my_request()).to_contain_text("Anna Keller: Sign-up received.")
    assert JoinRequest.objects.count() == 1


def test_what_is_refused_leads_back_to_the_field(phones):
    phone = phones[0]

    phone.signs_up("Player 1")

    expect(phone.page.locator("#outbox")).to_contain_text("Player 1 is already on the list.")
    expect(phone.page.get_by_label("First name and surname")).to_be_focused()
    expect(phone.page.get_by_label("First name and surname")).to_have_value("Player 1")
    phone.fills_in("Anna Keller")
    phone.page.get_by_role("button", name="Sign up").click()
    expect(phone.my_request()).to_contain_text("Anna Keller: Sign-up received.")


def test_who_signs_up_without_connection_is_on_the_list_once_it_is_back_even_after_a_reload(phones, complaints):
    phone = phones[0]
    phone.opens_the_form()
    phone.fills_in("Anna Keller")
    phone.page.route("**/joining/", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    phone.page.get_by_role("button", name="Sign up").click()
    waits = phone.page.get_by_text("It will be sent as soon as the connection is back.")
    expect(waits).to_be_visible()

    phone.page.reload()
    expect(waits).to_be_visible()
    phone.page.unroute_all()

    expect(phone.my_request()).to_contain_text("Anna Keller: Sign-up received.")
    assert JoinRequest.objects.count() == 1
    complaints.clear()


@pytest.mark.only_browser("chromium", reason="in Firefox the tool cannot lose an answer")
def test_a_sign_up_whose_answer_was_lost_is_found_again_as_that_of_this_phone(phones, slug, complaints):
    phone = phones[0]
    phone.opens_the_form()
    phone.fills_in("Anna Keller")

    def lose_the_answer(route):
        if route.request.method != "POST":
            return route.fallback()
        route.fetch()
        return route.abort()

    phone.page.route("**/joining/", lose_the_answer, times=1)
    phone.page.get_by_role("button", name="Sign up").click()

    expect(phone.my_request()).to_contain_text("Anna Keller: Sign-up received.")
    assert JoinRequest.objects.count() == 1
    accept_all(slug)
    look_again(phone.page)
    expect(phone.page).to_have_url(re.compile("/p/3/phone/$"))
    complaints.clear()


def test_it_works_without_scripts(open_page, slug):
    phone = Phone(open_page(**PHONE, java_script_enabled=False), slug)

    phone.signs_up("Player 1")
    expect(phone.page.get_by_role("alert").filter(has_text="Player 1 is already on the list.")).to_be_visible()
    phone.fills_in("Anna Keller")
    phone.page.get_by_role("button", name="Sign up").click()

    expect(phone.my_request()).to_contain_text("Anna Keller: Sign-up received. Please see the director.")
    accept_all(slug)
    phone.page.reload()
    expect(phone.page).to_have_url(re.compile("/p/3/phone/$"))


def test_a_sign_up_that_waits_goes_out_from_another_page_of_the_phone(phones, slug, complaints):
    anna, _bo = phones
    anna.opens_the_form()
    anna.page.wait_for_load_state()
    anna.page.route("**/joining/", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    anna.fills_in("Anna Keller")
    anna.page.get_by_role("button", name="Sign up").click()
    expect(anna.page.get_by_text("No connection.")).to_be_visible()
    anna.page.reload()
    expect(anna.page.locator("#outbox .says")).to_have_text(["Anna Keller"])
    anna.page.goto(f"/en/t/{slug}/rules/")
    expect(anna.page.locator("#outbox .says")).to_have_text(["Anna Keller"])

    anna.page.unroute_all()

    expect(anna.my_request()).to_contain_text("Anna Keller: Sign-up received.")
    assert [asked.name for asked in JoinRequest.objects.all()] == ["Anna Keller"]
    complaints.clear()


def test_who_has_signed_up_is_led_to_their_sign_up_and_can_sign_up_somebody_else(phones, slug):
    anna, _bo = phones
    anna.signs_up("Anna Keller")
    expect(anna.my_request()).to_contain_text("Anna Keller")
    own = anna.page.url
    anna.page.goto(f"/en/t/{slug}/joining/")
    anna.page.wait_for_url(own)
    anna.page.go_back()
    expect(anna.my_request()).to_contain_text("Anna Keller")

    anna.page.get_by_role("link", name="Sign up someone else").click()
    anna.fills_in("Ida Keller")
    anna.page.get_by_role("button", name="Sign up").click()

    expect(anna.my_request()).to_contain_text("Ida Keller: Sign-up received.")
