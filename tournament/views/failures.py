"""What is answered where the program itself fails: where it can be mended, with what to mend."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from tournament.disk import DiskProblem, database_problem
from tournament.phrases.failures import failure_sentence

STORAGE_FAILURES = {
    DiskProblem.FULL: "disk_is_full",
    DiskProblem.READ_ONLY: "database_is_protected",
    DiskProblem.CLOSED: "disk_fails",
    DiskProblem.FAILING: "disk_fails",
}


def failed(request: HttpRequest) -> HttpResponse:
    """The answer to a request that ended in the exception now being handled.

    Django calls it for every such exception, also for those of its middleware, with the transaction rolled back.
    A page that sent a form in place gets the bare sentence, to be shown there.
    """
    error = sys.exception()
    problem = database_problem(error) if error else None
    failure = STORAGE_FAILURES[problem] if problem else None
    sentence = failure_sentence(failure or "own_error", entering=request.method == "POST")
    status = 507 if failure else 500
    if "HX-Request" in request.headers:
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(render_to_string("500.html", {"sentence": sentence}), status=status)
