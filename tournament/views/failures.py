"""What is answered where the program itself fails, with what to mend, and where it was sent what it cannot take."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override

from tournament.machine import limits, outage
from tournament.machine.disk import DiskProblem, database_problem
from tournament.machine.sessions import is_running
from tournament.phrases.failures import failure_sentence, turned_away_sentence

Answer = Callable[[HttpRequest], HttpResponse]
STORAGE_FAILURES = {
    DiskProblem.FULL: "disk_is_full",
    DiskProblem.READ_ONLY: "database_is_protected",
    DiskProblem.CLOSED: "disk_fails",
    DiskProblem.FAILING: "disk_fails",
    DiskProblem.BUSY: "database_is_locked",
    DiskProblem.GONE: "database_is_gone",
    DiskProblem.AWAY: "database_is_away",
}
# What is answered without the database, or is asked in order to find out about it.
WITHOUT_DATABASE = ("/healthz", "/readyz")
# What passes by itself: whoever asks again a moment later may be answered, and a proxy shows what it has meanwhile.
PASSING = frozenset({DiskProblem.BUSY, DiskProblem.AWAY})


def failed(request: HttpRequest) -> HttpResponse:
    """The answer to a request that ended in the exception now being handled.

    Django calls it for every such exception, also for those of its middleware, with the transaction rolled back.
    """
    error = sys.exception()
    problem = database_problem(error) if error else None
    if problem is DiskProblem.AWAY:
        outage.note()
    failure = STORAGE_FAILURES[problem] if problem else "own_error"
    with _in_its_language(request):
        sentence = failure_sentence(failure, entering=request.method == "POST")
        if problem in PASSING:
            return _said_for_now(request, sentence)
        return _said(request, sentence, 507 if problem else 500)


def spare_while_away(get_response: Answer) -> Answer:
    """The middleware that lets nobody wait for a database server that is known to be away."""

    def answer(request: HttpRequest) -> HttpResponse:
        waits_for_nothing = request.path_info in WITHOUT_DATABASE or request.path_info.startswith(settings.STATIC_URL)
        return _spared(request) if outage.is_away() and not waits_for_nothing else get_response(request)

    return answer


def _spared(request: HttpRequest) -> HttpResponse:
    """The answer while the database is away: the request was not looked at, so nothing of an entry is stored."""
    failure = "database_was_away" if request.method == "POST" else "database_is_away"
    with _in_its_language(request):
        answer = _said_for_now(request, failure_sentence(failure, entering=request.method == "POST"))
    # The log has told it of the first one.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


def _said_for_now(request: HttpRequest, sentence: str) -> HttpResponse:
    """The answer to what may be asked again in a moment."""
    answer = _said(request, sentence, 503)
    answer["Retry-After"] = str(limits.RETRY_AFTER_SECONDS)
    return answer


def _in_its_language(request: HttpRequest) -> AbstractContextManager[None]:
    """Activate the language of the page, also where the request has not reached the middleware that chooses it."""
    return override(get_language_from_request(request, check_path=True))


def misunderstood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to what no page sends by itself: too much of it, or what cannot be read. Django calls it."""
    if not isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return _said(request, turned_away_sentence("unreadable"), 400)
    is_guest = not is_running(request.session)
    return _said(request, turned_away_sentence("too_large_for_a_guest" if is_guest else "too_large"), 413)


def _said(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """A page that sent a form in place gets the bare sentence, to be shown there."""
    if "HX-Request" in request.headers:
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(render_to_string("500.html", {"sentence": sentence}), status=status)
