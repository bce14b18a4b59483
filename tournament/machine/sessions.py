"""Sessions whose keys say that this program gave them out, and how much whoever has one may send.

A body is read before any view asks who sends it, at a place where the database must not be waited for. Keys are given
out at the login, and to a browser on this machine itself that brings along the backup of an old one, so a signed one
tells enough. What its owner may do, the views ask.
"""

from collections.abc import Mapping

from django.conf import settings
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac

from tournament.machine import limits

# Together the forty characters that fit the column: a hundred bits of chance, eighty of signature.
CHANCE_LENGTH = SIGNATURE_LENGTH = 20


class SessionStore(DatabaseStore):
    """Django's sessions in the database, under signed keys."""

    def _get_new_session_key(self) -> str:
        while True:
            chance = get_random_string(CHANCE_LENGTH, VALID_KEY_CHARS)
            key = chance + _signature(chance)
            if not self.exists(key):
                return key


def most_body_bytes(cookies: Mapping[str, str]) -> int:
    """How long the body of a request with these cookies may be."""
    key = cookies.get(settings.SESSION_COOKIE_NAME, "")
    is_given_out = constant_time_compare(key[CHANCE_LENGTH:], _signature(key[:CHANCE_LENGTH]))
    return limits.BODY_BYTES if is_given_out else limits.GUEST_BODY_BYTES


def _signature(chance: str) -> str:
    return salted_hmac("tournament.sessions", chance, algorithm="sha256").hexdigest()[:SIGNATURE_LENGTH]
