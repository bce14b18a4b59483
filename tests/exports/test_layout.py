import pytest

from tournament.exports.fonts import BOLD, REGULAR
from tournament.exports.layout import SMALL, Setting, lay_out
from tournament.pages.sheets import Column, Kind, Sheet, Strong

WIDTH, HEIGHT = 500, 600
LARGE, SMALLEST, STRIPS = Setting(18, 32), Setting(10, 16), Setting(10, 16, strips=2)


def sheet(rows, *kinds):
    columns = tuple(Column(kind.value, kind) for kind in kinds)
    return Sheet("Open", "List", columns, tuple(rows), ())


def names(count):
    return sheet([(number, f"Player {number}") for number in range(1, count + 1)], Kind.NUMBER, Kind.NAME)


def page_rows(layout):
    return [[row.cells[-1].lines[0] for strip in page for row in strip] for page in layout.pages]


@pytest.mark.parametrize("setting", [SMALLEST, STRIPS])
@pytest.mark.parametrize("count", range(2, 160))
def test_every_row_stands_on_one_page_in_order_and_no_page_holds_a_single_row(count, setting):
    pages = page_rows(lay_out(names(count), [setting], WIDTH, HEIGHT))

    assert [name for page in pages for name in page] == [f"Player {number}" for number in range(1, count + 1)]
    assert min(len(page) for page in pages) > 1


@pytest.mark.parametrize("setting", [SMALLEST, STRIPS])
@pytest.mark.parametrize("count", [1, 35, 36, 37, 71, 72, 73, 200])
def test_no_strip_is_higher_than_its_page(count, setting):
    rows = [(number, "W" * (number % 100 + 1)) for number in range(count)]

    layout = lay_out(sheet(rows, Kind.NUMBER, Kind.NAME), [setting], WIDTH, HEIGHT)

    heights = [sum(row.height for row in strip) for page in layout.pages for strip in page]
    assert max(heights) <= HEIGHT - layout.heading_height


def test_strips_of_the_last_page_are_balanced():
    layout = lay_out(names(9), [STRIPS], WIDTH, HEIGHT)

    assert [len(strip) for strip in layout.pages[-1]] == [5, 4]


@pytest.mark.parametrize(("count", "size"), [(10, 18), (30, 10), (37, 10)])
def test_a_short_list_is_set_larger_as_long_as_it_takes_no_more_pages(count, size):
    layout = lay_out(names(count), [LARGE, SMALLEST], WIDTH, HEIGHT)

    assert layout.pages[0][0][0].cells[1].size == size


def test_a_list_is_set_smaller_where_large_type_would_wrap_many_names():
    rows = [("Maximilian Oberhuber",) * 3] * 4

    layout = lay_out(sheet(rows, Kind.NAME, Kind.NAME, Kind.NAME), [LARGE, SMALLEST], WIDTH, HEIGHT)

    assert layout.pages[0][0][0].cells[0].size == 10


def test_one_long_name_in_ten_is_wrapped_without_making_the_others_smaller():
    rows = [("Anna Keller",)] * 9 + [("Maximiliane Oberhuber-Freudenberger von Hohenfels zu Bodman",)]

    layout = lay_out(sheet(rows, Kind.NAME), [LARGE, SMALLEST], WIDTH, HEIGHT)

    assert [(row.cells[0].size, len(row.cells[0].lines)) for row in layout.pages[0][0]] == [(18, 1)] * 9 + [(18, 2)]


def test_a_name_that_two_lines_do_not_hold_is_set_small_and_whole():
    name = "Maximiliane Friederike von und zu Hohenstein-Waldburg-Zeil-Trauchburg, Gräfin von Sponheim-Kreuznach"

    layout = lay_out(sheet([(name,) * 3], Kind.NAME, Kind.NAME, Kind.NAME), [LARGE], WIDTH, HEIGHT)

    text = layout.pages[0][0][0].cells[0]
    assert text.size == SMALL
    assert "".join(text.lines).replace(" ", "") == name.replace(" ", "")


def test_a_column_of_remarks_is_left_out_where_nobody_has_one():
    empty = lay_out(sheet([("Anna", ""), ("Ben", "")], Kind.NAME, Kind.REMARK), [LARGE], WIDTH, HEIGHT)
    filled = lay_out(sheet([("Anna", ""), ("Ben", "stopped")], Kind.NAME, Kind.REMARK), [LARGE], WIDTH, HEIGHT)

    assert [[column.kind for column in layout.columns] for layout in (empty, filled)] == [
        [Kind.NAME],
        [Kind.NAME, Kind.REMARK],
    ]


def test_cells_are_set_by_what_they_hold():
    kinds = (Kind.TABLE, Kind.NAME, Kind.NAME, Kind.POINTS, Kind.POINTS, Kind.SIGNED)

    row = lay_out(sheet([(None, "Anna", Strong("Ben"), None, 3, -2)], *kinds), [LARGE], WIDTH, HEIGHT).pages[0][0][0]

    assert [text and (text.lines[0], text.font) for text in row.cells] == [
        ("–", BOLD),
        ("Anna", REGULAR),
        ("Ben", BOLD),
        None,
        ("3", REGULAR),
        ("−2", REGULAR),
    ]


def test_a_list_without_rows_is_one_page():
    assert lay_out(names(0), [LARGE, SMALLEST], WIDTH, HEIGHT).pages == (((),),)
