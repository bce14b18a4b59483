"""The doors of the accounts: the one-time links, logging in and out, and who is kept out."""

import logging
from datetime import timedelta
from ipaddress import ip_network

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.asserts import assertContains

from tests.factories import make_tournament
from tests.views.conftest import logged_in, sentence
from tournament.actions.accounts import invite_to_club, login_link, welcome_link
from tournament.machine import logins, outage
from tournament.machine.logins import COOKIE, Turnstile
from tournament.phrases.failures import failure_sentence
from tournament.queries.accounts import invited_address, welcome_secret

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
PASSWORD = "six-point prime"
NEW_PASSWORD = "ace-point game"
PHONE, ANOTHER_PHONE = "192.168.1.30", "192.168.1.31"


@pytest.fixture
def director():
    return User.objects.create_user("Ada", password=PASSWORD)


@pytest.fixture
def welcome():
    """The path of the link that creates the first account."""
    return welcome_link().removeprefix("http://localhost:8000")


def chosen(password, repeated=None):
    return {"new_password1": password, "new_password2": repeated or password}


def log_in(password, address="127.0.0.1", name="Ada", **headers):
    return Client(REMOTE_ADDR=address).post(reverse("login"), {"username": name, "password": password}, headers=headers)


def who(client):
    return client.session.get("_auth_user_id")


def test_the_welcome_link_creates_the_account_and_opens_it(client, welcome):
    answer = client.post(welcome, {"name": "Jörg Müller", "password": PASSWORD})

    user = User.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("home"))
    assert (user.username, user.check_password(PASSWORD), who(client)) == ("Jörg Müller", True, str(user.pk))


def test_looking_at_the_welcome_link_does_not_spend_it(client, welcome):
    assert [client.get(welcome).status_code, client.get(welcome).status_code] == [200, 200]


def test_the_welcome_link_works_once(client, welcome):
    client.post(welcome, {"name": "Ada", "password": PASSWORD})

    again = Client().post(welcome, {"name": "Eva", "password": PASSWORD})

    assert (again.status_code, [user.username for user in User.objects.all()]) == (410, ["Ada"])


def test_the_welcome_link_is_worthless_once_there_is_an_account(client, welcome, director):
    assert client.get(welcome).status_code == 410


def test_nobody_gets_in_with_a_guessed_welcome_link(client, welcome):
    assert client.get(reverse("welcome", args=["guessed"])).status_code == 410


def test_a_password_that_anybody_guesses_creates_no_account(client, welcome):
    answer = client.post(welcome, {"name": "Ada", "password": "12345678"})

    assert answer.context["form"].errors == {"password": ["This password is too common."]}


PLAIN = "Without your name and words such as “backgammon”, at least 8 characters must be left."
LIKE_THE_NAME = "The password is too similar to the username."


@pytest.mark.parametrize(
    ("password", "refusal"),
    [
        ("Backgammon 26!", PLAIN),
        ("Clara + Clara!", PLAIN),
        ("Claraclara", PLAIN),
        ("clara_kellerman", LIKE_THE_NAME),
    ],
)
def test_a_password_of_the_own_name_and_words_of_the_game_is_refused_at_every_door(client, password, refusal):
    clara = User.objects.create_user("Clara Kellermann", password=PASSWORD)
    club = make_tournament().club
    invitation = invited_address(invite_to_club(club, by=None, role="director")).removeprefix("http://club.example")
    at_account = logged_in(clara)
    link = login_link(clara).removeprefix("http://localhost:8000")

    refused = [
        at_account.post("/account/", {"password": PASSWORD, "new_password": password}),
        client.post(link, chosen(password)),
        client.post(invitation, {"name": clara.username, "password": password}),
    ]
    User.objects.all().delete()
    refused += [
        client.post(path, {"name": "Clara Kellermann", "password": password}, headers={"host": "localhost:8000"})
        for path in (reverse("welcome", args=[welcome_secret()]), reverse("first_steps"))
    ]

    assert [list(answer.context["form"].errors.values()) for answer in refused] == [[[refusal]]] * 5


