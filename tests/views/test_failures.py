"""What is said where the disk or the database does not let anything be stored."""

from contextlib import contextmanager

import pytest
from django.db import connection
from django.urls import reverse
from django.utils.html import escape

from tests.factories import draw_next_round, make_tournament, pairing_of, stored_rows
from tests.views.conftest import logged_in, make_director
from tournament.phrases.failures import failure_sentence
from tournament.views.failures import failed

pytestmark = pytest.mark.django_db(transaction=True)
FULL = (
    "The tournament computer's disk is full. The last entry was not saved. Free up space, then enter"
    " it again; everything entered before is saved."
)
PROTECTED = (
    "The tournament computer cannot write to its database: the file or its folder is "
    "write-protected. The last entry was not saved. Once this is fixed, enter it again; everything "
    "entered before is saved."
)
OWN_ERROR = (
    "The program ran into an error and could not answer. Everything entered before is saved. The "
    "terminal shows the details."
)


@pytest.fixture
def director():
    """Goes on after an answer of 5xx, as a browser does."""
    browser = logged_in(make_director())
    browser.raise_request_exception = False
    return browser


def pragma(text):
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {text}")
        return cursor.fetchone()


@contextmanager
def full_disk():
    """The database cannot grow by one page."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
    (pages,), (highest,) = pragma("page_count"), pragma("max_page_count")
    pragma(f"max_page_count = {pages}")
    try:
        yield
    finally:
        pragma(f"max_page_count = {highest}")


@contextmanager
def write_protection():
    pragma("query_only = ON")
    try:
        yield
    finally:
        pragma("query_only = OFF")


def said(answer):
    """The one sentence of the page, as it is written there."""
    return answer.content.decode().partition("<p>")[2].partition("</p>")[0]


def test_on_a_full_disk_a_round_is_drawn_wholly_or_not_at_all(director):
    tournament = make_tournament(entries=40)
    before = stored_rows()
    draw = reverse("draw", args=[tournament.slug])

    with full_disk():
        answer = director.post(draw, {"number": "1"})

    assert (answer.status_code, said(answer)) == (507, escape(FULL))
    assert stored_rows() == before
    assert director.post(draw, {"number": "1"})["Location"] == reverse("desk_round", args=[tournament.slug, 1])


def test_a_result_that_a_write_protected_database_does_not_take_is_said_to_be_lost_until_it_does(director):
    tournament = make_tournament(entries=2)
    draw_next_round(tournament)
    before = stored_rows()
    row = reverse("result", args=[tournament.slug, pairing_of(tournament, 1, 1).pk])
    entered = {"seen": "pending///", "result": "played/3/1/"}

    with write_protection():
        page = director.post(row, entered)
        in_place = director.post(row, entered, headers={"HX-Request": "true"})

    assert (page.status_code, said(page)) == (507, escape(PROTECTED))
    assert (in_place.status_code, in_place["Content-Type"], in_place.content.decode()) == (
        507,
        "text/plain; charset=utf-8",
        PROTECTED,
    )
    assert stored_rows() == before
    assert director.post(row, entered).status_code == 302


def test_who_only_looks_has_lost_nothing():
    assert failure_sentence("disk_is_full", entering=False) == "The tournament computer's disk is full."


def test_any_other_error_is_the_program_s_own(rf):
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        answer = failed(rf.post("/"))

    assert (answer.status_code, said(answer)) == (500, OWN_ERROR)
