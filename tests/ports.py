"""Ports at which a test starts a program of its own."""

import os
import secrets
import socket
from itertools import count

# Below the ports of outgoing connections, which could take a port that was found free before it is used: while a
# program starts, and while it is down between two runs. Each worker has a thousand ports of its own.
_FIRST = 10_000 + 1_000 * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 20)
_NUMBERS = count(secrets.randbelow(1_000))


def lasting_port() -> int:
    """A free port that stays free until it is used, another one each time."""
    while True:
        port = _FIRST + next(_NUMBERS) % 1_000
        try:
            socket.create_server(("", port)).close()
        except OSError:
            continue
        return port
