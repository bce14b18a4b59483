"""The two places of the backups: beside the database, and a second one, named at the start or chosen on a page.

Nothing here waits for a folder that does not answer, such as one on a network drive that is gone.
"""

import getpass
import json
import os
import shutil
import string
import tempfile
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
from tournament.machine.installation import PROGRAM
from tournament.snapshots.names import SnapshotName, read_name

Seen = TypeVar("Seen")

# How long anybody waits for the second place. A stick that hangs must not hold up the evening, and a working one
# has taken a club's database long before.
PATIENCE_SECONDS = 3.0
# Where the systems put what is plugged in; Windows gives it a letter.
OF_PLUGGED_IN = ("/media", "/media/{user}", "/run/media/{user}", "/Volumes")


@dataclass(frozen=True, slots=True)
class Place:
    """A folder as it was found: its backups by file name, each with its size; bytes that are free, None where unknown.

    `disk` tells one disk from another; None: there is no such folder.
    """

    folder: Path
    files: Mapping[str, tuple[SnapshotName, int]]
    free_bytes: int | None
    disk: int | None

    @property
    def newest(self) -> SnapshotName | None:
        """The last backup that lies there."""
        return max((name for name, _size in self.files.values()), key=lambda name: name.taken_at, default=None)


@dataclass(frozen=True, slots=True)
class Drive:
    """A stick or a disk that is there, the folder on it that backups would go to, and how many bytes are free."""

    drive: Path
    folder: Path
    free_bytes: int


def first_folder() -> Path:
    """The folder of the backups beside the database."""
    folder: Path = settings.DATA_DIR / "snapshots"
    return folder


def second_folder() -> Path | None:
    """The folder that `--backup-dir` names, else the one that was chosen on the page, if there is one."""
    folder: Path | None = settings.SNAPSHOT_DIR or _chosen_folder()
    return folder if folder != first_folder() else None


def is_named_at_start() -> bool:
    """Whether the second place is said by the option: it wins for as long as the program runs with it."""
    return settings.SNAPSHOT_DIR is not None


def choose_second_folder(typed: str, *, by: Visitor) -> Path | None:
    """Keep every backup in this folder too, from now on, and give it back; an empty text: in no second one.

    Raises Refused for what is no folder to keep backups in. On a drive of its own the folder is made; any other must
    be there: made where a stick is missing, it would lie on the disk that it is to outlive.
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
        _keep(str(folder))
    except OSError as error:
        raise place_problem(settings.DATA_DIR, error) from error
    return folder


def place_problem(folder: Path, error: BaseException) -> Refused:
    """Why the folder takes no file."""
    problem = disk_problem(error)
    if problem is DiskProblem.FULL:
        return Refused("snapshot_place_full", folder=folder)
    if problem is DiskProblem.MISSING:
        return Refused("snapshot_place_missing", folder=folder)
    if problem in (DiskProblem.READ_ONLY, DiskProblem.CLOSED):
        return Refused("snapshot_place_read_only", folder=folder)
    return Refused("snapshot_failed", folder=folder, reason=getattr(error, "strerror", None) or str(error))


def place_at(folder: Path) -> Place:
    """The folder as it is now; one that cannot be read holds nothing."""
    try:
        return Place(folder, _backups_in(folder), shutil.disk_usage(folder).free, folder.stat().st_dev)
    except OSError:
        return Place(folder, {}, None, None)


def drives() -> tuple[Drive, ...]:
    """What is plugged in and is not the disk of the tournaments; nothing where the system does not answer."""
    try:
        return run_with_timeout(_drives, settings.DATA_DIR)
    except Refused:
        return ()


def run_with_timeout(look: Callable[[], Seen], folder: Path) -> Seen:
    """What the look gives. Raises Refused where it takes too long; it is left alone then, and holds up no end."""
    answer: Future[Seen] = Future()

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
        # Another process may thin them out at this moment.
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
        if folder in [drive.folder for drive in _drives()]:
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
    """Each drive once, and none on the disk of the tournaments."""
    found: dict[int, Drive] = {settings.DATA_DIR.stat().st_dev: Drive(settings.DATA_DIR, settings.DATA_DIR, 0)}
    for drive in _mounted():
        try:
            room = Drive(drive, drive / PROGRAM, shutil.disk_usage(drive).free)
            if os.access(drive, os.W_OK):
                found.setdefault(drive.stat().st_dev, room)
        except OSError:
            continue
    return tuple(found.values())[1:]


def _mounted() -> list[Path]:
    if os.name == "nt":
        letters = [Path(f"{letter}:\\") for letter in string.ascii_uppercase]
        return [drive for drive in letters if drive.exists()]
    folders = [Path(folder.format(user=getpass.getuser())) for folder in OF_PLUGGED_IN]
    inside = [one for folder in folders if folder.is_dir() for one in sorted(folder.iterdir())]
    return [one for one in inside if one.is_mount()]


def _chosen_folder() -> Path | None:
    try:
        kept = json.loads(_file().read_text("utf-8"))
        return Path(kept["folder"])
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _keep(folder: str) -> None:
    """Written beside and moved into place: a power cut leaves what was chosen before or what is chosen now."""
    handle, draft = tempfile.mkstemp(dir=settings.DATA_DIR)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"folder": folder}, file)
    os.replace(draft, _file())


def _file() -> Path:
    """In the data folder, in no backup: on another machine the folder may be anything."""
    folder: Path = settings.DATA_DIR
    return folder / "second_location.json"
