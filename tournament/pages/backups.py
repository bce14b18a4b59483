"""The list of backups."""

from collections.abc import Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils import formats
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from tournament.pages.tables import ListTable, strong_link
from tournament.phrases.backups import snapshot_reason, snapshot_whereabouts


class SnapshotTable(ListTable):
    """The backups, newest first."""

    caption = _("Backups")
    name = tables.Column(_("Created"))
    where = tables.Column(_("Location"), attrs={"td": {"class": "whole-words"}})
    size = tables.Column(_("Size"), attrs={"cell": {"class": "num narrow-hide"}})

    def __init__(self, snapshots: Sequence[Any], names: Mapping[str, str]) -> None:
        """Build the table; `names` maps slugs to tournament names, and a slug without a name is shown itself."""
        super().__init__(snapshots)
        self._names = names

    def render_name(self, value: Any) -> str:
        taken_at = localtime(value.taken_at)
        time_text = f"{formats.date_format(taken_at, 'SHORT_DATE_FORMAT')} {taken_at:%H:%M}"
        reason = snapshot_reason(value.reason, value.round_number, self._names.get(value.slug, value.slug))
        return strong_link(reverse("copy", args=[value]), time_text, reason)

    def render_where(self, record: Any) -> str:
        return snapshot_whereabouts(is_here=record.is_here, is_in_second_folder=record.is_in_second_folder)

    def render_size(self, value: int) -> str:
        return filesizeformat(value)
