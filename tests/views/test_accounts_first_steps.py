"""The first minutes on a new machine."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import make_director, make_tournament, only_club
from tournament.models import Tournament
from tournament.queries.accounts import demo_account

pytestmark = pytest.mark.django_db
PASSWORD = "six-point prime"
ACCOUNT = {"name": "Jörg Müller", "password": PASSWORD}
ARCHIVE = Path("fixtures/archives/vereinsabend-konstanz.json")
FROM_ELSEWHERE = {
    "a phone": {"REMOTE_ADDR": "192.168.1.30"},
    "a name of somebody else's": {"headers": {"host": "evil.example"}},
    "a proxy": {"headers": {"host": "localhost:8000", "x-forwarded-for": "192.168.1.30"}},
}


@pytest.fixture
def here():
    """A browser on this very machine."""
    return Client(headers={"host": "localhost:8000"})


def who(client):
    return client.session.get("_auth_user_id")


def test_the_first_page_of_a_new_machine_makes_the_account(here):
    answer = here.get("/", follow=True)

    assert answer.redirect_chain == [(reverse("first_steps"), 302)]
    assert answer.templates[0].name == "registration/welcome.html"


def test_the_account_is_made_and_opened(here):
    answer = here.post(reverse("first_steps"), ACCOUNT)

    user = User.objects.get()
    assert (answer["Location"], user.username, user.check_password(PASSWORD)) == ("/", "Jörg Müller", True)
    assert who(here) == str(user.pk)


def test_a_form_sent_twice_makes_one_account(here):
    answers = [here.post(reverse("first_steps"), ACCOUNT)["Location"] for _click in range(2)]

    assert (answers, User.objects.count()) == (["/", "/"], 1)


@pytest.mark.parametrize("origin", FROM_ELSEWHERE)
@pytest.mark.parametrize("name", ["first_steps", "bring_along", "try_demo"])
def test_from_elsewhere_nobody_makes_an_account(origin, name):
    elsewhere = Client(**FROM_ELSEWHERE[origin])

    elsewhere.post(reverse(name), ACCOUNT)

    assert elsewhere.get("/", follow=True).templates[0].name == "tournaments/everyone.html"
    assert User.objects.count() == 0


def test_once_there_is_an_account_there_are_no_first_steps_any_more(here):
    make_director()

    answers = [here.post(reverse(name), ACCOUNT) for name in ("first_steps", "bring_along", "try_demo")]

    assert [answer.status_code for answer in answers] == [302, 302, 302]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "entered",
    [
        {"name": "", "password": PASSWORD},
        {"name": "Ada\u202ebA", "password": PASSWORD},
        {"name": "Ada", "password": "12345678"},
    ],
)
def test_what_is_missing_or_cannot_be_is_said_beside_the_field(here, entered):
    answer = here.post(reverse("first_steps"), entered)

    (wrong,) = answer.context["form"].errors
    assert (answer.status_code, wrong) == (422, "password" if entered["name"] == "Ada" else "name")
    assert User.objects.count() == 0


def test_the_demonstration_opens_without_an_account(here):
    answer = here.post(reverse("try_demo"))

    assert answer["Location"] == reverse("desk", args=["bodensee-open-2026"])
    assert (who(here), here.get(answer["Location"], follow=True).status_code) == (str(demo_account().pk), 200)
    assert set(Tournament.objects.values_list("is_practice", "director")) == {(True, demo_account().pk)}


def test_a_demonstration_that_was_begun_goes_on(here):
    here.post(reverse("try_demo"))
    Tournament.objects.update(venue="Ulm")

    again = Client(headers={"host": "localhost:8000"})
    again.post(reverse("try_demo"))

    assert again.get(reverse("first_steps")).status_code == 200
    assert [who(again), set(Tournament.objects.values_list("venue", flat=True))] == [str(demo_account().pk), {"Ulm"}]


def test_one_press_throws_the_demonstration_away(here):
    here.post(reverse("try_demo"))

    answer = here.post(reverse("end_demo"), follow=True)

    assert [url for url, _status in answer.redirect_chain] == ["/", reverse("first_steps")]
    assert (User.objects.count(), Tournament.objects.count()) == (0, 0)


def test_the_account_takes_the_place_of_the_demonstration(here):
    here.post(reverse("try_demo"))
    of_their_own = Tournament.objects.create(
        club=only_club(), slug="own", name="Own", date="2026-01-01", director=demo_account()
    )

    here.post(reverse("first_steps"), {"name": "Demo", "password": PASSWORD})

    assert [user.has_usable_password() for user in User.objects.all()] == [True]
    assert [list(Tournament.objects.all()), here.get("/").context["rows"][0].tournament.name] == [[of_their_own], "Own"]


def test_a_director_looks_at_the_demonstration_and_throws_it_away(director):
    kept = make_tournament(entries=0, is_practice=True)
    director.post(reverse("try_demo"))
    director.post(reverse("try_demo"))
    loaded = Tournament.objects.count()

    director.post(reverse("end_demo"))

    assert (loaded, list(Tournament.objects.all()), who(director)) == (3, [kept], str(make_director().pk))


def test_a_tournament_of_the_demonstration_that_counts_now_stays(director):
    director.post(reverse("try_demo"))
    Tournament.objects.filter(slug="bodensee-open-2026").update(is_practice=False)

    director.post(reverse("end_demo"))

    assert [tournament.slug for tournament in Tournament.objects.all()] == ["bodensee-open-2026"]


def test_an_archive_is_read_before_there_is_an_account(here):
    file = SimpleUploadedFile("evening.json", ARCHIVE.read_bytes())
    key = here.get(reverse("bring_along")).context["form"]["request_key"].value()

    answers = [here.post(reverse("bring_along"), {"file": file, "request_key": key}) for _click in range(2)]
    here.post(reverse("first_steps"), ACCOUNT)

    assert [answer["Location"] for answer in answers[:1]] == [reverse("first_steps")]
    assert [row.tournament.name for row in here.get("/").context["rows"]] == ["Vereinsabend Konstanz"]


def test_a_file_that_is_neither_archive_nor_backup_is_refused_beside_the_field(here):
    file = SimpleUploadedFile("letter.txt", b"Dear club")
    key = here.get(reverse("bring_along")).context["form"]["request_key"].value()

    answer = here.post(reverse("bring_along"), {"file": file, "request_key": key})

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["file"])
