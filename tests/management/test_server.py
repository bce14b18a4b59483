"""The server: it ends when it is asked to, whenever that is, and what is sent does not wait behind what is asked."""

import signal
from dataclasses import dataclass, field
from threading import Event

import pytest
from django.urls import resolve

from tournament.machine import limits
from tournament.management.server import Dispatcher, listen, serve, takes_long

SECONDS = 30


@pytest.fixture
def signals():
    """What the program does with them ends with the test, and so does a server that does not end."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
    before = {number: signal.getsignal(number) for number in numbers}

    def fail(number, frame):
        pytest.fail("the server goes on")

    signal.signal(signal.SIGALRM, fail)
    signal.alarm(60)
    yield
    signal.alarm(0)
    for number, handler in before.items():
        signal.signal(number, handler)


class TidiedUp:
    """Python drops what is raised while something is tidied up, as it is at every import."""

    def __del__(self):
        signal.raise_signal(signal.SIGTERM)


class Sockets(list):
    def __iter__(self):
        TidiedUp()
        return super().__iter__()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_it_ends_even_where_python_drops_the_interruption(signals):
    sockets = Sockets(listen(0, "127.0.0.1"))

    serve(sockets)

    assert [taken.fileno() for taken in list.__iter__(sockets)] == [-1]


LONG = {
    "/t/open/desk/rounds/3/slips.pdf": True,
    "/t/open/standings.pdf": True,
    "/t/open/desk/tournament.xlsx": True,
    "/t/open/desk/web-pages.zip": True,
    "/t/open/desk/players/17/receipt.pdf": False,
    "/t/open/desk/vouchers/412.pdf": False,
    "/t/open/desk/rules.pdf": False,
    "/en/help/quick-guide.pdf": False,
    "/t/open/desk/": False,
}


def test_a_receipt_does_not_wait_behind_the_slips_of_thousands():
    assert {path: takes_long(path) for path in LONG} == LONG
    assert [path for path in LONG if resolve(path) is None] == []


@dataclass
class Request:
    """A request as the dispatcher sees it; it is being answered until it is let go."""

    command: str
    path: str = "/en/t/open/"
    is_begun: Event = field(default_factory=Event)
    may_end: Event = field(default_factory=Event)

    @property
    def requests(self):
        return [self]

    def service(self):
        self.is_begun.set()
        self.may_end.wait(SECONDS)

    def cancel(self):
        pass


@pytest.fixture
def dispatcher():
    made = Dispatcher()
    yield made
    made.shutdown(timeout=SECONDS)


def test_a_result_does_not_wait_behind_pages_that_are_asked_for(dispatcher):
    threads = limits.THREADS - limits.FILE_THREADS
    pages = [Request("GET") for _page in range(2 * threads)]
    for page in pages:
        dispatcher.add_task(page)
    for page in pages[:threads]:
        assert page.is_begun.wait(SECONDS)
    result = Request("POST")

    dispatcher.add_task(result)

    assert result.is_begun.wait(SECONDS)
    assert not any(page.is_begun.is_set() for page in pages[threads:])
    for request in (*pages, result):
        request.may_end.set()
