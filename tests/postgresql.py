"""Runs a command with a PostgreSQL server of its own, which ends with it: `python -m tests.postgresql COMMAND …`.

The command finds the server's address in TEST_DATABASE_URL; the tests then run on it instead of SQLite. The server is
in a temporary folder and belongs to an ordinary user, as PostgreSQL demands: the user who runs the command, and for
root `postgres` or `nobody`. It never waits for the disk: nothing in it has to outlive the tests.
"""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.ports import lasting_port

DEBIAN = Path("/usr/lib/postgresql")
WITHOUT_DISK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
# As on most servers, and unlike SQLite: nothing may depend on the order of letters in the database.
SORTED_BY_LANGUAGE = ("--locale-provider=icu", "--icu-locale=de")
SMALL = {"shared_buffers": "64MB", "max_connections": "120", "autovacuum": "off", "jit": "off"}


def programs() -> Path | None:
    """The folder of PostgreSQL's own programs: on the search path, or the newest where Debian puts them."""
    named = shutil.which("initdb")
    if named:
        return Path(named).parent
    found = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda program: float(program.parent.parent.name))
    return found[-1].parent if found else None


def _ordinary_user() -> str | None:
    """The user as whom the server runs; None: the user who runs the command."""
    if os.geteuid() != 0:
        return None
    users = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"


@dataclass(frozen=True, slots=True)
class Database:
    """A running server: its address as a DATABASE_URL, and how to stop it (`fast`, `immediate`) and start it."""

    url: str
    stop: Callable[[str], None]
    start: Callable[[], None]


@contextmanager
def server(**settings: str) -> Iterator[Database]:
    """Run a server with an empty database, with these settings in addition to its own."""
    folder = programs()
    if folder is None:
        sys.exit("PostgreSQL is not installed. On Debian: apt-get install postgresql")
    user, password = _ordinary_user(), secrets.token_hex(16)
    port = lasting_port()
    # Root's own temporary folder may be closed to everybody else.
    with tempfile.TemporaryDirectory(prefix="postgresql-", dir="/tmp" if user else None) as aside:
        if user:
            shutil.chown(aside, user)
        data, log, said = Path(aside, "data"), Path(aside, "log"), Path(aside, "password")
        said.write_text(password)
        said.chmod(0o444)

        def run(program: str, *arguments: str) -> None:
            subprocess.run(
                [folder / program, "-D", data, *arguments], check=True, cwd=aside, user=user, stdout=subprocess.DEVNULL
            )

        secured = ("--username=tests", "--auth=scram-sha-256", f"--pwfile={said}")
        run("initdb", *secured, "--encoding=UTF8", "--no-sync", *SORTED_BY_LANGUAGE)
        chosen = {"port": str(port), "listen_addresses": "127.0.0.1", "unix_socket_directories": "''"}
        every = {**chosen, **WITHOUT_DISK, **SMALL, **settings}
        options = " ".join(f"-c {name}={value}" for name, value in every.items())

        def start() -> None:
            run("pg_ctl", "start", "--wait", f"--log={log}", "-o", options)

        def stop(mode: str) -> None:
            run("pg_ctl", "stop", f"--mode={mode}")

        start()
        try:
            yield Database(f"postgres://tests:{password}@127.0.0.1:{port}/postgres", stop, start)
        finally:
            stop("immediate")


if __name__ == "__main__":
    # A signal that ends the command ends the server, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with server() as database:
        # A database that goes with the server need not be dropped, which fails while connections are open.
        kept = {"PYTEST_ADDOPTS": f"{os.environ.get('PYTEST_ADDOPTS', '')} --reuse-db"}
        ended = subprocess.run(sys.argv[1:], env={**os.environ, **kept, "TEST_DATABASE_URL": database.url}, check=False)
    sys.exit(ended.returncode)
