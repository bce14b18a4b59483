"""The server: its sockets and threads, its QR code in the terminal, and the browser on this machine."""

import errno
import gc
import io
import os
import re
import signal
import socket
import sys
import webbrowser
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from threading import Event, Thread
from time import monotonic
from types import FrameType
from typing import Any
from wsgiref.types import WSGIApplication

import segno
from django.conf import settings
from django.core.management.color import supports_color
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import MultiSocketServer
from waitress.task import ThreadedTaskDispatcher

from tournament.machine import limits
from tournament.machine.installation import InstallationError
from tournament.machine.memory import share_arenas
from tournament.machine.terminal import _, reason
from tournament.management.connections import Channel, Server
from tournament.snapshots.kept import kept_snapshots

ALIVE = "/healthz"
# Files made for each request, the slower the more players there are: PDFs, workbooks, the folder for a web site, and
# pictures of shared links.
FILES = (".pdf", ".xlsx", ".zip", "/card.png")
# PDFs that are short however many players there are.
SHORT = re.compile(r"/(?:receipt|rules|quick-guide|vouchers/[0-9]+)\.pdf$")
# Signals of a closed window and of a shutdown; on Windows SIGBREAK stands for both, and for Ctrl+Break.
CLOSING = ("SIGHUP", "SIGTERM", "SIGBREAK")
WHITE_ON_BLACK, PLAIN = "\033[97;40m", "\033[0m"


def listen(port: int, host: str = "") -> list[socket.socket]:
    """Listen at the port on this address, or on all addresses, with IPv6 where the machine has it.

    Raises `InstallationError` if the port is in use, or if the address is not one of this machine's.
    """
    sockets = []
    for address in (host,) if host else ("0.0.0.0", "::"):
        try:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            sockets.append(socket.create_server((address, port), family=family))
        except OSError as problem:
            if problem.errno == errno.EADDRINUSE:
                sentence = _("Port %(port)s is in use, perhaps by this program. Choose another one with --port.")
            elif host:
                sentence = _("%(host)s is not an address of this computer. Leave out --host, or use another one.")
            elif family == socket.AF_INET:
                sentence = _("Port %(port)s cannot be used (%(reason)s). Choose another one with --port.")
            else:
                continue
            values = {"port": port, "host": host, "reason": reason(problem)}
            raise InstallationError(sentence % values) from problem
    return sockets


def serve(sockets: Sequence[socket.socket]) -> None:
    """Serve until Ctrl+C or until the window is closed; the server can handle 200 phones that poll every few seconds.

    Requests that are being answered at that moment are finished.
    """
    asked_to_end = Event()

    def end(number: int, frame: FrameType | None) -> None:
        asked_to_end.set()
        signal.default_int_handler(number, frame)

    # A program that a script starts in the background does not get Ctrl+C.
    is_for_ctrl_c = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    for name in ("SIGINT", *CLOSING) if is_for_ctrl_c else CLOSING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)
    share_arenas()
    application = get_wsgi_application()
    preload_and_freeze()
    server = make_server(application, sockets)
    if settings.METRICS_ON:
        serve_metrics(server)
    server.run_until(asked_to_end)


def serve_metrics(server: "FinishingServer") -> None:
    """Serve the metrics for Prometheus on a port of their own. Raises `InstallationError` if it cannot be used."""
    metrics = import_module("tournament.machine.metrics")
    port = settings.ADDRESSES.port + metrics.FROM_THE_PORT

    def newest_backup() -> float:
        return next((snapshot.name.taken_at.timestamp() for snapshot in kept_snapshots().snapshots), 0)

    def open_connections() -> float:
        return sum(isinstance(dispatcher, Channel) for dispatcher in list(server.map.values()))

    try:
        metrics.serve(settings.METRICS_ON, port, open_connections=open_connections, newest_backup=newest_backup)
    except OSError as problem:
        sentence = _("Port %(port)s cannot be used (%(reason)s). Choose another one with --port.")
        raise InstallationError(sentence % {"port": port, "reason": reason(problem)}) from problem


def preload_and_freeze() -> None:
    """Import the code of every page now instead of for the first guest, and exclude it from garbage collection.

    A hall full of phones makes and drops so many values that Python would look through all objects every few seconds,
    for a third of a second each time, in which no request is answered.
    """
    get_resolver().url_patterns  # noqa: B018
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


