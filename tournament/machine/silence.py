"""A database server that was halted takes what it is asked and never says a word; nobody waits for that.

No setting of the connection ends such a wait: the other machine confirms what comes in, and where the server runs on
this one there is none between. This module needs psycopg, and is read where PostgreSQL is used.
"""

from collections.abc import Generator
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen

from tournament.machine import outage

Told = TypeVar("Told")

# A long query is told from a server that was halted by asking that in other words; both within two seconds.
SILENT_SECONDS = 0.7
ASKED_AGAIN_SECONDS = 1.0


class Connection(psycopg.Connection[Any]):
    """A connection that ends where its server says nothing, neither to it nor to anybody else."""

    def wait(self, gen: PQGen[Told], *args: Any, **options: Any) -> Told:
        """As psycopg has it, which looks up every tenth of a second. Raises `OperationalError` in a halted server."""
        return super().wait(self._listening(gen), *args, **options)

    def _listening(self, waiting: PQGen[Told]) -> Generator[Any, Any, Told]:
        since = monotonic()
        try:
            wanted = next(waiting)
            while True:
                heard = yield wanted
                if heard:
                    since = monotonic()
                elif monotonic() - since >= SILENT_SECONDS:
                    self._end_unless_it_answers()
                    since = monotonic()
                wanted = waiting.send(heard)
        except StopIteration as done:
            told: Told = done.value
            return told

    def _end_unless_it_answers(self) -> None:
        if outage.answers_within(ASKED_AGAIN_SECONDS):
            return
        outage.note()
        self.pgconn.finish()
        raise psycopg.OperationalError("The database server says nothing.")
