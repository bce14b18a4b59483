"""The doors of the accounts as a director meets them."""

from ipaddress import ip_network

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from playwright.sync_api import expect

from tests.factories import make_member
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


PASSWORD = "six-point prime"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def ada(live_server, settings):
    """The account Ada, at a server that is not reached from its own machine, though at `localhost`."""
    settings.TRUSTED_PROXIES = (ip_network("10.0.0.0/8"),)
    account = make_member("Ada")
    account.set_password(PASSWORD)
    account.save()
    return account


@pytest.fixture
def finger(page):
    """What keeps the passkeys of this browser; gives a function that says whether it knows the finger."""
    chromium = page.context.new_cdp_session(page)
    chromium.send("WebAuthn.enable")
    device = chromium.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})

    def know_finger(is_known):
        chromium.send("WebAuthn.setUserVerified", {**device, "isUserVerified": is_known})

    know_finger(True)
    return know_finger


def log_in(page):
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


def log_out(page):
    page.get_by_label("Language, account, log out").click()
    page.get_by_role("button", name="Log out").click()


def add_passkey(page, name):
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Name of the passkey").fill(name)
    page.get_by_role("button", name="Add a passkey").press("Enter")


def test_a_passkey_is_added_lets_in_with_and_without_the_password_and_is_removed(page, ada, finger):
    page.goto("/login/?next=/account/second-factor/")
    log_in(page)
    add_passkey(page, "Telephone")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    log_out(page)

    page.goto("/login/?next=/account/second-factor/")
    page.get_by_role("button", name="Log in with a passkey").press("Enter")
    expect(page.get_by_text("Telephone since")).to_contain_text("works at localhost only")
    log_out(page)

    page.goto("/login/?next=/account/second-factor/")
    log_in(page)
    page.get_by_role("button", name="Use a passkey").press("Enter")
    page.get_by_role("link", name="Remove Telephone").click()
    page.get_by_role("button", name="Remove").click()

    expect(page.get_by_role("link", name="Set up an app")).to_be_visible()
    assert Authenticator.objects.exists() is False


def test_a_device_that_knows_no_finger_is_told_and_a_code_lets_in(page, ada, finger):
    page.goto("/login/?next=/account/second-factor/")
    log_in(page)
    add_passkey(page, "Telephone")
    code = page.locator("code").first.inner_text()
    log_out(page)
    finger(False)

    page.goto("/login/?next=/account/second-factor/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("alert")).to_have_text("Your device did not use a passkey. Try again, or take another way.")
    log_in(page)
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Log in").click()

    expect(page.get_by_text("9 codes are left")).to_be_visible()


def test_without_scripts_a_code_is_asked_for_and_the_page_says_why(page, ada, finger, new_context):
    page.goto("/login/?next=/account/second-factor/")
    log_in(page)
    add_passkey(page, "Telephone")
    code = page.locator("code").first.inner_text()
    without = new_context(java_script_enabled=False).new_page()

    without.goto("/login/?next=/account/second-factor/")
    log_in(without)
    expect(without.get_by_text("Passkeys need scripts")).to_be_visible()
    expect(without.get_by_role("button", name="Use a passkey")).to_be_hidden()
    without.get_by_label("Code").fill(code)
    without.get_by_role("button", name="Log in").click()

    expect(without.get_by_text("9 codes are left")).to_be_visible()
