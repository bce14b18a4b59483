"""What guests behind nginx are told while the database server says nothing, and once it does again."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest
from django.conf import settings

from tests.commands.conftest import AT_THE_LATEST
from tests.factories import make_director, make_tournament
from tests.faults.test_hostile_guests import wait_until_somebody_listens
from tests.installed import nginx
from tests.proxy import in_front_of
from tests.relay import between_program_and_server
from tests.views.conftest import logged_in

pytestmark = pytest.mark.skipif(nginx() is None, reason="nginx is not installed")
GUESTS_FOR_EACH = 10


@pytest.fixture
def relay(transactional_db):
    with between_program_and_server() as between:
        yield between


def told(port, path, cookie):
    asking = HTTPConnection("127.0.0.1", port, timeout=AT_THE_LATEST)
    asking.request("GET", path, headers={"Cookie": cookie})
    answer = asking.getresponse()
    answer.read()
    asking.close()
    return path, answer.status, answer.headers["Retry-After"]


def test_everybody_is_told_that_the_database_is_away_and_served_once_it_is_back(relay, server, tmp_path):
    slug = make_tournament(entries=2).slug
    cookie = f"{settings.SESSION_COOKIE_NAME}={logged_in(make_director()).cookies[settings.SESSION_COOKIE_NAME].value}"
    paths = (f"/en/t/{slug}/", f"/en/t/{slug}/crosstable/", f"/t/{slug}/desk/players/", "/en/t/nowhere/")
    server.begin()
    wait_until_somebody_listens(server.port)
    (tmp_path / "nginx").mkdir()
    with in_front_of(server.port, folder=tmp_path / "nginx") as port, ThreadPoolExecutor(40) as guests:
        # Connections to the server are there already, as in the middle of an evening.
        before = told(port, f"/t/{slug}/desk/", cookie)[1]

        relay.halt()
        away = Counter(guests.map(lambda path: told(port, path, cookie), paths * GUESTS_FOR_EACH))
        relay.go_on()

        while told(port, f"/t/{slug}/desk/", cookie)[1] != before:
            pass
        back = [told(port, path, cookie) for path in paths]

    assert away == {(path, 503, "2"): GUESTS_FOR_EACH for path in paths}
    assert back == [(path, 404 if path == "/en/t/nowhere/" else 200, None) for path in paths]
