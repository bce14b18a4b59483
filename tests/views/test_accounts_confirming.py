"""The password is asked for again before what cannot be undone."""

import pytest
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertRedirects

from tests.factories import make_member, make_tournament, only_club
from tests.views.conftest import sentence
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
PASSWORD = "six-point prime"
CONFIRM = "/account/confirm/"
KEY = "00000000-0000-4000-8000-000000000000"
A_QUARTER_OF_AN_HOUR = 15 * 60
# What each address is of: the installation, the club or the tournament.
AS_IT_IS_SENT = {
    "delete": "tournament",
    "choose_director": "tournament",
    "persons": "",
    "clubs": "",
    "invite_first_director": "club key",
    "choose_member": "club",
    "invite_member": "club",
    "password_link": "club",
    "require_second_factor": "club",
    "erase_from_books": "season",
    "copy": "file",
    "uploaded_copy": "upload",
    "preview_club": "club upload",
}
BEFORE_A_FILE_IS_CHOSEN = {"restore": "", "import_club": "club"}


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def director(tournament):
    account = make_member("director")
    account.is_superuser = True
    account.set_password(PASSWORD)
    account.save()
    return account


@pytest.fixture
def desk(director):
    """A browser in which nobody has typed the password lately."""
    client = Client()
    client.force_login(director)
    return client


def path_of(name, of, tournament):
    club = only_club()
    values = {
        "": [],
        "tournament": [tournament.slug],
        "club": [club.slug],
        "club key": [club.pk],
        "season": [club.slug, "2026"],
        "file": ["backup"],
        "upload": [KEY],
        "club upload": [club.slug, KEY],
    }
    return reverse(name, args=values[of])


def delete(desk, tournament):
    return desk.post(reverse("delete", args=[tournament.slug]), {"confirmed": tournament.name})


@pytest.mark.parametrize(("name", "of"), AS_IT_IS_SENT.items())
def test_an_action_that_cannot_be_undone_asks_for_the_password_when_it_is_sent(desk, tournament, name, of):
    path = path_of(name, of, tournament)

    assertRedirects(desk.post(path), f"{CONFIRM}?next={path}", fetch_redirect_response=False)


@pytest.mark.parametrize(("name", "of"), BEFORE_A_FILE_IS_CHOSEN.items())
def test_a_form_with_a_file_asks_before_it_is_filled_in(desk, tournament, name, of):
    path = path_of(name, of, tournament)

    assertRedirects(desk.get(path), f"{CONFIRM}?next={path}")
    assertRedirects(desk.post(f"{CONFIRM}?next={path}", {"password": PASSWORD}), path)


def test_what_was_sent_goes_on_once_the_password_is_right(desk, tournament):
    asked = delete(desk, tournament)["Location"]

    wrong = desk.post(asked, {"password": "guessed"})
    assert (wrong.status_code, Tournament.objects.count()) == (200, 1)
    assert wrong.context["form"].errors == {"password": ["This is not the password of the account."]}

    assertRedirects(desk.post(asked, {"password": PASSWORD}), reverse("home"), fetch_redirect_response=False)
    assert Tournament.objects.count() == 0


def test_whoever_has_just_logged_in_is_not_asked_until_a_quarter_of_an_hour_later(director, tournament):
    desk = Client()
    desk.post(reverse("login"), {"username": director.username, "password": PASSWORD})
    assert desk.get(reverse("restore")).status_code == 200

    session = desk.session
    session[AUTHENTICATION_METHODS_SESSION_KEY][-1]["at"] -= A_QUARTER_OF_AN_HOUR
    session.save()

    assert delete(desk, tournament)["Location"].startswith(CONFIRM)


def test_the_page_that_asks_for_the_password_leads_to_no_other_site(desk):
    answer = desk.post(f"{CONFIRM}?next=https://evil.example/", {"password": PASSWORD})

    assertRedirects(answer, reverse("home"), fetch_redirect_response=False)


def test_an_account_without_a_password_is_not_asked(desk, director, tournament):
    director.set_unusable_password()
    director.save()
    desk.force_login(director)

    assertRedirects(delete(desk, tournament), reverse("home"), fetch_redirect_response=False)


def test_guessing_is_slowed_down(noon, desk):
    answers = [desk.post(CONFIRM, {"password": "guessed"}) for _time in range(6)]

    assert [answer.context["form"].errors["password"] for answer in answers] == [
        *[["This is not the password of the account."]] * 5,
        [sentence("passwords_too_often", seconds=60)],
    ]
