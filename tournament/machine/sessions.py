"""Sessions with signed keys, and how much a browser that has one may send.

A body is read before any view knows who sends it. Its maximum length follows from the header: a guest's form is short,
a form of a session has at most `limits.FORM_BYTES`, and a form with a file as much as its view takes. Only the database
knows whether the session still runs: `is_running` checks that if a body is longer than a form.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from django.conf import settings
from django.contrib.sessions.backends.base import VALID_KEY_CHARS, SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.urls import Resolver404, resolve
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac

from tournament.machine import limits

# Together the forty characters that fit the column: a hundred random bits, eighty of signature.
CHANCE_LENGTH = SIGNATURE_LENGTH = 20

# The session's key for the request that is repeated when the user has answered a question (views/refusals.py).
ASKED_FIRST = "asked_first"

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
    """Let a view take forms with files from running sessions, at most `most` bytes in total."""

    def mark(view: View) -> View:
        view.body_bytes = most  # type: ignore[attr-defined]
        return view

    return mark


def most_body_bytes(path: str, content_type: str, cookies: Mapping[str, str]) -> int:
    """The maximum length of a request body, by its header; above `FORM_BYTES` only if the session is running."""
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


def forget_what_is_asked() -> None:
    """Remove requests that wait for an answer from all sessions, as they may name a person who is being erased."""
    store = SessionStore()
    for session in store.model.objects.all():
        values = store.decode(session.session_data)
        if values.pop(ASKED_FIRST, None) is not None:
            session.session_data = store.encode(values)
            session.save(update_fields=["session_data"])


def is_running(session: SessionBase) -> bool:
    """Whether the session is in the database and has not expired."""
    return bool(session.keys())


def _signature(chance: str) -> str:
    return salted_hmac("tournament.sessions", chance, algorithm="sha256").hexdigest()[:SIGNATURE_LENGTH]
