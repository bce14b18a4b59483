"""How much whoever has a session may send."""

import pytest
from django.conf import settings

from tests.factories import make_director
from tests.views.conftest import logged_in
from tournament.machine import limits
from tournament.machine.sessions import most_body_bytes


@pytest.mark.django_db
def test_whoever_is_logged_in_may_send_a_backup():
    key = logged_in(make_director()).cookies[settings.SESSION_COOKIE_NAME].value

    assert most_body_bytes({settings.SESSION_COOKIE_NAME: key}) == limits.BODY_BYTES


@pytest.mark.parametrize("key", [None, "", "a" * 32, "a" * 40, "é" * 40])
def test_whoever_makes_a_session_up_may_send_what_a_guest_may(key):
    cookies = {} if key is None else {settings.SESSION_COOKIE_NAME: key}

    assert most_body_bytes(cookies) == limits.GUEST_BODY_BYTES
