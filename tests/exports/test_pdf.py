import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from django.utils import translation

from tests.exports.paper import page_lines, reader, rectangles, texts
from tests.factories import draw_next_round, enter_result, make_director, make_tournament
from tournament.actions.cash import add_prize
from tournament.actions.players import NewPlayer
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.exports import papers
from tournament.exports.pdf import (
    STANDINGS,
    costs_pdf,
    pairings_by_name_pdf,
    pairings_pdf,
    set_crosstable,
    settings_by_name,
    sheet_pdf,
    standings_pdf,
)
from tournament.models import Pairing
from tournament.pages.sheets import Column, ColumnKind, Sheet, Strong, initials
from tournament.paper.fonts import BOLD, REGULAR, breadth
from tournament.paper.page import PAGES, USUAL_PAGE

AT = datetime(2026, 11, 20, 18, 42, tzinfo=UTC)
URL = "https://club.example/t/bodensee-open-2026/"
SHEET = {"public_url": URL, "printed_at": AT}
MOST_TROUBLESOME = ('<b>Anna & "Co"', "Łukasz Ćwik", "Θάλεια Παπαδοπούλου", "Юлия Ђокић", "İpek Şahin-Öztürk")


def english(players, **fields):
    return make_tournament(players=[NewPlayer(name) for name in players], language="en", **fields)


def by_hand(*names, title="Open"):
    columns = (Column("Place", ColumnKind.NUMBER), Column("Name", ColumnKind.NAME))
    return Sheet(title, "List", columns, tuple(enumerate(names, start=1)), ())


def set_by_hand(sheet):
    with translation.override("en-gb"):
        return sheet_pdf(sheet, STANDINGS, URL, AT)


HEAD = ["20 Nov 2026 · Konstanz", "Standings and pairings", "on your phone"]
FOOT = [URL, "Printed on 20 Nov 2026 at 19:42"]


@pytest.mark.django_db
def test_pairings_by_table_read_like_the_round():
    round_ = draw_next_round(english(MOST_TROUBLESOME))
    enter_result(Pairing.objects.get(round=round_, table=2), Result(Outcome.PLAYED, (4, 2)))

    assert page_lines(pairings_pdf(round_, **SHEET)) == [
        [
            "Bodensee Open",
            "Round 1",
            *HEAD,
            "Table",
            "Player 1",
            "Player 2",
            *("Points", "1"),
            *("Points", "2"),
            "Outcome",
            *("1", "İpek", "Şahin-Öztürk", "Łukasz Ćwik"),
            *("2", "Юлия Ђокић", "Θάλεια", "Παπαδοπούλου", "4", "2", "counts as 3:2"),
            *("–", "<b>Anna &", '"Co"', "bye"),
            *FOOT,
            "Page 1 of 1",
        ]
    ]


@pytest.mark.django_db
def test_pairings_by_name_read_like_the_list():
    round_ = draw_next_round(english(MOST_TROUBLESOME))

    assert page_lines(pairings_by_name_pdf(round_, **SHEET)) == [
        [
            "Bodensee Open",
            "Round 1 by name",
            *HEAD,
            "Name",
            "Table",
            "Opponent",
            *('<b>Anna & "Co"', "–", "bye"),
            *("İpek", "Şahin-Öztürk", "1", "Łukasz Ćwik"),
            *("Łukasz Ćwik", "1", "İpek", "Şahin-Öztürk"),
            *("Θάλεια", "Παπαδοπούλου", "2", "Юлия Ђокић"),
            *("Юлия Ђокић", "2", "Θάλεια", "Παπαδοπούλου"),
            *FOOT,
            "Page 1 of 1",
        ]
    ]


