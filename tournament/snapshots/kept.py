"""The snapshots that are kept, in both places, and how the places are."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.models import User

from tournament.engine.refusals import Refused
from tournament.queries.clubs import is_only_club
from tournament.queries.tournaments import slugs_known_to
from tournament.snapshots.names import SnapshotName, read_name
from tournament.snapshots.taking import first_folder, last_problems, second_folder


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot, and in which of the two places it lies."""

    name: SnapshotName
    file: Path
    size: int
    is_here: bool
    is_in_second_folder: bool


@dataclass(frozen=True, slots=True)
class Snapshots:
    """All snapshots, newest first; `problems` are what stands in the way of the next one.

    `shares_disk` says that the second place would be lost together with the first.
    """

    snapshots: tuple[Snapshot, ...]
    first_folder: Path
    second_folder: Path | None
    shares_disk: bool
    problems: tuple[Refused, ...]


def kept_snapshots() -> Snapshots:
    """What the two folders hold now."""
    here, elsewhere = first_folder(), second_folder()
    first, second = _files(here), _files(elsewhere)
    names = sorted({**second, **first}.items(), key=lambda named: (named[1].taken_at, named[0]), reverse=True)
    snapshots = tuple(
        Snapshot(
            name=name,
            file=file,
            size=file.stat().st_size,
            is_here=text in first,
            is_in_second_folder=text in second,
        )
        for text, name in names
        for file in [(here if text in first else elsewhere or here) / text]
        if file.exists()
    )
    return Snapshots(snapshots, here, elsewhere, _share_a_disk(here, elsewhere), tuple(_problems(snapshots)))


def snapshots_for(user: User, snapshots: Iterable[Snapshot]) -> tuple[Snapshot, ...]:
    """Those that an account may know of: where there are several clubs, none that is named after another's."""
    known = None if is_only_club() else slugs_known_to(user)
    return tuple(one for one in snapshots if known is None or not one.name.slug or one.name.slug in known)


def snapshot_file(name: str) -> Path | None:
    """Where the snapshot of this name lies, or nothing."""
    if read_name(name) is None:
        return None
    copies = [folder / name for folder in (first_folder(), second_folder()) if folder]
    return next((file for file in copies if file.is_file()), None)


def newest_in(folder: Path) -> Path:
    """The newest snapshot of any folder. Raises Refused where there is none."""
    files = _files(folder)
    if not files:
        raise Refused("nothing_in_folder", folder=folder)
    return folder / max(files, key=lambda text: (files[text].taken_at, text))


def _files(folder: Path | None) -> dict[str, SnapshotName]:
    """The snapshots of a folder by file name; a folder that cannot be read holds none."""
    try:
        found = os.listdir(folder) if folder else []
    except OSError:
        return {}
    return {text: name for text in found if (name := read_name(text))}


def _problems(snapshots: tuple[Snapshot, ...]) -> Iterable[Refused]:
    here, elsewhere = first_folder(), second_folder()
    if here in last_problems:
        yield last_problems[here]
    if elsewhere and not elsewhere.is_dir():
        yield Refused("snapshot_place_missing", folder=elsewhere)
    elif elsewhere and snapshots and not snapshots[0].is_in_second_folder:
        yield last_problems.get(elsewhere) or Refused("snapshot_place_behind", folder=elsewhere)


def _share_a_disk(here: Path, elsewhere: Path | None) -> bool:
    try:
        return elsewhere is not None and here.parent.stat().st_dev == elsewhere.stat().st_dev
    except OSError:
        return False
