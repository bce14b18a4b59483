"""What the pages are measured by: a Django view without middleware that returns a constant, on the same server.

`python -m tests.benchmarks.constant PORT`
"""

import socket
import sys

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path


def constant(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("constant")


urlpatterns = [path("constant/", constant)]


def main(port: int) -> None:
    settings.configure(ALLOWED_HOSTS=["*"], MIDDLEWARE=[], ROOT_URLCONF=__name__, SECRET_KEY="constant")
    application = get_wsgi_application()
    # The server reads the settings where it is imported.
    from tournament.management.server import make_server  # noqa: PLC0415

    make_server(application, [socket.create_server(("localhost", port))]).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
