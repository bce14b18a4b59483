"""Types of requests with what middleware adds to them; only for annotations, they are never instantiated."""

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import ResolverMatch
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request as views get it: its address is resolved, and `htmx` tells whether htmx has sent it."""

    htmx: HtmxDetails
    resolver_match: ResolverMatch


class UserRequest(HtmxRequest):
    """A request that a guard such as `director_required` has let through: somebody is logged in."""

    user: User
