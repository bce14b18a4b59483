import pytest

from tournament.pages.sheets import Column, ColumnKind, Sheet, Strong
from tournament.paper.fonts import BOLD, REGULAR, breadth
from tournament.paper.layout import Setting, lay_out
from tournament.paper.lettering import SMALL

WIDTH, HEIGHT = 500, 600
LARGE, SMALLEST, STRIPS = Setting(18, 32), Setting(10, 16), Setting(10, 16, strips=2)


def sheet(rows, *kinds):
    columns = tuple(Column(kind.value, kind) for kind in kinds)
    return Sheet("Open", "List", columns, tuple(rows), ())


def names(count):
    return sheet([(number, f"Player {number}") for number in range(1, count + 1)], ColumnKind.NUMBER, ColumnKind.NAME)


def page_rows(layout):
    return [[row.cells[-1].lines[0] for strip in page for row in strip] for page in layout.pages]


@pytest.mark.parametrize("setting", [SMALLEST, STRIPS])
def test_every_row_stands_on_one_page_in_order_and_no_page_holds_a_single_row(setting):
    for count in range(2, 160):
        pages = page_rows(lay_out(names(count), [setting], WIDTH, HEIGHT))

        assert [name for page in pages for name in page] == [f"Player {number}" for number in range(1, count + 1)]
        assert min(len(page) for page in pages) > 1


@pytest.mark.parametrize("setting", [SMALLEST, STRIPS])
@pytest.mark.parametrize("count", [1, 35, 36, 37, 71, 72, 73, 200])
def test_no_strip_is_higher_than_its_page(count, setting):
    rows = [(number, "W" * (number % 100 + 1)) for number in range(count)]

    layout = lay_out(sheet(rows, ColumnKind.NUMBER, ColumnKind.NAME), [setting], WIDTH, HEIGHT)

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

    layout = lay_out(sheet(rows, ColumnKind.NAME, ColumnKind.NAME, ColumnKind.NAME), [LARGE, SMALLEST], WIDTH, HEIGHT)

    assert layout.pages[0][0][0].cells[0].size == 10


def test_one_long_name_in_ten_is_wrapped_without_making_the_others_smaller():
    rows = [("Anna Keller",)] * 9 + [("Maximiliane Oberhuber-Freudenberger von Hohenfels zu Bodman",)]

    layout = lay_out(sheet(rows, ColumnKind.NAME), [LARGE, SMALLEST], WIDTH, HEIGHT)

    assert [(row.cells[0].size, len(row.cells[0].lines)) for row in layout.pages[0][0]] == [(18, 1)] * 9 + [(18, 2)]


def test_a_name_is_broken_between_first_name_and_surname():
    layout = lay_out(sheet([("Karl-Heinz Meyer-Ley",)], ColumnKind.NAME), [LARGE], 165, HEIGHT)

    assert layout.pages[0][0][0].cells[0].lines == ("Karl-Heinz", "Meyer-Ley")


def test_a_column_has_one_size_of_letters_also_where_a_word_of_a_name_is_too_long_for_it():
    rows = [("Anna Keller", "Bo Li"), ("Bo Li", "Maximilian Oberhubermayer")]

    layout = lay_out(sheet(rows, ColumnKind.NAME, ColumnKind.NAME), [LARGE], 230, HEIGHT)

    texts = [text for row in layout.pages[0][0] for text in row.cells]
    assert {text.size for text in texts} == {0.7 * LARGE.size}


def test_where_every_name_may_stand_on_two_lines_they_are_as_large_as_their_words_allow():
    rows = [("Maximilian Oberhuber",) * 2] * 3

    for in_halves, size in ((True, 30), (False, 10)):
        large = Setting(30, 78, in_halves=in_halves)
        layout = lay_out(sheet(rows, ColumnKind.NAME, ColumnKind.NAME), [large, SMALLEST], 400, HEIGHT)
        assert layout.pages[0][0][0].cells[0].size == size


def test_a_name_that_three_lines_do_not_hold_is_set_small_and_whole():
    name = "Maximiliane Friederike von und zu Hohenstein-Waldburg-Zeil-Trauchburg, Gräfin von Sponheim-Kreuznach"

    layout = lay_out(sheet([(name,) * 3], ColumnKind.NAME, ColumnKind.NAME, ColumnKind.NAME), [LARGE], WIDTH, HEIGHT)

    text = layout.pages[0][0][0].cells[0]
    assert text.size == SMALL
    assert "".join(text.lines).replace(" ", "") == name.replace(" ", "")


def test_a_column_of_remarks_is_left_out_where_nobody_has_one():
    empty = lay_out(sheet([("Anna", ""), ("Ben", "")], ColumnKind.NAME, ColumnKind.REMARK), [LARGE], WIDTH, HEIGHT)
    filled = lay_out(
        sheet([("Anna", ""), ("Ben", "stopped")], ColumnKind.NAME, ColumnKind.REMARK), [LARGE], WIDTH, HEIGHT
    )

    assert [[column.kind for column in layout.columns] for layout in (empty, filled)] == [
        [ColumnKind.NAME],
        [ColumnKind.NAME, ColumnKind.REMARK],
    ]


