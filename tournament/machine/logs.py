"""The log of the server in its terminal."""

import json
import logging
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import wraps
from math import inf
from threading import Lock
from typing import ParamSpec, TypeVar

# The secret in links of players, helpers, sign-ups, invitations and one-time logins. The log of nginx leaves it out,
# too, by `map $request_uri` in packaging/nginx/nginx.conf.
SECRET = re.compile(r"(/(?:p/\d+|help|joining|welcome|login-link/\d+|invitation/\d+)/)[^/\s]+")


WAITS_ARE_TOLD_EVERY_SECONDS = 60
# The events that an operator watches for: logins and refused ones, permissions given and taken away, links ended, and
# exports of all data.
security = logging.getLogger("tournament.security")
# Sentences that could not be written.
sentences = logging.getLogger("tournament.sentences")
_request_number: ContextVar[str] = ContextVar("request_number")
Given = ParamSpec("Given")
Told = TypeVar("Told")


@contextmanager
def numbered_request() -> Iterator[None]:
    """Mark every line that is logged in this block with the same random number, to find all lines of a request."""
    number = _request_number.set(secrets.token_hex(6))
    try:
        yield
    finally:
        _request_number.reset(number)


def note_security(event: str, account: str | None, **details: object) -> None:
    """Log a security event: what was done, by which account, and to what or whom."""
    security.info("%s", event, extra={"details": {"account": account, **details}})


def error_as(instead: Callable[Given, Told]) -> Callable[[Callable[Given, Told]], Callable[Given, Told]]:
    """Make a function that writes a sentence return `instead` of its arguments where it fails, and log the error.

    So one line that cannot be told never takes down the page on which it stands.
    """

    def decorate(write: Callable[Given, Told]) -> Callable[Given, Told]:
        @wraps(write)
        def written(*args: Given.args, **keywords: Given.kwargs) -> Told:
            try:
                return write(*args, **keywords)
            except Exception:
                sentences.exception("%s failed", write.__name__)
                return instead(*args, **keywords)

        return written

    return decorate


class WithoutSecrets(logging.Filter):
    """Removes the secrets from the addresses in a message."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET.sub(r"\1…", record.getMessage()), ()
        return True


class CountedWaits(logging.Filter):
    """Lets one line a minute tell how many requests have waited for a thread, where the server writes one for each.

    A full hall would otherwise write nearly as many such lines as there are requests.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock, self._count, self._most, self._told_at = Lock(), 0, 0, -inf

    def filter(self, record: logging.LogRecord) -> bool:
        # Where a command starts the server, Django sets the logs up twice: the line has been counted already.
        if not isinstance(record.args, tuple) or len(record.args) != 1:
            return True
        (depth,) = record.args
        with self._lock:
            self._count, self._most = self._count + 1, max(self._most, int(str(depth)))
            if record.created - self._told_at < WAITS_ARE_TOLD_EVERY_SECONDS:
                return False
            record.msg = "%d requests have waited for a thread since the last such line, %d at once at the most"
            record.args = (self._count, self._most)
            self._count, self._most, self._told_at = 0, 0, record.created
        return True


class JsonLines(logging.Formatter):
    """Writes each message as one line of JSON: `at` (ISO 8601, UTC), `level`, `from`, `message`.

    Lines logged during a request add its number as `request`; the line for the request itself adds `status` and
    `milliseconds` of the response; a security event adds its details, an error its `traceback`.
    """

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **({"request": _request_number.get()} if _request_number.get("") else {}),
            **getattr(record, "details", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
