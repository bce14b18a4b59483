"""Which snapshots are kept."""

from datetime import UTC, datetime, timedelta

from tournament.snapshots.taking import superfluous

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def ago(**span):
    return NOW - timedelta(**span)


def kept(times):
    return sorted(set(times) - superfluous(times, NOW), reverse=True)


def test_all_of_the_last_24_hours_are_kept():
    evening = [ago(minutes=30 * number) for number in range(49)]

    assert kept(evening) == evening


def test_of_the_last_24_hours_at_most_50_are_kept_the_newest():
    evening = [ago(minutes=number) for number in range(60)]

    assert kept(evening) == evening[:50]


def test_of_the_last_30_days_the_last_of_each_day_is_kept():
    days = [ago(days=day, hours=hour) for day in range(2, 30) for hour in (0, 1, 5)]

    assert kept(days) == [ago(days=day) for day in range(2, 30)]


def test_of_the_time_before_the_last_of_each_month_is_kept():
    months = [datetime(2026, month, day, tzinfo=UTC) for month in (9, 8, 7) for day in (30, 15, 1)]

    assert kept(months) == [datetime(2026, month, 30, tzinfo=UTC) for month in (9, 8, 7)]


def test_the_newest_is_kept_however_old_it_is():
    assert kept([ago(days=4000), ago(days=4000, hours=1)]) == [ago(days=4000)]


def test_a_clock_that_once_ran_ahead_removes_nothing_of_today():
    ahead = [NOW + timedelta(days=400, minutes=number) for number in range(60)]

    assert kept([*ahead, NOW])[-1] == NOW


def test_nothing_is_nothing():
    assert superfluous([], NOW) == frozenset()
