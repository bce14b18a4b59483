"""Passkeys: added, asked for after the password or in its place, removed, and nothing made up in their place."""

import json
import time
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertRedirects

from tests.factories import make_helper, make_tournament
from tests.passkeys import FLAG, Passkey
from tournament.actions.accounts import shared_login_link
from tournament.forms.accounts import MOST_PASSKEYS
from tournament.views.accounts import PASSKEY_SECONDS

pytestmark = pytest.mark.django_db
PASSWORD, NEW_PASSWORD = "six-point prime", "ace-point game"
HOST = "club.example"
ORIGIN = f"https://{HOST}"
FACTOR, CODES, ASKED = "/account/second-factor/", "/account/second-factor/codes/", "/login/code/"
ADD, ALONE = f"{FACTOR}passkeys/add/", "/login/passkey/"
NOT_ACCEPTED = "This passkey was not accepted."


@pytest.fixture(autouse=True)
def by_https(settings):
    """The installation is reached by https at the name of the club."""
    settings.PUBLIC_URL = ORIGIN


@pytest.fixture
def ada():
    return User.objects.create_user("Ada", password=PASSWORD)


def browser_at(host=HOST):
    return Client(headers={"host": host})


def in_account(user, host=HOST):
    browser = browser_at(host)
    browser.post(reverse("login"), {"username": user.username, "password": PASSWORD})
    return browser


def add(browser, passkey, origin=ORIGIN, **said):
    options = browser.get(ADD).context["js_data"]["creation_options"]
    return browser.post(ADD, {"name": "Phone", "credential": passkey.made(options, origin), **said})


@pytest.fixture
def passkey(ada):
    """A passkey that Ada has added."""
    passkey = Passkey()
    add(in_account(ada), passkey)
    return passkey


def log_in(browser, name="Ada"):
    return browser.post(reverse("login"), {"username": name, "password": PASSWORD, "next": "/account/"})


def options_after_password(browser, name="Ada"):
    log_in(browser, name)
    return browser.get(ASKED).context["js_data"]["request_options"]


def options_alone(browser):
    return browser.get(ALONE, headers={"accept": "application/json"}).json()["request_options"]


def who(browser):
    return browser.session.get("_auth_user_id")


def left():
    return sorted(Authenticator.objects.values_list("type", flat=True))


def test_a_passkey_is_added_and_the_first_one_brings_recovery_codes(ada):
    browser = in_account(ada)

    assertRedirects(add(browser, Passkey()), CODES)
    assertRedirects(add(browser, Passkey(), name=" "), FACTOR)

    named = [one.name for one in browser.get(FACTOR).context["authenticators"]["webauthn"]]
    assert (sorted(named), len(browser.get(CODES).context["unused_codes"])) == (["Passkey 2", "Phone"], 10)
    assert browser.get("/account/").context["has_second_factor"] is True


def test_after_the_password_the_passkey_lets_in_and_leads_where_the_login_led(ada, passkey):
    browser = browser_at()
    options = options_after_password(browser)
    assert who(browser) is None

    assertRedirects(browser.post(ASKED, {"credential": passkey.used(options, ORIGIN)}), "/account/")
    assert who(browser) == str(ada.pk)


def test_a_passkey_lets_in_without_the_password_and_leads_where_the_login_led(ada, passkey, caplog):
    caplog.set_level("INFO", logger="tournament.security")
    browser = browser_at()
    answered = passkey.used(options_alone(browser), ORIGIN)

    assertRedirects(browser.post(ALONE, {"credential": answered, "next": "/account/"}), "/account/")

    assert (who(browser), "known_device" in browser.cookies) == (str(ada.pk), True)
    assert [record.details for record in caplog.records] == [{"account": "Ada", "ended": "let in by passkey"}]


def test_a_device_that_asks_for_no_finger_does_not_take_the_place_of_the_password(ada, passkey):
    passkey.flags = FLAG.UP
    alone, after_password = browser_at(), browser_at()
    alone.post(ALONE, {"credential": passkey.used(options_alone(alone), ORIGIN)})
    options = options_after_password(after_password)
    after_password.post(ASKED, {"credential": passkey.used(options, ORIGIN)})

    assert (who(alone), who(after_password)) == (None, str(ada.pk))


def test_a_login_link_asks_for_the_passkey_too(ada, passkey):
    browser = browser_at()
    ada.refresh_from_db()
    path = shared_login_link(ada).removeprefix(ORIGIN)

    assertRedirects(browser.post(path, {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}), ASKED)
    assert who(browser) is None


def test_a_closed_account_is_not_opened_by_its_passkey(ada, passkey):
    User.objects.update(is_active=False)
    browser = browser_at()

    browser.post(ALONE, {"credential": passkey.used(options_alone(browser), ORIGIN)})

    assert who(browser) is None


