"""The base of all HTML tables, and cells that many of them share."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Any, NamedTuple

from django.forms.utils import flatatt
from django.urls import reverse
from django.utils.functional import Promise, lazy
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django_tables2 import Column as Column, Table
from django_tables2.columns import BoundColumn
from django_tables2.utils import signature

from tournament.models import Entry

Attributes = dict[str, Any]
lazy_html = lazy(format_html, SafeString)
NUMBER = {"cell": {"class": "num"}}
NARROW_HIDE, TINY_HIDE = {"cell": {"class": "num narrow-hide"}}, {"cell": {"class": "num tiny-hide"}}
# The size of the caches of names and rows: a new result changes only a row or two of a list.
MOST_KEPT = 4096
SMALLEST_HIDE = {"cell": {"class": "num smallest-hide"}}
TABLE_NUMBER = {"th": {"class": "num"}, "td": {"class": "num table-number"}}


class Heading(NamedTuple):
    """The head of a column; `order` is the sorting its link asks for, `is_sorted` how the rows are sorted by it now."""

    attrs: Attributes
    text: Any
    order: str
    is_sorted: str

    @property
    def drawn(self) -> SafeString:
        """The cell of the heading as HTML; an empty heading has no scope."""
        return _cell({**self.attrs, "scope": "col"} if self.text else self.attrs, self.text)

    @property
    def html_attrs(self) -> SafeString:
        """The attributes of the cell around a sorting link, as HTML."""
        return mark_safe(flatatt(self.attrs).lstrip())


class ListTable(Table):
    """A table with a caption for screen readers; `look` is its CSS classes, `most` the number of rows shown.

    django-tables2 provides columns, headings, sums and sorting. The cells are drawn by this class, which looks up the
    attributes and the render function of a column once; the library does so for every cell, which takes five times as
    long as a template of the same list, too long for pages that a hundred phones request at once. A render function
    takes `value`, `record`, or both; one that takes only `record` is called for every row, others only for rows with a
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
        extra_columns: Sequence[tuple[str, Column]] = (),
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
        """HTML attributes of a row, such as the `id` by which it is refreshed; an attribute of None is omitted."""
        return {}

    @property
    def headings(self) -> Iterator[Heading]:
        """The heading of each column, with its order if the column is sortable."""
        for column in self.columns:
            column_attrs = column.column.attrs
            order = column.order_by_alias
            is_sorted = ("descending" if order.is_descending else "ascending") if column.is_ordered else ""
            attrs = column_attrs.get("th", column_attrs.get("cell", {}))
            yield Heading(attrs, column.header, order.next if column.orderable else "", is_sorted)

    @property
    def drawn_rows(self) -> Iterator[SafeString]:
        draw = [_drawing(column) for column in self.columns]
        for record in islice(self.data, self.most):
            cells = "".join([cell(record) for cell in draw])
            yield mark_safe(f"{_row_tag(tuple(self.attrs_of(record).items()))}{cells}</tr>")

    @property
    def sums(self) -> SafeString:
        """The cells of the footer as HTML: totals of columns that have one."""
        cells = []
        for column in self.columns:
            column_attrs = column.column.attrs
            cells.append(_cell(column_attrs.get("tf", column_attrs.get("cell", {})), column.footer))
        return mark_safe("".join(cells))


def _cell(attrs: Attributes, content: Any) -> SafeString:
    opening_tag, closing_tag = _tags(tuple(attrs.items()))
    return mark_safe(f"{opening_tag}{conditional_escape(content)}{closing_tag}")


@lru_cache(maxsize=512)
def _tags(attrs: tuple[tuple[str, object], ...]) -> tuple[str, str]:
    """The opening and closing tag of a cell: `th` if it has a scope, else `td`.

    A lazy text in the attributes is cached under its text in the active language.
    """
    tag = "th" if "scope" in dict(attrs) else "td"
    return f"<{tag}{flatatt(dict(attrs))}>", f"</{tag}>"


@lru_cache(maxsize=MOST_KEPT)
def _row_tag(attrs: tuple[tuple[str, object], ...]) -> str:
    return f"<tr{flatatt(dict(attrs))}>"


def _drawing(column: BoundColumn) -> Callable[[Any], str]:
    """Make the function that draws the cell of a column for a record, with its tags."""
    content = _content(column)
    column_attrs = column.column.attrs
    attrs = column_attrs.get("td", column_attrs.get("cell", {}))
    if any(map(callable, attrs.values())):
        return lambda record: _cell(
            {name: value(record) if callable(value) else value for name, value in attrs.items()}, content(record)
        )
    opening_tag, closing_tag = _tags(tuple(attrs.items()))
    return lambda record: f"{opening_tag}{conditional_escape(content(record))}{closing_tag}"


@cache
def _argument_names(function: Callable[..., Any]) -> Sequence[str]:
    """The argument names of a column's render function."""
    names: Sequence[str] = signature(function)[0]
    return names


def _content(column: BoundColumn) -> Callable[[Any], Any]:
    """Make the function that returns the content of a column's cell for a record."""
    resolve = column.accessor.resolve
    render = column.render  # type: ignore[attr-defined]  # django-tables2 sets the attribute at run time.
    argument_names = _argument_names(getattr(render, "__func__", render))
    if "value" not in argument_names:
        return lambda record: render(record=record)

    def content(record: Any) -> Any:
        value = resolve(record)
        if value in column.column.empty_values:
            return column.default
        return render(value=value, record=record) if "record" in argument_names else render(value=value)

    return content


def link(name: str, *values: object, text: object) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse(name, args=values), text)


def small_note(text: object) -> SafeString:
    """A small note under the content of a cell; empty without a text."""
    return format_html('<span class="small-note">{}</span>', text) if text else SafeString("")


def bidi_name(name: str) -> SafeString:
    """A name in any script, isolated so that its writing direction does not affect its surroundings."""
    return format_html("<bdi>{}</bdi>", name)


def strong_link(address: str, text: object, note: str) -> SafeString:
    """The subject of a row in bold, as a link, with a small note under it."""
    return format_html('<a class="fw-bold" href="{}">{}</a>', address, text) + small_note(note)


def player_link(entry: Entry, note: str = "", at: str = "") -> SafeString:
    """A player's name as a link to their page, with a small note under it; `at` is a prefix of the URL name."""
    linked = _player_link(entry.tournament.slug, entry.number, entry.display_name, f"{at}player", get_language())
    return linked + small_note(note)


@lru_cache(maxsize=MOST_KEPT)
def _player_link(slug: str, number: int, name: str, address: str, _language: str | None) -> SafeString:
    return link(address, slug, number, text=bidi_name(name))
