"""What happens to every request before any view."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from tournament import visitors

Answer = Callable[[HttpRequest], HttpResponse]


def note_other_devices(get_response: Answer) -> Answer:
    """Remember that a phone has found the way here, so that the director need not wonder."""

    def answer(request: HttpRequest) -> HttpResponse:
        visitors.note(visitors.guest_address(request))
        return get_response(request)

    return answer


class ZipText(GZipMiddleware):
    """Compress what is text on its way; paper and workbooks are compressed in themselves."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_text = response.get("Content-Type", "").startswith(("text/", "application/json"))
        return super().process_response(request, response) if is_text else response
