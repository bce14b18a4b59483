"""Pages in a real browser: the system's own Chromium, so that nothing has to be downloaded."""

import os
import re
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Error, expect

from tests.factories import log_in, make_director
from tests.installed import chromium, firefox

CHROMIUM = chromium()
FIREFOX = firefox()
# A Firefox without a screen has no mouse; and the tool cannot ask it for stillness, so that it is always still. What
# scrolls lies above the page, as on every phone.
FIREFOX_PREFERENCES = {
    "ui.primaryPointerCapabilities": 6,
    "ui.allPointerCapabilities": 6,
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,
}
# Playwright keeps an event loop in this thread, in which Django would otherwise refuse to touch the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# In milliseconds: much longer than a busy machine takes, so that only what never comes fails.
AT_THE_LATEST = 60_000
expect.set_options(timeout=AT_THE_LATEST)

# The families of letters in which what measures is opened, as in "Liberation_Sans Noto_Sans"; none where the browser
# chooses for itself.
FAMILIES = os.environ.get("LETTERS", "").split()
# The one of them in which alone what is marked `widest` is opened; none where that is opened in all of them.
WIDEST = os.environ.get("WIDEST", "")

LAPTOP = {"viewport": {"width": 1280, "height": 800}}
WITH_A_WORKER = {"service_workers": "allow"}
PHONE = {"viewport": {"width": 390, "height": 600}, "has_touch": True, "is_mobile": True}
# Browser and htmx note every answer that refuses an entry or cannot store it, though the page explains it; htmx, too,
# each question that a later one took the place of, or that a busy machine answered late.
EXPLAINED = re.compile(
    r"the server responded with a status of (401|403|422|507)|^Response Status Error Code (401|403|507) "
    r"|^htmx:(sendAbort|timeout|afterRequest), |^Service Worker registration blocked"
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")
    wide = [item for item in items if WIDEST and item.get_closest_marker("widest")]
    narrower = {item for item in wide if item.callspec.params["family"] != WIDEST}
    config.hook.pytest_deselected(items=narrower)
    items[:] = [item for item in items if item not in narrower]


def pytest_generate_tests(metafunc):
    if FAMILIES and metafunc.definition.get_closest_marker("measures"):
        metafunc.parametrize("family", FAMILIES, indirect=True)


@pytest.fixture
def family(request):
    """The letters in which every page is set."""
    return getattr(request, "param", "").replace("_", " ")


# By the files of the server, because a browser that lets a test answer for them keeps no file for the next page.
@pytest.fixture
def in_one_family(family):
    """Set every page in these letters."""
    if not family:
        yield
        return
    usual = {sheet: sheet.read_text("utf-8") for sheet in settings.ONE_SHEET.glob("tournament*.css")}
    for sheet, rules in usual.items():
        sheet.write_text(f'{rules}\n:root {{ --bs-body-font-family: "{family}"; }}', "utf-8")
    yield
    for sheet, rules in usual.items():
        sheet.write_text(rules, "utf-8")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, browser_name):
    if browser_name == "firefox":
        if FIREFOX is None:
            pytest.skip("Firefox is not installed, so no page was looked at in it")
        firefox = {"channel": "moz-firefox", "executable_path": FIREFOX, "firefox_user_prefs": FIREFOX_PREFERENCES}
        return {**browser_type_launch_args, **firefox}
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


@pytest.fixture
def new_context(new_context, browser_name, in_one_family):
    """Opens a browser of its own; Firefox has no phone to imitate, only its size and its finger."""

    def open_one(**options):
        if browser_name == "firefox":
            options.pop("is_mobile", None)
        # When a worker has kept a page is a matter of chance.
        context = new_context(**{"service_workers": "block", **options})
        context.set_default_timeout(AT_THE_LATEST)
        opened.append(context)
        return context

    opened = []
    yield open_one
    for context in opened:
        # An answer that is still on its way has nobody left to go to; a test may have closed its browser itself.
        with suppress(Error):
            context.unroute_all(behavior="ignoreErrors")


@pytest.fixture
def complaints():
    """What the pages have complained of in their consoles; a test that cuts them off empties it in the end."""
    return []


@pytest.fixture
def open_page(live_server, new_context, complaints):
    """Opens a page in a browser of its own; in the end no page may have complained in its console."""

    def note(message):
        is_about_the_page_itself = message.location["url"] == message.page.url
        if message.type in ("error", "warning") and not is_about_the_page_itself and not EXPLAINED.search(message.text):
            complaints.append(message.text)

    def open_one(**options):
        page = new_context(**{**LAPTOP, **options}).new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(error.message))
        return page

    yield open_one
    assert complaints == []


@pytest.fixture
def open_desk(open_page, live_server):
    """Opens a page for the director, logged in; each is a laptop of its own."""
    client = Client()
    log_in(client, make_director())
    name = settings.SESSION_COOKIE_NAME
    session = {"name": name, "value": client.cookies[name].value, "url": live_server.url}

    def open_one(**options):
        page = open_page(**options)
        page.context.add_cookies([session])
        return page

    return open_one
