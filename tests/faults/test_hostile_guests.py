"""Guests who mean harm, and everybody else who is to notice nothing of it."""

import http.client
import re
import socket
import sys
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session

from tests.commands.conftest import AT_THE_LATEST
from tests.factories import make_director, make_tournament
from tests.installed import nginx
from tests.proxy import in_front_of
from tests.views.conftest import logged_in
from tournament.phrases.failures import turned_away_sentence

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has 127.0.0.2 without being asked")
HOSTILE, PHONES = 500, 250
MEGABYTE = 1024 * 1024
HALL, OTHER, OWN = "127.0.0.2", "127.0.0.3", "127.0.0.1"


@pytest.fixture
def opened():
    """Connections, closed with the test."""
    with ExitStack() as closing_all:
        yield lambda connection: closing_all.enter_context(closing(connection))


@pytest.fixture
def browser(server, opened):
    """A browser at an address of its own."""

    def come(source):
        return opened(
            http.client.HTTPConnection("127.0.0.1", server.port, timeout=AT_THE_LATEST, source_address=(source, 0))
        )

    return come


@pytest.fixture
def holding(server, opened):
    """Connections of the hall that are held open: each sends something at once, and then a line again and again."""
    held, over = [], Event()

    def hold(count, sent=b""):
        for _connection in range(count):
            held.append(opened(socket.create_connection(("127.0.0.1", server.port), source_address=(HALL, 0))))
            held[-1].sendall(sent)

    def go_on():
        while not over.wait(2):
            for one in held:
                with suppress(OSError):
                    one.send(b"X: y\r\n")

    going_on = Thread(target=go_on)
    going_on.start()
    yield hold
    over.set()
    going_on.join()


def asked(phone, path):
    phone.request("GET", path)
    answer = phone.getresponse()
    answer.read()
    return answer.status


def test_500_connections_that_never_finish_keep_nobody_out(server, browser, holding):
    path = f"/t/{make_tournament(entries=2).slug}/standings.json"
    server.begin()
    server.wait_until_it_runs()
    phones = [browser(HALL) for _phone in range(PHONES)]
    before = [asked(phone, path) for phone in phones]
    kept = [phone.sock for phone in phones]

    holding(HOSTILE, b"GET / HTTP/1.1\r\n")

    # On the connections they have, and on new ones.
    assert (before, [asked(phone, path) for phone in phones]) == ([200] * PHONES,) * 2
    assert [phone.sock for phone in phones] == kept
    assert [asked(browser(source), path) for source in (HALL, OTHER, OWN)] == [200] * 3


def test_who_asks_for_much_at_once_is_answered_once(server, opened):
    server.begin()
    server.wait_until_it_runs()
    greedy = opened(socket.create_connection(("127.0.0.1", server.port), timeout=AT_THE_LATEST))

    greedy.sendall(b"GET /login/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
    answers = b"".join(iter(lambda: greedy.recv(65536), b""))

    assert (answers.count(b"HTTP/1.1 200 OK"), answers.count(b"Connection: close")) == (1, 1)


@pytest.mark.parametrize("said", [{"Content-Length": str(60_000_000)}, {"Transfer-Encoding": "chunked"}])
def test_a_form_of_60_megabytes_is_refused_with_a_sentence(server, browser, said):
    server.begin()
    server.wait_until_it_runs()
    guest = browser(HALL)

    guest.request("POST", "/restore/", iter([b"a=1&" * 250_000] * 60), said, encode_chunked=True)
    answer = guest.getresponse()

    assert (answer.status, turned_away_sentence("too_large_for_a_guest") in answer.read().decode()) == (413, True)
    assert server.complaints.read_text("utf-8") == ""


FORM, WITH_FILE = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"


@pytest.mark.parametrize(
    ("kind", "has_ended", "sentence"),
    [
        (FORM, False, "too_large"),
        (FORM, True, "too_large_for_a_guest"),
        (WITH_FILE, True, "too_large_for_a_guest"),
    ],
)
def test_60_megabytes_by_a_session_are_refused_in_little_memory(server, browser, kind, has_ended, sentence):
    session = logged_in(make_director()).cookies[settings.SESSION_COOKIE_NAME].value
    if has_ended:
        Session.objects.all().delete()
    server.begin()
    server.wait_until_it_runs()
    helper = browser(HALL)
    cookie = f"{settings.SESSION_COOKIE_NAME}={session}"

    said = {"Content-Type": kind, "Content-Length": str(60_000_000), "Cookie": cookie}
    helper.request("POST", "/restore/", iter([b"%0A" * 200_000] * 100), said)
    answer = helper.getresponse()

    assert (answer.status, turned_away_sentence(sentence) in answer.read().decode()) == (413, True)
    assert most_memory(server.pid) < 250 * MEGABYTE


def most_memory(pid):
    """The most memory in bytes that the process has taken so far."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) * 1024


SLOW = 1000
SOURCES = [f"127.0.0.{number}" for number in range(10, 18)]


@pytest.mark.skipif(nginx() is None, reason="nginx is not installed")
def test_1000_bodies_that_come_byte_by_byte_through_nginx_keep_nobody_out(server, opened, monkeypatch, tmp_path):
    monkeypatch.setenv("TRUSTED_PROXIES", "127.0.0.1")
    director = logged_in(make_director()).cookies[settings.SESSION_COOKIE_NAME].value
    desk = f"/t/{make_tournament(entries=2).slug}/desk/players/"
    server.begin()
    wait_until_somebody_listens(server.port)
    (tmp_path / "nginx").mkdir()
    with in_front_of(server.port, folder=tmp_path / "nginx") as port, ExitStack() as phones:
        held = [
            phones.enter_context(closing(slow_body(port, SOURCES[number % len(SOURCES)], address)))
            for number in range(SLOW // 2)
            for address in ("/login/", "/restore/")
        ]
        over = Event()
        phones.callback(over.set)
        Thread(target=drip, args=(held, over)).start()

        answers = []
        for source in (HALL, SOURCES[0], OTHER):
            for path, cookie in (("/login/", ""), (desk, f"{settings.SESSION_COOKIE_NAME}={director}")):
                asking = opened(HTTPConnection("127.0.0.1", port, timeout=AT_THE_LATEST, source_address=(source, 0)))
                asking.request("GET", path, headers={"Cookie": cookie})
                answer = asking.getresponse()
                answers.append((answer.status, len(answer.read()) > 1000))

    assert answers == [(200, True)] * 6


def wait_until_somebody_listens(port):
    """Behind a proxy the program does not say where browsers find it."""
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return


def slow_body(port, source, address):
    """A connection on which a form has begun to come."""
    begun = socket.create_connection(("127.0.0.1", port), source_address=(source, 0))
    begun.sendall(f"POST {address} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\na".encode())
    return begun


def drip(held, over):
    """A byte more on each of them, again and again."""
    while not over.wait(1):
        for one in held:
            with suppress(OSError):
                one.send(b"a")
