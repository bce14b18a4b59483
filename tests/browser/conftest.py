"""Pages in a real browser: the system's own Chromium, so that nothing has to be downloaded."""

import os
import shutil

import pytest

CHROMIUM = shutil.which("chromium")
# Playwright keeps an event loop in this thread, in which Django would otherwise refuse to touch the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed, so no page was looked at in a browser")
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
    # Chromium's sandbox refuses to work for root, as whom containers run.
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": [*quiet, *as_root]}


@pytest.fixture(scope="session")
def base_url(live_server):
    """Addresses in these tests begin with a slash."""
    return live_server.url