# What may be sent in place of the answer of a passkey, by what is wrong with it.
MADE_UP = {
    "nothing": "",
    "no object": "[]",
    "empty": "{}",
    "a number": "1e999",
    "nested": "[" * 15_000,
    "texts": json.dumps({"id": "x", "rawId": "x", "response": "x", "type": "x"}),
    "lists": json.dumps({"id": [], "rawId": [], "response": [[]], "clientExtensionResults": []}),
}


def changed(answer, **response):
    """The answer with other parts in it; where one is None, without it."""
    said = json.loads(answer)
    parts = {**said["response"], **response}
    return json.dumps({**said, "response": {name: part for name, part in parts.items() if part is not None}})


def spoilt(answer):
    """Answers that no device has given like that, made of a right one."""
    right = json.loads(answer)
    return {
        "of a client that says nothing": changed(answer, clientDataJSON="e30"),
        "of a client that writes no JSON": changed(answer, clientDataJSON="AAAA"),
        "with a name that is too long": json.dumps({**right, "rawId": "A" * 9_000}),
        "with more letters": json.dumps({**right, "more": "Ä\0"}),
        "too long": json.dumps({**right, "more": "x" * 30_000}),
        "cut off": answer[:-9],
        **MADE_UP,
    }


def answers_of_others(passkey, another, options):
    """Answers that Ada's passkey did not give to these options."""
    asked = options["publicKey"]
    right = passkey.used(options, ORIGIN)
    return {
        "of another account's passkey": another.used(options, ORIGIN),
        "of another account's passkey under its name": Passkey(id=passkey.id, account=passkey.account).used(
            options, ORIGIN
        ),
        "of another address": passkey.used(options, "https://evil.example"),
        "without https": passkey.used(options, "http://club.example"),
        "to another host": passkey.used({"publicKey": {**asked, "rpId": "evil.example"}}, ORIGIN),
        "to another question": passkey.used({"publicKey": {**asked, "challenge": "AAAA"}}, ORIGIN),
        "without a finger": Passkey(passkey.key, passkey.id, passkey.account, FLAG(0)).used(options, ORIGIN),
        "signed otherwise": changed(right, signature="AAAA"),
        "without signature": changed(right, signature=None),
        "without data": changed(right, authenticatorData=""),
        "of a new passkey": passkey.made({"publicKey": {**asked, "user": {"id": "1"}, "rp": {"id": HOST}}}, ORIGIN),
        **spoilt(right),
    }


@pytest.fixture
def another():
    """A passkey that Bob has added."""
    bob, passkey = User.objects.create_user("Bob", password=PASSWORD), Passkey()
    add(in_account(bob), passkey)
    return passkey


@pytest.mark.costly
def test_after_the_password_only_the_account_s_own_passkey_lets_in(ada, passkey, another):
    told = {}
    for wrong in answers_of_others(passkey, another, options_after_password(browser_at())):
        cache.clear()
        browser = browser_at()
        sent = answers_of_others(passkey, another, options_after_password(browser))[wrong]
        page = browser.post(ASKED, {"credential": sent})
        told[wrong] = (who(browser), page.context["webauthn_form"].errors.get("credential"))

    assert told == dict.fromkeys(told, (None, [NOT_ACCEPTED]))


@pytest.mark.costly
def test_in_place_of_the_password_only_what_a_passkey_has_answered_lets_in(ada, passkey, another):
    told = {}
    for wrong in answers_of_others(passkey, another, options_alone(browser_at())):
        cache.clear()
        browser = browser_at()
        sent = answers_of_others(passkey, another, options_alone(browser))[wrong]
        page = browser.post(ALONE, {"credential": sent, "next": "/account/"}, follow=True)
        told[wrong] = (who(browser), [str(said) for said in page.context["messages"]], page.context.get("next"))
    bob = told.pop("of another account's passkey")

    assert told == dict.fromkeys(told, (None, [NOT_ACCEPTED], "/account/"))
    assert bob[0] == str(User.objects.get(username="Bob").pk)


@pytest.mark.costly
def test_only_what_a_device_has_made_is_added(ada):
    browser = in_account(ada)

    def answers():
        options = browser.get(ADD).context["js_data"]["creation_options"]
        asked = options["publicKey"]
        right = Passkey().made(options, ORIGIN)
        return {
            "of another address": Passkey().made(options, "https://evil.example"),
            "to another host": Passkey().made({"publicKey": {**asked, "rp": {"id": "evil.example"}}}, ORIGIN),
            "to another question": Passkey().made({"publicKey": {**asked, "challenge": "AAAA"}}, ORIGIN),
            "without a passkey": changed(right, attestationObject="oA"),
            "of letters": changed(right, attestationObject="A" * 9_000),
            "nested": changed(right, attestationObject="gYGB" * 3_000),
            **spoilt(right),
        }

    told = {}
    for wrong in answers():
        page = browser.post(ADD, {"name": "Phone", "credential": answers()[wrong]})
        told[wrong] = {sentence for errors in page.context["form"].errors.values() for sentence in errors}

    assert (told, left()) == ({wrong: {NOT_ACCEPTED} for wrong in told}, [])