def test_cells_are_set_by_what_they_hold():
    kinds = (
        ColumnKind.TABLE,
        ColumnKind.NAME,
        ColumnKind.NAME,
        ColumnKind.POINTS,
        ColumnKind.POINTS,
        ColumnKind.SIGNED,
    )

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


def test_where_many_rows_hold_a_long_remark_all_rows_are_alike():
    club = "1. Hamburger Backgammonverein von 1987 e. V."
    rows = [("Maximilian Oberhuber-Freudenberger", club if number % 3 else "") for number in range(12)]

    layout = lay_out(sheet(rows, ColumnKind.NAME, ColumnKind.REMARK), [Setting(12, 16)], 360, HEIGHT)

    assert {len(row.cells[1].lines) for row in layout.pages[0][0]} == {1, 2}
    assert len({row.height for row in layout.pages[0][0]}) == 1


def test_a_remark_that_two_lines_do_not_hold_is_set_smaller_on_two():
    rows = [("Anna", "Gesellschaft der Freunde des Backgammons am Bodensee und im Hegau e. V.")]

    layout = lay_out(sheet(rows, ColumnKind.NAME, ColumnKind.REMARK), [Setting(12, 16)], 210, HEIGHT)

    text = layout.pages[0][0][0].cells[1]
    assert (text.size < SMALL, len(text.lines)) == (True, 2)


def test_names_are_on_one_line_before_those_beside_them_are():
    rows = [("Maximilian Oberhuber", "Maximilian Oberhuber")] * 3

    layout = lay_out(sheet(rows, ColumnKind.NAME, ColumnKind.BESIDE), [Setting(14, 25, beside=SMALL)], 210, HEIGHT)

    assert [len(text.lines) for text in layout.pages[0][0][0].cells] == [1, 2]


def test_a_list_fills_its_last_page_before_it_is_set_smaller():
    settings = [Setting(18, 30), Setting(16, 28, strips=2), Setting(10, 16, strips=2)]

    layouts = [lay_out(names(count), settings, WIDTH, HEIGHT) for count in (40, 60, 80)]

    assert [(len(layout.pages), layout.pages[0][0][0].cells[1].size) for layout in layouts] == [
        (1, 16),
        (1, 10),
        (2, 16),
    ]


def test_a_larger_setting_whose_rows_grow_onto_another_page_is_not_chosen():
    rows = [("Maximilian Oberhuber-Freudenberger", "1. Hamburger Backgammonverein von 1987 e. V.")] * 30

    layout = lay_out(
        sheet(rows, ColumnKind.NAME, ColumnKind.REMARK), [Setting(12, 16), Setting(11, 16, remark=5)], 360, HEIGHT
    )

    assert (len(layout.pages), layout.pages[0][0][0].cells[0].size) == (1, 11)


def test_the_places_of_met_opponents_end_in_one_line():
    rows = [("Anna", Strong("134 ✓ 3:1")), ("Ben", "2 ✗ 1:3"), ("Cem", "–"), ("Dilek", Strong("bye"))]

    layout = lay_out(sheet(rows, ColumnKind.NAME, ColumnKind.MEETING), [LARGE], WIDTH, HEIGHT)

    assert layout.leads == (0, breadth("134", BOLD, 0.75 * LARGE.size))


def test_each_page_knows_its_rows():
    assert lay_out(names(60), [SMALLEST], WIDTH, HEIGHT).rows_by_page == (range(36), range(36, 60))


def test_columns_of_names_are_equally_wide():
    rows = [("Maximilian Oberhuber-Freudenberger", "Bo")] * 3

    (start, end), (other_start, other_end) = lay_out(
        sheet(rows, ColumnKind.NAME, ColumnKind.NAME), [SMALLEST], WIDTH, HEIGHT
    ).edges

    assert round(end - start, 3) == round(other_end - other_start, 3)


def test_the_words_beside_a_name_of_a_hundred_letters_stay_whole():
    rows = [("W" * 100, "22.11.2026, 12:46")] * 2 + [("Anna", "22.11.2026, 12:46")]

    layout = lay_out(sheet(rows, ColumnKind.NAME, ColumnKind.REMARK), [LARGE], 360, HEIGHT)

    assert {row.cells[1].lines for row in layout.pages[0][0]} == {("22.11.2026,", "12:46")}


def test_long_texts_give_way_in_the_measure_of_their_type():
    rows = [("W" * 100,) * 2]

    layout = lay_out(sheet(rows, ColumnKind.NAME, ColumnKind.BESIDE), [Setting(20, 25, beside=10)], WIDTH, HEIGHT)

    name, beside = (end - start for start, end in layout.edges)
    assert round(name / beside, 3) == 2
