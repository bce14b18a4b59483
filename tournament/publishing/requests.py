"""How the program asks itself for what it publishes."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import resolve


class PublishedRequest(HttpRequest):
    """What a guest asks for, to be put down as a file: the answer stands for itself, without the program."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.method = "GET"
        self.path = self.path_info = address
        self.user = AnonymousUser()
        self.htmx = False


def answer_to(address: str) -> HttpResponse:
    """What the program answers at one of its addresses."""
    found = resolve(address)
    answer: HttpResponse = found.func(PublishedRequest(address), *found.args, **found.kwargs)
    return answer
