"""A stretch between the program and its PostgreSQL server, on which everything stops without a word."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

from django.db import connection


class Relay:
    """Hands on what is said to a server; while that is halted nothing, as of a machine that is gone without a word."""

    def __init__(self, server: tuple[str, int]) -> None:
        self._server, self._goes_on = server, Event()
        self._sockets: list[socket.socket] = []
        self._goes_on.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.halt, self.go_on = self._goes_on.clear, self._goes_on.set
        Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                pair = [self._listening.accept()[0], socket.create_connection(self._server)]
                self._sockets += pair
                for one, other in (pair, reversed(pair)):
                    Thread(target=self._hand_on, args=(one, other), daemon=True).start()

    def _hand_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(65536):
                self._goes_on.wait()
                other.sendall(said)
            other.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self.go_on()
        for one in (self._listening, *self._sockets):
            one.close()


@contextmanager
def between_program_and_server() -> Iterator[Relay]:
    """Lead the connections of this process, and of each that it starts, through a relay."""
    named = connection.settings_dict
    place = {name: named[name] for name in ("HOST", "PORT")}
    between = Relay((place["HOST"], int(place["PORT"])))

    def go_by(**way: object) -> None:
        connection.close()
        connection.close_pool()
        named.update(way)

    go_by(HOST="127.0.0.1", PORT=between.port)
    try:
        yield between
    finally:
        go_by(**place)
        between.close()
