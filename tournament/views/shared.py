"""Answers that everybody may be given: the same bytes for all, kept by any cache on the way for a moment.

What does not come from here is kept by nobody; `tournament.machine.middleware` sees to that.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from tournament.public.packed import Packed


def shared(answer: HttpResponse) -> HttpResponse:
    """The answer for everybody: a cache on the way keeps it for a moment, browsers ask each time whether it holds."""
    answer["Cache-Control"] = f"public, max-age=0, s-maxage={settings.CACHED_SECONDS}"
    return answer


def sent(request: HttpRequest, packed: Packed, content_type: str | None = None) -> HttpResponse:
    """The bytes, compressed where the browser takes that; nothing where it has them."""
    zips = bool(packed.zipped) and "gzip" in request.headers.get("Accept-Encoding", "")
    if request.headers.get("If-None-Match") == packed.tag:
        answer = HttpResponse(status=304)
    else:
        answer = HttpResponse(packed.zipped if zips else packed.plain, content_type=content_type)
        if zips:
            answer["Content-Encoding"] = "gzip"
    answer["ETag"] = packed.tag
    if packed.zipped:
        patch_vary_headers(answer, ["Accept-Encoding"])
    return shared(answer)


def holding(answer: HttpResponse, still_holds: Callable[[], bool]) -> HttpResponse:
    """The answer, good for whoever asks the same as long as it holds."""
    answer.still_holds = still_holds  # type: ignore[attr-defined]  # `machine.answer_cache` looks for it.
    return answer
