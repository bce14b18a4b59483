"""Rate limits, counted in one place that every process and machine of the installation shares.

The place is Django's cache `shared` in the database: a restart forgets nothing, and expired counts make room. Only a
digest of who is counted is stored, no name and no address.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from math import ceil

from django.core.cache import caches
from django.db import DatabaseError
from django.utils import timezone

from tournament.machine.disk import DiskProblem, database_problem


@dataclass(frozen=True, slots=True)
class Rate:
    """A limit: `at_once` uses at once, and from then on one more every `seconds`.

    Only one time is stored, when all uses so far will have expired (a leaky bucket, known as GCRA in telephone
    networks): each use puts it off by `seconds`, and one more use is allowed while it is less than `at_once` uses
    ahead. Two uses at the very same time may count as one.
    """

    name: str
    at_once: int
    seconds: int

    def wait(self, *whom: object) -> int:
        """How many seconds `whom` must wait until the next use; 0 if it is allowed at once."""
        return max(0, ceil(self._ahead(whom) - (self.at_once - 1) * self.seconds))

    def use(self, *whom: object) -> None:
        """Count one use by `whom`; if the disk is full, nothing is counted."""
        ahead = min(self._ahead(whom), (self.at_once - 1) * self.seconds) + self.seconds
        with _counted_if_possible():
            caches["shared"].set(self._key(whom), timezone.now() + timedelta(seconds=ahead), timeout=ahead)

    def _ahead(self, whom: tuple[object, ...]) -> float:
        """How many seconds from now all uses so far will have expired; 0 if they have."""
        end = None
        with _counted_if_possible():
            end = caches["shared"].get(self._key(whom))
        ahead = (end - timezone.now()).total_seconds() if end else 0
        # A time further ahead than is possible means that the clock of this machine has been put back.
        return ahead if 0 < ahead <= self.at_once * self.seconds else 0

    def _key(self, whom: tuple[object, ...]) -> str:
        return f"{self.name}-{sha256(repr(whom).encode()).hexdigest()}"


@contextmanager
def _counted_if_possible() -> Iterator[None]:
    """Ignore database errors in the block, unless the server is away: a request must not wait for it at each count."""
    try:
        yield
    except DatabaseError as error:
        if database_problem(error) is DiskProblem.AWAY:
            raise
