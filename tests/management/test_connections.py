"""What a guest may cost the server, without a network: requests as they come in, connections as they stand."""

import socket
import tempfile
import tracemalloc
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPResponse
from io import BytesIO
from ipaddress import ip_network
from itertools import chain
from threading import Event, Thread

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from waitress import wasyncore
from waitress.adjustments import Adjustments

from tests.commands.conftest import AT_THE_LATEST
from tests.factories import make_director
from tests.views.conftest import logged_in
from tournament.machine import limits
from tournament.machine.visitors import is_trusted_proxy, network_of
from tournament.management import connections
from tournament.management.connections import Parser, Precedence, Server, one_too_many
from tournament.management.server import make_server

MEGABYTE = 1024 * 1024
LARGE = 60 * MEGABYTE
PIECE = b"a=1&" * 2048


@pytest.fixture
def no_file(monkeypatch):
    """Nothing can be put on the disk."""
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")


def head(*lines):
    return "\r\n".join(["POST /login/ HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


def in_chunks(size):
    """As long a body as that, without its length being said first."""
    for _piece in range(size // len(PIECE)):
        yield b"%x\r\n%s\r\n" % (len(PIECE), PIECE)
    yield b"0\r\n\r\n"


def in_pieces(size):
    for _piece in range(size // len(PIECE)):
        yield PIECE


def received(pieces, header):
    parser = Parser(Adjustments(max_request_body_size=limits.BACKUP_BYTES * 4))
    for piece in chain((header,), pieces):
        while piece and not parser.completed:
            piece = piece[parser.received(piece) :]
    return parser


@pytest.mark.parametrize(
    ("header", "pieces"),
    [
        (head(f"Content-Length: {LARGE}"), in_pieces),
        (head("Transfer-Encoding: chunked"), in_chunks),
        (head(f"Content-Length: {LARGE}", f"Cookie: {settings.SESSION_COOKIE_NAME}={'a' * 40}"), in_pieces),
    ],
    ids=["length said", "chunked", "with a session of their own making"],
)
def test_a_large_body_of_a_guest_takes_no_room_and_keeps_its_length(no_file, header, pieces):
    pieces = list(pieces(LARGE))
    tracemalloc.start()
    parser = received(pieces, header)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert (parser.completed, parser.error, parser.headers["CONTENT_LENGTH"]) == (True, None, str(LARGE))
    assert most < MEGABYTE
    assert parser.get_body_stream().read() == b""


def test_a_form_of_a_guest_arrives_whole(no_file):
    body = b"x" * limits.GUEST_BODY_BYTES

    assert received([body], head(f"Content-Length: {len(body)}")).get_body_stream().read() == body


def backup_of_a_director():
    """The head of a request that brings a backup of two megabytes."""
    key = logged_in(make_director()).cookies[settings.SESSION_COOKIE_NAME].value
    kind = "Content-Type: multipart/form-data; boundary=x"
    header = head(f"Content-Length: {2 * MEGABYTE}", f"Cookie: {settings.SESSION_COOKIE_NAME}={key}", kind)
    return header.replace(b"/login/", b"/restore/")


@pytest.mark.django_db(transaction=True)
def test_who_is_logged_in_sends_a_backup():
    with closing(received(in_pieces(2 * MEGABYTE), backup_of_a_director())) as parser:
        assert parser.get_body_stream().read() == PIECE * (2 * MEGABYTE // len(PIECE))


@pytest.mark.django_db(transaction=True)
def test_of_a_backup_by_a_session_that_has_ended_nothing_is_kept():
    header = backup_of_a_director()
    Session.objects.all().delete()

    def pieces():
        # What was read before the database has answered is let go then.
        yield PIECE
        connections._ASKING.submit(int).result()
        yield from in_pieces(2 * MEGABYTE)

    with closing(received(pieces(), header)) as parser:
        assert parser.get_body_stream().read() == b""


@pytest.mark.parametrize("beside", [b"1;" + b"x" * 8000, b"0\r\n" + b"x: y\r\n" * 2000])
def test_what_stands_around_the_chunks_of_a_body_is_not_collected(beside):
    pieces = [beside] + [b"x: y\r\n" * 2000] * 100 if beside.startswith(b"0") else [beside] + [b"x" * 8000] * 100

    parser = received(pieces, head("Transfer-Encoding: chunked"))

    assert parser.error.code == 400


@pytest.mark.parametrize(
    "request_line",
    [
        "GET /?a=1 HTTP/1.1\r\nContent-Type: a/b; charset=rot13",
        "GET http://[ HTTP/1.1",
        "GET / HTTP/1.1\r\nContent-Length: " + "9" * 5000,
    ],
)
def test_what_is_no_request_is_answered_as_none(request_line):
    parser = received([], f"{request_line}\r\nHost: localhost\r\n\r\n".encode())

    assert (parser.completed, parser.error.code) == (True, 400)


@pytest.mark.parametrize(
    ("address", "counted"),
    [("192.168.1.20", "192.168.1.20"), ("2001:db8::1:2", "2001:db8::/64"), ("fe80::1%wlan0", "fe80::/64")],
)
def test_an_ipv6_device_is_one_whatever_its_address(address, counted):
    assert network_of(address) == counted


@dataclass(eq=False)
class Held:
    """A connection as it stands."""

    network: str
    deadline: float = 0
    is_unfinished: bool = False
    is_own: bool = False
    is_proxy: bool = False
    requests: list[str] = field(default_factory=list)


def held(count, address="192.168.1.20", **stands):
    return [Held(address, deadline, **stands) for deadline in range(count)]


def test_a_proxy_is_not_bounded_as_one_guest_would_be():
    slow = held(limits.CONNECTIONS - limits.OWN_CONNECTIONS, "127.0.0.1", is_unfinished=True, is_proxy=True)

    assert one_too_many(slow) is None
    assert one_too_many([*slow, Held("127.0.0.1", is_proxy=True)]) is slow[0]


def test_a_connection_from_a_trusted_proxy_on_this_machine_is_no_browser_on_it(settings):
    settings.TRUSTED_PROXIES = (ip_network("127.0.0.1"),)

    assert [is_trusted_proxy(address) for address in ("127.0.0.1", "::ffff:127.0.0.1", "127.0.0.2")] == [
        True,
        True,
        False,
    ]


def test_as_many_phones_as_there_is_room_for_may_wait_behind_one_address():
    assert one_too_many(held(limits.CONNECTIONS - limits.OWN_CONNECTIONS)) is None


def test_of_too_many_unfinished_requests_of_an_address_the_oldest_goes():
    phones = held(100)
    slow = held(limits.UNFINISHED_PER_ADDRESS + 1, is_unfinished=True)

    assert one_too_many(phones + slow) is slow[0]


def test_where_the_room_is_full_the_address_with_the_most_makes_place():
    many = held(400)
    few = held(limits.CONNECTIONS - limits.OWN_CONNECTIONS - 399, "192.168.1.21")

    assert one_too_many(few + many) is many[0]


def test_who_has_begun_a_request_goes_before_who_waits_for_news():
    phones = held(300)
    slow = held(161, is_unfinished=True)

    assert one_too_many(phones + slow) is slow[0]


def test_who_is_being_answered_stays():
    many = held(461)
    many[0].requests.append("GET /")

    assert one_too_many(many) is many[1]


def test_the_room_kept_for_this_machine_is_no_guest_s():
    own = held(limits.OWN_CONNECTIONS, "127.0.0.1", is_own=True)
    guests = held(limits.CONNECTIONS - limits.OWN_CONNECTIONS)

    assert one_too_many(own + guests) is None
    assert one_too_many([*own, *guests, Held("192.168.1.21")]) is guests[0]
    assert one_too_many([*own, Held("127.0.0.1", is_own=True), *guests]) is guests[0]


@contextmanager
def connected(application):
    """A connection that has just come in, at the server's end; the other end is dropped."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = make_server(application, [listening])
    with closing(server), socket.create_connection(listening.getsockname()) as guest:
        one = next(one for one in server.map.values() if isinstance(one, Server))
        one.handle_accept()
        (channel,) = one.active_channels.values()
        yield one, channel, guest


@pytest.fixture
def connection():
    """Such a connection, for which nothing is answered."""
    with connected(lambda environ, start_response: []) as made:
        yield made


@pytest.mark.parametrize("sent", [(), (b"GET / HTTP/1.1\r\n", b"X: y\r\n", b"X: y\r\n"), (b"\r\n\r\n",) * 3])
def test_a_line_now_and_then_does_not_prolong_the_deadline(connection, sent):
    server, channel, _guest = connection
    begun = channel.deadline
    for line in sent:
        channel.received(line)

    server.maintenance(begun - 1)
    assert channel.will_close is False
    server.maintenance(begun + 1)
    assert channel.will_close is True


def test_a_long_body_has_longer(connection):
    server, channel, _guest = connection
    channel.received(head("Content-Length: 60000") + b"x" * 50_000)

    server.maintenance(channel.creation_time + limits.PATIENCE_SECONDS + 4)

    assert channel.will_close is False


@pytest.mark.parametrize(
    ("status", "asked", "is_closed"),
    [
        ("204 No Content", [], False),
        ("304 Not Modified", [], False),
        ("200 OK", [], True),
        ("204 No Content", ["Connection: close"], True),
    ],
)
def test_a_phone_keeps_its_connection_where_there_is_nothing_to_send(status, asked, is_closed):
    def application(environ, start_response):
        start_response(status, [])
        return []

    with connected(application) as (_server, channel, guest):
        channel.received("\r\n".join(["GET / HTTP/1.1", "Host: localhost", *asked, "", ""]).encode())
        answer = guest.recv(1000)

        assert answer.startswith(f"HTTP/1.1 {status}".encode())
        assert (b"Connection: close" in answer) is is_closed


@pytest.mark.parametrize("kind", ["of known length", "of any length", "a file"])
def test_who_asks_for_the_head_is_sent_no_body(kind):
    def application(environ, start_response):
        start_response("200 OK", [] if kind == "of any length" else [("Content-Length", "4")])
        return environ.get("wsgi.file_wrapper", iter)(BytesIO(b"body")) if kind == "a file" else iter([b"bo", b"dy"])

    with connected(application) as (server, channel, guest):
        channel.received(b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while channel.is_busy:
            wasyncore.loop(timeout=0.1, map=server._map, count=1)

        head, _blank, body = guest.recv(1000).partition(b"\r\n\r\n")
        assert (b"Content-Length: 4" in head, body) == (kind != "of any length", b"")


@pytest.mark.parametrize("waiting_and_answered", [["/"] * 20 + ["/healthz"], ["/t/open/cards.pdf"] * 20 + ["/page/"]])
def test_neither_who_asks_whether_it_is_alive_nor_who_wants_a_page_waits_for_files(waiting_and_answered):
    may_end = Event()

    def application(environ, start_response):
        if environ["PATH_INFO"] not in ("/healthz", "/page/"):
            may_end.wait(2 * AT_THE_LATEST)
        start_response("200 OK", [("Content-Length", "5")])
        return [b"alive"]

    listening = socket.create_server(("127.0.0.1", 0))
    server = make_server(application, [listening])
    one = next(one for one in server.map.values() if isinstance(one, Server))
    with closing(server), ExitStack() as guests:
        for path in waiting_and_answered:
            guest = guests.enter_context(socket.create_connection(listening.getsockname(), timeout=AT_THE_LATEST))
            one.handle_accept()
            [*one.active_channels.values()][-1].received(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        guests.callback(may_end.set)

        with HTTPResponse(guest) as answer:
            answer.begin()
            assert answer.read() == b"alive"


def test_what_is_asked_while_something_is_sent_is_answered_after_it():
    answered = []
    precedence = Precedence(AT_THE_LATEST)

    def ask():
        precedence.wait()
        answered.append("asked")

    asking = Thread(target=ask)
    with precedence.sending():
        asking.start()
        asking.join(0.05)
        answered.append("sent")
    asking.join()

    assert answered == ["sent", "asked"]


class Clock:
    """A clock that stands, and says when it is looked at."""

    def __init__(self):
        self.now, self.is_read = 100.0, Event()

    def __call__(self):
        self.is_read.set()
        return self.now


def test_what_is_sent_without_a_pause_holds_up_what_is_asked_for_half_of_the_time(monkeypatch):
    clock, answered = Clock(), []
    monkeypatch.setattr(connections.time, "monotonic", clock)
    precedence = Precedence(AT_THE_LATEST)

    def ask(name):
        precedence.wait()
        answered.append(name)

    def send_while_asked(name, at):
        """Somebody asks while a result is being answered, which takes three seconds if it is waited for."""
        clock.now = at
        with precedence.sending():
            clock.is_read.clear()
            asking = Thread(target=ask, args=[name])
            asking.start()
            assert clock.is_read.wait(AT_THE_LATEST)
            asking.join(0.05)
            clock.now += 3
            answered.append("sent")
        asking.join()

    send_while_asked("waits", 100)
    send_while_asked("follows at once", 105.9)
    send_while_asked("waits again", 106)

    assert answered == ["sent", "waits", "follows at once", "sent", "sent", "waits again"]


def test_what_takes_long_to_be_answered_is_not_waited_for():
    precedence = Precedence(0)

    with precedence.sending():
        precedence.wait()


def test_what_was_asked_for_before_the_end_is_sent_to_its_last_byte():
    begun, may_end, received = Event(), Event(), []

    def application(environ, start_response):
        begun.set()
        may_end.wait(2 * AT_THE_LATEST)
        start_response("200 OK", [("Content-Length", str(LARGE))])
        return [bytes(LARGE)]

    listening = socket.create_server(("127.0.0.1", 0))
    server = make_server(application, [listening])
    with socket.create_connection(listening.getsockname(), timeout=AT_THE_LATEST) as guest:
        guest.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while not begun.is_set():
            wasyncore.loop(timeout=0.1, map=server.map, count=1)
        reading = Thread(target=lambda: received.extend(map(len, iter(lambda: guest.recv(MEGABYTE), b""))))
        reading.start()
        may_end.set()
        server.close()
        reading.join(AT_THE_LATEST)

    assert sum(received) > LARGE
    assert server.map == {}
