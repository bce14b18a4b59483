"""Error responses: to failures of the program, with the remedy, and to requests that cannot be read."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override

from tournament.machine import disk, limits, locks, outage, sessions
from tournament.phrases.failures import failure_sentence, turned_away_sentence

Answer = Callable[[HttpRequest], HttpResponse]
STORAGE_FAILURES = {
    disk.DiskProblem.FULL: "disk_is_full",
    disk.DiskProblem.READ_ONLY: "database_is_protected",
    disk.DiskProblem.CLOSED: "disk_fails",
    disk.DiskProblem.FAILING: "disk_fails",
    disk.DiskProblem.BUSY: "database_is_locked",
    disk.DiskProblem.GONE: "database_is_gone",
    disk.DiskProblem.AWAY: "database_is_away",
}
# Paths that are answered without the database, or that report on it.
WITHOUT_DATABASE = ("/healthz", "/readyz")
# Problems that pass by themselves: retrying may succeed, and a proxy may show its cached answer meanwhile.
PASSING = frozenset({disk.DiskProblem.BUSY, disk.DiskProblem.AWAY})


def failed(request: HttpRequest) -> HttpResponse:
    """Answer a request that ended in the exception now being handled.

    Django calls this for every such exception, including those of its middleware, after rolling back the transaction.
    """
    error = sys.exception()
    if isinstance(error, outage.AwayError):
        return _away_answer(request)
    problem = disk.database_problem(error) if error else None
    if problem is disk.DiskProblem.AWAY:
        outage.note()
    if problem is disk.DiskProblem.BUSY:
        locks.note_wait_in_vain()
    failure = STORAGE_FAILURES[problem] if problem else "own_error"
    with _in_its_language(request):
        sentence = failure_sentence(failure, entering=request.method == "POST")
        if problem in PASSING:
            return _retry_answer(request, sentence)
        return _error_answer(request, sentence, 507 if problem else 500)


def answer_while_database_is_away(get_response: Answer) -> Answer:
    """Middleware that answers at once while the database server is known to be away."""

    def answer(request: HttpRequest) -> HttpResponse:
        waits_for_nothing = request.path_info in WITHOUT_DATABASE or request.path_info.startswith(settings.STATIC_URL)
        return _away_answer(request) if outage.is_away() and not waits_for_nothing else get_response(request)

    return answer


def _away_answer(request: HttpRequest) -> HttpResponse:
    """Answer while the database is away: the request was not processed, so nothing was stored."""
    failure = "database_was_away" if request.method == "POST" else "database_is_away"
    with _in_its_language(request):
        answer = _retry_answer(request, failure_sentence(failure, entering=request.method == "POST"))
    # The failure that was noted first has been logged.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


def _retry_answer(request: HttpRequest, sentence: str) -> HttpResponse:
    """Answer with status 503 and the header `Retry-After`."""
    answer = _error_answer(request, sentence, 503)
    answer["Retry-After"] = str(limits.RETRY_AFTER_SECONDS)
    return answer


def _in_its_language(request: HttpRequest) -> AbstractContextManager[None]:
    """Activate the language of the page, even if the request failed before the middleware that chooses it."""
    return override(get_language_from_request(request, check_path=True))


def unreadable_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that is too large or unreadable, which no page sends by itself; called by Django."""
    if not isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return _error_answer(request, turned_away_sentence("unreadable"), 400)
    is_guest = not sessions.is_running(request.session)
    return _error_answer(request, turned_away_sentence("too_large_for_a_guest" if is_guest else "too_large"), 413)


def _error_answer(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """Answer with an error page, or with the bare sentence for a page that sent a form in place."""
    if "HX-Request" in request.headers:
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(render_to_string("500.html", {"sentence": sentence}), status=status)
