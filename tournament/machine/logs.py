"""The log of the server in its terminal."""

import json
import logging
import re
from datetime import UTC, datetime

# The part of an address that lets somebody in: links of players and helpers, of sign-ups, of one-time logins. The log
# of nginx leaves it out, too, by `map $request_uri` in packaging/nginx/nginx.conf.
SECRET = re.compile(r"(/(?:p/\d+|help|joining|welcome|login-link/\d+|invitation/\d+)/)[^/\s]+")


class WithoutSecrets(logging.Filter):
    """Removes the secrets from the addresses in a message."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET.sub(r"\1…", record.getMessage()), ()
        return True


class JsonLines(logging.Formatter):
    """Writes each message as one line of JSON: `at` (ISO 8601, UTC), `level`, `from`, `message`.

    For a request, which the message names, `status` and `milliseconds` of the answer follow, for an error `traceback`.
    """

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **getattr(record, "details", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
