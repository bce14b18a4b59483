"""What holds for every test."""

import os

import pytest
from django.core.cache import cache, caches
from django.utils import translation

from tournament import visitors
from tournament.once import forget_all


def _refuse_skipping(report):
    """Where everything is installed, a skipped test is one that nobody runs."""
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"skipped, which counts as failed in CI: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    return _refuse_skipping((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return _refuse_skipping((yield))


@pytest.fixture(autouse=True)
def no_device_seen_yet():
    visitors.another_device_seen.clear()


@pytest.fixture(autouse=True)
def the_usual_language():
    """A request leaves its language behind for whatever the thread does next."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def nothing_cached_yet():
    """The rows of the next test carry the same keys."""
    cache.clear()
    forget_all()


@pytest.fixture(autouse=True)
def nothing_counted_yet(request):
    """Where a test leaves its rows to the next one to empty, what it has counted is left too: it is no model."""
    marker = request.node.get_closest_marker("django_db")
    is_left = {"transactional_db", "live_server"} & set(request.fixturenames)
    if is_left or (marker and marker.kwargs.get("transaction")):
        request.getfixturevalue("transactional_db")
        caches["rates"].clear()
