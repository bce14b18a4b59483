"""A file brought along and uploaded, as a snapshot on a stick: kept for a day, so that its owner can look into it."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User

from tournament.snapshots.names import SUFFIX
from tournament.snapshots.reading import tournaments_in

KEPT_SECONDS = 24 * 60 * 60


def keep_upload(
    parts: Iterable[bytes],
    *,
    by: User | None,
    key: UUID,
    look: Callable[[Path], object] = tournaments_in,
) -> None:
    """Keep the file under the key of its form. What `look` refuses, by default what is no snapshot, is not kept."""
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for old in folder.iterdir():
        if time.time() - old.stat().st_mtime > KEPT_SECONDS:
            old.unlink(missing_ok=True)
    file = _file(by, key)
    try:
        with file.open("wb") as written:
            for part in parts:
                written.write(part)
        look(file)
    except BaseException:
        file.unlink(missing_ok=True)
        raise


@contextmanager
def kept_for_now(parts: Iterable[bytes], *, key: UUID) -> Iterator[Path]:
    """The file while it is taken over on a machine without an account. Raises Refused as `keep_upload` does."""
    keep_upload(parts, by=None, key=key)
    file = _file(None, key)
    try:
        yield file
    finally:
        file.unlink(missing_ok=True)


def upload_of(user: User, key: UUID) -> Path | None:
    """The file that this account has uploaded, or nothing."""
    file = _file(user, key)
    return file if file.is_file() else None


def _folder() -> Path:
    folder: Path = settings.UPLOADS_DIR or settings.DATA_DIR / "uploads"
    return folder


def _file(user: User | None, key: UUID) -> Path:
    return _folder() / f"{user.pk if user else 'nobody'}-{key}{SUFFIX}"
