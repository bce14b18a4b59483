"""Types of requests for annotations, a decorator for middleware, and a check of a request's charset."""

import codecs
from collections.abc import Callable
from functools import partial

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch
from django.utils.http import parse_header_parameters
from django_htmx.middleware import HtmxDetails

Answer = Callable[[HttpRequest], HttpResponse]


class HtmxRequest(HttpRequest):
    """A request as views get it: its address is resolved, and `htmx` tells whether htmx has sent it."""

    htmx: HtmxDetails
    resolver_match: ResolverMatch


class UserRequest(HtmxRequest):
    """A request that a guard such as `director_required` has let through: somebody is logged in."""

    user: User


def middleware(answer: Callable[[Answer, HttpRequest], HttpResponse]) -> Callable[[Answer], Answer]:
    """Make middleware of a function that takes `get_response` and the request."""
    return lambda get_response: partial(answer, get_response)


def is_in_utf8(content_type: str) -> bool:
    """Whether a `Content-Type` names UTF-8, the charset of the pages, or no charset, as browsers do.

    Python knows "charsets" such as rot13, on which Django fails as soon as it reads the request.
    """
    charset = parse_header_parameters(content_type)[1].get("charset", "utf-8")
    try:
        return codecs.lookup(charset).name == "utf-8"
    except (LookupError, ValueError):
        return False
