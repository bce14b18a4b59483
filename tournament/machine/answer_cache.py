"""Caches responses to guests as long as the tournament or the club stays unchanged.

The first response comes from a view, which adds the check `still_holds`; each later response takes only that check,
one short query, without session, view or template. A private page is not cached, only that there is nothing new to it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse

from tournament.machine.cache import cached_value, store
from tournament.machine.requests import Answer, middleware

# The headers that a response without a body, with status 304, must not have.
ABOUT_A_BODY = frozenset({"Content-Length", "Content-Encoding"})


@dataclass(frozen=True, slots=True)
class CachedAnswer:
    """A response as it was sent, with the check whether it is still up to date."""

    still_holds: Callable[[], bool]
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def kept_bytes(self) -> int:
        return 1000 + len(self.content)

    def to(self, request: HttpRequest) -> HttpResponse:
        """Return the response to another request for the same page; status 304 if the browser has it already."""
        tag = self.headers.get("ETag")
        if tag and request.META.get("HTTP_IF_NONE_MATCH") == tag:
            headers = {name: value for name, value in self.headers.items() if name not in ABOUT_A_BODY}
            return HttpResponse(status=304, headers=headers)
        return HttpResponse(self.content, status=self.status, headers=self.headers)


@middleware
def answer_from_cache(get_response: Answer, request: HttpRequest) -> HttpResponse:
    """Middleware that answers guests from the cache; only middleware that every request needs comes before it."""
    if request.method != "GET":
        return get_response(request)
    # The edition that the open page shows; empty if the request names none.
    edition = dict(parse_qsl(request.META.get("QUERY_STRING", ""))).get("v", "")
    for tried_edition in {"", edition}:
        cached_answer = cached_value(_key(request, tried_edition))
        if isinstance(cached_answer, CachedAnswer) and cached_answer.still_holds():
            return cached_answer.to(request)
    response = get_response(request)
    if response.status_code != 304 and hasattr(response, "still_holds"):
        key = _key(request, edition if getattr(response, "is_for_its_edition", False) else "")
        # Of a response without content only the `Cache-Control` header is cached.
        headers = dict(response.items()) if response.content else {"Cache-Control": response["Cache-Control"]}
        store(key, CachedAnswer(response.still_holds, response.status_code, headers, response.content))
    if hasattr(response, "nothing_new_while"):
        edition, still_holds = response.nothing_new_while
        private = {"Cache-Control": response["Cache-Control"]}
        store(_key(request, edition, polls=True), CachedAnswer(still_holds, 204, private, b""))
    return response


def _key(request: HttpRequest, edition: str, *, polls: bool | None = None) -> tuple[str, str, str, bool, bool]:
    """The cache key of a response; no cached view reads any query parameter but the edition.

    An open private page polls its own address, so that a poll has another key than the page.
    """
    is_zipped = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    is_poll = "HTTP_HX_REQUEST" in request.META if polls is None else polls
    return ("answer", request.path_info, edition, is_zipped, is_poll)
