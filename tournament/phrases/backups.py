"""Backups and what they hold."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.names import isolated

SNAPSHOT_REASONS = {
    "by-hand": gettext_lazy("manual"),
    "before-upgrade": gettext_lazy("before a program update"),
    "before-round": gettext_lazy("before round %(round)s of %(name)s"),
    "before-deletion": gettext_lazy("before %(name)s was deleted"),
}


def snapshot_reason(reason: str, round_number: int | None, name: str) -> str:
    """Why a backup was made, before which round of the tournament of this name."""
    return str(SNAPSHOT_REASONS[reason]) % {"round": round_number, "name": isolated(name)}


def snapshot_whereabouts(*, is_here: bool, is_in_second_folder: bool) -> str:
    """In which of the two places a backup lies."""
    if is_here and is_in_second_folder:
        return _("on this computer and in the second location")
    return _("on this computer") if is_here else _("in the second location")


def drive_label(drive: str, free: str) -> str:
    """A stick or a disk to choose; `free` is a size with its unit."""
    return _("%(drive)s (%(free)s free)") % {"drive": drive, "free": free}


def held_tournament(name: str, date: str, paired_count: int, planned: int) -> str:
    """A tournament in a backup, on one line."""
    if not paired_count:
        return _("%(name)s, %(date)s, not drawn yet") % {"name": name, "date": date}
    return _("%(name)s, %(date)s, round %(paired)s of %(planned)s") % {
        "name": name,
        "date": date,
        "paired": paired_count,
        "planned": planned,
    }
