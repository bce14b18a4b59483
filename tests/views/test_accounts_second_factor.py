"""A second factor: set up, asked for at every door but this machine's, replaced and turned off."""

import time
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertRedirects

from tests.factories import make_co_director, make_helper, make_member, make_stranger, make_tournament, only_club
from tests.views.conftest import logged_in
from tournament.actions.accounts import shared_login_link
from tournament.actions.clubs import club_called, require_second_factor
from tournament.machine.adapters import SecondFactor
from tournament.models import MemberRole, Tournament
from tournament.simulation.demonstration import open_demo

pytestmark = pytest.mark.django_db
PASSWORD, NEW_PASSWORD = "six-point prime", "ace-point game"
FACTOR, CODES, ASKED = "/account/second-factor/", "/account/second-factor/codes/", "/login/code/"
APP = f"{FACTOR}app/"


@pytest.fixture
def ada():
    return User.objects.create_user("Ada", password=PASSWORD)


@pytest.fixture
def secret(ada):
    """The secret of the app that Ada has set up."""
    secret = generate_totp_secret()
    TOTP.activate(ada, secret)
    return secret


def code_of(secret):
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def wrong_code_of(secret):
    return f"{(int(code_of(secret)) + 1) % 1_000_000:06}"


def log_in(browser):
    return browser.post(reverse("login"), {"username": "Ada", "password": PASSWORD, "next": "/account/"})


def who(browser):
    return browser.session.get("_auth_user_id")


def test_an_app_is_set_up_by_its_first_code_and_brings_recovery_codes(ada):
    browser = logged_in(ada)
    page = browser.get(APP)
    secret = page.context["form"].secret
    assert page.context["totp_svg_data_uri"].startswith("data:image/svg+xml;base64,")

    refused = browser.post(APP, {"code": wrong_code_of(secret)})
    assert refused.context["form"].errors == {"code": ["This code is not right."]}

    assertRedirects(browser.post(APP, {"code": code_of(secret)}), CODES)
    codes = browser.get(CODES).context["unused_codes"]
    assert (len(codes), len(set(codes)), browser.get("/account/").context["has_second_factor"]) == (10, 10, True)


def test_after_the_password_a_code_is_asked_for_and_leads_where_the_login_led(ada, secret):
    browser = Client()

    assertRedirects(log_in(browser), ASKED)
    assert (who(browser), browser.post(ASKED, {"code": wrong_code_of(secret)}).status_code) == (None, 200)
    assert who(browser) is None

    assertRedirects(browser.post(ASKED, {"code": code_of(secret)}), "/account/")
    assert who(browser) == str(ada.pk)


def test_a_login_link_asks_for_the_second_factor_too(ada, secret):
    browser = Client()
    path = shared_login_link(ada).removeprefix("http://club.example")

    answer = browser.post(path, {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD})

    assertRedirects(answer, ASKED)
    assert who(browser) is None


def test_no_page_but_the_question_is_open_before_the_code(ada, secret):
    browser = Client()
    log_in(browser)

    assert [browser.get(path).status_code for path in ("/account/", FACTOR, APP, CODES, "/copies/")] == [302] * 5


def test_at_this_machine_nobody_is_asked(ada, secret):
    here = Client(headers={"host": "localhost:8000"})

    assert (log_in(here)["Location"], who(here)) == ("/account/", str(ada.pk))


def test_a_code_and_a_recovery_code_work_once(ada):
    browser = logged_in(ada)
    secret = browser.get(APP).context["form"].secret
    browser.post(APP, {"code": code_of(secret)})
    code = browser.get(CODES).context["unused_codes"][0]
    cache.clear()

    let_in = []
    for said in (code, code, code_of(secret), code_of(secret)):
        another = Client()
        log_in(another)
        another.post(ASKED, {"code": said})
        let_in.append(who(another) == str(ada.pk))

    assert let_in == [True, False, True, False]


def test_codes_are_guessed_slowly(ada, secret):
    browser = Client()
    log_in(browser)
    for _time in range(5):
        browser.post(ASKED, {"code": wrong_code_of(secret)})

    browser.post(ASKED, {"code": code_of(secret)})

    assert who(browser) is None


def test_a_second_factor_is_turned_off_and_its_codes_with_it(ada, secret):
    browser = logged_in(ada)

    assertRedirects(browser.post(f"{APP}end/"), FACTOR)

    assert Authenticator.objects.exists() is False


@pytest.mark.parametrize("path", [APP, f"{APP}end/", CODES, f"{CODES}new/"])
def test_the_password_is_asked_for_before_anything_of_it_is_seen_or_changed(ada, path):
    browser = logged_in(ada)
    browser.post(APP, {"code": code_of(browser.get(APP).context["form"].secret)})
    later = Client()
    later.force_login(ada)
    if path == APP:
        Authenticator.objects.all().delete()

    assertRedirects(later.get(path), f"/account/confirm/?next={path}")


def test_neither_the_database_nor_another_key_reveals_the_secret(ada, secret, settings):
    stored = Authenticator.objects.get().data["secret"]
    assert (secret in stored, SecondFactor().decrypt(stored)) == (False, secret)

    settings.SECRET_KEY = "another"

    assert SecondFactor().decrypt(stored) not in (secret, SecondFactor().decrypt(stored))


