"""The connections of the server: how much each may send, its timeout, and which to close if there are too many.

Waitress by itself stores a whole body before anybody checks its sender, waits as long as a line arrives now and then,
and accepts no new connection while all are taken. Here only as much of a body is stored as its sender may send, each
connection has a deadline, and a new one takes the place of one of the address that has the most.
"""

import math
import socket
import time
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Condition
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import parse_cookie
from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.receiver import ChunkedReceiver
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask
from waitress.utilities import BadRequest

from tournament.machine import limits, sessions, visitors
from tournament.machine.requests import is_in_utf8

# Asks the database about sessions, so that the thread that reads from all connections need not wait for it.
_ASKING = ThreadPoolExecutor(1, thread_name_prefix="sessions")

OWN_ADDRESSES = frozenset({"127.0.0.1", "::1"})


class Body(OverflowableBuffer):
    """The body of a request, stored up to `most` bytes; a longer one is only counted, for the middleware to refuse it.

    It is still read to its end, because a browser reads the response only after sending everything. A body longer than
    a form is dropped once `is_let_in` has told that its session has ended.
    """

    def __init__(self, most: int, overflow: int, is_let_in: Future[bool] | None = None) -> None:
        super().__init__(overflow)
        self._most, self._length, self._is_let_in = most, 0, is_let_in

    def append(self, data: bytes) -> None:
        self._length += len(data)
        if self._is_let_in is not None and self._is_let_in.done():
            if self._is_let_in.exception() or not self._is_let_in.result():
                self._most = limits.FORM_BYTES
            self._is_let_in = None
        if self._length <= self._most:
            super().append(data)
        elif self.buf or self.strbuf:
            self.close()
            self.buf, self.strbuf = None, b""

    def __len__(self) -> int:
        return self._length


class Parser(HTTPRequestParser):
    """Reads a request, and stores only as much of its body as its sender may send."""

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        # A fault of the request, such as the address http://[ or a length of five thousand digits.
        except ValueError as problem:
            raise ParsingError("Invalid request") from problem
        if not is_in_utf8(self.headers.get("CONTENT_TYPE", "")):
            raise ParsingError("The pages are in UTF-8, and so is what they send")
        if self.body_rcv is not None:
            cookies = parse_cookie(self.headers.get("COOKIE", ""))
            most = sessions.most_body_bytes(self.path, self.headers.get("CONTENT_TYPE", ""), cookies)
            is_let_in = _ASKING.submit(_is_let_in, cookies) if most > limits.FORM_BYTES else None
            self.body_rcv.buf = Body(most, self.adj.inbuf_overflow, is_let_in)

    def received(self, data: bytes) -> int:
        consumed = super().received(data)
        # The bytes around the chunks of a body do not count as its length, and would be stored without limit.
        if (
            isinstance(self.body_rcv, ChunkedReceiver)
            and len(self.body_rcv.control_line) + len(self.body_rcv.trailer) > limits.HEADER_BYTES
        ):
            # Waitress itself assigns errors of several types.
            self.error = BadRequest("Invalid chunk")  # type: ignore[assignment]
            self.completed = True
        return int(consumed)


def _is_let_in(cookies: dict[str, str]) -> bool:
    try:
        return sessions.is_running(sessions.SessionStore(cookies.get(settings.SESSION_COOKIE_NAME)))
    finally:
        connection.close()


class Task(WSGITask):
    """Answers a request; keeps the connection open after a response whose status has no body, such as 304.

    Waitress would close it, and every phone would have to open another one every few seconds.
    """

    @property
    def is_head_request(self) -> bool:
        """Whether the request is a HEAD: its response states the length of the body, but has none."""
        return bool(self.request.command == "HEAD")

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        if self.is_head_request:
            # A file would be sent without calling `write`.
            environ.pop("wsgi.file_wrapper", None)
        return environ

    def build_response_header(self) -> bytes:
        header: bytes = super().build_response_header()
        # Without the chunks, no final chunk may be sent either.
        self.chunked_response = self.chunked_response and not self.is_head_request
        return header

    def write(self, data: bytes) -> None:
        super().write(b"" if self.is_head_request else data)

    def set_close_on_finish(self) -> None:
        wants_to_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version == "1.0" or wants_to_close:
            super().set_close_on_finish()


