"""The program itself, serving tournaments from a folder that is thrown away, or on the server of `tests.postgresql`."""

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="backgammon-swiss-bench-"))
PORT = socket.create_server(("", 0)).getsockname()[1]
URL = f"http://localhost:{PORT}"
ROOT = Path(__file__).resolve().parents[2]
os.environ |= {
    "DATA_DIR": str(FOLDER),
    "DATABASE_URL": os.environ.get("TEST_DATABASE_URL") or f"sqlite:///{FOLDER}/tournaments.sqlite3",
    "SECRET_KEY": secrets.token_hex(32),
    "PUBLIC_URL": URL,
    "DJANGO_SETTINGS_MODULE": "tournament.settings",
    "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
}

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402

call_command("migrate", verbosity=0)


@contextmanager
def serving() -> Iterator[int]:
    """Gives the id of the server's process, as soon as it answers."""
    options = ["--no-browser", "--port", str(PORT), "--public-url", URL]
    command = [sys.executable, "manage.py", "start", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as server:
        try:
            _wait()
            yield server.pid
        finally:
            server.terminate()


def _wait() -> None:
    for _attempt in range(150):
        with socket.socket() as probe:
            if probe.connect_ex(("localhost", PORT)) == 0:
                return
        time.sleep(0.2)
    raise RuntimeError("The server does not answer.")
