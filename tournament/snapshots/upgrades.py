"""Remembers the last upgrade of the database until the first page has shown it."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from tournament.version import VERSION


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An upgrade of the database to a version; `backup` is the file made before it, empty if there is none."""

    version: str
    backup: str


def remember_upgrade(backup: Path | None) -> Upgrade:
    """Store the upgrade to be shown; where nothing can be written, only the terminal shows it."""
    upgrade = Upgrade(VERSION, str(backup or ""))
    with suppress(OSError):
        _file().write_text(json.dumps(asdict(upgrade)), "utf-8")
    return upgrade


def upgrade_to_tell() -> Upgrade | None:
    """Return the upgrade that has not been shown yet, and forget it; None where there is none."""
    with suppress(OSError, ValueError, TypeError):
        upgrade = Upgrade(**json.loads(_file().read_text("utf-8")))
        _file().unlink()
        return upgrade
    return None


def _file() -> Path:
    folder: Path = settings.DATA_DIR
    return folder / "upgrade.json"
