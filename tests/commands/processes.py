"""Commands in processes of their own, as a shell starts them, but for the libraries: these are read once for all.

Each process is split off from one that has read them and nothing of the program, whose own modules, settings and
database every command reads for itself. That takes a third of the time of a start from nothing.
"""

import io
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from subprocess import CompletedProcess, TimeoutExpired
from threading import Timer

# Only what can be read before the settings are.
LIBRARIES = [
    "arabic_reshaper",
    "bidi",
    "cachetools",
    "django.contrib.postgres.fields",
    "django.core.management.commands.migrate",
    "django.core.wsgi",
    "django.db.backends.sqlite3.base",
    "django.views.defaults",
    "django_htmx.middleware",
    "environ",
    "fido2.server",
    "markdown_it",
    "openpyxl",
    "pydantic.json_schema",
    "reportlab.platypus",
    "segno",
    "tqdm",
    "tzlocal",
    "waitress.server",
    "whitenoise.storage",
]
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(LIBRARIES)


class Command:
    """`manage.py` with these arguments in this environment, once it has been prepared.

    All it says is in `stdout`, or complaints in `stderr` or at the end of a file.
    """

    def __init__(
        self,
        environment: dict[str, str],
        *arguments: str,
        complains_apart: bool = False,
        complaints: Path | None = None,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        self._arguments = arguments
        out, printed = _PROCESSES.Pipe(duplex=False)
        err, complained = _PROCESSES.Pipe(duplex=False) if complains_apart else (None, printed)
        told = (environment, arguments, printed, complained, complaints, prepare)
        self._process = _PROCESSES.Process(target=_do, args=told, daemon=True)
        self._process.start()
        for given_away in {printed, complained}:
            given_away.close()
        self.stdout, self.stderr = _text(out), _text(err) if err else io.StringIO()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send_signal(self, number: int) -> None:
        """Nothing where it has ended."""
        if self._process.exitcode is None:
            os.kill(self._process.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, below zero where a signal has ended it."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutExpired(self._arguments, timeout)
        return self._process.exitcode

    def communicate(self, timeout: float = 300) -> tuple[str, str]:
        """The rest of what it prints, once it has ended; nothing the second time. What does not end is killed."""
        killing = Timer(timeout, self.kill)
        killing.start()
        out, err = ("" if stream.closed else stream.read() for stream in (self.stdout, self.stderr))
        self.stdout.close()
        self.stderr.close()
        self.wait()
        had_to_be_killed = killing.finished.is_set()
        killing.cancel()
        assert not had_to_be_killed, f"{self._arguments} did not end: {out}{err}"
        return out, err


def run(environment: dict[str, str], *arguments: str, timeout: float) -> CompletedProcess[str]:
    """The command brought to its end."""
    command = Command(environment, *arguments, complains_apart=True)
    out, err = command.communicate(timeout)
    return CompletedProcess(arguments, command.wait(), out, err)


def _text(connection: Connection) -> io.TextIOWrapper:
    reading = os.fdopen(os.dup(connection.fileno()), encoding="utf-8")
    connection.close()
    return reading


def _do(
    environment: dict[str, str],
    arguments: Sequence[str],
    printed: Connection,
    complained: Connection,
    complaints: Path | None,
    prepare: Callable[[], None] | None,
) -> None:
    """In the new process: what the interpreter and the shell would have settled."""
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.dup2(printed.fileno(), 1)
    os.dup2(os.open(complaints, os.O_WRONLY | os.O_APPEND | os.O_CREAT) if complaints else complained.fileno(), 2)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False, buffering=1)
    sys.argv = ["manage.py", *arguments]
    from tournament.__main__ import main  # noqa: PLC0415

    if prepare:
        prepare()
    main()