def test_a_passkey_that_lets_in_alone_is_of_a_device_that_asks_for_a_finger(ada):
    browser = in_account(ada)

    refused = add(browser, Passkey(flags=FLAG.UP), passwordless="on")
    assert refused.context["form"].non_field_errors() == [NOT_ACCEPTED]
    assertRedirects(add(browser, Passkey(flags=FLAG.UP)), CODES)


def test_an_answer_of_a_passkey_logs_in_only_once(ada, passkey):
    first, second = browser_at(), browser_at()
    answered = passkey.used(options_alone(first), ORIGIN)
    first.post(ALONE, {"credential": answered})
    first.post(reverse("logout"))

    for browser in (first, second):
        options_alone(browser)
        browser.post(ALONE, {"credential": answered})

    assert (who(first), who(second)) == (None, None)


@pytest.mark.parametrize("later", [PASSKEY_SECONDS + 1, None])
def test_an_answer_of_a_passkey_is_refused_when_late_or_from_another_browser(ada, passkey, monkeypatch, later):
    browser, answered = browser_at(), passkey.used(options_alone(browser_at()), ORIGIN)
    if later:
        answered = passkey.used(options_alone(browser), ORIGIN)
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + later)

    browser.post(ALONE, {"credential": answered})

    assert who(browser) is None


def test_a_login_by_passkey_leads_to_no_other_site(ada, passkey):
    browser = browser_at()
    answered = passkey.used(options_alone(browser), ORIGIN)

    answer = browser.post(ALONE, {"credential": answered, "next": "https://evil.example/"})

    assertRedirects(answer, reverse("home"), fetch_redirect_response=False)


def test_whoever_asks_for_passkeys_without_end_is_put_off_and_the_password_is_not(ada, passkey, noon):
    browser, before = browser_at(), Session.objects.count()

    asked = [browser_at().get(ALONE, headers={"accept": "application/json"}).status_code for _time in range(22)]

    assert (asked, Session.objects.count() - before) == ([200] * 20 + [429] * 2, 20)
    assertRedirects(log_in(browser), ASKED)


def test_an_account_has_only_so_many_passkeys(ada, passkey):
    Authenticator.objects.bulk_create(
        Authenticator(user=ada, type="webauthn", data=Authenticator.objects.get(type="webauthn").data)
        for _more in range(MOST_PASSKEYS - 1)
    )

    refused = add(in_account_by(passkey), Passkey())

    assert refused.context["form"].non_field_errors() == ["An account has 20 passkeys at most."]


def test_a_quarter_of_an_hour_after_the_password_it_is_asked_for_again(ada, passkey, monkeypatch):
    browser = browser_at()
    answered = passkey.used(options_after_password(browser), ORIGIN)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 15 * 60 + 1)

    assertRedirects(browser.post(ASKED, {"credential": answered}), reverse("login"))
    assert who(browser) is None


def test_passkeys_are_guessed_slowly(ada, passkey):
    browser = browser_at()
    options_after_password(browser)
    for made in (Passkey(), Passkey(), Passkey(), Passkey(), Passkey(), passkey):
        options = browser.get(ASKED).context["js_data"]["request_options"]
        browser.post(ASKED, {"credential": made.used(options, ORIGIN)})

    assert who(browser) is None


@pytest.mark.parametrize("host", ["192.168.1.20:8000", "testserver", "evil.example", "www.club.example"])
def test_where_browsers_have_none_no_passkey_is_offered_and_a_code_is_asked_for(ada, passkey, host):
    browser = browser_at(host)
    log_in(browser)

    page = browser.get(ASKED)
    options = page.context["js_data"]["request_options"]
    refused = browser.post(ASKED, {"credential": passkey.used(options, f"https://{host}")})

    assert (b"use-passkey" in page.content, b"use-passkey" in browser.get("/login/").content) == (False, False)
    assert (who(browser), refused.context["webauthn_form"].errors["credential"]) == (None, [NOT_ACCEPTED])
    assert [browser.get(path).status_code for path in (ALONE, ADD)] == [404, 404]
    browser.post(ASKED, {"code": Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]})
    assert who(browser) == str(ada.pk)
    assert (b"passkeys/add/" in browser.get(FACTOR).content, browser.get(FACTOR).status_code) == (False, 200)


