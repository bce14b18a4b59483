"""Few passwords are checked at a time."""

from threading import Thread

import pytest

from tournament.engine.refusals import Refused
from tournament.machine import limits, outage
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


def test_nobody_waits_for_a_turn_longer_than_a_request_may_for_the_database(monkeypatch):
    monkeypatch.setattr(limits, "DATABASE_SECONDS", 0.01)
    turnstile = Turnstile()

    for _time in range(2):
        with turnstile.passed(), pytest.raises(Refused), turnstile.passed():
            pass


def test_whose_turn_comes_once_the_database_is_known_to_be_away_does_not_ask_it_again(monkeypatch):
    turnstile = Turnstile(waiting=0)

    with monkeypatch.context() as away:
        away.setattr(outage, "is_away", lambda: True)
        with pytest.raises(outage.AwayError), turnstile.passed():
            pass

    with turnstile.passed():
        pass