@pytest.mark.parametrize("page", ["home", "login"])
def test_no_page_reveals_the_welcome_link(client, welcome, page):
    assert welcome_secret() not in client.get(reverse(page)).content.decode()


def test_a_login_link_sets_a_new_password_and_logs_in(client, director):
    path = login_link(director).removeprefix("http://localhost:8000")

    answer = client.post(path, chosen(NEW_PASSWORD))

    director.refresh_from_db()
    assert (answer.status_code, who(client)) == (302, str(director.pk))
    assert (director.check_password(PASSWORD), director.check_password(NEW_PASSWORD)) == (False, True)


def test_passwords_that_differ_are_no_new_password(client, director):
    answer = client.post(login_link(director).removeprefix("http://localhost:8000"), chosen(NEW_PASSWORD, PASSWORD))

    assert answer.context["form"].errors == {"new_password2": ["The two password fields didn’t match."]}


def test_a_login_link_works_once(client, director):
    path = login_link(director).removeprefix("http://localhost:8000")
    client.post(path, chosen(NEW_PASSWORD))

    assert Client().get(path).status_code == 410


def test_a_login_link_is_worthless_after_another_login(client, director):
    path = login_link(director).removeprefix("http://localhost:8000")
    log_in(PASSWORD)

    assert client.get(path).status_code == 410


def test_a_login_link_is_worthless_after_a_day(client, director, settings):
    path = login_link(director).removeprefix("http://localhost:8000")
    settings.PASSWORD_RESET_TIMEOUT = -1

    assert (settings.PASSWORD_RESET_TIMEOUT, client.get(path).status_code) == (-1, 410)


def test_a_login_link_opens_no_other_account(client, director):
    other = User.objects.create_user("Bo", password=PASSWORD)
    token = default_token_generator.make_token(director)

    assert client.get(reverse("login_link", args=[other.pk, token])).status_code == 410


def test_a_login_link_makes_the_device_a_known_one(client, director):
    guess_from_many_addresses()

    client.post(login_link(director).removeprefix("http://localhost:8000"), chosen(NEW_PASSWORD))

    assert client.post(reverse("login"), {"username": "Ada", "password": NEW_PASSWORD}).status_code == 302


def test_an_account_without_password_is_opened_by_its_link_alone(client):
    demo = User.objects.create_user("demo")
    path = login_link(demo).removeprefix("http://localhost:8000")

    assert (client.get(path).status_code, who(client)) == (200, None)
    assert (client.post(path).status_code, who(client)) == (302, str(demo.pk))
    assert Client().get(path).status_code == 410


def test_name_and_password_open_the_account(director):
    answer = log_in(PASSWORD)

    assert (answer.status_code, answer["Location"]) == (302, reverse("home"))


def test_logging_out_takes_a_click_and_no_mere_address(client, director):
    client.force_login(director)

    assert (client.get(reverse("logout")).status_code, who(client)) == (302, str(director.pk))
    assert (client.post(reverse("logout")).status_code, who(client)) == (302, None)


def test_a_guest_who_guesses_locks_out_nobody_else(director):
    answers = [log_in("wrong", address=PHONE).status_code for _attempt in range(6)]

    assert answers == [200, 200, 200, 200, 200, 429]
    assert log_in(PASSWORD, address=PHONE).status_code == 429
    assert log_in(PASSWORD, address=ANOTHER_PHONE).status_code == 302


def test_whoever_has_to_wait_reads_how_long_and_keeps_the_name(director):
    for _attempt in range(6):
        answer = log_in("wrong", address=PHONE)

    assert problems(answer) == [sentence("passwords_too_often", seconds=60)]
    assertContains(answer, 'value="Ada"', status_code=429)
    assert [field.name for field in answer.context["form"] if "autofocus" in field.field.widget.attrs] == ["password"]


