"""How often something may be done: counted in one place that every process and machine of the installation shares.

The place is Django's cache `shared`, which lies in the database: a restart forgets nothing, and what has run out makes
room. Only a mark of whoever is counted is kept, no name and no address.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from math import ceil

from django.core.cache import caches
from django.db import DatabaseError
from django.utils import timezone


@dataclass(frozen=True, slots=True)
class Rate:
    """So many `at_once`, and from then on one more after every so many `seconds`.

    What is kept is one moment, the end of what has been used up (a leaky bucket, known as GCRA in telephone networks):
    each use puts it off by `seconds`, and there is room as long as it lies less than `at_once` uses ahead. Two uses in
    the very same moment may count as one.
    """

    name: str
    at_once: int
    seconds: int

    def wait(self, *whom: object) -> int:
        """How many seconds until there is room again for those that are counted together; 0: there is room."""
        return max(0, ceil(self._ahead(whom) - (self.at_once - 1) * self.seconds))

    def use(self, *whom: object) -> None:
        """Count one use. Where the disk takes nothing more, nothing is counted."""
        ahead = min(self._ahead(whom), (self.at_once - 1) * self.seconds) + self.seconds
        with suppress(DatabaseError):
            caches["shared"].set(self._key(whom), timezone.now() + timedelta(seconds=ahead), timeout=ahead)

    def _ahead(self, whom: tuple[object, ...]) -> float:
        """How many seconds of what has been used up are still to pass."""
        try:
            end = caches["shared"].get(self._key(whom))
        except DatabaseError:
            return 0
        ahead = (end - timezone.now()).total_seconds() if end else 0
        # Further ahead than it can be, the clock of this machine has been put back.
        return ahead if 0 < ahead <= self.at_once * self.seconds else 0

    def _key(self, whom: tuple[object, ...]) -> str:
        return f"{self.name}-{sha256(repr(whom).encode()).hexdigest()}"
