"""How the places changed, in numbers: from round to round, or from evening to evening."""

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.pages.course import CourseLine, CoursePage
from tournament.tables.base import NUMBER, Attributes, ListTable, bidi_name


class RankColumn(tables.Column):
    """The place of everybody after a round or an evening; None: they had not come yet."""

    def __init__(self, index: int, heading: object) -> None:
        super().__init__(verbose_name=heading, attrs=NUMBER)
        self.index = index

    def render(self, record: CourseLine) -> Any:
        rank = record.ranks[self.index]
        return "" if rank is None else rank


class CourseTable(ListTable):
    """Everybody in the order of their places now; a heading for each of the places."""

    name = tables.Column(accessor="entry", verbose_name=gettext_lazy("Name"), attrs={"td": {"scope": "row"}})

    def __init__(self, caption: str, course: CoursePage, headings: Sequence[object]) -> None:
        self.caption = caption
        columns = [(f"rank_{index}", RankColumn(index, heading)) for index, heading in enumerate(headings)]
        super().__init__(course.lines, extra_columns=columns)

    def attrs_of(self, record: CourseLine) -> Attributes:
        return {"id": f"places-{record.entry.number}", "data-number": record.entry.number}

    def render_name(self, value: Any) -> SafeString:
        return bidi_name(value.display_name)


def rounds_table(course: CoursePage) -> CourseTable:
    """From the lot to the last round."""
    rounds = [
        format_html('<span class="visually-hidden">{} </span>{}', _("Round"), heading) if nth else heading
        for nth, heading in enumerate(course.headings)
    ]
    return CourseTable(_("Places round by round"), course, rounds)


def evenings_table(course: CoursePage) -> CourseTable:
    """From evening to evening of a season."""
    return CourseTable(_("Places evening by evening"), course, course.headings)
