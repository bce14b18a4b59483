"""Metrics of this process for Prometheus; imported only if `METRICS_ON` is set, as it needs prometheus-client.

They are served on a separate port, to which no proxy leads, and without the database: the numbers come from memory.
"""

from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponse
from prometheus_client import Gauge, Histogram, start_http_server

from tournament.machine import cache, outage
from tournament.machine.requests import Answer, middleware

# The port for Prometheus is the port of the program plus this number, so that each process has its own.
FROM_THE_PORT = 1000
# The kind of a request, by a part of its path; few kinds, as Prometheus stores a time series for each.
KINDS = {"/static/": "static", "/desk/": "desk", "/healthz": "health", "/readyz": "health"}
request_seconds = Histogram(
    "backgammon_swiss_request_seconds",
    "How long requests took, by what was asked for, the kind of answer, and whether it was cached.",
    ["kind", "method", "status", "cached"],
    buckets=(0.005, 0.02, 0.1, 0.5, 2, 10, 60),
)
cache_bytes = Gauge("backgammon_swiss_cache_bytes", "How much the cache of this process holds.")
database_away = Gauge("backgammon_swiss_database_away", "1 while the database server cannot be reached.")
connections = Gauge("backgammon_swiss_connections", "Connections of phones, browsers and proxies that are open.")
last_backup = Gauge("backgammon_swiss_last_backup_timestamp_seconds", "When the newest backup was taken; 0: never.")


@middleware
def measure_requests(get_response: Answer, request: HttpRequest) -> HttpResponse:
    begun = perf_counter()
    response = get_response(request)
    kind = next((kind for part, kind in KINDS.items() if part in request.path_info), "everyone")
    method = request.method if request.method in ("GET", "HEAD", "POST") else "other"
    is_cached = response.status_code < 400 and request.resolver_match is None and kind == "everyone"
    seconds = request_seconds.labels(kind, method, f"{response.status_code // 100}xx", "yes" if is_cached else "no")
    seconds.observe(perf_counter() - begun)
    return response


def serve(host: str, port: int, *, open_connections: Callable[[], float], newest_backup: Callable[[], float]) -> None:
    """Serve the metrics at this address, in a separate thread. Raises `OSError` if it cannot listen there."""
    cache_bytes.set_function(cache.bytes_held)
    database_away.set_function(outage.is_away)
    connections.set_function(open_connections)
    last_backup.set_function(newest_backup)
    start_http_server(port, addr=host)
