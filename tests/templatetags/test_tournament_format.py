"""How values are written on a page."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from tournament.models import Entry
from tournament.names import NOT_IN_PUBLIC
from tournament.queries.rounds.progress import Pace
from tournament.templatetags.tournament_format import pace_line, wished

TODAY = date(2026, 11, 20)
# In Berlin it is an hour later.
RUNNING = Pace(
    number=3,
    places=0,
    started_at=datetime(2026, 11, 20, 19, 5, tzinfo=UTC),
    over_at=None,
    took=timedelta(minutes=24, seconds=59),
    usual=timedelta(minutes=18, seconds=30),
    slow_tables=(7, 4),
    next_round_at=datetime(2026, 11, 20, 19, 35, tzinfo=UTC),
    end_at=datetime(2026, 11, 20, 21, 10, tzinfo=UTC),
)


@pytest.mark.parametrize(
    ("pace", "line"),
    [
        (
            RUNNING,
            "Round 3, started 20:05 · 24 min · matches usually take 18 min · tables 7 and 4 are running late · "
            "next round at about 20:35, end at about 22:10",
        ),
        (
            replace(RUNNING, slow_tables=(7,), next_round_at=None),
            "Round 3, started 20:05 · 24 min · matches usually take 18 min · table 7 is running late · "
            "end at about 22:10",
        ),
        (
            replace(RUNNING, slow_tables=(7, 4, 1, 2), next_round_at=None, end_at=None),
            "Round 3, started 20:05 · 24 min · matches usually take 18 min · 4 tables are running late",
        ),
        (
            replace(RUNNING, usual=None, slow_tables=(), next_round_at=None, end_at=None),
            "Round 3, started 20:05 · 24 min",
        ),
        (
            replace(RUNNING, over_at=datetime(2026, 11, 20, 19, 29, tzinfo=UTC), slow_tables=(), usual=None),
            "Round 3 from 20:05 to 20:29 · 24 min · next round at about 20:35, end at about 22:10",
        ),
    ],
)
def test_the_pace_of_a_round_stands_in_one_line(pace, line):
    assert pace_line(pace, TODAY) == line


def test_the_pace_of_an_earlier_day_stands_with_its_date():
    over = replace(RUNNING, over_at=datetime(2026, 11, 20, 19, 29, tzinfo=UTC), usual=None, slow_tables=())
    long_ago = replace(over, next_round_at=None, end_at=None)

    assert pace_line(long_ago, date(2026, 11, 21)) == "Round 3 from 20/11/2026, 20:05 to 20/11/2026, 20:29 · 24 min"


@pytest.mark.parametrize(
    ("shown_as", "is_behind_a_link", "told"),
    [
        ("", False, "abbreviated: Hans M."),
        ("", True, "abbreviated: Hans M."),
        ("Hans M.", True, "abbreviated: Hans M."),
        (NOT_IN_PUBLIC, False, "abbreviated: Hans M."),
        (NOT_IN_PUBLIC, True, "abbreviated"),
        ("Der Graf", True, "abbreviated"),
    ],
)
def test_a_wish_says_what_it_makes_of_the_name_but_for_a_link_that_lies_about(shown_as, is_behind_a_link, told):
    entry = Entry(number=1, name="Dr. Hans Maier jun.", shown_as=shown_as)

    assert str(dict(wished(entry, is_behind_a_link)["choices"])["abbreviated"]) == told
