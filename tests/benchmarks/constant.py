"""What the pages are measured by: a Django view without middleware that returns a constant, on waitress.

`python -m tests.benchmarks.constant PORT`
"""

import sys

import waitress
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

from tournament.machine import limits


def constant(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("constant")


urlpatterns = [path("constant/", constant)]


def main(port: int) -> None:
    settings.configure(ALLOWED_HOSTS=["*"], MIDDLEWARE=[], ROOT_URLCONF=__name__, SECRET_KEY="constant")
    waitress.serve(get_wsgi_application(), host="localhost", port=port, threads=limits.THREADS)


if __name__ == "__main__":
    main(int(sys.argv[1]))
