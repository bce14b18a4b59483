"""What the lists that people read have in common, and the cells that many of them have."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Any, NamedTuple

import django_tables2 as tables
from django.forms.utils import flatatt
from django.urls import reverse
from django.utils.functional import Promise, lazy
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django_tables2.columns import BoundColumn
from django_tables2.utils import signature

from tournament.models import Entry

Attributes = dict[str, Any]
lazy_html = lazy(format_html, SafeString)
NUMBER = {"cell": {"class": "num"}}
NARROW_HIDE, TINY_HIDE = {"cell": {"class": "num narrow-hide"}}, {"cell": {"class": "num tiny-hide"}}
# A result changes a row or two of a list; names and rows of a full hall are the same in the next version.
MOST_KEPT = 4096
SMALLEST_HIDE = {"cell": {"class": "num smallest-hide"}}
TABLE_NUMBER = {"th": {"class": "num"}, "td": {"class": "num table-number"}}


class Heading(NamedTuple):
    """The head of a column; `order` is what its link sorts by, `is_sorted` how the rows stand by it now."""

    attrs: Attributes
    text: Any
    order: str
    is_sorted: str

    @property
    def drawn(self) -> SafeString:
        """The cell of the heading as HTML; without a text it has no scope."""
        return _cell({**self.attrs, "scope": "col"} if self.text else self.attrs, self.text)

    @property
    def html_attrs(self) -> SafeString:
        """The attributes of the cell around a sorting link, as HTML."""
        return mark_safe(flatatt(self.attrs).lstrip())


class ListTable(tables.Table):
    """A list to be read, named aloud by its caption; `look` is its classes, `most` how many of the rows it shows.

    Columns, headings, sums and order are the library's. The cells are drawn here, the attributes and the function of
    a column looked up once instead of for every cell, as the library does: that takes five times as long as a template
    of the same list, too long for the pages that a hundred phones ask for at once. So a cell's function is given its
    `value`, its `record`, or both; asked for the record alone, it is called for every row, and else for those with a
    value.
    """

    caption: str | Promise = ""
    look = "table"
    most: int | None = None

    def __init__(
        self,
        rows: Sequence[Any],
        *,
        order_by: str = "",
        without: Sequence[str] = (),
        extra_columns: Sequence[tuple[str, tables.Column]] = (),
    ) -> None:
        super().__init__(
            rows,
            attrs={"class": self.look},
            orderable=False,
            exclude=without,
            extra_columns=extra_columns,
            order_by=order_by or None,
            default="",
        )

    def attrs_of(self, record: Any) -> Attributes:
        """What names a row: to the page that renews itself by its `id`, to a phone that knows whose it is."""
        return {}

    @property
    def headings(self) -> Iterator[Heading]:
        """The heading of each column, with its order where it can be sorted by."""
        for column in self.columns:
            given = column.column.attrs
            order = column.order_by_alias
            is_sorted = ("descending" if order.is_descending else "ascending") if column.is_ordered else ""
            attrs = given.get("th", given.get("cell", {}))
            yield Heading(attrs, column.header, order.next if column.orderable else "", is_sorted)

    @property
    def drawn_rows(self) -> Iterator[SafeString]:
        """Every row with its cells."""
        draw = [_drawing(column) for column in self.columns]
        for record in islice(self.data, self.most):
            cells = "".join([cell(record) for cell in draw])
            yield mark_safe(f"{_row_tag(tuple(self.attrs_of(record).items()))}{cells}</tr>")

    @property
    def sums(self) -> SafeString:
        """The cells of the foot as HTML: the totals of the columns that have one."""
        cells = []
        for column in self.columns:
            given = column.column.attrs
            cells.append(_cell(given.get("tf", given.get("cell", {})), column.footer))
        return mark_safe("".join(cells))


def _cell(attrs: Attributes, content: Any) -> SafeString:
    before, after = _tags(tuple(attrs.items()))
    return mark_safe(f"{before}{conditional_escape(content)}{after}")


@lru_cache(maxsize=512)
def _tags(attrs: tuple[tuple[str, object], ...]) -> tuple[str, str]:
    """The opening and the closing tag of a cell: `th` where it has a scope, else `td`.

    A lazy text among the attributes is looked up as what it says in the active language.
    """
    tag = "th" if "scope" in dict(attrs) else "td"
    return f"<{tag}{flatatt(dict(attrs))}>", f"</{tag}>"


@lru_cache(maxsize=MOST_KEPT)
def _row_tag(attrs: tuple[tuple[str, object], ...]) -> str:
    return f"<tr{flatatt(dict(attrs))}>"


def _drawing(column: BoundColumn) -> Callable[[Any], str]:
    """The function that writes the column's cell for a record, tags and all."""
    content = _content(column)
    given = column.column.attrs
    attrs = given.get("td", given.get("cell", {}))
    if any(map(callable, attrs.values())):
        return lambda record: _cell(_called(attrs, record), content(record))
    before, after = _tags(tuple(attrs.items()))
    return lambda record: f"{before}{conditional_escape(content(record))}{after}"


def _called(attrs: Attributes, record: Any) -> Attributes:
    return {name: value(record) if callable(value) else value for name, value in attrs.items()}


@cache
def _wanted_by(function: Callable[..., Any]) -> Sequence[str]:
    """The names of the arguments that a column's render function takes."""
    names: Sequence[str] = signature(function)[0]
    return names


def _content(column: BoundColumn) -> Callable[[Any], Any]:
    """The function that gives the content of the column's cell for a record."""
    resolve = column.accessor.resolve
    render = column.render  # type: ignore[attr-defined]  # The table gives it to its columns from outside.
    wanted = _wanted_by(getattr(render, "__func__", render))
    if "value" not in wanted:
        return lambda record: render(record=record)

    def content(record: Any) -> Any:
        value = resolve(record)
        if value in column.column.empty_values:
            return column.default
        return render(value=value, record=record) if "record" in wanted else render(value=value)

    return content


def link(name: str, *values: object, text: object) -> SafeString:
    """A text that leads to an address."""
    return format_html('<a href="{}">{}</a>', reverse(name, args=values), text)


def small_note(text: object) -> SafeString:
    """What stands small under the content of a cell, if there is anything."""
    return format_html('<span class="small-note">{}</span>', text) if text else SafeString("")


def bidi_name(name: str) -> SafeString:
    """A name in any script, which keeps the direction of its letters to itself."""
    return format_html("<bdi>{}</bdi>", name)


def strong_link(address: str, text: object, note: str) -> SafeString:
    """What the row is about, with a small note under it."""
    return format_html('<a class="fw-bold" href="{}">{}</a>', address, text) + small_note(note)


def player_link(entry: Entry, note: str = "") -> SafeString:
    """The name, leading to the player's page, with a small note under it."""
    return _player_link(entry.tournament.slug, entry.number, entry.display_name, get_language()) + small_note(note)


@lru_cache(maxsize=MOST_KEPT)
def _player_link(slug: str, number: int, name: str, _language: str | None) -> SafeString:
    return link("player", slug, number, text=bidi_name(name))