@pytest.mark.django_db
def test_the_cost_statement_has_lines_to_sign_on():
    tournament = english(["Anna", "Ben"], played=1, planned_rounds=1)
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=700)

    assert page_lines(costs_pdf(tournament, **SHEET)) == [
        [
            "Bodensee Open",
            "Cost statement",
            HEAD[0],
            "Spending exceeds income by 7.00 €.",
            *("Item", "Details", "Amount"),
            *("Entry fees paid", "0 × 0.00 €", "0.00 €"),
            *("Income", "0.00 €"),
            *("1st place: Board", "Ben", "7.00 €"),
            *("Spending", "7.00 €"),
            *("Balance", "−7.00 €"),
            *("Place and date", "Signature"),
            FOOT[1],
            "Page 1 of 1",
        ]
    ]


@pytest.mark.django_db
def test_standings_read_like_the_ranking():
    tournament = english(["Anna", "Ben"], played=1)

    assert page_lines(standings_pdf(tournament, **SHEET)) == [
        [
            "Bodensee Open",
            "Standings after round 1",
            HEAD[0],
            "± is the point difference. BH is Buchholz: the match wins of all",
            "opponents, so strong opponents count for more.",
            *HEAD[1:],
            *("Place", "Name", "Wins", "±", "BH"),
            *("1", "Ben", "1", "+2", "0"),
            *("2", "Anna", "0", "−2", "1"),
            *FOOT,
            "Page 1 of 1",
        ]
    ]


@pytest.mark.django_db
def test_sheets_are_in_the_language_of_the_tournament():
    tournament = make_tournament(40, language="de")

    with translation.override("en-gb"):
        pages = page_lines(papers.STANDINGS.pdf(tournament, tournament, **SHEET))

    assert [(page[2], page[-1]) for page in pages] == [
        ("20. November 2026 · Konstanz", "Seite 1 von 2"),
        ("20. November 2026 · Konstanz", "Seite 2 von 2"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 14, 200])
def test_everybody_stands_in_the_standings_once_whatever_the_field(count):
    tournament = make_tournament(count, language="en")

    lines = [line for page in page_lines(standings_pdf(tournament, **SHEET)) for line in page]

    listed = [line for line in lines if line.startswith("Player ")]
    assert sorted(listed) == sorted(f"Player {number}" for number in range(1, count + 1))


@pytest.mark.django_db
@pytest.mark.parametrize("count", [14, 200])
def test_everybody_finds_their_table_by_name_whatever_the_field(count):
    round_ = draw_next_round(make_tournament(count, language="en"))

    lines = [line for page in page_lines(pairings_by_name_pdf(round_, **SHEET)) for line in page]

    pairings = [(name, int(table)) for name, table in pairwise(lines) if table.isdecimal()]
    expected = [
        (entry.name, pairing.table)
        for pairing in Pairing.objects.filter(round=round_).select_related("first", "second")
        for entry in (pairing.first, pairing.second)
    ]
    assert sorted(pairings) == sorted(expected)


NAMES = ("Anna Keller", "Maria-Theresa Öztürk", "Karl-Heinz Hohenberger", "Wolfgang Papadopoulos", "Łukasz Bo")


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("count", [14, 40, 64])
def test_up_to_64_names_and_tables_are_in_large_type(page, count):
    rows = [(NAMES[number % 5], number, NAMES[(number + 1) % 5], "") for number in range(100, 100 + count)]
    columns = [
        ("Name", ColumnKind.NAME),
        ("Table", ColumnKind.TABLE),
        ("Opponent", ColumnKind.BESIDE),
        ("Note", ColumnKind.REMARK),
    ]
    sheet = Sheet("Open", "By name", tuple(Column(*column) for column in columns), tuple(rows), ())

    with translation.override("en-gb"):
        pages = reader(sheet_pdf(sheet, settings_by_name(sheet), URL, AT, page)).pages

    # Every row begins with the name, the table behind it.
    drawn = [text for page in pages for text in texts(page)]
    tables = [index for index, text in enumerate(drawn) if text.content.isdecimal()]
    sizes = {drawn[index].size for index in tables} | {drawn[index - 1].size for index in tables}
    assert (len(tables), min(sizes) >= 14, len(pages)) == (count, True, 1 + (count > 20))