class Precedence:
    """Lets what is sent, such as a result, be answered before what is asked, such as the polls of a hall of phones.

    Python runs one thread at a time, so each poll that is answered meanwhile makes the result wait. What has taken
    `seconds` is not waited for any longer, and nobody who asks waits for longer than that. Whoever has waited is
    followed by as long a time in which nobody does: results that come in without a pause, as on a machine with much
    other work, leave half of the time to all who look.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._begun: list[float] = []
        self._free_until = 0.0
        self._changed = Condition()

    @contextmanager
    def sending(self) -> Iterator[None]:
        begun = time.monotonic()
        with self._changed:
            self._begun.append(begun)
        try:
            yield
        finally:
            with self._changed:
                self._begun.remove(begun)
                self._changed.notify_all()

    def wait(self) -> None:
        """Wait until nothing is being answered that was just sent, unless somebody has just waited for as long."""
        with self._changed:
            if self._is_free():
                return
            begun = time.monotonic()
            self._changed.wait_for(self._is_free, self._seconds)
            ended = time.monotonic()
            self._free_until = max(self._free_until, ended + ended - begun)
            self._changed.notify_all()

    def _is_free(self) -> bool:
        now = time.monotonic()
        return now < self._free_until or all(begun + self._seconds <= now for begun in self._begun)


precedence = Precedence(limits.PRECEDENCE_SECONDS)


class Channel(HTTPChannel):
    """A connection, closed at its `deadline`, which is infinite while a request is being answered."""

    parser_class = Parser
    task_class = Task
    has_asked = False

    def __init__(self, server: "Server", sock: socket.socket, addr: Any, *args: Any, **options: Any) -> None:
        super().__init__(server, sock, addr, *args, **options)
        self.is_proxy = visitors.is_trusted_proxy(addr[0])
        self.is_own = addr[0] in OWN_ADDRESSES and not self.is_proxy
        self.network = visitors.network_of(addr[0])
        self.deadline = time.time() + limits.PATIENCE_SECONDS

    @property
    def is_unfinished(self) -> bool:
        """Whether a request is incomplete or none was ever sent; false for a phone idle between two requests."""
        return not self.requests and (self.request is not None or not self.has_asked)

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered, or an answer is still being sent."""
        return self.connected and bool(self.requests or self.total_outbufs_len)

    def received(self, data: bytes) -> bool:
        # Empty lines begin no request.
        if self.request is None and data.strip():
            self.deadline = time.time() + limits.PATIENCE_SECONDS
        self.deadline += len(data) / limits.BYTES_PER_SECOND
        return bool(super().received(data))

    def service(self) -> None:
        self.deadline = math.inf
        self._answer_no_more_than_one()
        if self.requests[0].command == "POST":
            with precedence.sending():
                super().service()
        else:
            precedence.wait()
            super().service()
        self.has_asked = True
        self.deadline = time.time() + limits.PATIENCE_SECONDS + self.total_outbufs_len / limits.BYTES_PER_SECOND

    def _answer_no_more_than_one(self) -> None:
        """Drop all requests but the first: browsers wait for its answer, and unread answers would pile up."""
        with self.requests_lock:
            if len(self.requests) > 1:
                for request in self.requests[1:]:
                    request.close()
                del self.requests[1:]
                self.requests[0].headers["CONNECTION"] = "close"

    def give_up(self) -> None:
        """Close the connection, even if the client no longer receives anything."""
        self.will_close = True
        with suppress(OSError):
            if self.socket is not None:
                self.socket.shutdown(socket.SHUT_RDWR)


class Server(TcpWSGIServer):
    """Waitress with limits on its connections."""

    channel_class = Channel

    def handle_accept(self) -> None:
        super().handle_accept()
        channels = [
            channel for channel in self._map.values() if isinstance(channel, Channel) and not channel.will_close
        ]
        if superfluous := one_too_many(channels):
            superfluous.give_up()

    def maintenance(self, now: float) -> None:
        """Close the connections that have waited too long for a request; the server calls this every second."""
        for channel in self.active_channels.values():
            if not channel.requests and channel.deadline < now:
                channel.give_up()


def one_too_many(channels: Collection[Channel]) -> Channel | None:
    """Return a connection to close if an address has too many unfinished ones, guests too many, or all together.

    It is one of the address that has the most of them, so that nobody can lock out others; None if there is room.
    """
    if len(channels) <= limits.UNFINISHED_PER_ADDRESS:
        return None
    # A proxy stands for all guests, and limits each of them itself.
    unfinished = [channel for channel in channels if channel.is_unfinished and not channel.is_proxy]
    guests = [channel for channel in channels if not channel.is_own]
    if len(_of_the_greediest(unfinished)) > limits.UNFINISHED_PER_ADDRESS:
        return _longest_waited_for(_of_the_greediest(unfinished))
    if len(guests) > limits.CONNECTIONS - limits.OWN_CONNECTIONS:
        return _longest_waited_for(_of_the_greediest(guests))
    if len(channels) > limits.CONNECTIONS:
        return _longest_waited_for(_of_the_greediest(channels))
    return None


def _of_the_greediest(channels: Collection[Channel]) -> list[Channel]:
    """Return the connections of the address that has the most."""
    most = Counter(channel.network for channel in channels).most_common(1)
    return [channel for channel in channels if channel.network == most[0][0]] if most else []


def _longest_waited_for(channels: Collection[Channel]) -> Channel | None:
    """Return the connection with the earliest deadline, preferably an unfinished one; never one being answered."""
    waiting = [channel for channel in channels if not channel.requests]
    return min(waiting, key=lambda channel: (not channel.is_unfinished, channel.deadline), default=None)
