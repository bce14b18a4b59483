"""What every list does with its rows, shown by a small one."""

import re

import django_tables2 as tables
import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from tournament.pages.tables import NUMBER, ListTable


class WinsTable(ListTable):
    """Names and wins."""

    caption = "Wins <by name>"
    name = tables.Column(orderable=True, attrs={"td": {"scope": "row"}, "tf": {"scope": "row"}}, footer="Together")
    wins = tables.Column(
        verbose_name="",
        attrs={**NUMBER, "td": {"class": lambda record: f"won-{record['wins']}"}},
        footer=lambda table: 3,
    )

    def attrs_of(self, record):
        return {"id": f"player-{record['wins']}"}

    def render_wins(self, value):
        return f"{value} <b>"


ROWS = [{"name": "<Bo>", "wins": 1}, {"name": "Ada", "wins": 2}, {"name": "Cy", "wins": None}]


def parts_of(address="/"):
    """The caption with the head, the body and the foot of the table as it is drawn at an address."""
    request = RequestFactory().get(address)
    table = WinsTable(ROWS, order_by=request.GET.get("sort", ""))
    html = render_to_string("tables/table.html", {"table": table}, request)
    return re.split("</?tbody>", re.sub(r"\s*(<|>)\s*", r"\1", re.sub(r"\s+", " ", html)))


def test_names_are_escaped_and_rows_carry_what_names_them():
    _head, body, _foot = parts_of()

    assert body == (
        '<tr id="player-1"><th scope="row">&lt;Bo&gt;</th><td class="won-1">1 &lt;b&gt;</td></tr>'
        '<tr id="player-2"><th scope="row">Ada</th><td class="won-2">2 &lt;b&gt;</td></tr>'
        '<tr id="player-None"><th scope="row">Cy</th><td class="won-None"></td></tr>'
    )


def test_the_table_is_named_aloud_and_so_is_every_column_that_has_a_heading():
    head, _body, _foot = parts_of()

    assert head == (
        '<table class="table"><caption class="visually-hidden">Wins &lt;by name&gt;</caption><thead><tr>'
        '<th scope="col"><a href="?sort=name">Name</a></th><td class="num"></td></tr></thead>'
    )


def test_the_foot_sums_up_the_columns():
    _head, _body, foot = parts_of()

    assert foot == '<tfoot><tr><th scope="row">Together</th><td class="num">3</td></tr></tfoot></table>'


@pytest.mark.parametrize(
    ("address", "order", "heading"),
    [
        ("/?sort=name&q=a", "1 2 None", '<th scope="col" aria-sort="ascending"><a href="?sort=-name&amp;q=a">'),
        ("/?sort=-name", "None 2 1", '<th scope="col" aria-sort="descending"><a href="?sort=name">'),
        ("/?sort=wins", "1 2 None", '<th scope="col"><a href="?sort=name">'),
        ("/?sort=,--name,no/such;column", "1 2 None", '<th scope="col"><a href="?sort=name">'),
    ],
    ids=["ascending", "descending", "a column that cannot be sorted", "nonsense"],
)
def test_a_heading_sorts_by_its_column_and_turns_the_order_round(address, order, heading):
    head, body, _foot = parts_of(address)

    assert " ".join(re.findall(r"player-(\w+)", body)) == order
    assert re.search(r"<tr>(.*)Name</a>", head)[1] == heading