@pytest.mark.django_db
@pytest.mark.parametrize("names", [NAMES, (*NAMES, "Maximiliane-Friederike Kowalczyk-Brandstätter")], ids=len)
def test_opponents_of_few_players_are_in_letters_more_than_half_as_large_as_the_names(names):
    round_ = draw_next_round(english(names))

    drawn = texts(reader(pairings_by_name_pdf(round_, **SHEET, by_surname=True)).pages[0])

    words = {word for name in names for word in name.split()}
    sizes = [text.size for text in drawn if words & set(text.content.replace(",", "").split())]
    assert min(sizes) >= 0.55 * max(sizes) >= 0.55 * 24


def test_each_page_of_a_list_by_name_says_which_letters_it_holds():
    names = sorted(f"{letter}{number}" for letter in "ABCDEFGHIJ" for number in range(6))
    sheet = replace(by_hand(), columns=(Column("Name", ColumnKind.NAME),), rows=tuple((name,) for name in names))

    pages = page_lines(set_by_hand(replace(sheet, span=initials)))

    assert [[line for line in page if "–" in line] for page in pages] == [["A–F"], ["F–J"]]
    assert "A–B" not in page_lines(set_by_hand(replace(sheet, rows=sheet.rows[:12], span=initials)))[0]


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("rounds", [5, 7, 9, 11])
def test_the_cross_table_of_200_takes_six_pages(page, rounds):
    columns = [Column("Place", ColumnKind.NUMBER), Column("Name", ColumnKind.NAME)]
    columns += [Column(str(number), ColumnKind.MEETING) for number in range(rounds)]
    columns += [Column("Wins", ColumnKind.NUMBER), Column("±", ColumnKind.SIGNED), Column("BH", ColumnKind.NUMBER)]
    sheets = [
        Sheet("Open", "Cross table", tuple(columns), tuple(crossed(rounds, score) for _player in range(200)), ())
        for score in (" 3:1", "")
    ]

    with translation.override("en-gb"):
        assert len(set_crosstable(*sheets, URL, AT, page).layout.pages) == 6


def test_places_and_scores_of_the_cross_table_stand_under_each_other():
    rows = tuple(("Anna", cell) for cell in (Strong("134 ✓ 3:1"), "2 ✗ 1:3", Strong("23 ✓ 3:0"), Strong("bye")))
    sheet = Sheet("Open", "List", (Column("Name", ColumnKind.NAME), Column("1", ColumnKind.MEETING)), rows, ())

    cells = [text for text in texts(reader(set_by_hand(sheet)).pages[0]) if text.content[-2:-1] == ":"]

    faces = {True: BOLD, False: REGULAR}
    ends = {cell.left + breadth(cell.content.split()[0], faces[cell.is_bold], cell.size) for cell in cells}
    assert (len(cells), len({round(end, 1) for end in ends})) == (3, 1)


@pytest.mark.parametrize(("count", "size"), [(3, 22), (14, 22), (22, 14)])
def test_a_short_list_fills_its_sheet_with_large_type_and_high_rows(count, size):
    page = reader(set_by_hand(by_hand(*(f"Player {number}" for number in range(1, count + 1))))).pages[0]

    drawn = [text for text in texts(page) if text.content.startswith("Player ")]
    heights = {round(first.baseline - second.baseline) for first, second in pairwise(drawn)}
    used = sum(first.baseline - second.baseline for first, second in pairwise(drawn))

    assert ({text.size for text in drawn}, len(heights)) == ({size}, 1)
    assert count == 3 or used > 0.7 * USUAL_PAGE.frame.height


def test_a_name_from_right_to_left_stands_in_a_list_in_the_order_in_which_it_is_seen():
    assert page_lines(set_by_hand(by_hand("ירון כהן")))[0][-4] == "ןהכ ןורי"


