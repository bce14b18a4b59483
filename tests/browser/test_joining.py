"""Two players put themselves on the list from their phones, and the director answers at the desk."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import SOON, Desk, Phone
from tests.factories import entry_of, make_tournament
from tournament.models import Tournament


@pytest.fixture
def slug(live_server):
    return make_tournament(2, opens_joining=True, planned_rounds=1).slug


@pytest.fixture
def laptop(open_desk, slug):
    desk = Desk(open_desk(), slug)
    desk.page.goto(f"/t/{slug}/desk/players/")
    return desk


@pytest.fixture
def phones(open_page, slug):
    found = [Phone(open_page(**PHONE), slug) for _phone in range(2)]
    for phone in found:
        phone.scan_code()
    return found


def test_two_ask_one_is_taken_on_and_one_is_not_and_all_of_them_see_it(laptop, phones, slug):
    anna, bo = phones

    anna.ask_to_join("Anna Keller", is_shortened=True)
    expect(anna.my_request()).to_contain_text("Anna Keller: Sign-up received. Please see the director.")
    bo.ask_to_join("Bo Weiß")
    expect(bo.my_request()).to_contain_text("Bo Weiß: Sign-up received. Please see the director.")

    expect(laptop.page.get_by_role("heading", name="2 sign-ups")).to_be_visible(timeout=SOON)
    laptop.page.get_by_role("button", name="Accept Anna Keller").click()
    expect(laptop.player("Anna Keller")).to_contain_text("appears as Anna K.")
    laptop.page.get_by_text("Decline …").click()
    laptop.page.get_by_role("button", name="Decline Bo Weiß").click()
    expect(laptop.page.get_by_role("heading", name="sign-up")).to_have_count(0)

    expect(anna.my_table()).to_contain_text("Anna K.: on the list", timeout=SOON)
    expect(bo.my_request()).to_contain_text("Bo Weiß: Not accepted. Please ask the director.", timeout=SOON)

    laptop.page.get_by_role("button", name="Draw round 1").click()
    laptop.sees_round(1)
    expect(anna.my_table()).to_contain_text(re.compile("Anna K. (against|has the bye)"), timeout=SOON)
    assert entry_of(Tournament.objects.get(slug=slug), 3).name == "Anna Keller"


def test_what_is_typed_and_ticked_stays_while_the_page_renews_itself(laptop, phones):
    phone = phones[0]
    phone.page.get_by_label("First name and surname").fill("Anna Kel")
    phone.page.get_by_label("Show others only my first name").check()

    laptop.enter_players(["Zoë"])

    expect(phone.page.get_by_role("cell", name="Zoë")).to_be_visible(timeout=SOON)
    expect(phone.page.get_by_label("First name and surname")).to_have_value("Anna Kel")
    expect(phone.page.get_by_label("Show others only my first name")).to_be_checked()


def test_it_works_without_scripts(open_page, slug):
    phone = Phone(open_page(**PHONE, java_script_enabled=False), slug)
    phone.scan_code()

    phone.ask_to_join("Player 1")
    expect(phone.page.get_by_role("alert").filter(has_text="Player 1 is already on the list.")).to_be_visible()
    phone.ask_to_join("Anna Keller")

    expect(phone.my_request()).to_contain_text("Anna Keller: Sign-up received. Please see the director.")
