"""A database server that is away: one thread finds out when it is there again, all who ask meanwhile are told at once.

Without this every thread of the server would wait for it, and whoever asks would wait for a thread.
"""

from threading import Event, Lock, Thread

from django.db import Error, connection

TRIED_EVERY_SECONDS = 0.5

_changing = Lock()
_is_back = Event()
_is_back.set()


class _Question(Thread):
    """Asks the database server whether it is there; `told` is what it says, None as long as it says nothing."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.told: bool | None = None
        self.start()

    def run(self) -> None:
        self.told = _answers()


_asked: _Question | None = None


def is_away() -> bool:
    """Whether the database server has not been reached, and not been found again since."""
    return not _is_back.is_set()


def note() -> None:
    """Note that a request has not reached the database server, and begin to look for it."""
    with _changing:
        if _is_back.is_set():
            _is_back.clear()
            Thread(target=_find_again, daemon=True).start()


def answers_within(seconds: float) -> bool:
    """Whether the database server answers in this time; a file is there or not, and is not waited for."""
    if is_away():
        return False
    if connection.vendor == "sqlite":
        return True
    question = _question()
    # A server that was halted takes what it is asked and never says a word.
    question.join(seconds)
    return question.told is True


def _question() -> _Question:
    """The one that is being asked; many at once would keep a busy server, and this one, from answering any in time."""
    global _asked
    with _changing:
        if _asked is None or not _asked.is_alive():
            _asked = _Question()
        return _asked


def wait_until_it_is_back() -> None:
    """Block until the database server answers again."""
    _is_back.wait()


def _find_again() -> None:
    while not _answers():
        Event().wait(TRIED_EVERY_SECONDS)
    _is_back.set()


def _answers() -> bool:
    """Asked over a connection of its own: those that are open may all wait for a server that was halted."""
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