def test_a_minute_later_one_more_may_be_tried(director, noon, monkeypatch):
    for _attempt in range(6):
        log_in("wrong", address=PHONE)
    monkeypatch.setattr(timezone, "now", lambda: noon + timedelta(seconds=59))
    assert log_in(PASSWORD, address=PHONE).status_code == 429

    monkeypatch.setattr(timezone, "now", lambda: noon + timedelta(seconds=60))

    assert log_in(PASSWORD, address=PHONE).status_code == 302


def test_a_forged_forwarding_header_gets_round_nothing(director):
    answers = [log_in("wrong", address=PHONE, x_forwarded_for=f"10.0.0.{attempt}").status_code for attempt in range(6)]

    assert answers == [200, 200, 200, 200, 200, 429]
    assert log_in(PASSWORD, address=ANOTHER_PHONE, x_forwarded_for=PHONE).status_code == 302


def test_behind_a_trusted_proxy_a_guest_locks_out_nobody_else(director, settings):
    settings.TRUSTED_PROXIES = (ip_network("127.0.0.1"),)
    for _attempt in range(6):
        log_in("wrong", x_forwarded_for=PHONE)

    assert log_in(PASSWORD, x_forwarded_for=f"{ANOTHER_PHONE}, {PHONE}").status_code == 429
    assert log_in(PASSWORD, x_forwarded_for=ANOTHER_PHONE).status_code == 302


def guess_from_many_addresses():
    """What the first eleven that guess the director's password are answered."""
    return [log_in("wrong", address=f"192.168.2.{number}").status_code for number in range(11)]


def test_one_name_is_guessed_slowly_from_however_many_addresses(director):
    assert guess_from_many_addresses() == [*[200] * 10, 429]
    assert log_in(PASSWORD, address=ANOTHER_PHONE).status_code == 429


def test_many_names_are_guessed_slowly_from_one_network(director):
    answers = [
        log_in("wrong", address=f"2001:db8::{number}", name=f"Name {number}").status_code for number in range(1, 22)
    ]

    assert answers == [*[200] * 20, 429]
    assert log_in(PASSWORD, address="2001:db8:0:1::1").status_code == 302


@pytest.mark.costly
def test_whoever_makes_up_names_and_addresses_is_checked_and_noted_no_more_often_for_it():
    answers = [
        log_in("wrong", address=PHONE, name=f"Name {number}", x_forwarded_for=f"10.0.0.{number}").status_code
        for number in range(100)
    ]

    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM rates")
        (noted,) = cursor.fetchone()
    # The names, the addresses, the network; and that another device than this machine has come at all.
    assert (answers, noted) == ([*[200] * 20, *[429] * 80], 20 + 20 + 1 + 1)


def test_a_device_on_which_the_director_was_in_is_not_locked_out_by_guests(director):
    own = Client(REMOTE_ADDR=ANOTHER_PHONE)
    own.post(reverse("login"), {"username": "Ada", "password": PASSWORD})
    own.post(reverse("logout"))

    guess_from_many_addresses()

    assert own.post(reverse("login"), {"username": "Ada", "password": PASSWORD}).status_code == 302


def test_a_device_that_is_known_may_be_wrong_no_more_often(director):
    own = Client()
    own.post(reverse("login"), {"username": "Ada", "password": PASSWORD})

    answers = [
        own.post(reverse("login"), {"username": "Ada", "password": "wrong"}, REMOTE_ADDR=f"192.168.2.{number}")
        for number in range(6)
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 200, 429]


def test_a_device_is_known_to_the_accounts_that_were_opened_on_it_alone(director):
    User.objects.create_user("Bo", password=PASSWORD)
    of_bo = Client(REMOTE_ADDR=ANOTHER_PHONE)
    of_bo.post(reverse("login"), {"username": "Bo", "password": PASSWORD})

    guess_from_many_addresses()

    assert of_bo.post(reverse("login"), {"username": "Ada", "password": PASSWORD}).status_code == 429


