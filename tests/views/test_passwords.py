"""A password forgotten or renewed: the link by mail, and the page of the account."""

import re
import threading

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertRedirects

from tests.views.conftest import sentence
from tournament.actions.accounts import shared_login_link
from tournament.simulation.demonstration import open_demo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
PASSWORD, NEW_PASSWORD = "six-point prime", "ace-point game"
ADDRESS = "ada@club.example"
FORGOTTEN, ACCOUNT = "/password/", "/account/"


@pytest.fixture
def with_mail(settings):
    settings.SENDS_MAIL = True


@pytest.fixture
def ada():
    return User.objects.create_user("Ada", ADDRESS, PASSWORD)


def ask(address=ADDRESS, phone="192.168.1.30"):
    return Client(REMOTE_ADDR=phone).post(FORGOTTEN, {"email": address})


def sent():
    """The mails, once all of them are on their way."""
    for thread in threading.enumerate():
        if thread.name == "mail":
            thread.join()
    return mail.outbox


def logged_in(password=PASSWORD):
    browser = Client()
    browser.post(reverse("login"), {"username": "Ada", "password": password})
    return browser


def test_a_link_by_mail_sets_a_new_password_and_ends_the_sessions_of_before(with_mail, ada):
    before = logged_in()
    ask("ADA@club.example")
    (letter,) = sent()
    link = re.search("http://club.example(/login-link/[^\n]+)", letter.body)[1]

    answer = Client().post(link, {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD})

    assert (letter.to, letter.subject, answer.status_code) == ([ADDRESS], "New password", 302)
    assert "_auth_user_id" in logged_in(NEW_PASSWORD).session
    assert before.get(ACCOUNT).status_code == 302
    assert Client().get(link).status_code == 410


def test_nobody_is_told_whether_there_is_an_account(with_mail, ada):
    User.objects.create_user("gone", "gone@club.example", PASSWORD, is_active=False)

    answers = [ask(address) for address in (ADDRESS, "nobody@club.example", "gone@club.example")]

    assert (
        len({re.sub('name="csrfmiddlewaretoken" value="[^"]+"', "", answer.content.decode()) for answer in answers})
        == 1
    )
    assert [letter.to for letter in sent()] == [[ADDRESS]]


@pytest.mark.parametrize("address", ["", "ada", "ada@club.example\nbcc: x@y.example", "a\x00@b.example", "x" * 5000])
def test_a_wrong_mail_address_is_refused_beside_its_field(with_mail, ada, address):
    answer = ask(address)

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["email"])
    assert sent() == []


def test_one_address_is_sent_few_mails_whoever_asks_and_the_answer_stays_the_same(with_mail, ada):
    answers = [ask(phone=f"192.168.1.{number}") for number in range(5)]

    assert [answer.status_code for answer in answers] == [200] * 5
    assert len(sent()) == 3


def test_one_network_asks_for_few_mails(with_mail, ada):
    answers = [ask(f"{number}@club.example") for number in range(6)]

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1].context["form"].non_field_errors() == [sentence("mails_too_often", seconds=120)]


@pytest.mark.parametrize(("sends", "links"), [(True, 1), (False, 0)])
def test_the_login_page_offers_a_new_password_only_where_mail_is_sent(client, settings, sends, links):
    settings.SENDS_MAIL = sends

    assert client.get(reverse("login")).content.decode().count(f'href="{FORGOTTEN}"') == links
    assert client.get(FORGOTTEN).status_code == (200 if sends else 404)


def test_an_account_changes_its_password_and_stays_where_it_does_so_alone(ada):
    here, elsewhere = logged_in(), logged_in()

    assertRedirects(here.post(ACCOUNT, {"password": PASSWORD, "new_password": NEW_PASSWORD}), ACCOUNT)

    assert elsewhere.get(ACCOUNT).status_code == 302
    assert "_auth_user_id" in logged_in(NEW_PASSWORD).session


def test_a_password_that_was_renewed_meanwhile_stays(with_mail, ada, monkeypatch):
    browser = logged_in()

    def renew(account, said):
        User.objects.filter(pk=ada.pk).update(password="renewed")
        return True

    monkeypatch.setattr(User, "check_password", renew)
    answer = browser.post(ACCOUNT, {"password": PASSWORD, "new_password": NEW_PASSWORD, "mail": "new@club.example"})

    ada.refresh_from_db()
    assert (answer.status_code, answer.context["form"].non_field_errors()) == (
        422,
        [sentence("password_changed_meanwhile")],
    )
    assert (ada.password, ada.email) == ("renewed", ADDRESS)


