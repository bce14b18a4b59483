"""What the director has been answered survives the end of the server, however sudden."""

import re
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from django.db import connection

from tests.commands.conftest import AT_THE_LATEST

pytestmark = pytest.mark.installation

LINK = "/login-link/"
OPEN_TABLE = re.compile(r'class="scores"[^>]* action="([^"]+)"[^>]*>\s*<[^>]*>\s*<[^>]* name="seen" value="pending///"')
STATE = (
    "from django.db import connection; from tournament.models import JournalLine, Pairing; "
    "check = connection.cursor().execute('PRAGMA integrity_check').fetchone()[0]; "
    "lines = JournalLine.objects.filter(action='result_recorded'); "
    "print(Pairing.objects.filter(outcome='pending').count(), lines.count(), check)"
)


@pytest.mark.django_db
def test_the_database_answers_once_an_entry_is_on_the_disk():
    with connection.cursor() as cursor:
        settings = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]

    assert settings == ["wal", 2]


class Browser:
    """Enough of one to log in by a link and to send a form."""

    def __init__(self):
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, url):
        return self.opener.open(url, timeout=AT_THE_LATEST).read().decode()

    def post(self, url, **data):
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        return self.opener.open(url, urlencode({"csrfmiddlewaretoken": token, **data}).encode(), timeout=AT_THE_LATEST)


def test_every_result_that_was_answered_outlives_a_killed_server(start, running, manage, free_port, tmp_path):
    demo = tmp_path / "demo"
    printed = start("--no-browser", "--data-dir", demo, "--port", free_port, command="demo", last_words=LINK)
    here, browser = f"http://localhost:{free_port}", Browser()
    browser.get(printed[-1])
    browser.post(printed[-1])
    tables = sorted(set(OPEN_TABLE.findall(browser.get(f"{here}/t/bodensee-open-2026/desk/"))))

    for table in tables:
        browser.post(here + table, seen="pending///", typed="3 1")
    running[0].kill()
    running[0].wait()

    left = manage("shell", "--verbosity", "0", "-c", STATE, DATA_DIR=str(demo)).stdout
    assert (len(tables), left) == (3, "0 3 ok\n")
