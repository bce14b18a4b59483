"""Takes snapshots into the data folder, and copies them to a second folder; problems are returned, never raised."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from django.utils import timezone

from tournament.actions.words import sweep
from tournament.engine.refusals import Refused
from tournament.models import Round, Tournament
from tournament.snapshots.filling import can_fill, fill, is_file
from tournament.snapshots.names import Reason, SnapshotName, read_name
from tournament.snapshots.places import PATIENCE_SECONDS, first_folder, place_problem, second_folder

DRAFT = ".draft-"
ALL_FOR = timedelta(hours=24)
AT_MOST = 50
DAILY_FOR = timedelta(days=30)
# One copy at a time; a copy under way is finished before the program ends.
_second_place_writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="second-place")
# The problem of the last write to each folder, kept in memory only.
last_problems: dict[Path, Refused] = {}


def snapshot_before_draw(tournament: Tournament, number: int) -> tuple[Refused, ...]:
    """Take a snapshot before round `number` is paired, if that is the next round; return the problems.

    What no page asks about any more is swept out first.
    A server's database is not copied: it holds many clubs, and a draw must not wait for a copy of them all.
    """
    sweep()
    if not is_file():
        return ()
    paired_count = Round.objects.filter(tournament=tournament).count()
    if number != paired_count + 1 or tournament.is_closed:
        return ()
    return take_snapshot(Reason.BEFORE_ROUND, round_number=number, slug=tournament.slug)


# The file of a snapshot, None if neither folder has it, and the problems.
Taken = tuple[Path | None, tuple[Refused, ...]]


def snapshot_before_deletion(tournament: Tournament) -> Taken:
    if not can_fill():
        return None, (Refused("snapshots_not_of_this_database"),)
    return _taken(_name(Reason.BEFORE_DELETION, slug=tournament.slug), PATIENCE_SECONDS)


def snapshot_before_upgrade() -> Taken:
    """Take a snapshot before a newer version of the program changes the database."""
    return _taken(_name(Reason.BEFORE_UPGRADE), None) if can_fill() else (None, ())


def _taken(name: SnapshotName, patience: float | None) -> Taken:
    problems = _take(name, patience)
    files = [folder / str(name) for folder in (first_folder(), second_folder()) if folder]
    return next((file for file in files if file.is_file()), None), problems


def take_snapshot(
    reason: Reason, *, round_number: int | None = None, slug: str = "", patience: float | None = PATIENCE_SECONDS
) -> tuple[Refused, ...]:
    """Copy the database into the data folder, then to the second folder for backups; return the problems.

    The copy holds what is committed, not the changes of an open transaction. Nothing is
    done if `pg_dump` is missing. `patience` is the timeout in seconds for the second folder; copying goes on after it.
    """
    if not can_fill():
        return ()
    return _take(_name(reason, round_number, slug), patience)


def _name(reason: Reason, round_number: int | None = None, slug: str = "") -> SnapshotName:
    return SnapshotName(timezone.now(), reason, round_number, slug, is_dump=not is_file())


def _take(name: SnapshotName, patience: float | None) -> tuple[Refused, ...]:
    refusal = _attempt(first_folder(), name, fill)
    elsewhere = second_folder()
    if elsewhere is None:
        return (refusal,) if refusal else ()
    write = fill if refusal else partial(shutil.copyfile, first_folder() / str(name))
    copying = _second_place_writer.submit(_attempt, elsewhere, name, write)
    try:
        copied = copying.result(timeout=patience)
    except TimeoutError:
        copied = Refused("snapshot_place_slow", folder=elsewhere)
        last_problems[elsewhere] = copied
    return tuple(problem for problem in (refusal, copied) if problem)


def _attempt(folder: Path, name: SnapshotName, write: Callable[[Path], object]) -> Refused | None:
    """Write a snapshot to the folder and remove superfluous ones; return and remember the problem, if any.

    The second folder must exist: if its stick is missing, it would be created on the disk that it must outlive.
    """
    try:
        if folder == first_folder():
            folder.mkdir(mode=0o700, exist_ok=True)
        _into_place(folder, str(name), write)
        _thin_out(folder)
    except (OSError, sqlite3.Error) as error:
        last_problems[folder] = place_problem(folder, error)
    else:
        last_problems.pop(folder, None)
    return last_problems.get(folder)


def _into_place(folder: Path, name: str, write: Callable[[Path], object]) -> None:
    """Write a draft and move it into place: a pulled stick or a power cut leaves the whole file or none."""
    handle, path = tempfile.mkstemp(prefix=DRAFT, dir=folder)
    os.close(handle)
    draft = Path(path)
    try:
        write(draft)
        _flush_to_disk(draft)
        os.replace(draft, folder / name)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    if os.name == "posix":
        _flush_to_disk(folder)


def _flush_to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _thin_out(folder: Path) -> None:
    """Remove superfluous files that have a snapshot's name, and drafts left by a power cut."""
    now = timezone.now()
    time_by_file = {file: name.taken_at for file in folder.iterdir() if (name := read_name(file.name))}
    too_many = superfluous(time_by_file.values(), now)
    for file, taken_at in time_by_file.items():
        if taken_at in too_many:
            file.unlink(missing_ok=True)
    for draft in folder.glob(f"{DRAFT}*"):
        if now.timestamp() - draft.stat().st_mtime > 24 * 60 * 60:
            draft.unlink(missing_ok=True)


def superfluous(times: Iterable[datetime], now: datetime) -> frozenset[datetime]:
    """Return the times of the snapshots to remove, never the newest.

    Kept are the newest 50 of the last 24 hours, the last of each of the last 30 days, and the last of each month.
    """
    newest_first = sorted(set(times), reverse=True)
    kept_times = set([time for time in newest_first if now - time <= ALL_FOR][:AT_MOST])
    months, days = set(), set()
    for time in newest_first:
        if (time.year, time.month) not in months:
            kept_times.add(time)
        if now - time <= DAILY_FOR and time.date() not in days:
            kept_times.add(time)
        months.add((time.year, time.month))
        days.add(time.date())
    return frozenset(newest_first) - kept_times
