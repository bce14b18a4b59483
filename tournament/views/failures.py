"""What is answered where the program itself fails, with what to mend, and where it was sent what it cannot take."""

import sys

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from tournament.machine import limits
from tournament.machine.disk import DiskProblem, database_problem
from tournament.machine.sessions import most_body_bytes
from tournament.phrases.failures import failure_sentence, turned_away_sentence

STORAGE_FAILURES = {
    DiskProblem.FULL: "disk_is_full",
    DiskProblem.READ_ONLY: "database_is_protected",
    DiskProblem.CLOSED: "disk_fails",
    DiskProblem.FAILING: "disk_fails",
    DiskProblem.BUSY: "database_is_locked",
    DiskProblem.GONE: "database_is_gone",
    DiskProblem.AWAY: "database_is_away",
}


def failed(request: HttpRequest) -> HttpResponse:
    """The answer to a request that ended in the exception now being handled.

    Django calls it for every such exception, also for those of its middleware, with the transaction rolled back.
    """
    error = sys.exception()
    problem = database_problem(error) if error else None
    failure = STORAGE_FAILURES[problem] if problem else None
    sentence = failure_sentence(failure or "own_error", entering=request.method == "POST")
    return _said(request, sentence, 507 if failure else 500)


def misunderstood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to what no page sends by itself: too much of it, or what cannot be read. Django calls it."""
    if not isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return _said(request, turned_away_sentence("unreadable"), 400)
    is_guest = most_body_bytes(request.COOKIES) == limits.GUEST_BODY_BYTES
    return _said(request, turned_away_sentence("too_large_for_a_guest" if is_guest else "too_large"), 413)


def _said(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """A page that sent a form in place gets the bare sentence, to be shown there."""
    if "HX-Request" in request.headers:
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(render_to_string("500.html", {"sentence": sentence}), status=status)
