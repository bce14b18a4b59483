"""Repeats a request if the database has rolled back its transaction in favour of another one.

PostgreSQL ends one of two transactions in a deadlock, and a transaction that cannot be serialised with the others. It
has stored nothing then, so the request may simply be repeated.
"""

from collections.abc import Callable
from itertools import chain

from django.db import OperationalError
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournament.machine import words

# The SQLSTATE codes for "serialization failure" and "deadlock detected".
LOST_RACES = frozenset({"40001", "40P01"})
MOST_ATTEMPTS = 4


def is_lost_race(error: BaseException) -> bool:
    """Whether the error is a deadlock or a serialization failure, in which another transaction won."""
    return isinstance(error, OperationalError) and getattr(error.__cause__, "sqlstate", None) in LOST_RACES


class RetryLostRaces:
    """Middleware that calls a view again if its transaction has lost a race."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        if not is_lost_race(exception) or request.resolver_match is None:
            return None
        view, values, named_values = request.resolver_match
        for _attempt in range(MOST_ATTEMPTS - 1):
            for file in chain.from_iterable(files for _field, files in request.FILES.lists()):
                file.seek(0)
            try:
                return words.once(view)(request, *values, **named_values)
            except OperationalError as error:
                if not is_lost_race(error):
                    raise
        return None
