"""Players by name or number."""

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry
from tournament.tables.base import NUMBER, Attributes, ListTable


class EntryTable(ListTable):
    """The players before the first round."""

    caption = _("Players")
    number = tables.Column(verbose_name=_("No."), attrs=NUMBER)
    name = tables.Column(accessor="display_name", verbose_name=_("Name"))
    club = tables.Column(verbose_name=_("Club"), default="—")

    def attrs_of(self, record: Entry) -> Attributes:
        return {"data-number": record.number}
