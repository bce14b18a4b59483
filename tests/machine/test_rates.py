"""How often something may be done, and that this is remembered."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.utils import timezone

from tournament.machine.rates import Rate

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
RATE = Rate("of-the-tests", at_once=3, seconds=10)


@pytest.fixture
def at(monkeypatch):
    """Let it be so many seconds after noon."""

    def set_clock(seconds):
        monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(seconds=seconds))

    set_clock(0)
    return set_clock


def use(times):
    for _use in range(times):
        RATE.use("Ada")


def test_so_many_at_once_and_one_more_after_every_so_many_seconds(at):
    waits = []
    for moment, uses in ((0, 2), (0, 1), (4, 0), (10, 0), (10, 1), (30, 0), (30, 1), (30, 1)):
        at(moment)
        use(uses)
        waits.append(RATE.wait("Ada"))

    assert waits == [0, 10, 6, 0, 10, 0, 0, 10]


def test_what_comes_in_spite_of_it_puts_the_next_one_off_no_further(at):
    use(50)

    assert RATE.wait("Ada") == 10


def test_everybody_is_counted_alone_and_every_rate_too(at):
    use(3)

    other = Rate("another", at_once=3, seconds=10)
    assert (RATE.wait("Bo"), RATE.wait("Ada", 1), other.wait("Ada")) == (0, 0, 0)


def test_a_clock_that_is_put_back_keeps_nobody_waiting_for_long(at):
    use(3)

    at(-3600)

    assert RATE.wait("Ada") == 0


def test_nothing_that_is_kept_says_who_was_counted():
    RATE.use("Ada Lovelace")

    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM rates")
        assert "Ada" not in str(cursor.fetchall())


def test_what_is_kept_stays_bounded_and_what_has_run_out_goes_first(at, settings):
    settings.CACHES = {**settings.CACHES, "shared": {**settings.CACHES["shared"], "OPTIONS": {"MAX_ENTRIES": 50}}}
    lasting = Rate("lasting", at_once=1, seconds=600)
    lasting.use("Ada")
    over = Rate("over", at_once=1, seconds=-1)

    for number in range(200):
        over.use(number)

    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM rates")
        assert cursor.fetchone()[0] <= 51
    assert lasting.wait("Ada") == 600
    caches["shared"].clear()
