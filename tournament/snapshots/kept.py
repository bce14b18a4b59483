"""The stored snapshots in both folders for backups, and the state of these folders."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from django.contrib.auth.models import User

from tournament.engine.refusals import Refused
from tournament.queries.clubs import is_only_club
from tournament.queries.tournaments import slugs_known_to
from tournament.snapshots.names import SnapshotName
from tournament.snapshots.places import Place, first_folder, place_at, run_with_timeout, second_folder
from tournament.snapshots.taking import last_problems


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot, and in which of the two folders for backups it is."""

    name: SnapshotName
    file: Path
    size: int
    is_here: bool
    is_in_second_folder: bool


@dataclass(frozen=True, slots=True)
class Snapshots:
    """All snapshots, newest first; `problems` are those that may hinder the next one.

    `shares_disk`: both folders are on one disk, and would be lost together.
    """

    snapshots: tuple[Snapshot, ...]
    first: Place
    second: Place | None
    shares_disk: bool
    problems: tuple[Refused, ...]


def kept_snapshots() -> Snapshots:
    """Read which snapshots the two folders hold now."""
    first, elsewhere = place_at(first_folder()), second_folder()
    second, silence = _looked_at(elsewhere) if elsewhere else (None, None)
    copies = second.files if second else {}
    names = sorted({**copies, **first.files}.items(), key=lambda item: (item[1][0].taken_at, item[0]), reverse=True)
    snapshots = tuple(
        Snapshot(
            name=name,
            file=(first.folder if text in first.files or second is None else second.folder) / text,
            size=size,
            is_here=text in first.files,
            is_in_second_folder=text in copies,
        )
        for text, (name, size) in names
    )
    problems = tuple(_problems(snapshots, second, silence))
    return Snapshots(snapshots, first, second, _share_a_disk(second), problems)


def backed_up_at(since: datetime | None) -> datetime | None:
    """Return when the newest backup in the second folder was taken; None if that was before `since`."""
    second = kept_snapshots().second if since else None
    newest = second.newest if second else None
    return newest.taken_at if newest and since and newest.taken_at >= since.replace(microsecond=0) else None


def snapshots_for(user: User, snapshots: Iterable[Snapshot]) -> tuple[Snapshot, ...]:
    """Return the snapshots a user may see: with several clubs, none named after a tournament hidden from them."""
    known_slugs = None if is_only_club() else slugs_known_to(user)
    return tuple(
        snapshot
        for snapshot in snapshots
        if known_slugs is None or not snapshot.name.slug or snapshot.name.slug in known_slugs
    )


def snapshot_file(name: str, user: User) -> Path | None:
    """Return the file of the snapshot with this name, or None if there is none that the user may see."""
    snapshots = snapshots_for(user, kept_snapshots().snapshots)
    return next((snapshot.file for snapshot in snapshots if str(snapshot.name) == name), None)


def newest_in(folder: Path) -> Path:
    """Return the newest snapshot in the folder. Raises Refused if there is none."""
    files = place_at(folder).files
    if not files:
        raise Refused("nothing_in_folder", folder=folder)
    return folder / max(files, key=lambda text: (files[text][0].taken_at, text))


def _looked_at(folder: Path) -> tuple[Place, Refused | None]:
    """Return the state of a folder; after a timeout, an empty state and the refusal."""
    try:
        return run_with_timeout(partial(place_at, folder), folder), None
    except Refused as silence:
        return Place(folder, {}, None, None), silence


def _problems(snapshots: tuple[Snapshot, ...], second: Place | None, silence: Refused | None) -> Iterable[Refused]:
    folder = first_folder()
    if folder in last_problems:
        yield last_problems[folder]
    if silence:
        yield silence
    elif second and second.disk is None:
        yield Refused("snapshot_place_missing", folder=second.folder)
    elif second and snapshots and not snapshots[0].is_in_second_folder:
        yield last_problems.get(second.folder) or Refused("snapshot_place_behind", folder=second.folder)


def _share_a_disk(second: Place | None) -> bool:
    try:
        return second is not None and second.disk == first_folder().parent.stat().st_dev
    except OSError:
        return False
