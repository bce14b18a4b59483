"""The two folders for backups: beside the database, and a second one, named by an option or chosen on a page.

A folder may not respond, for example on a network drive that is gone: `run_with_timeout` limits the wait for it.
"""

import getpass
import json
import os
import shutil
import string
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TypeVar

from django.conf import settings

from tournament.actions.permissions import Visitor, runs_installation
from tournament.engine.refusals import Refused
from tournament.machine.disk import DiskProblem, disk_problem, folder_problem
from tournament.machine.installation import PROGRAM, write_whole
from tournament.snapshots.names import SnapshotName, read_name

Found = TypeVar("Found")

# The timeout for the second folder. A USB stick that hangs must not hold up the evening, and a working one takes a
# club's database in much less.
PATIENCE_SECONDS = 3.0
# Where systems mount drives that are plugged in; Windows gives them a letter.
OF_PLUGGED_IN = ("/media", "/media/{user}", "/run/media/{user}", "/Volumes")


@dataclass(frozen=True, slots=True)
class Place:
    """The state of a folder: its backups by file name, each with its size, and its free bytes.

    `disk` identifies the disk. Both are None if the folder cannot be read.
    """

    folder: Path
    files: Mapping[str, tuple[SnapshotName, int]]
    free_bytes: int | None
    disk: int | None

    @property
    def newest(self) -> SnapshotName | None:
        return max((name for name, _size in self.files.values()), key=lambda name: name.taken_at, default=None)


def first_folder() -> Path:
    """The folder of the backups beside the database."""
    folder: Path = settings.DATA_DIR / "snapshots"
    return folder


def second_folder() -> Path | None:
    """The second folder for backups, named by `--backup-dir` or chosen on the page; None without one."""
    folder: Path | None = settings.SNAPSHOT_DIR or _chosen_folder()
    return folder if folder != first_folder() else None


def is_named_at_start() -> bool:
    """Whether an option or the environment names the second folder, so that the page cannot choose one."""
    return settings.SNAPSHOT_DIR is not None


def choose_second_folder(typed: str, *, by: Visitor) -> Path | None:
    """Set and return the folder for a second copy of every backup; an empty text means none.

    Raises Refused for a folder that cannot keep backups. On a plugged-in drive the folder is created; any other must
    exist: if its stick is missing, it would be created on the disk that it must outlive.
    """
    if not runs_installation(by):
        raise Refused("not_allowed")
    if is_named_at_start():
        raise Refused("second_place_named_at_start")
    if not typed:
        _file().unlink(missing_ok=True)
        return None
    folder = run_with_timeout(partial(_usable_folder, typed), Path(typed))
    try:
        write_whole(_file(), json.dumps({"folder": str(folder)}))
    except OSError as error:
        raise place_problem(settings.DATA_DIR, error) from error
    return folder


def place_problem(folder: Path, error: BaseException) -> Refused:
    """Return the refusal that says why a file could not be written to the folder."""
    problem = disk_problem(error)
    if problem is DiskProblem.FULL:
        return Refused("snapshot_place_full", folder=folder)
    if problem is DiskProblem.MISSING:
        return Refused("snapshot_place_missing", folder=folder)
    if problem in (DiskProblem.READ_ONLY, DiskProblem.CLOSED):
        return Refused("snapshot_place_read_only", folder=folder)
    return Refused("snapshot_failed", folder=folder, reason=getattr(error, "strerror", None) or str(error))


def place_at(folder: Path) -> Place:
    """Return the present state of the folder; one that cannot be read counts as empty."""
    try:
        return Place(folder, _backups_in(folder), shutil.disk_usage(folder).free, folder.stat().st_dev)
    except OSError:
        return Place(folder, {}, None, None)


# A stick or disk that is plugged in, the folder on it for backups, and how many bytes are free.
Drive = tuple[Path, Path, int]


def drives() -> tuple[Drive, ...]:
    """Return the plugged-in drives, without the disk of the database; none after a timeout."""
    try:
        return run_with_timeout(_drives, settings.DATA_DIR)
    except Refused:
        return ()


def run_with_timeout(look: Callable[[], Found], folder: Path) -> Found:
    """Return what `look` finds. Raises Refused after a timeout; the thread left behind does not outlive the program."""
    answer: Future[Found] = Future()

    def run() -> None:
        try:
            answer.set_result(look())
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=run, daemon=True, name="looks-at-a-place").start()
    try:
        return answer.result(timeout=PATIENCE_SECONDS)
    except TimeoutError as silence:
        raise Refused("snapshot_place_silent", folder=folder) from silence


def _backups_in(folder: Path) -> dict[str, tuple[SnapshotName, int]]:
    files = {}
    for file in folder.iterdir():
        # Another process may remove files at this moment.
        with suppress(FileNotFoundError):
            if name := read_name(file.name):
                files[file.name] = (name, file.stat().st_size)
    return files


def _usable_folder(typed: str) -> Path:
    try:
        folder = Path(typed).expanduser()
        if not folder.is_absolute():
            raise Refused("second_place_relative", folder=typed)
        folder = folder.resolve()
        if folder.is_relative_to(settings.DATA_DIR.resolve()):
            raise Refused("second_place_beside_the_first", folder=folder)
        if folder in [room for _drive, room, _free in _drives()]:
            folder.mkdir(mode=0o700, exist_ok=True)
        if not folder.is_dir():
            raise Refused("second_place_missing", folder=folder)
    except (OSError, RuntimeError, ValueError) as error:
        raise place_problem(Path(typed), error) from error
    problem = folder_problem(folder)
    if problem is DiskProblem.FULL:
        raise Refused("snapshot_place_full", folder=folder)
    if problem:
        raise Refused("snapshot_place_read_only", folder=folder)
    return folder


def _drives() -> tuple[Drive, ...]:
    """Return each writable drive once, without the disk of the database."""
    room_by_device: dict[int, Drive] = {settings.DATA_DIR.stat().st_dev: (settings.DATA_DIR, settings.DATA_DIR, 0)}
    for drive in _mounted():
        try:
            room = drive, drive / PROGRAM, shutil.disk_usage(drive).free
            if os.access(drive, os.W_OK):
                room_by_device.setdefault(drive.stat().st_dev, room)
        except OSError:
            continue
    return tuple(room_by_device.values())[1:]


def _mounted() -> list[Path]:
    if os.name == "nt":
        letters = [Path(f"{letter}:\\") for letter in string.ascii_uppercase]
        return [drive for drive in letters if drive.exists()]
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        # In a container the user may be a bare number, for whom no drive is plugged in.
        return []
    folders = [Path(folder.format(user=user)) for folder in OF_PLUGGED_IN]
    inside = [subfolder for folder in folders if folder.is_dir() for subfolder in sorted(folder.iterdir())]
    return [subfolder for subfolder in inside if subfolder.is_mount()]


def _chosen_folder() -> Path | None:
    try:
        choice = json.loads(_file().read_text("utf-8"))
        return Path(choice["folder"])
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _file() -> Path:
    """The file that stores the chosen folder. No backup has it, because other machines have other folders."""
    folder: Path = settings.DATA_DIR
    return folder / "second_location.json"