@pytest.mark.parametrize("path", ["/account/confirm/", FACTOR, APP, f"{APP}end/", CODES, f"{CODES}new/"])
def test_a_helper_and_the_demonstration_have_no_second_factor(path):
    helper, demo = make_helper(make_tournament(), "Mia"), open_demo()

    assert [logged_in(user).get(path).status_code for user in (helper, demo)] == [403, 403]
    assertRedirects(Client().get(path), f"{reverse('login')}?next={path}")


def test_a_reset_lets_the_password_alone_in_again_and_is_logged(ada, secret, caplog):
    caplog.set_level("INFO", logger="tournament.security")

    call_command("reset_second_factor", "Ada", stdout=StringIO())

    assert [record.details for record in caplog.records] == [
        {"account": "Ada", "ended": "second factor taken away by command"}
    ]
    assertRedirects(log_in(Client()), "/account/")


def test_where_the_installation_requires_it_nothing_but_setting_it_up_is_open(settings, ada):
    settings.REQUIRES_SECOND_FACTOR = True
    browser = logged_in(ada)

    assert {browser.get(path)["Location"] for path in ("/account/", "/copies/", "/restore/")} == {FACTOR}

    browser.post(APP, {"code": code_of(browser.get(APP).context["form"].secret)})
    assert [browser.get(path).status_code for path in ("/account/", "/copies/", "/restore/")] == [200] * 3
    assert browser.get(f"{APP}end/").context["form"].non_field_errors() == [
        "A club or this installation requires a second factor."
    ]


def test_where_the_installation_requires_it_the_desk_is_closed_without_but_open_to_helpers(settings, ada):
    settings.REQUIRES_SECOND_FACTOR = True
    tournament = make_tournament()
    desk = reverse("desk", args=[tournament.slug])
    director = logged_in(make_member("director"))

    assertRedirects(director.get(desk), FACTOR)
    assert director.get(desk, headers={"hx-request": "true"})["HX-Redirect"] == FACTOR
    assertRedirects(director.get(reverse("club_settings", args=[only_club().slug])), FACTOR)
    helper = logged_in(make_helper(tournament, "Mia"))
    assert helper.get(reverse("desk_players", args=[tournament.slug])).status_code == 200


def test_at_this_machine_no_installation_requires_it(settings, ada):
    settings.REQUIRES_SECOND_FACTOR = True
    here = Client(headers={"host": "localhost:8000"})
    log_in(here)

    assert here.get("/account/").status_code == 200


@pytest.fixture
def doors():
    """Browsers in which accounts without a second factor are logged in, by who they are or how they came in."""
    given = make_co_director(tournament := make_tournament())
    Tournament.objects.filter(pk=tournament.pk).update(director=make_stranger())
    director, linked = make_member("director"), make_member("Eva")
    director.set_password(PASSWORD)
    director.save()
    doors = {
        "director of the club": logged_in(director),
        "helper of the club": logged_in(make_member("ina", MemberRole.HELPER)),
        "director of one evening": logged_in(make_stranger()),
        "given access to one evening": logged_in(given),
        "by a login link": Client(),
        "director of another club": logged_in(make_member("uli", club=club_called("ulm"))),
        "of no club": logged_in(User.objects.create_user("Ada")),
        "at this machine": Client(headers={"host": "localhost:8000"}),
    }
    doors["by a login link"].post(
        shared_login_link(linked).removeprefix("http://club.example"),
        {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD},
    )
    doors["at this machine"].post(reverse("login"), {"username": "director", "password": PASSWORD})
    return doors


def asked(doors):
    """The doors that are closed until a second factor is set up."""
    answers = {door: browser.get("/account/") for door, browser in doors.items()}
    assert {answer.headers.get("Location", FACTOR) for answer in answers.values()} == {FACTOR}
    return {door for door, answer in answers.items() if answer.status_code == 302}


@pytest.mark.costly
def test_it_is_asked_of_whom_the_installation_or_one_of_their_clubs_requires_it_but_not_at_this_machine(
    doors, settings
):
    rule = reverse("require_second_factor", args=[only_club().slug])
    of_the_club = {"director of the club", "helper of the club", "by a login link"}
    of_the_club |= {"director of one evening", "given access to one evening"}
    assert asked(doors) == set()

    doors["director of the club"].post(rule, {"required": "yes"})
    assert asked(doors) == of_the_club

    assertRedirects(doors["director of the club"].post(rule, {"required": "no"}), FACTOR)
    doors["at this machine"].post(rule, {"required": "no"})
    assert asked(doors) == set()

    settings.REQUIRES_SECOND_FACTOR = True
    assert asked(doors) == of_the_club | {"director of another club", "of no club"}


def test_where_a_club_requires_it_the_second_factor_is_not_turned_off(ada, secret):
    require_second_factor(only_club(), by=make_member("Ada"), is_required=True)

    refused = logged_in(ada).post(f"{APP}end/").context["form"].non_field_errors()

    assert refused == ["A club or this installation requires a second factor."]
    assert Authenticator.objects.count() == 1
