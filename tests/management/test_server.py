"""The server ends when it is asked to, whenever that is."""

import signal

import pytest
from django.urls import resolve

from tournament.management.server import listen, serve, takes_long


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
