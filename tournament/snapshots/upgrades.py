"""What the last upgrade of the database has done, until the first page has told it."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from tournament.version import VERSION


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The version it was brought to; `backup` is the file with everything as it was before, empty if there is none."""

    version: str
    backup: str


def remember_upgrade(backup: Path | None) -> Upgrade:
    """Keep what there is to tell; where nothing can be written, the terminal alone tells it."""
    upgrade = Upgrade(VERSION, str(backup or ""))
    with suppress(OSError):
        _file().write_text(json.dumps(asdict(upgrade)), "utf-8")
    return upgrade


def upgrade_to_tell() -> Upgrade | None:
    """The upgrade that nobody has been told about yet: once."""
    with suppress(OSError, ValueError, TypeError):
        upgrade = Upgrade(**json.loads(_file().read_text("utf-8")))
        _file().unlink()
        return upgrade
    return None


def _file() -> Path:
    folder: Path = settings.DATA_DIR
    return folder / "upgrade.json"
