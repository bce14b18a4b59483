"""What nginx, set up as described, says where no process of the program answers."""

import logging
import re
from http.client import HTTPConnection

import pytest
from django.urls import URLPattern

from tests.installed import nginx
from tests.ports import lasting_port
from tests.proxy import PACKAGED, in_front_of
from tournament.machine.logs import WithoutSecrets
from tournament.urls import urlpatterns

pytestmark = pytest.mark.skipif(nginx() is None, reason="nginx is not installed")
PAGES = {page.stem: page.read_text("utf-8") for page in (PACKAGED / "away").iterdir()}


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    with in_front_of(lasting_port(), folder=tmp_path_factory.mktemp("nginx")) as own:
        yield own


def answer(port, method, path, **headers):
    asking = HTTPConnection("127.0.0.1", port, timeout=60)
    asking.request(method, path, headers=headers)
    answered = asking.getresponse()
    told = (answered.status, answered.headers["Retry-After"], answered.headers["Cache-Control"])
    text = answered.read().decode()
    asking.close()
    return told, text


@pytest.mark.parametrize(
    ("path", "headers", "language"),
    [
        ("/t/open/", {}, "en"),
        ("/t/open/", {"Accept-Language": "de-AT,de;q=0.9,en;q=0.8"}, "de"),
        ("/t/open/", {"Accept-Language": "de", "Cookie": "django_language=en"}, "en"),
        ("/t/open/", {"Accept-Language": "en", "Cookie": "django_language=de"}, "de"),
        ("/en/t/open/", {"Accept-Language": "de"}, "en"),
        ("/de/t/open/", {"Accept-Language": "en"}, "de"),
    ],
)
def test_who_looks_is_told_in_their_language_that_it_is_tried_again(port, path, headers, language):
    assert answer(port, "GET", path, **headers) == ((502, "2", "no-store"), PAGES[f"looking.{language}"])


def test_who_has_entered_something_is_told_to_look_whether_it_is_there(port):
    assert answer(port, "POST", "/t/open/desk/results/1/") == ((502, "2", "no-store"), PAGES["entering.en"])


def test_each_page_is_there_in_each_language_and_asks_for_nothing_else():
    assert sorted(PAGES) == ["entering.de", "entering.en", "looking.de", "looking.en"]
    assert [name for name, text in PAGES.items() if re.search(r"(?:src|href|url)\b", text)] == []


SECRET = "C0B3toWywKvUzn00EXQpXQ"


def routes_below(before, patterns):
    """All routes, with those of the pages that come in every language."""
    for one in patterns:
        route = before + str(one.pattern)
        yield from [route] if isinstance(one, URLPattern) else routes_below(route, one.url_patterns)


def addresses_that_let_in():
    """Every address with a secret in it."""
    routes = routes_below("", urlpatterns)
    given = {"slug": "open", "int": "7", "str": SECRET}
    secret = re.compile("<str:(token|key)>")
    return [
        "/" + re.sub(r"<(\w+):\w+>", lambda part: given[part[1]], route) for route in routes if secret.search(route)
    ]


def test_no_log_keeps_what_lets_somebody_in(tmp_path):
    addresses = addresses_that_let_in()
    with in_front_of(lasting_port(), folder=tmp_path) as own:
        for address in addresses:
            answer(own, "GET", f"{address}?q={SECRET}", Referer=f"https://club.example{address}")
            answer(own, "GET", f"/de{address}")
    told = [(tmp_path / file).read_text("utf-8") for file in ("access", "complaints")]
    records = [logging.LogRecord("a", logging.INFO, "", 1, "GET %s", (address,), None) for address in addresses]

    assert len(addresses) >= 8
    assert told[0].count("\n") == 2 * len(addresses)
    assert [SECRET in text for text in told] == [False, False]
    assert '"GET /en/t/open/p/7/.../sheet" 502 ' in told[0]
    assert [WithoutSecrets().filter(one) and SECRET in one.getMessage() for one in records] == [False] * len(records)


def test_no_log_keeps_the_name_that_somebody_looks_for(tmp_path):
    """Behind the question mark of whatever address: of the register, the journal, the search for everyone."""
    with in_front_of(lasting_port(), folder=tmp_path) as own:
        for address in (
            "/c/open/desk/persons/?q=Lovelace",
            "/t/open/desk/journal/?q=Lovelace",
            "/en/?q=Lovelace?/p/1/x",
        ):
            answer(own, "GET", address)
    lines = (tmp_path / "access").read_text("utf-8").splitlines()

    assert [line.split('"')[1] for line in lines] == [
        "GET /c/open/desk/persons/",
        "GET /t/open/desk/journal/",
        "GET /en/",
    ]
