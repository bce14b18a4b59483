"""Handles outages of the database server: one thread finds out when it is back; meanwhile requests fail at once.

Otherwise every thread of the server would wait for the database, and every request for a thread.
"""

from threading import Event, Lock, Thread

from django.db import Error, connection

TRIED_EVERY_SECONDS = 0.5

_changing = Lock()
_is_back = Event()
_is_back.set()


class AwayError(Exception):
    """The database server went away while the request waited for something else; the request has stored nothing."""


class _HealthCheck(Thread):
    """Asks the database server whether it answers; `result` is None until there is an answer."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.result: bool | None = None
        self.start()

    def run(self) -> None:
        self.result = _answers()


_pending: _HealthCheck | None = None


def is_away() -> bool:
    """Whether the database server could not be reached, and is not known to be back."""
    return not _is_back.is_set()


def refuse_if_away() -> None:
    if is_away():
        raise AwayError


def note() -> None:
    """Note that a request has not reached the database server, and start a thread that finds out when it is back."""
    with _changing:
        if _is_back.is_set():
            _is_back.clear()
            Thread(target=_find_again, daemon=True).start()


def answers_within(seconds: float) -> bool:
    """Whether the database server answers within so many seconds; an SQLite file is not asked."""
    if is_away():
        return False
    if connection.vendor == "sqlite":
        return True
    check = _health_check()
    # A halted server accepts a query and never answers it.
    check.join(seconds)
    return check.result is True


def _health_check() -> _HealthCheck:
    """Return the pending health check, or start one. Sharing it keeps a busy server from answering many."""
    global _pending
    with _changing:
        if _pending is None or not _pending.is_alive():
            _pending = _HealthCheck()
        return _pending


def wait_until_it_is_back() -> None:
    _is_back.wait()


def _find_again() -> None:
    while not _answers():
        Event().wait(TRIED_EVERY_SECONDS)
    _is_back.set()


def _answers() -> bool:
    """Whether the server answers on a new connection: the open ones may all wait for a server that was halted."""
    asking = connection.copy()
    asking.settings_dict["OPTIONS"].pop("pool", None)
    try:
        with asking.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return False
    finally:
        asking.close()
    return True
