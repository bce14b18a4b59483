"""What is answered where the disk does not take what is to be stored."""

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.factories import make_director, stored_rows
from tests.views.conftest import sentence

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser():
    """A browser of the director, to whom a failed answer is sent as to anybody."""
    browser = Client(raise_request_exception=False)
    browser.force_login(make_director())
    return browser


@pytest.fixture
def full_disk(tournament):
    """The database holds a tournament, is filled to the last page, and cannot grow by a single one."""
    with connection.cursor() as cursor:
        (limit,) = cursor.execute("PRAGMA max_page_count").fetchone()
        cursor.execute("CREATE TABLE filling (bytes BLOB)")
        (free,) = cursor.execute("PRAGMA freelist_count").fetchone()
        cursor.execute("INSERT INTO filling VALUES (zeroblob(%s))", [(free + 1) * 4096])
        cursor.execute("PRAGMA max_page_count = 1")
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {limit}")


@pytest.fixture
def read_only(tournament):
    """The database holds a tournament, and nothing can be written to it."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    yield
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = OFF")


def paste(browser, tournament, **options):
    """More names than fit into the pages there are."""
    names = [f"Player with a rather long name {number}" for number in range(1, 501)]
    ticked = [f"{number}/0" for number in range(1, 501)]
    address = reverse("paste_players", args=[tournament.slug])
    return browser.post(address, {"lines": "\n".join(names), "ticked": ticked}, **options)


@pytest.mark.parametrize("disk", ["full_disk", "read_only"])
def test_what_was_not_stored_is_said_in_a_sentence(browser, tournament, disk, request):
    request.getfixturevalue(disk)
    before = stored_rows()

    answer = paste(browser, tournament)

    code = "disk_full" if disk == "full_disk" else "disk_read_only"
    assert (answer.status_code, answer.context["sentence"]) == (507, sentence(code))
    assert stored_rows() == before


def test_in_place_the_page_comes_anew_with_the_sentence(browser, tournament, full_disk):
    answer = paste(browser, tournament, headers={"HX-Request": "true"})
    shown = browser.get(reverse("desk_players", args=[tournament.slug]))

    assert answer["HX-Refresh"] == "true"
    assert [str(message) for message in shown.context["messages"]] == [sentence("disk_full")]


def test_nothing_is_read_any_worse_from_a_full_disk(browser, tournament, full_disk):
    assert browser.get(reverse("desk_round", args=[tournament.slug, 2])).status_code == 200


def test_an_error_of_the_program_s_own_is_still_called_one(browser):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tournament_printedaddress RENAME TO lost")

    answer = browser.get("/")

    assert (answer.status_code, answer.templates[0].name) == (500, "500.html")
