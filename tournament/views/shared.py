"""Public responses: the same bytes for everyone, which any cache on the way may store for a moment.

No cache stores any other response, as `tournament.machine.middleware` ensures.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from tournament.public.packed import Packed


def shared(answer: HttpResponse) -> HttpResponse:
    """Make a response public: a proxy caches it for a moment, browsers revalidate it each time."""
    answer["Cache-Control"] = f"public, max-age=0, s-maxage={settings.CACHED_SECONDS}"
    return answer


def sent(request: HttpRequest, packed: Packed, content_type: str | None = None) -> HttpResponse:
    """Send the bytes, compressed if the browser accepts that; 304 if the browser has them."""
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


def holding(answer: HttpResponse, still_holds: Callable[[], bool], *, is_for_its_edition: bool = False) -> HttpResponse:
    """Let `machine.answer_cache` reuse the response for the same address while `still_holds` returns true.

    The response may depend on no query parameter but the edition `v`; if it does, it `is_for_its_edition`.
    """
    answer.still_holds = still_holds  # type: ignore[attr-defined]  # Both are read by `machine.answer_cache`.
    answer.is_for_its_edition = is_for_its_edition  # type: ignore[attr-defined]
    return answer


def private(answer: HttpResponse, edition: str, still_holds: Callable[[], bool]) -> HttpResponse:
    """Let `machine.answer_cache` answer polls of a private page that shows this edition, while `still_holds`."""
    answer.nothing_new_while = (edition, still_holds)  # type: ignore[attr-defined]  # Read by `machine.answer_cache`.
    return answer
