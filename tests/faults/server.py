"""The program as it runs on the evening, to be killed."""

import os
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from tests.commands.processes import Command
from tests.faults.patience import be_patient
from tests.ports import lasting_port

RUNNING = "The program is running."


class Server:
    """`manage.py start` in a process of its own, on the database of the tests."""

    def __init__(self, folder: Path) -> None:
        self.port = lasting_port()
        # Where browsers find it: another one where a proxy stands before it.
        self.public_port = self.port
        self.complaints = folder / "complaints"
        self._folder = folder
        self._process: Command | None = None

    @property
    def pid(self) -> int:
        """The process that answers."""
        assert self._process is not None
        return self._process.pid

    def begin(self) -> None:
        """Start it, while this process leaves the database alone."""
        connection.close()
        address = ["--port", str(self.port), "--public-url", f"http://localhost:{self.public_port}"]
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "DATA_DIR": str(self._folder / "data"),
            "DATABASE_URL": self._database_url(),
            "SECRET_KEY": settings.SECRET_KEY,
        }
        self.complaints.touch()
        self._process = Command(
            environment, "start", "--no-browser", *address, complaints=self.complaints, prepare=be_patient
        )

    def wait_until_it_runs(self) -> None:
        """Up to the line that says so; from then on it answers."""
        assert self._process is not None
        for line in self._process.stdout:
            if line.startswith(RUNNING):
                return
        raise AssertionError(f"ended before it was running: {self.complaints.read_text('utf-8')}")

    def kill(self) -> None:
        """At once and without a word."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
            self._wait_until_its_connections_end()

    def _wait_until_its_connections_end(self) -> None:
        """PostgreSQL brings to its end what it was told last, though nobody waits for it any more."""
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                still_there = "SELECT 1 FROM pg_stat_activity WHERE application_name = %s"
                while cursor.execute(still_there, [self._name]).fetchone():
                    pass

    @property
    def _name(self) -> str:
        """What its connections to a database server are called."""
        return f"server at {self.port}"

    def _database_url(self) -> str:
        """The database of the tests, as the program is told of it."""
        named = connection.settings_dict
        if connection.vendor == "sqlite":
            return f"sqlite:///{named['NAME']}"
        place = f"{named['HOST']}:{named['PORT']}/{named['NAME']}"
        return f"postgres://{named['USER']}:{named['PASSWORD']}@{place}?application_name={quote(self._name)}"
