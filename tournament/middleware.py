"""What happens to every request before any view."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tournament import visitors

Answer = Callable[[HttpRequest], HttpResponse]


def note_other_devices(get_response: Answer) -> Answer:
    """Remember that a phone has found the way here, so that the director need not wonder."""

    def answer(request: HttpRequest) -> HttpResponse:
        visitors.note(request.META["REMOTE_ADDR"])
        return get_response(request)

    return answer
