"""What is answered where the program could not do what it should."""

import sys

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import server_error
from django_htmx.http import HttpResponseClientRefresh

from tournament.disk import DiskProblem, disk_problem
from tournament.engine.refusals import Refused
from tournament.phrases import refusal_sentence

INSUFFICIENT_STORAGE = 507


def not_answered(request: HttpRequest) -> HttpResponse:
    """A full disk is said in a sentence; anything else is an error of the program's own."""
    error = sys.exception()
    problem = disk_problem(error) if error else None
    if problem is DiskProblem.FULL:
        return _not_stored(request, Refused("disk_full"))
    if problem is DiskProblem.READ_ONLY:
        return _not_stored(request, Refused("disk_read_only"))
    return server_error(request)


def _not_stored(request: HttpRequest, problem: Refused) -> HttpResponse:
    sentence = refusal_sentence(problem)
    if request.method == "POST" and getattr(request, "htmx", False):
        messages.error(request, sentence)
        return HttpResponseClientRefresh()
    return render(request, "disk.html", {"sentence": sentence}, status=INSUFFICIENT_STORAGE)
