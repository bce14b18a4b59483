"""What is said where the disk or the database does not let anything be stored."""

import sqlite3
from contextlib import closing, contextmanager

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse
from django.utils.html import escape

from tests.factories import draw_next_round, make_tournament, pairing_of, stored_rows
from tests.views.conftest import logged_in, make_director
from tournament.machine import limits
from tournament.phrases.failures import failure_sentence, turned_away_sentence
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
        answer = director.post(draw, {"number": "1", "draw_seed": ""})

    assert (answer.status_code, said(answer)) == (507, escape(FULL))
    assert stored_rows() == before
    assert director.post(draw, {"number": "1", "draw_seed": ""})["Location"] == reverse(
        "desk_round", args=[tournament.slug, 1]
    )


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


def test_an_entry_that_another_program_keeps_from_the_database_is_said_to_be_lost(director):
    tournament = make_tournament(entries=2)
    draw_next_round(tournament)
    row = reverse("result", args=[tournament.slug, pairing_of(tournament, 1, 1).pk])
    pragma("busy_timeout = 0")

    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = director.post(row, {"seen": "pending///", "result": "played/3/1/"}, headers={"HX-Request": "true"})

    assert (answer.status_code, answer["Retry-After"], answer.content.decode()) == (
        503,
        "2",
        failure_sentence("database_is_locked", entering=True),
    )


def test_a_database_that_is_gone_is_said_to_be_gone(director):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA legacy_alter_table = ON")
        cursor.execute("ALTER TABLE tournament_tournament RENAME TO elsewhere")
    try:
        answer = director.post(reverse("result", args=["x", 1]), headers={"HX-Request": "true"})
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE elsewhere RENAME TO tournament_tournament")
            cursor.execute("PRAGMA legacy_alter_table = OFF")

    assert (answer.status_code, answer.content.decode()) == (507, failure_sentence("database_is_gone", entering=True))


@pytest.mark.parametrize(
    ("public_url", "promised"), [("https://club.example", "max-age=31536000"), ("http://192.168.1.20:8000", None)]
)
def test_https_is_promised_where_the_public_address_has_it(client, settings, public_url, promised):
    settings.PUBLIC_URL = public_url

    assert client.get(reverse("login")).headers.get("Strict-Transport-Security") == promised


def test_a_failure_while_only_looking_does_not_say_that_an_entry_is_lost():
    assert failure_sentence("disk_is_full", entering=False) == "The tournament computer's disk is full."


def test_an_unexpected_error_is_said_to_be_the_fault_of_the_program(rf):
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        answer = failed(rf.post("/"))

    assert (answer.status_code, said(answer)) == (500, OWN_ERROR)


LARGE = "a" * (limits.GUEST_BODY_BYTES + 1)


@pytest.mark.parametrize(
    ("headers", "sentence"),
    [
        (
            {"Accept-Language": "en"},
            "This is too large to be sent without logging in. Nothing was saved. Log in, then send it again.",
        ),
        (
            {"Accept-Language": "de"},
            "Das ist zu groß, um es ohne Anmeldung zu senden. Nichts wurde gespeichert. Erst anmelden, dann noch "
            "einmal senden.",
        ),
    ],
)
def test_what_is_too_large_without_a_login_is_refused_in_the_language_of_the_browser(client, headers, sentence):
    page = client.post("/login/", {"username": LARGE}, headers=headers)
    in_place = client.post("/login/", {"username": LARGE}, headers={**headers, "HX-Request": "true"})

    assert (page.status_code, said(page)) == (413, sentence)
    assert (in_place.status_code, in_place.content.decode()) == (413, sentence)


def test_a_large_file_from_who_is_logged_in_is_read(director):
    assert director.post(reverse("restore"), {"file": LARGE}).status_code == 422


LONGER_THAN_A_FORM = "a" * (limits.FORM_BYTES + 1)
URLENCODED = "application/x-www-form-urlencoded"


def test_a_file_longer_than_a_form_is_taken_where_a_file_is_asked_for_and_nowhere_else(director):
    sent = [
        director.post(reverse("restore"), {"file": SimpleUploadedFile("a.json", LONGER_THAN_A_FORM.encode())}),
        director.post(reverse("home"), {"file": SimpleUploadedFile("a.json", LONGER_THAN_A_FORM.encode())}),
        director.post(reverse("restore"), f"file={LONGER_THAN_A_FORM}", URLENCODED),
    ]

    assert [answer.status_code for answer in sent] == [422, 413, 413]
    assert said(sent[2]) == turned_away_sentence("too_large")


def test_a_session_that_has_ended_may_send_no_file(director):
    Session.objects.all().delete()

    answer = director.post(reverse("restore"), {"file": SimpleUploadedFile("a.json", LONGER_THAN_A_FORM.encode())})

    assert (answer.status_code, said(answer)) == (413, turned_away_sentence("too_large_for_a_guest"))


@pytest.mark.parametrize("browser", ["client", "director"])
def test_too_many_fields_are_refused_with_a_sentence(browser, request):
    fields = {f"a{number}": "1" for number in range(limits.FORM_FIELDS + 1)}

    answer = request.getfixturevalue(browser).post(reverse("login"), fields)

    assert answer.status_code == 413


@pytest.mark.parametrize(
    "headers",
    [
        {"HX-Request": "true", "HX-Current-URL": "http://["},
        {"Content-Type": "multipart/form-data; boundary=x; charset=rot13"},
        {"Content-Type": "application/x-www-form-urlencoded; charset=rot13"},
        {"Content-Type": "application/x-www-form-urlencoded; charset=idna"},
        {"Content-Type": "multipart/form-data"},
        {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": "*"},
    ],
    ids=str,
)
def test_headers_that_cannot_be_read_are_refused_with_a_sentence(client, headers):
    client.raise_request_exception = False
    tournament = make_tournament(entries=2)
    desk = reverse("desk", args=[tournament.slug])

    answers = [
        client.get(f"{desk}?a=1", headers=headers) if "HX-Request" in headers else None,
        client.generic("POST", reverse("login"), b"a=1", headers.get("Content-Type", ""), headers=headers),
    ]

    assert [answer.status_code for answer in answers if answer] == [400] * (1 + ("HX-Request" in headers))
    assert turned_away_sentence("unreadable") in answers[1].content.decode()


@pytest.mark.parametrize("method", ["get", "trace"])
@pytest.mark.parametrize("address", ["/login/", "/nowhere/", "/static/live.js", "/healthz", "/en/"])
def test_every_answer_tells_the_browser_what_it_may_run_and_who_may_frame_it(client, db, method, address):
    with closing(getattr(client, method)(address)) as answer:
        pass
    policy = dict(part.strip().split(" ", 1) for part in answer.headers.get("Content-Security-Policy", "").split(";"))

    assert (answer.headers["X-Content-Type-Options"], answer.headers["Referrer-Policy"]) == ("nosniff", "same-origin")
    assert {name: policy[name] for name in ("default-src", "script-src", "base-uri", "frame-ancestors")} == {
        "default-src": "'none'",
        "script-src": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
