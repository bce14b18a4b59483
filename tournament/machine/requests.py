"""What a request carries besides what Django knows of; for the types alone, nobody makes one."""

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import ResolverMatch
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """Any request as views are given it: its address leads somewhere, and it is known whether htmx has sent it."""

    htmx: HtmxDetails
    resolver_match: ResolverMatch


class UserRequest(HtmxRequest):
    """One that a guard such as `director_required` has let through: somebody is logged in."""

    user: User
