"""A director and a helper, each in a browser of their own."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import Desk, hear, hold_back_news
from tests.factories import draw_next_round, make_helper, make_tournament
from tournament.models import Tournament


@pytest.fixture
def slug(live_server):
    tournament = make_tournament(10, fee_cents=800)
    draw_next_round(tournament)
    return tournament.slug


@pytest.fixture
def laptop(open_desk, slug):
    desk = Desk(open_desk(), slug)
    desk.page.goto(f"/t/{slug}/desk/helpers/")
    return desk


@pytest.fixture
def phone(open_page, laptop, slug):
    """A helper who has come in as Mia."""
    laptop.page.get_by_role("button", name="Invite helpers").click()
    link = laptop.page.get_by_role("link", name=f"{settings.PUBLIC_URL}/t/{slug}/help/").get_attribute("href")
    desk = Desk(open_page(**PHONE), slug)
    desk.page.goto(link.removeprefix(settings.PUBLIC_URL))
    desk.page.get_by_label("First name").fill("Mia")
    desk.page.get_by_role("button", name="Start helping").click()
    desk.sees_round(1)
    return desk


def test_director_and_helper_see_each_other_s_entries_by_themselves(laptop, phone):
    laptop.go_to_round(1)
    phone.tap(2, "3:1")
    laptop.sees_result(2, "3:1")

    laptop.tap(4, "1:3")
    phone.sees_result(4, "1:3")

    laptop.go_to("Players")
    phone.go_to("Players")
    phone.player("Player 7").get_by_role("button", name="has paid").click()
    paid = laptop.player("Player 7").get_by_role("button", name="has paid")
    expect(paid).to_have_attribute("aria-pressed", "true")


def test_the_director_sees_who_is_in_and_sends_them_away_at_once(laptop, phone):
    laptop.page.get_by_role("button", name="End Mia's session").click()
    expect(laptop.page.get_by_text("Nobody at the moment.")).to_be_visible()

    expect(phone.page.get_by_role("heading", name="Thank you for helping")).to_be_visible()
    phone.page.get_by_role("link", name="Go to tournament").click()
    expect(phone.page.get_by_role("heading", name="Tables: Round 1")).to_be_visible()


def test_a_result_tapped_after_being_sent_away_is_not_entered_and_that_is_said(laptop, phone):
    hold_back_news(phone.page)
    laptop.page.get_by_role("button", name="End Mia's session").click()
    expect(laptop.page.get_by_text("Nobody at the moment.")).to_be_visible()

    phone.score(3, "3:0").click()

    expect(phone.page.get_by_role("heading", name="Thank you for helping")).to_be_visible()
    laptop.go_to_round(1)
    laptop.sees_no_result(3)


def test_an_account_chosen_in_the_list_survives_the_page_renewing_itself(laptop, slug, django_user_model):
    for name in ("Anna", "Jörg"):
        django_user_model.objects.create_user(name)
    laptop.page.reload()
    laptop.page.get_by_label("Another account").select_option("Jörg")
    make_helper(Tournament.objects.get(slug=slug), "Mia")
    hear(laptop.page)
    expect(laptop.page.get_by_role("button", name="End Mia's session")).to_be_visible()

    laptop.page.get_by_role("button", name="Give access").click()

    expect(laptop.page.get_by_role("button", name="Remove access for Jörg")).to_be_visible()


def test_who_helps_on_a_borrowed_laptop_logs_out_and_leaves_nothing_open(laptop, phone, slug):
    phone.page.get_by_label("Language, wall display, log out").click()
    phone.page.get_by_role("button", name="Log out").click()
    expect(phone.page).to_have_url(re.compile(f"/t/{slug}/$"))

    phone.page.goto(f"/t/{slug}/desk/")
    expect(phone.page.get_by_role("heading", name="Thank you for helping")).to_have_count(0)
    expect(phone.page.get_by_role("heading", name="Log in")).to_be_visible()