def crossed(rounds, score):
    return (200, "Maria-Theresa Öztürk", *[Strong(f"188 ✓{score}")] * rounds, rounds, 22, 48)


def test_head_and_headings_are_repeated_and_pages_are_numbered():
    pages = page_lines(set_by_hand(by_hand(*(f"Player {number}" for number in range(1, 41)))))

    head = ["Open", "List", "Standings and pairings", "on your phone", "Place", "Name"]
    assert [page[:6] for page in pages] == [head, head]
    assert [page[6:8] for page in pages] == [["1", "Player 1"], ["24", "Player 24"]]
    assert [page[-1] for page in pages] == ["Page 1 of 2", "Page 2 of 2"]


def test_the_code_stands_in_the_corner_above_the_list():
    page = reader(set_by_hand(by_hand("Anna"))).pages[0]

    frame = USUAL_PAGE.frame
    headings = next(text for text in texts(page) if text.content == "Place")
    code = rectangles(page)
    assert round(max(foot + height for _left, foot, _width, height in code), 1) == round(frame.top, 1)
    assert round(max(left + width for left, _foot, width, _height in code), 1) == round(frame.right, 1)
    assert min(foot for _left, foot, _width, _height in code) > headings.baseline + headings.size


def test_a_page_is_a4():
    page = reader(set_by_hand(by_hand("Anna"))).pages[0]

    assert [round(float(side) / 72 * 25.4) for side in (page.mediabox.width, page.mediabox.height)] == [210, 297]


def test_both_faces_are_embedded_and_there_is_no_other():
    page = reader(set_by_hand(by_hand("Anna", title="Łukasz"))).pages[0]

    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    assert {(font["/BaseFont"].split("+")[-1], "/FontFile2" in font.get("/FontDescriptor", {})) for font in fonts} == {
        ("DejaVuSansCondensed", True),
        ("DejaVuSansCondensed-Bold", True),
    }


@pytest.mark.parametrize("title", ["W" * 100, "Große offene Bodensee-Meisterschaft im Backgammon " * 2])
def test_a_title_of_100_characters_is_printed_whole(title):
    lines = page_lines(set_by_hand(by_hand("Anna", title=title)))[0]

    assert "".join(lines[: lines.index("List")]).replace(" ", "") == title.replace(" ", "")


@pytest.fixture
def threads_take_turns_often():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("threads_take_turns_often")
def test_the_same_sheet_is_the_same_bytes_also_when_many_are_printed_at_once():
    sheets = [by_hand(*MOST_TROUBLESOME, title=f"Open {number}") for number in range(4)]
    alone = [set_by_hand(sheet) for sheet in sheets]

    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(set_by_hand, sheets * 4))

    assert together == alone * 4


@pytest.mark.django_db
def test_the_pairings_of_few_tables_are_in_letters_as_large_as_the_names_allow():
    round_ = draw_next_round(english(("Anna Abt", "Ben Bär", "Cem Can", "Dilek Dal")))

    for paper in (pairings_pdf, pairings_by_name_pdf):
        drawn = [text for text in texts(reader(paper(round_, **SHEET)).pages[0]) if text.content.startswith("Anna")]
        assert min(text.size for text in drawn) > 22


@pytest.mark.django_db
@pytest.mark.parametrize(("count", "size"), [(6, 25.2), (14, 24)])
def test_names_of_few_tables_are_read_from_afar_beside_boxes_no_wider_than_a_hand_writes(count, size):
    usual = ("Anna Weiß", "Ben Schmid", "Clara Müller", "David Kaya", "Elif Brunner", "Felix Vogel", "Greta Lang")
    names = ("Maximiliane Oberhuber-Breitschwerdt", *usual, *(name[::-1].title() for name in usual))[:count]
    round_ = draw_next_round(english(names))

    drawn = [text for text in texts(reader(pairings_pdf(round_, **SHEET)).pages[0]) if text.content in usual]

    assert {text.size for text in drawn} == {size}
