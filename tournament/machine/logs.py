"""The log of the server in its terminal."""

import json
import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

# The part of an address that lets somebody in: links of players and helpers, of sign-ups, of one-time logins. The log
# of nginx leaves it out, too, by `map $request_uri` in packaging/nginx/nginx.conf.
SECRET = re.compile(r"(/(?:p/\d+|help|joining|welcome|login-link/\d+|invitation/\d+)/)[^/\s]+")


# What an operator watches for: who was let in or refused, who was given or lost a right, whose link was ended, who took
# everything along.
security = logging.getLogger("tournament.security")
_request_number: ContextVar[str] = ContextVar("request_number")


@contextmanager
def numbered_request() -> Iterator[None]:
    """Let every line that is logged in this block carry one number, by which the lines of a request are found."""
    number = _request_number.set(secrets.token_hex(6))
    try:
        yield
    finally:
        _request_number.reset(number)


def note_security(event: str, account: str | None, **details: object) -> None:
    """Log a security event: what was done, by which account, and to what or whom."""
    security.info("%s", event, extra={"details": {"account": account, **details}})


class WithoutSecrets(logging.Filter):
    """Removes the secrets from the addresses in a message."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET.sub(r"\1…", record.getMessage()), ()
        return True


class JsonLines(logging.Formatter):
    """Writes each message as one line of JSON: `at` (ISO 8601, UTC), `level`, `from`, `message`.

    In a request its number follows as `request`, the same in all its lines. For the request itself, which the message
    names, `status` and `milliseconds` of the answer follow, for an error `traceback`.
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
