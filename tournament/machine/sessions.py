"""Sessions whose keys say that this program gave them out, and how much may be sent by a browser that has one.

A body is read before any view asks who sends it. Its longest length follows from the header: a guest's form is short,
a form of a session has at most `limits.FORM_BYTES`, and a form with a file as much as its view takes. Whether the
session still runs, only the database knows: `is_running` is asked where more than a form is sent.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from django.conf import settings
from django.contrib.sessions.backends.base import VALID_KEY_CHARS, SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.urls import Resolver404, resolve
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac

from tournament.machine import limits

# Together the forty characters that fit the column: a hundred bits of chance, eighty of signature.
CHANCE_LENGTH = SIGNATURE_LENGTH = 20

View = TypeVar("View", bound=Callable[..., object])


class SessionStore(DatabaseStore):
    """Django's sessions in the database, under signed keys."""

    def _get_new_session_key(self) -> str:
        while True:
            chance = get_random_string(CHANCE_LENGTH, VALID_KEY_CHARS)
            key = chance + _signature(chance)
            if not self.exists(key):
                return key


def takes_files(most: int) -> Callable[[View], View]:
    """Let a view be sent forms with files, `most` bytes in all, by whoever has a session that runs."""

    def mark(view: View) -> View:
        view.body_bytes = most  # type: ignore[attr-defined]
        return view

    return mark


def most_body_bytes(path: str, content_type: str, cookies: Mapping[str, str]) -> int:
    """How long the body of a request with this header may be; more than a form only while its session runs."""
    key = cookies.get(settings.SESSION_COOKIE_NAME, "")
    if not constant_time_compare(key[CHANCE_LENGTH:], _signature(key[:CHANCE_LENGTH])):
        return limits.GUEST_BODY_BYTES
    if not content_type.lower().startswith("multipart/form-data"):
        return limits.FORM_BYTES
    try:
        view = resolve(path).func
    except Resolver404:
        return limits.FORM_BYTES
    return int(getattr(view, "body_bytes", limits.FORM_BYTES))


def is_running(session: SessionBase) -> bool:
    """Whether the database knows this session and it has not ended."""
    return bool(session.keys())


def _signature(chance: str) -> str:
    return salted_hmac("tournament.sessions", chance, algorithm="sha256").hexdigest()[:SIGNATURE_LENGTH]
