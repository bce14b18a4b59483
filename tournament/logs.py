"""What is written to the terminal of the server."""

import logging
import re

# The part of an address that lets somebody in: links of players and helpers, of one-time logins.
SECRET = re.compile(r"(/(?:p/\d+|help|welcome|login-link/\d+)/)[^/\s]+")


class WithoutSecrets(logging.Filter):
    """Takes the secrets out of the addresses that a message names."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET.sub(r"\1…", record.getMessage()), ()
        return True
