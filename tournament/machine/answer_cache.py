"""Caches answers to guests as long as the tournament or the club stays unchanged.

The first answer comes from a view through every middleware and knows whether it still holds; from then on an answer
takes one short query, without a session, a view or a template.
"""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse

from tournament.machine.cache import cached_value, store
from tournament.machine.requests import Answer, middleware

# The headers that an answer without a body, to a browser that has it already, must not have.
ABOUT_A_BODY = frozenset({"Content-Length", "Content-Encoding"})


@dataclass(frozen=True, slots=True)
class CachedAnswer:
    """An answer as it was given, with the check whether it still holds."""

    still_holds: Callable[[], bool]
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def kept_bytes(self) -> int:
        return 1000 + len(self.content)

    def to(self, request: HttpRequest) -> HttpResponse:
        """Answer another request for the same page; with 304 where the browser has it already."""
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
    # The version that an open page has; empty where the request names none.
    version = dict(parse_qsl(request.META.get("QUERY_STRING", ""))).get("v", "")
    for known in {"", version}:
        found = cached_value(_key(request, known))
        if isinstance(found, CachedAnswer) and found.still_holds():
            return found.to(request)
    response = get_response(request)
    if response.status_code != 304 and hasattr(response, "still_holds"):
        key = _key(request, version if getattr(response, "is_for_its_version", False) else "")
        # Where an address has nothing, only for how long that holds is cached.
        headers = dict(response.items()) if response.content else {"Cache-Control": response["Cache-Control"]}
        store(key, CachedAnswer(response.still_holds, response.status_code, headers, response.content))
    return response


def _key(request: HttpRequest, version: str) -> tuple[str, str, str, bool]:
    """The key of an answer: whatever else a guest writes behind the question mark is read by none of those cached."""
    return ("answer", request.path_info, version, "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", ""))
