"""The doors of the accounts as a director meets them."""

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tournament.actions.accounts import welcome_link


@pytest.fixture
def welcome(live_server):
    """The path of the one-time link."""
    return welcome_link().removeprefix(settings.LOCAL_URL)


def test_a_director_creates_the_account_leaves_and_comes_back(page, welcome):
    page.goto(welcome)
    page.get_by_label("Name").fill("Jörg Müller")
    page.get_by_label("Password").fill("six-point prime")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_label("Password")).to_have_attribute("type", "text")
    page.get_by_role("button", name="Create account").click()
    page.get_by_label("Language, account, log out").click()
    page.get_by_role("button", name="Log out").click()

    page.goto("/login/")
    page.get_by_label("Name").fill("Jörg Müller")
    page.get_by_label("Password").fill("six-point prime")
    page.get_by_role("button", name="Log in").click()

    expect(page.get_by_label("Language, account, log out")).to_be_visible()
