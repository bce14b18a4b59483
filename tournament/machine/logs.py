"""The log of the server in its terminal."""

import json
import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

# The secret in links of players, helpers, sign-ups, invitations and one-time logins. The log of nginx leaves it out,
# too, by `map $request_uri` in packaging/nginx/nginx.conf.
SECRET = re.compile(r"(/(?:p/\d+|help|joining|welcome|login-link/\d+|invitation/\d+)/)[^/\s]+")


# The events that an operator watches for: logins and refused ones, permissions given and taken away, links ended, and
# exports of all data.
security = logging.getLogger("tournament.security")
_request_number: ContextVar[str] = ContextVar("request_number")


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


class WithoutSecrets(logging.Filter):
    """Removes the secrets from the addresses in a message."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET.sub(r"\1…", record.getMessage()), ()
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
