"""The journal of a tournament, and that of a club."""

from collections.abc import Sequence
from datetime import date, datetime

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.pages.journal import JournalRow
from tournament.phrases.values import moment
from tournament.tables.base import Attributes, ListTable

# Of more letters the beginning is shown, and the rest where it is asked for.
MOST_LETTERS = 120


class JournalTable(ListTable):
    """Every change in words; a club has no words for what was before and after."""

    caption = gettext_lazy("Journal")
    look = "table journal"
    when = tables.Column(accessor="at", verbose_name=gettext_lazy("Time"), attrs={"cell": {"class": "when"}})
    who = tables.Column(verbose_name=gettext_lazy("Who"), attrs={"cell": {"class": "who"}})
    what = tables.Column(verbose_name=gettext_lazy("What"), attrs={"td": {"class": "what"}})
    before = tables.Column(
        verbose_name=gettext_lazy("Before"),
        attrs={"th": {"class": "before"}, "td": {"class": "before", "data-label": gettext_lazy("Before")}},
    )
    after = tables.Column(
        verbose_name=gettext_lazy("After"),
        attrs={"th": {"class": "after"}, "td": {"class": "after", "data-label": gettext_lazy("After")}},
    )

    def __init__(self, rows: Sequence[JournalRow], today: date, without: Sequence[str] = ()) -> None:
        super().__init__(rows, without=without)
        self.today = today

    def attrs_of(self, record: JournalRow) -> Attributes:
        return {"id": f"line-{record.version}", **({"class": "gone"} if record.is_taken_back else {})}

    def render_when(self, value: datetime) -> SafeString:
        return format_html('<time datetime="{}">{}</time>', localtime(value).isoformat(), moment(value, self.today))

    def render_what(self, value: str, record: JournalRow) -> str:
        if not record.is_taken_back:
            return value
        return format_html('<s>{}</s> <span class="chip">{}</span>', value, _("undone"))

    def render_before(self, value: str) -> str:
        return _words(value)

    def render_after(self, value: str) -> str:
        return _words(value)


def _words(words: str) -> str:
    if len(words) <= MOST_LETTERS:
        return words
    return render_to_string("tables/long_words.html", {"words": words})