def test_at_an_address_without_https_none_is_offered_even_under_its_own_name(ada, settings):
    settings.PUBLIC_URL = "http://club.example"
    browser = in_account(ada)

    assert (browser.get(ADD).status_code, b"asskey" in browser.get(FACTOR).content) == (404, False)


def test_the_login_offers_a_passkey_once_anybody_has_one(ada):
    assert b"use-passkey" not in browser_at().get("/login/").content

    add(in_account(ada), Passkey())

    assert b"use-passkey" in browser_at().get("/login/").content


def test_a_passkey_made_at_this_machine_works_there_alone(ada, passkey, settings):
    settings.PUBLIC_URL = "http://192.168.1.20:8000"
    here = in_account(ada, "localhost:8000")
    add(here, Passkey(), "http://localhost:8000", name="Laptop")

    page = here.get(FACTOR).content.decode()

    assert [text in page for text in ("works at club.example only", "works at localhost only")] == [True, True]


def remove(browser, name="Phone"):
    passkey = Authenticator.objects.get(data__name=name)
    return browser.post(reverse("mfa_remove_webauthn", args=[passkey.pk]))


def test_the_last_second_factor_takes_the_recovery_codes_with_it(ada, passkey):
    browser = in_account_by(passkey)
    add(browser, Passkey(), name="Key")

    assertRedirects(remove(browser), FACTOR)
    assert left() == ["recovery_codes", "webauthn"]
    assertRedirects(remove(browser, "Key"), FACTOR)
    assert left() == []


def in_account_by(passkey):
    """A browser that the passkey has let in, and in which the password was typed after that."""
    browser = browser_at()
    browser.post(ALONE, {"credential": passkey.used(options_alone(browser), ORIGIN)})
    browser.post("/account/confirm/", {"password": PASSWORD})
    return browser


def test_where_a_second_factor_is_required_the_last_one_is_not_removed_whichever_it_is(ada, passkey, settings):
    settings.REQUIRES_SECOND_FACTOR = True
    browser, sentence = in_account_by(passkey), "A club or this installation requires a second factor."

    assert remove(browser).context["form"].non_field_errors() == [sentence]
    TOTP.activate(ada, generate_totp_secret())
    assertRedirects(remove(browser), FACTOR)
    assert browser.post(f"{FACTOR}app/end/").context["form"].non_field_errors() == [sentence]
    assert left() == ["recovery_codes", "totp"]


def test_a_passkey_is_the_second_factor_that_is_required(ada, settings):
    settings.REQUIRES_SECOND_FACTOR = True
    browser = in_account(ada)
    assertRedirects(browser.get("/copies/"), FACTOR)

    add(browser, Passkey())

    assert browser.get("/copies/").status_code == 200


def test_the_password_is_asked_for_before_a_passkey_is_added_or_removed(ada, passkey):
    later = browser_at()
    later.force_login(ada)
    gone = reverse("mfa_remove_webauthn", args=[Authenticator.objects.get(type="webauthn").pk])

    for path in (ADD, gone):
        assertRedirects(later.get(path), f"/account/confirm/?next={path}")
        assertRedirects(later.post(path), f"/account/confirm/?next={path}")
    assert left() == ["recovery_codes", "webauthn"]


def test_nobody_removes_the_passkey_of_another_account(ada, passkey, another):
    path = reverse("mfa_remove_webauthn", args=[Authenticator.objects.get(type="webauthn", user=ada).pk])

    assert in_account_by(another).post(path).status_code == 404


def test_a_helper_has_no_passkey():
    helper = browser_at()
    helper.force_login(make_helper(make_tournament(), "Mia"))

    assert [helper.get(path).status_code for path in (ADD, f"{FACTOR}passkeys/1/remove/")] == [403, 403]
    assertRedirects(browser_at().get(ADD), f"{reverse('login')}?next={ADD}")


def test_what_happens_to_the_second_factor_is_logged(ada, caplog):
    caplog.set_level("INFO", logger="tournament.security")
    browser = in_account(ada)
    caplog.clear()
    add(browser, Passkey())
    remove(browser)

    assert [(record.getMessage(), record.details) for record in caplog.records] == [
        ("webauthn_added", {"account": "Ada"}),
        ("webauthn_removed", {"account": "Ada"}),
    ]


def test_a_reset_and_the_end_of_an_account_take_the_passkeys(ada, passkey, another):
    call_command("reset_second_factor", "Ada", stdout=StringIO())
    assert left() == ["recovery_codes", "webauthn"]
    assertRedirects(log_in(browser_at()), "/account/", fetch_redirect_response=False)

    User.objects.get(username="Bob").delete()
    assert left() == []