def test_two_directors_share_a_laptop_that_knows_them_both(director):
    User.objects.create_user("Bo", password=PASSWORD)
    shared = Client(REMOTE_ADDR=ANOTHER_PHONE)
    for name in ("Ada", "Bo"):
        shared.post(reverse("login"), {"username": name, "password": PASSWORD})

    guess_from_many_addresses()

    assert shared.post(reverse("login"), {"username": "Ada", "password": PASSWORD}).status_code == 302


@pytest.mark.parametrize(
    "forged",
    ["Ada", '{"device": "x", "names": ["Ada"]}', signing.dumps({"names": ["Ada"]})],
    ids=["a name", "unsigned", "signed for something else"],
)
def test_nobody_makes_a_device_known_by_themselves(director, forged):
    guess_from_many_addresses()
    browser = Client(REMOTE_ADDR=ANOTHER_PHONE)
    browser.cookies[COOKIE] = forged

    assert browser.post(reverse("login"), {"username": "Ada", "password": PASSWORD}).status_code == 429


def test_a_browser_keeps_what_it_is_known_by_however_long_the_names_are(director):
    browser = Client()
    for number in range(12):
        long_name = f"{number:02}" + "ش" * 148
        User.objects.create_user(long_name, password=PASSWORD)
        browser.post(reverse("login"), {"username": long_name, "password": PASSWORD})

    assert len(browser.cookies[COOKIE].OutputString()) < 1000


def test_only_the_login_page_is_sent_what_a_device_is_known_by(client, director):
    cookie = client.post(reverse("login"), {"username": "Ada", "password": PASSWORD}).cookies[COOKIE]

    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/login/", True, "Lax")


def test_on_this_machine_nobody_is_locked_out(director):
    guess_from_many_addresses()

    answers = [log_in("wrong", host="localhost:8000").status_code for _attempt in range(12)]

    assert answers == [200] * 12
    assert log_in(PASSWORD, host="localhost:8000").status_code == 302


def test_while_others_are_checked_a_password_of_a_guest_is_put_off_and_that_of_a_known_device_is_not(
    client, director, monkeypatch
):
    client.post(reverse("login"), {"username": "Ada", "password": PASSWORD})
    monkeypatch.setattr(logins, "for_others", Turnstile(waiting=0))

    with logins.for_others.passed():
        answer = log_in(PASSWORD)
        known = client.post(reverse("login"), {"username": "Ada", "password": PASSWORD})

    assert (answer.status_code, problems(answer)) == (429, [sentence("passwords_at_once")])
    assert (known.status_code, log_in(PASSWORD).status_code) == (302, 302)


def test_a_password_whose_turn_comes_once_the_database_is_away_is_told_so(client, director, monkeypatch):
    away = iter([False, True])
    monkeypatch.setattr(outage, "is_away", lambda: next(away))
    client.raise_request_exception = False

    answer = client.post(reverse("login"), {"username": "Ada", "password": PASSWORD})

    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assertContains(answer, failure_sentence("database_was_away", entering=True), status_code=503, html=True)


def test_looking_at_the_login_page_counts_nothing_and_writes_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(reverse("login"))


def problems(answer):
    return answer.context["form"].non_field_errors()


def test_a_form_from_another_page_is_refused_with_a_friendly_page(director):
    strict = Client(enforce_csrf_checks=True)

    answer = strict.post(reverse("login"), {"username": "Ada", "password": PASSWORD})

    assert (answer.status_code, answer.templates[0].name) == (403, "403_csrf.html")


def test_a_login_is_logged_with_its_account_and_how_it_ended_and_no_name_that_nobody_has(director, caplog):
    caplog.set_level(logging.INFO, "tournament.security")

    log_in("wrong")
    log_in("wrong", name="my secret password")
    log_in(PASSWORD)

    assert [record.details for record in caplog.records if record.name == "tournament.security"] == [
        {"account": "Ada", "ended": "wrong password"},
        {"account": None, "ended": "wrong password"},
        {"account": "Ada", "ended": "let in by password"},
    ]
