"""Ends the wait for a database server that was halted, which accepts queries and never answers them.

No setting of the connection ends such a wait: the other machine still acknowledges what it receives, and a server on
this machine has no network in between. This module needs psycopg, and is imported only where PostgreSQL is used.
"""

from collections.abc import Generator
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen, Query

from tournament.machine import limits, outage

Answer = TypeVar("Answer")

# After this silence a health check distinguishes a long query from a halted server.
SILENT_SECONDS = 0.7
ASKED_AGAIN_SECONDS = limits.DATABASE_SECONDS - SILENT_SECONDS
# No database server restarts within this time. In a full hall each connection answers a poll more often than that, and
# a health check before each of them would take as long as the poll.
JUST_HEARD_SECONDS = 0.25


def _most_silence() -> float:
    """How many seconds a server may be silent; few if it is known to be away, as a request may ask it repeatedly."""
    return min(SILENT_SECONDS, limits.DATABASE_SECONDS_AGAIN) if outage.is_away() else SILENT_SECONDS


class Connection(psycopg.Connection[Any]):
    """A connection that closes if its server answers neither its query nor a health check.

    `heard_at` is the time of its last answer, by the monotonic clock.
    """

    heard_at = 0.0

    def execute(self, query: Query, *args: Any, **options: Any) -> psycopg.Cursor[Any]:
        """Execute a query; an empty one, by which the pool checks a connection, unless the server has just answered."""
        if not query and monotonic() - self.heard_at < JUST_HEARD_SECONDS:
            return self.cursor()
        return super().execute(query, *args, **options)

    def wait(self, gen: PQGen[Answer], *args: Any, **options: Any) -> Answer:
        """Wait for the server as psycopg does, in steps of 0.1 s. Raises `OperationalError` if the server is halted."""
        return super().wait(self._listening(gen), *args, **options)

    def _listening(self, waiting: PQGen[Answer]) -> Generator[Any, Any, Answer]:
        since = monotonic()
        try:
            wait = next(waiting)
            while True:
                heard = yield wait
                if heard:
                    since = monotonic()
                elif monotonic() - since >= _most_silence():
                    self._end_unless_it_answers()
                    since = monotonic()
                wait = waiting.send(heard)
        except StopIteration as done:
            self.heard_at = monotonic()
            answer: Answer = done.value
            return answer

    def _end_unless_it_answers(self) -> None:
        if outage.answers_within(ASKED_AGAIN_SECONDS):
            return
        outage.note()
        self.pgconn.finish()
        raise psycopg.OperationalError("The database server says nothing.")