class FinishingServer(MultiSocketServer):
    """A server that ends only when all answers are sent, but at the latest after `limits.LAST_ANSWERS_SECONDS`."""

    def run_until(self, asked_to_end: Event) -> None:
        """Serve until the event is set; Python may lose an interrupt that comes during a cleanup or an import."""
        with suppress(KeyboardInterrupt):
            while not asked_to_end.is_set():
                self.asyncore.loop(self.adj.asyncore_loop_timeout, self.adj.asyncore_use_poll, self.map, count=1)
        self.close()

    def close(self) -> None:
        until = monotonic() + limits.LAST_ANSWERS_SECONDS
        for listener in [dispatcher for dispatcher in self.map.values() if isinstance(dispatcher, Server)]:
            wasyncore.dispatcher.close(listener)
        while monotonic() < until and any(
            isinstance(dispatcher, Channel) and dispatcher.is_busy for dispatcher in self.map.values()
        ):
            self.asyncore.loop(timeout=0.1, map=self.map, use_poll=self.adj.asyncore_use_poll, count=1)
        self.task_dispatcher.shutdown(timeout=0)
        wasyncore.close_all(self.map)


def takes_long(path: str) -> bool:
    """Whether the file at this path may take minutes to make for thousands of players."""
    return path.endswith(FILES) and not SHORT.search(path)


class Dispatcher(ThreadedTaskDispatcher):
    """Answers requests in threads; only a few threads make files, which takes long with thousands of players.

    What is sent, such as a result, does not wait behind what is asked: where no thread is free, others take it. A
    separate thread answers health checks, so that a supervisor does not take the program for dead while all other
    threads wait for the database.
    """

    def __init__(self) -> None:
        super().__init__()
        self._alive, self._files, self._sent = (ThreadedTaskDispatcher() for _nth in range(3))
        self._alive.set_thread_count(1)
        self._files.set_thread_count(limits.FILE_THREADS)
        self._sent.set_thread_count(limits.SENDING_THREADS)
        self.set_thread_count(limits.THREADS - limits.FILE_THREADS)

    def add_task(self, task: Channel) -> None:
        request = task.requests[0]
        path, has_idle_thread = request.path, not self.queue and self.active_count < len(self.threads)
        if path == ALIVE:
            self._alive.add_task(task)
        elif takes_long(path):
            self._files.add_task(task)
        elif request.command == "POST" and not has_idle_thread:
            self._sent.add_task(task)
        else:
            super().add_task(task)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        self._alive.shutdown(cancel_pending, timeout)
        self._files.shutdown(cancel_pending, timeout)
        self._sent.shutdown(cancel_pending, timeout)
        return bool(super().shutdown(cancel_pending, timeout))


def make_server(application: WSGIApplication, sockets: Sequence[socket.socket]) -> FinishingServer:
    """Make the server on all its sockets, as `waitress.create_server` does, but with this program's connections."""
    adjustments = Adjustments(
        sockets=list(sockets),
        threads=limits.THREADS,
        ident=None,
        # Listening sockets count here, too, and the one that wakes the server up.
        connection_limit=limits.CONNECTIONS + 8,
        cleanup_interval=1,
        # PDFs are kept in memory, so that a full disk does not matter; responses to guests are far smaller.
        outbuf_overflow=limits.ANSWER_IN_MEMORY_BYTES,
        # `machine/visitors.py` alone judges the headers of a proxy about a guest, so they must not be dropped here.
        clear_untrusted_proxy_headers=False,
        max_request_header_size=limits.HEADER_BYTES,
        # The limit depends on the sender, which `Parser` finds out from the header.
        max_request_body_size=sys.maxsize,
    )
    dispatcher = Dispatcher()
    watched: dict[int, Any] = {}
    for listening in adjustments.sockets:
        sockinfo = (listening.family, listening.type, listening.proto, listening.getsockname())
        Server(
            application,
            watched,
            _sock=listening,
            dispatcher=dispatcher,
            adj=adjustments,
            sockinfo=sockinfo,
            bind_socket=False,
        )
    return FinishingServer(watched, adjustments, dispatcher=dispatcher)


def terminal_qr(url: str) -> str:
    """Return the address as a QR code for the terminal; empty if the terminal cannot show it."""
    drawing = io.StringIO()
    segno.make(url, micro=False).terminal(drawing, compact=True, border=2)
    try:
        drawing.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    lines = drawing.getvalue().splitlines()
    # In fixed colours it is a dark code on a light ground in dark and in light terminals.
    return "\n".join(f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in lines) if supports_color() else "\n".join(lines)


def open_browser(url: str) -> Thread | None:
    """Open the page on this machine, in a thread that the server does not wait for; None without a screen."""
    if not has_screen(os.environ, sys.platform):
        return None
    opening = Thread(target=webbrowser.open, args=(url,), daemon=True)
    opening.start()
    return opening


def has_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Whether this machine has a screen, and the program was not started over SSH or in continuous integration."""
    if any(environment.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_TTY")):
        return False
    return platform in ("darwin", "win32") or any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
