"""What Prometheus is told, where an installation asks for it."""

from urllib.request import urlopen

import pytest
from django.conf import settings
from django.http import HttpResponse

from tests.ports import lasting_port
from tournament.machine.installation import InstallationError, metrics_on

pytest.importorskip("prometheus_client")
# It needs the package.
from tournament.machine import metrics


def counted():
    """The requests so far, by kind, method, answer and whether it was cached."""
    samples = [one for family in metrics.request_seconds.collect() for one in family.samples]
    return {tuple(one.labels.values()): one.value for one in samples if one.name.endswith("_count")}


def test_every_request_is_counted_by_its_kind(rf):
    before = counted()

    for path, method, status in (
        ("/t/open/desk/", "POST", 422),
        ("/en/t/open/", "GET", 200),
        ("/static/a.js", "GET", 304),
    ):
        metrics.measure_requests(lambda request, status=status: HttpResponse(status=status))(rf.generic(method, path))

    found = {labels for labels, count in counted().items() if count != before.get(labels, 0)}
    assert found == {("desk", "POST", "4xx", "no"), ("everyone", "GET", "2xx", "yes"), ("static", "GET", "3xx", "no")}


def test_it_is_told_on_a_port_of_its_own_without_asking_the_database():
    port = lasting_port()
    metrics.serve("127.0.0.1", port, open_connections=lambda: 3, newest_backup=lambda: 17)

    with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        told = answer.read().decode()

    lines = [line for line in told.splitlines() if line.startswith("backgammon_swiss") and "{" not in line]
    assert [line for line in lines if "cache_bytes" not in line] == [
        "backgammon_swiss_database_away 0.0",
        "backgammon_swiss_connections 3.0",
        "backgammon_swiss_last_backup_timestamp_seconds 17.0",
    ]


def test_nobody_is_told_anything_unless_the_installation_says_so(monkeypatch):
    monkeypatch.delenv("METRICS_ON", raising=False)

    assert metrics_on() == settings.METRICS_ON == ""


@pytest.mark.parametrize("said", ["yes", "127.0.0.1:9000", "localhost"])
def test_what_is_no_address_of_this_computer_is_refused(said, monkeypatch):
    monkeypatch.setenv("METRICS_ON", said)

    with pytest.raises(InstallationError):
        metrics_on()
