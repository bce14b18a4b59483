"""How much may be sent by a browser with a session, by the address and the kind of what it sends."""

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.urls import URLPattern, reverse

from tests.factories import make_director
from tests.views.conftest import logged_in
from tournament.machine import limits
from tournament.machine.sessions import SessionStore, is_running, most_body_bytes
from tournament.urls import urlpatterns

FORM, WITH_FILE = "application/x-www-form-urlencoded", "Multipart/form-data; boundary=x"


def cookies_of(client):
    return {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}


@pytest.fixture
def cookies(db):
    return cookies_of(logged_in(make_director()))


def test_every_address_that_takes_a_file_says_how_much_it_takes():
    addresses = [
        (one.name, getattr(one.callback, "body_bytes", 0)) for one in urlpatterns if isinstance(one, URLPattern)
    ]

    assert {name: most for name, most in addresses if most} == {
        "bring_along": limits.BACKUP_BYTES,
        "restore": limits.BACKUP_BYTES,
        "import_club": limits.CLUB_FILE_BYTES,
        "import_matches": limits.MATCHES_BYTES,
        "paste_players": limits.PLAYERS_BYTES,
        "transcript": limits.TRANSCRIPT_BYTES,
    }


@pytest.mark.parametrize(
    ("path", "kind", "most"),
    [
        ("/restore/", WITH_FILE, limits.BACKUP_BYTES),
        ("/restore/", FORM, limits.FORM_BYTES),
        ("/restore/", "", limits.FORM_BYTES),
        ("/login/", WITH_FILE, limits.FORM_BYTES),
        ("/nowhere/", WITH_FILE, limits.FORM_BYTES),
    ],
)
def test_a_form_is_short_and_a_file_as_long_as_its_address_takes(cookies, path, kind, most):
    assert most_body_bytes(path, kind, cookies) == most


@pytest.mark.parametrize("key", [None, "", "a" * 32, "a" * 40, "é" * 40])
def test_whoever_makes_a_session_up_may_send_what_a_guest_may(key):
    cookies = {} if key is None else {settings.SESSION_COOKIE_NAME: key}

    assert most_body_bytes(reverse("restore"), WITH_FILE, cookies) == limits.GUEST_BODY_BYTES


def test_a_session_that_was_ended_runs_no_more(cookies):
    (key,) = cookies.values()
    before = is_running(SessionStore(key))
    Session.objects.all().delete()

    assert (before, is_running(SessionStore(key))) == (True, False)


def test_a_login_begins_another_session(client, db):
    session = client.session
    session["asked"] = True
    session.save()
    before = session.session_key

    client.force_login(make_director(), backend="django.contrib.auth.backends.ModelBackend")

    assert before != client.session.session_key
    assert not SessionStore(before).exists(before)
