"""A page says each word under a name of its own, by which the program knows it again if its answer was lost.

The name is a UUID, in the header `Word` or, from pages without scripts, in the field `word`. The header `Asks` asks the
address of a word whether it has entered, `Discards` says that it never shall; neither says the word. What is stored,
and when, is in `actions/words.py`; a word that has entered before is answered here.
"""

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from urllib.parse import urlsplit
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from tournament.machine.requests import Answer

HEADER, FIELD, ASKS, DISCARDS = "Word", "word", "Asks", "Discards"


class EnteredBeforeError(Exception):
    """The word has been answered before: it has entered, or was discarded."""


class Saying:
    """The word of one request, and whether it has entered in this request."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.has_entered = False

    @property
    def name(self) -> UUID | None:
        """The name of the word; None if the request has none. It is read late, after the size of the body is known."""
        sent = self.request
        try:
            return UUID(sent.headers.get(HEADER) or sent.POST.get(FIELD, "")) if sent.method == "POST" else None
        except ValueError:
            return None


_saying: ContextVar[Saying | None] = ContextVar("saying", default=None)


def saying() -> Saying | None:
    """Return the word that is being said; None outside of a request."""
    return _saying.get()


def is_about_word(request: HttpRequest) -> bool:
    """Whether the request asks or discards its word, instead of saying it."""
    return request.method == "POST" and (ASKS in request.headers or DISCARDS in request.headers)


def once(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Make the view answer for a word that has entered before as for one that changes nothing."""

    @wraps(view)
    def answer(request: HttpRequest, *values: object, **keywords: object) -> HttpResponseBase:
        _saying.set(Saying(request))
        try:
            return view(request, *values, **keywords)
        except EnteredBeforeError:
            return _answer_again(request)

    return answer


def _answer_again(request: HttpRequest) -> HttpResponse:
    if HEADER in request.headers:
        return HttpResponse(status=204)
    return redirect(urlsplit(request.headers.get("Referer", "")).path or "/")


class SayOnce:
    """Middleware that notes the word of each request, and answers for one that has entered before."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = _saying.set(Saying(request))
        try:
            return self.get_response(request)
        finally:
            _saying.reset(token)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return _answer_again(request) if isinstance(exception, EnteredBeforeError) else None
