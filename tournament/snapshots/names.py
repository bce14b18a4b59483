"""Names of snapshots: when they were taken and why, so that a folder of them is readable and in order."""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils import timezone

SUFFIX, DUMP_SUFFIX = ".sqlite3", ".dump"
WRITTEN_TIME = "%Y-%m-%d_%H-%M-%S"
WRITTEN = re.compile(
    r"(?P<time>\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d)_"
    r"(?:(?P<plain>by-hand|before-upgrade)|(?:before-round-(?P<round>[1-9]\d{0,3})|before-deletion)_(?P<slug>[-\w]+))(?P<suffix>\.sqlite3|\.dump)",
    re.ASCII,
)


class Reason(StrEnum):
    BY_HAND = "by-hand"
    BEFORE_UPGRADE = "before-upgrade"
    BEFORE_ROUND = "before-round"
    BEFORE_DELETION = "before-deletion"


@dataclass(frozen=True, slots=True)
class SnapshotName:
    """When and why a snapshot was taken: 2026-11-21_20-15-03_before-round-3_bodensee-open-2026.sqlite3, in local time.

    `slug` names the tournament to be deleted or paired, `round_number` the round to be paired. `is_dump`: the file is a
    dump of PostgreSQL.
    """

    taken_at: datetime
    reason: Reason
    round_number: int | None = None
    slug: str = ""
    is_dump: bool = False

    def __str__(self) -> str:
        round_part = f"-{self.round_number}" if self.round_number else ""
        about = f"_{self.slug}" if self.slug else ""
        suffix = DUMP_SUFFIX if self.is_dump else SUFFIX
        return f"{timezone.localtime(self.taken_at):{WRITTEN_TIME}}_{self.reason}{round_part}{about}{suffix}"


def read_name(text: str) -> SnapshotName | None:
    """Read the name of a snapshot; None for any other file."""
    pattern_match = WRITTEN.fullmatch(text)
    if pattern_match is None:
        return None
    try:
        taken_at = datetime.strptime(pattern_match["time"], WRITTEN_TIME).replace(
            tzinfo=timezone.get_current_timezone()
        )
    except ValueError:
        return None
    is_dump = pattern_match["suffix"] == DUMP_SUFFIX
    if pattern_match["plain"]:
        return SnapshotName(taken_at, Reason(pattern_match["plain"]), is_dump=is_dump)
    if pattern_match["round"]:
        return SnapshotName(taken_at, Reason.BEFORE_ROUND, int(pattern_match["round"]), pattern_match["slug"], is_dump)
    return SnapshotName(taken_at, Reason.BEFORE_DELETION, slug=pattern_match["slug"], is_dump=is_dump)
