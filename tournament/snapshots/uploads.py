"""Keeps uploaded files, such as a snapshot from a stick, for a day, so that their owners can look into them."""

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
    parts: Iterable[bytes], *, by: User | None, key: UUID, look: Callable[[Path], object] = tournaments_in
) -> None:
    """Keep an upload under the key of its form, unless `look` refuses it, which by default accepts snapshots only."""
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for old in folder.iterdir():
        if time.time() - old.stat().st_mtime > KEPT_SECONDS:
            old.unlink(missing_ok=True)
    file = _file(by, key)
    try:
        with file.open("wb") as stream:
            for part in parts:
                stream.write(part)
        look(file)
    except BaseException:
        file.unlink(missing_ok=True)
        raise


@contextmanager
def kept_for_now(parts: Iterable[bytes], *, key: UUID) -> Iterator[Path]:
    """Keep an upload while an installation without accounts restores it. Raises Refused if it is no snapshot."""
    keep_upload(parts, by=None, key=key)
    file = _file(None, key)
    try:
        yield file
    finally:
        file.unlink(missing_ok=True)


def upload_of(user: User, key: UUID) -> Path | None:
    """Return the file that this account has uploaded with the form of this key, or None."""
    file = _file(user, key)
    return file if file.is_file() else None


def _folder() -> Path:
    folder: Path = settings.UPLOADS_DIR or settings.DATA_DIR / "uploads"
    return folder


def _file(user: User | None, key: UUID) -> Path:
    return _folder() / f"{user.pk if user else 'nobody'}-{key}{SUFFIX}"
