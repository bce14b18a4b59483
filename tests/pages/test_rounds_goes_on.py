"""When it goes on: the time of day alone, as it is written large, and beside it the day where that is another one."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from tournament.pages.rounds import goes_on_at
from tournament.queries.rounds.progress import Pace

# In Berlin it is one hour later.
NOW = datetime(2026, 11, 30, 22, 10, tzinfo=UTC)
PACE = Pace(
    number=3,
    places=0,
    started_at=NOW - timedelta(minutes=20),
    over_at=None,
    took=timedelta(minutes=20),
    usual=None,
    slow_tables=(),
    next_round_at=NOW + timedelta(minutes=30),
    end_at=NOW + timedelta(minutes=40),
)
LATE = replace(PACE, next_round_at=NOW + timedelta(minutes=55), end_at=NOW + timedelta(minutes=95))


@pytest.mark.parametrize(
    ("pace", "told"),
    [
        (PACE, ("Next round about", "23:40", "", "end at about 23:50")),
        (LATE, ("Next round about", "00:05", "1 Dec", "end at about 01/12/2026, 00:45")),
        (replace(LATE, next_round_at=None), ("End about", "00:45", "1 Dec", "")),
        (replace(LATE, next_round_at=None, end_at=None), ("", "", "", "")),
        (None, ("", "", "", "")),
    ],
)
def test_the_time_stands_alone_and_beside_it_the_day_where_that_is_another(pace, told):
    with translation.override("en-gb"):
        assert goes_on_at(pace, NOW) == told
