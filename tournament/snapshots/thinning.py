"""Which snapshots have become too many: a rule of their times alone."""

from collections.abc import Iterable
from datetime import datetime, timedelta

ALL_FOR = timedelta(hours=24)
AT_MOST = 50
DAILY_FOR = timedelta(days=30)


def superfluous(times: Iterable[datetime], now: datetime) -> frozenset[datetime]:
    """The times of the snapshots to remove; the newest is never among them.

    What stays: of the last 24 hours all, at most the newest 50; of the last 30 days the last of each day; of the
    time before the last of each month.
    """
    newest_first = sorted(set(times), reverse=True)
    kept = set([time for time in newest_first if now - time <= ALL_FOR][:AT_MOST])
    months, days = set(), set()
    for time in newest_first:
        if (time.year, time.month) not in months:
            kept.add(time)
        if now - time <= DAILY_FOR and time.date() not in days:
            kept.add(time)
        months.add((time.year, time.month))
        days.add(time.date())
    return frozenset(newest_first) - kept
