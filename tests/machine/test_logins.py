"""Few passwords are checked at a time."""

from threading import Thread

import pytest

from tournament.engine.refusals import Refused
from tournament.machine.logins import Turnstile


def test_one_goes_through_after_the_other():
    turnstile, through = Turnstile(), []

    def go_through():
        with turnstile.passed():
            through.append("second")

    second = Thread(target=go_through)
    with turnstile.passed():
        second.start()
        through.append("first")
    second.join()

    assert through == ["first", "second"]


def test_whoever_would_be_one_too_many_to_wait_is_sent_away():
    turnstile = Turnstile(waiting=0)

    with turnstile.passed(), pytest.raises(Refused), turnstile.passed():
        pass

    with turnstile.passed():
        pass
