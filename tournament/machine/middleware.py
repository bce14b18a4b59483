"""Middleware for every request."""

from logging import getLogger
from time import perf_counter
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from tournament.machine import limits, logs, sessions, visitors
from tournament.machine.requests import Answer, is_in_utf8, middleware

requests = getLogger("tournament.requests")


@middleware
def log_requests(get_response: Answer, request: HttpRequest) -> HttpResponse:
    """Log a line for every request, with nothing about the client; the request's number is in all its log lines."""
    with logs.numbered_request():
        begun = perf_counter()
        response = get_response(request)
        took = round((perf_counter() - begun) * 1000, 1)
        details = {"status": response.status_code, "milliseconds": took}
        requests.info("%s %s", request.method, request.path, extra={"details": details})
        return response


@middleware
def note_other_devices(get_response: Answer, request: HttpRequest) -> HttpResponse:
    """Note that another device has connected, so that a page can tell the director."""
    visitors.note(visitors.guest_address(request))
    return get_response(request)


@middleware
def send_hsts(get_response: Answer, request: HttpRequest) -> HttpResponse:
    """Send the HSTS header if the public address has https.

    Responses to http have it, too: a proxy asks the program by http, and browsers ignore the header in http responses.
    """
    response = get_response(request)
    if settings.PUBLIC_URL.startswith("https://"):
        response["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
    return response


@middleware
def keep_private(get_response: Answer, request: HttpRequest) -> HttpResponse:
    """Forbid proxies and browsers to store a response, unless the view has set `Cache-Control`."""
    response = get_response(request)
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


@middleware
def refuse_large_bodies(get_response: Answer, request: HttpRequest) -> HttpResponse:
    """Refuse a request body that is too long for its sender, by its `Content-Length`, before reading any of it."""
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError as problem:
        raise BadRequest("Content-Length is no number.") from problem
    most = sessions.most_body_bytes(request.path_info, request.META.get("CONTENT_TYPE", ""), request.COOKIES)
    if length > most or (length > limits.FORM_BYTES and not sessions.is_running(request.session)):
        raise RequestDataTooBig("More than its sender may send.")
    return get_response(request)


@middleware
def refuse_unreadable(get_response: Answer, request: HttpRequest) -> HttpResponse:
    """Refuse requests with headers that no browser sends and that would make a view fail."""
    if not is_in_utf8(request.META.get("CONTENT_TYPE", "")):
        raise BadRequest("The pages are in UTF-8, and so is what they send.")
    try:
        urlsplit(request.headers.get("HX-Current-URL", ""))
    except ValueError as problem:
        raise BadRequest("HX-Current-URL is no address.") from problem
    return get_response(request)


class CompressText(GZipMiddleware):
    """Compress text; PDFs and workbooks are compressed already."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_text = response.get("Content-Type", "").startswith(("text/", "application/json"))
        return super().process_response(request, response) if is_text else response
