"""What is answered where the program itself fails: where it can be mended, with what to mend."""

import sqlite3
import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from tournament.phrases import failure_sentence

STORAGE_FAILURES = {
    sqlite3.SQLITE_FULL: "disk_is_full",
    sqlite3.SQLITE_READONLY: "database_is_protected",
    sqlite3.SQLITE_IOERR: "disk_fails",
    sqlite3.SQLITE_CANTOPEN: "disk_fails",
}
EXTENDED_CODE = 0xFF


def failed(request: HttpRequest) -> HttpResponse:
    """The answer to a request that ended in the exception now being handled.

    Django calls it for every such exception, also for those of its middleware, with the transaction rolled back.
    A page that sent a form in place gets the bare sentence, to be shown there.
    """
    failure = _storage_failure(sys.exc_info()[1])
    sentence = failure_sentence(failure or "own_error", entering=request.method == "POST")
    status = 507 if failure else 500
    if "HX-Request" in request.headers:
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(render_to_string("500.html", {"sentence": sentence}), status=status)


def _storage_failure(problem: BaseException | None) -> str | None:
    """What is the matter with the disk or the file of the database, if that is what went wrong."""
    code = getattr(problem.__cause__, "sqlite_errorcode", 0) if problem else 0
    return STORAGE_FAILURES.get(code & EXTENDED_CODE)
