"""The doors of the accounts: the one-time links, logging in and out, and who is kept out."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains

from tournament.actions.accounts import login_link, welcome_link
from tournament.queries.accounts import welcome_secret

pytestmark = pytest.mark.django_db
PASSWORD = "six-point prime"
NEW_PASSWORD = "ace-point game"


@pytest.fixture
def director():
    return User.objects.create_user("Ada", password=PASSWORD)


@pytest.fixture
def welcome():
    """The path of the link that creates the first account."""
    yield welcome_link().removeprefix("http://localhost:8000")
    welcome_secret().unlink(missing_ok=True)


def chosen(password, repeated=None):
    return {"new_password1": password, "new_password2": repeated or password}


def log_in(password, address="127.0.0.1", name="Ada", **headers):
    return Client(REMOTE_ADDR=address).post(reverse("login"), {"username": name, "password": password}, headers=headers)


def who(client):
    return client.session.get("_auth_user_id")


def test_the_welcome_link_creates_the_account_and_opens_it(client, welcome):
    answer = client.post(welcome, {"name": "Jörg Müller", **chosen(PASSWORD)})

    user = User.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("home"))
    assert (user.username, user.check_password(PASSWORD), who(client)) == ("Jörg Müller", True, str(user.pk))


def test_looking_at_the_welcome_link_does_not_spend_it(client, welcome):
    assert [client.get(welcome).status_code, client.get(welcome).status_code] == [200, 200]


def test_the_welcome_link_works_once(client, welcome):
    client.post(welcome, {"name": "Ada", **chosen(PASSWORD)})

    again = Client().post(welcome, {"name": "Eva", **chosen(PASSWORD)})

    assert (again.status_code, [user.username for user in User.objects.all()]) == (410, ["Ada"])


def test_a_spent_welcome_link_stays_spent_without_its_account(client, welcome):
    client.post(welcome, {"name": "Ada", **chosen(PASSWORD)})
    User.objects.all().delete()

    assert client.get(welcome).status_code == 410


def test_the_welcome_link_is_worthless_once_there_is_an_account(client, welcome, director):
    assert client.get(welcome).status_code == 410


def test_nobody_gets_in_with_a_guessed_welcome_link(client, welcome):
    assert client.get(reverse("welcome", args=["guessed"])).status_code == 410


def test_nobody_gets_in_before_a_welcome_link_was_given_out(client):
    assert client.get(reverse("welcome", args=["guessed"])).status_code == 410


def test_passwords_that_differ_create_no_account(client, welcome):
    answer = client.post(welcome, {"name": "Ada", **chosen(PASSWORD, NEW_PASSWORD)})

    assert answer.context["form"].errors == {"new_password2": ["The two password fields didn’t match."]}
    assert User.objects.count() == 0


def test_a_password_that_anybody_guesses_creates_no_account(client, welcome):
    answer = client.post(welcome, {"name": "Ada", **chosen("12345678")})

    assert answer.context["form"].errors == {"new_password2": ["This password is too common."]}


@pytest.mark.parametrize("page", ["home", "login"])
def test_no_page_reveals_the_welcome_link(client, welcome, page):
    token = welcome_secret().read_text()

    assert token not in client.get(reverse(page)).content.decode()


def test_the_welcome_secret_is_readable_by_its_owner_only(welcome):
    assert welcome_secret().stat().st_mode & 0o777 == 0o600


def test_a_login_link_sets_a_new_password_and_logs_in(client, director):
    path = login_link(director).removeprefix("http://localhost:8000")

    answer = client.post(path, chosen(NEW_PASSWORD))

    director.refresh_from_db()
    assert (answer.status_code, who(client)) == (302, str(director.pk))
    assert (director.check_password(PASSWORD), director.check_password(NEW_PASSWORD)) == (False, True)


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


def test_a_login_link_lifts_the_throttle_of_its_name(client, director):
    for _attempt in range(5):
        log_in("wrong", address="192.168.1.30")

    client.post(login_link(director).removeprefix("http://localhost:8000"), chosen(NEW_PASSWORD))

    assert log_in(NEW_PASSWORD, address="192.168.1.30").status_code == 302


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

    assert (client.get(reverse("logout")).status_code, who(client)) == (405, str(director.pk))
    assert (client.post(reverse("logout")).status_code, who(client)) == (302, None)


def test_a_guest_who_guesses_locks_out_nobody_else(director):
    answers = [log_in("wrong", address="192.168.1.30").status_code for _attempt in range(6)]

    assert answers == [200, 200, 200, 200, 429, 429]
    assert log_in(PASSWORD, address="192.168.1.30").status_code == 429
    assert log_in(PASSWORD, address="192.168.1.2").status_code == 302


def test_whoever_is_locked_out_reads_why(director):
    for _attempt in range(5):
        answer = log_in("wrong")

    assertContains(answer, "<h1>Locked for five minutes</h1>", status_code=429, html=True)


def test_a_forged_forwarding_header_gets_round_nothing(director):
    answers = [
        log_in("wrong", address="192.168.1.30", x_forwarded_for=f"10.0.0.{attempt}").status_code for attempt in range(5)
    ]

    assert answers == [200, 200, 200, 200, 429]
    assert log_in(PASSWORD, address="192.168.1.2", x_forwarded_for="192.168.1.30").status_code == 302


def test_the_door_opens_again_after_five_minutes(director):
    for _attempt in range(7):
        log_in("wrong")
    pass_time(minutes=4, seconds=50)
    assert log_in(PASSWORD).status_code == 429

    pass_time(seconds=20)

    assert log_in(PASSWORD).status_code == 302


def pass_time(**elapsed):
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(**elapsed))


def test_a_form_from_another_page_is_refused_with_a_friendly_page(director):
    strict = Client(enforce_csrf_checks=True)

    answer = strict.post(reverse("login"), {"username": "Ada", "password": PASSWORD})

    assert (answer.status_code, answer.templates[0].name) == (403, "403_csrf.html")
