"""Pages in WebKit, the engine of Safari: as Debian has it, driven by its own driver, on a screen that nobody sees."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from selenium.webdriver import WebKitGTK, WebKitGTKOptions, WebKitGTKService

# The same pages in Chromium, to compare with.
from tests.browser.conftest import base_url, browser_type_launch_args  # noqa: F401
from tests.factories import log_in, make_director
from tests.installed import WEBKIT_NAMES, has_webkit
from tests.ports import lasting_port
from tests.webkit.page import Page

DRIVER, SCREEN = map(shutil.which, WEBKIT_NAMES)
WINDOW = Path(__file__).with_name("window.py")
PHONE, LAPTOP, HEIGHT = 390, 1280, 800
MISSING = (
    "WebKit is not installed (packages webkit2gtk-driver, xvfb, python3-gi and gir1.2-webkit2-4.1), "
    "so no page was opened in the engine of Safari"
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("webkit")


def knows_gtk() -> bool:
    """Whether the system's own Python can open a window with a page in it."""
    asked = ["/usr/bin/python3", "-c", "import gi; gi.require_version('WebKit2', '4.1')"]
    return Path(asked[0]).exists() and subprocess.run(asked, capture_output=True).returncode == 0


@pytest.fixture(scope="session")
def screen():
    """The name of a screen that nobody sees."""
    if not (has_webkit() and knows_gtk()):
        pytest.skip(MISSING)
    heard, told = os.pipe()
    command = [SCREEN, "-displayfd", str(told), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[told], stderr=subprocess.DEVNULL) as running, open(heard) as number:
        os.close(told)
        yield f":{number.readline().strip()}"
        running.terminate()


@pytest.fixture
def open_page(screen, live_server):
    """Opens a page in a browser of its own, as wide as is asked for, which remembers nothing of another."""
    opened = []

    def open_one(width=PHONE, *, is_dark=False):
        options = WebKitGTKOptions()
        options.binary_location = str(WINDOW)
        options.add_argument(f"--width={width}")
        options.add_argument(f"--height={HEIGHT}")
        theme = "Adwaita:dark" if is_dark else "Adwaita"
        if is_dark:
            options.add_argument("--dark")
        env = {**os.environ, "DISPLAY": screen, "GTK_THEME": theme, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}
        service = WebKitGTKService(executable_path=DRIVER, port=lasting_port(), env=env)
        opened.append(WebKitGTK(options=options, service=service))
        return Page(opened[-1], live_server.url)

    yield open_one
    for browser in opened:
        browser.quit()


@pytest.fixture
def session_cookie(live_server):
    """What makes a browser the director's."""
    client = Client()
    log_in(client, make_director())
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value}


@pytest.fixture
def open_desk(open_page, session_cookie):
    """Opens a page for the director, logged in."""

    def open_one(width=LAPTOP, *, is_dark=False):
        page = open_page(width, is_dark=is_dark)
        page.open("/login/")
        page.browser.add_cookie({**session_cookie, "path": "/"})
        return page

    return open_one
