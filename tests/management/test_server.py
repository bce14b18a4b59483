"""The server ends when it is asked to, whenever that is."""

import signal

import pytest

from tournament.management.server import listen, serve


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