def test_an_account_says_where_its_mail_goes(with_mail, ada):
    browser = logged_in()
    assert browser.get(ACCOUNT).context["form"]["mail"].value() == ADDRESS

    browser.post(ACCOUNT, {"password": PASSWORD, "mail": "new@club.example"})

    ada.refresh_from_db()
    assert (ada.email, ada.check_password(PASSWORD)) == ("new@club.example", True)


def test_without_a_server_for_mail_its_address_is_neither_asked_for_nor_lost(ada):
    browser = logged_in()
    assert list(browser.get(ACCOUNT).context["form"].fields) == ["new_password", "password"]

    browser.post(ACCOUNT, {"password": PASSWORD, "new_password": NEW_PASSWORD, "mail": "x@y.example"})

    ada.refresh_from_db()
    assert ada.email == ADDRESS


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"password": "wrong", "new_password": NEW_PASSWORD}, "password"),
        ({"password": "", "new_password": NEW_PASSWORD}, "password"),
        ({"password": PASSWORD, "new_password": "12345678"}, "new_password"),
        ({"password": PASSWORD, "mail": "ada@"}, "mail"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_changes_nothing(with_mail, ada, said, field):
    answer = logged_in().post(ACCOUNT, said)

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    before = (ada.email, ada.password)
    ada.refresh_from_db()
    assert (ada.email, ada.password) == before


def test_whoever_finds_a_page_open_guesses_the_password_slowly(ada):
    browser = logged_in()

    answers = [browser.post(ACCOUNT, {"password": "wrong"}) for _attempt in range(6)]

    problems = [answer.context["form"].errors["password"] for answer in answers]
    assert problems[4:] == [
        ["This is not the password of the account."],
        [sentence("passwords_too_often", seconds=60)],
    ]


def test_the_demonstration_has_no_password_to_change(client):
    client.force_login(open_demo())

    assert client.get(ACCOUNT).status_code == 403


def sessions(browser):
    """What the page of the account lists: the browser, and whether it is this one."""
    return [(name, is_here) for _session, name, is_here in browser.get(ACCOUNT).context["sessions"]]


def test_an_account_lists_its_sessions_and_ends_one_of_them_or_all_others(ada):
    here, on_phone, elsewhere = (
        Client(headers={"user-agent": agent})
        for agent in (
            "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "x" * 500,
        )
    )
    for browser in (here, on_phone, elsewhere):
        browser.post(reverse("login"), {"username": "Ada", "password": PASSWORD})

    assert sessions(here) == [("Another browser", False), ("Safari on iPhone", False), ("Firefox on Windows", True)]

    (_other, (phone, _name, _is_here), _here) = here.get(ACCOUNT).context["sessions"]
    assertRedirects(here.post("/account/sessions/end/", {"session": phone.pk}), ACCOUNT)
    assert sessions(here) == [("Another browser", False), ("Firefox on Windows", True)]
    assert (on_phone.get(ACCOUNT).status_code, elsewhere.get(ACCOUNT).status_code) == (302, 200)

    here.post("/account/sessions/end/")
    assert (sessions(here), elsewhere.get(ACCOUNT).status_code) == ([("Firefox on Windows", True)], 302)


def test_nobody_ends_the_session_of_another_account(ada):
    browser = logged_in()
    (session, _name, _is_here) = browser.get(ACCOUNT).context["sessions"][0]
    stranger = Client()
    stranger.force_login(User.objects.create_user("Bo", password=PASSWORD))

    stranger.post("/account/sessions/end/", {"session": session.pk})

    assert browser.get(ACCOUNT).status_code == 200


def test_a_new_password_leaves_one_session_in_the_list(ada):
    here, _elsewhere = logged_in(), logged_in()

    here.post(ACCOUNT, {"password": PASSWORD, "new_password": NEW_PASSWORD})

    assert sessions(here) == [("Another browser", True)]


def test_a_login_link_opens_no_closed_account(ada):
    User.objects.update(is_active=False)
    path = shared_login_link(ada).removeprefix("http://club.example")

    answer = Client().post(path, {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD})

    assert (answer.status_code, answer["Location"]) == (302, reverse("login"))
