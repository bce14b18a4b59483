import io
import re
from xml.etree import ElementTree
from zipfile import ZipFile

import openpyxl
import pytest
from django.db import connection

from tests.factories import (
    draw_next_round,
    enter_result,
    make_director,
    make_tournament,
    pairing_of,
    say_words,
)
from tournament.actions.cash import add_prize, set_fee
from tournament.actions.players import NewPlayer
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.exports.xlsx import workbook
from tournament.machine.progress import under_way
from tournament.models import Entry, Pairing
from tournament.queries.cash import cost_statement

pytestmark = pytest.mark.django_db


def opened(tournament):
    return openpyxl.load_workbook(io.BytesIO(workbook(tournament)))


def rows(worksheet):
    cells = [tuple(cell.value for cell in row) for row in worksheet.iter_rows()]
    return cells[: cells.index((None,) * worksheet.max_column)]


def a_round_of_each_kind():
    tournament = make_tournament(5, language="en", fee_cents=800)
    set_fee(Entry.objects.get(number=1), by=make_director(), paid=True)
    round_ = draw_next_round(tournament)
    played, forfeit = Pairing.objects.filter(round=round_, second__isnull=False).order_by("table")
    enter_result(played, Result(Outcome.PLAYED, (4, 1)))
    enter_result(forfeit, Result(Outcome.FORFEIT, winner=forfeit.second.number))
    draw_next_round(tournament)
    return tournament


def test_there_is_a_sheet_of_players_one_for_each_round_and_the_standings():
    assert opened(a_round_of_each_kind()).sheetnames == [
        "Players",
        "Round 1",
        "Round 2",
        "Standings after round 1",
        "Cross table",
        "Cash book",
        "Cost statement",
    ]


def test_while_the_workbook_is_made_it_is_known_how_many_of_its_sheets_are_done():
    tournament = make_tournament(entries=4, played=2)
    seen = set()

    def look(execute, *asked):
        seen.update(under_way(tournament))
        return execute(*asked)

    with connection.execute_wrapper(look):
        sheets = len(openpyxl.load_workbook(io.BytesIO(workbook(tournament))).sheetnames)

    # Nothing more is asked for the rounds, the standings and the cross table.
    assert (seen, under_way(tournament)) == ({("excel", done, sheets) for done in (0, 5)}, [])


def test_players_have_numbers_as_numbers():
    assert rows(opened(make_tournament(2, language="en"))["Players"]) == [
        ("No.", "Name", "Club", "From round", "Left after round"),
        (1, "Player 1", None, 1, None),
        (2, "Player 2", None, 1, None),
    ]


def test_fees_are_added_up_to_what_the_books_say():
    tournament = books()
    set_fee(Entry.objects.get(number=6), by=make_director(), paid=False, waived="helps")
    statement = cost_statement(tournament)

    *_players, sums = fees = [row[5:] for row in rows(opened(tournament)["Players"])]

    assert fees == [
        ("Entry fee", "Paid", "Waived", "Unpaid", "Details"),
        *[(8.05, 8.05, None, None, "paid")] * 3,
        *[(8.05, None, None, 8.05, "unpaid")] * 2,
        (8.05, None, 8.05, None, "waived: helps"),
        (*(f"=ROUND(SUM({letter}2:{letter}7),2)" for letter in "FGHI"), None),
    ]
    worked_out_sums = [worked_out(opened(tournament)["Players"], formula) for formula in sums[:4]]
    assert worked_out_sums == [4830, statement.income_cents, 805, statement.fees.owed_cents]


def test_what_a_formula_comes_to_is_written_beside_it_for_readers_that_do_not_work_it_out():
    tournament = books()
    statement = cost_statement(tournament)

    book = openpyxl.load_workbook(io.BytesIO(workbook(tournament)), data_only=True)

    assert [cell.value for cell in book["Players"][8]] == [None, "Total", None, None, None, 48.3, 24.15, 0, 24.15, None]
    assert [round(100 * book["Cost statement"][f"C{row}"].value) for row in (3, 7, 8)] == [
        statement.income_cents,
        statement.spending_cents,
        statement.balance_cents,
    ]


def test_the_cross_table_has_a_line_for_each_place():
    worksheet = opened(make_tournament(2, played=1, language="en"))["Cross table"]

    assert rows(worksheet) == [
        ("Place", "Name", "1", "Wins", "±", "BH"),
        (1, "Player 2", "2 ✓ 3:1", 1, 2, 0),
        (2, "Player 1", "1 ✗ 1:3", 0, -2, 1),
    ]
    assert worksheet["C2"].data_type == "s"


def test_a_round_has_the_score_in_two_columns_of_numbers():
    worksheet = opened(a_round_of_each_kind())["Round 1"]
    played, forfeit, bye = Pairing.objects.filter(round__number=1).order_by("position")

    assert rows(worksheet) == [
        ("Table", "Player 1", "Player 2", "Points 1", "Points 2", "Outcome"),
        (1, played.first.name, played.second.name, 4, 1, "counts as 3:1"),
        (2, forfeit.first.name, forfeit.second.name, "−", "+", "did not appear"),
        (None, bye.first.name, "bye", None, None, None),
    ]
    assert [[cell.font.bold for cell in row[1:3]] for row in worksheet.iter_rows(min_row=2, max_row=4)] == [
        [True, False],
        [False, True],
        [False, False],
    ]


def test_games_are_listed_by_round_and_table_as_they_were_played():
    tournament = make_tournament(4, language="en", match_length=5, cube=True, crawford=True)
    draw_next_round(tournament)
    second, first = (pairing_of(tournament, 1, table) for table in (2, 1))
    say_words(second, "0-won-gammon")
    say_words(first, "0-double 1-take 1-won-single 1-double 0-pass 0-double")
    names = first.first.name, first.second.name

    assert rows(opened(tournament)["Games"]) == [
        ("Round", "Table", "Player 1", "Player 2", "Game", "Winner", "How it ended", "Points 1", "Points 2"),
        (1, 1, *names, 1, names[1], "single, cube 2", 0, 2),
        (1, 1, *names, 2, names[1], f"{names[0]} passes", 0, 3),
        (1, 2, second.first.name, second.second.name, 1, second.first.name, "gammon", 2, 0),
    ]


def test_standings_have_signs_and_what_broke_a_tie():
    worksheet = opened(make_tournament(2, played=1, language="en"))["Standings after round 1"]

    assert rows(worksheet) == [
        ("Place", "Name", "Wins", "±", "BH", "Tie-break"),
        (1, "Player 2", 1, 2, 0, None),
        (2, "Player 1", 0, -2, 1, None),
    ]
    assert [cell.number_format for cell in worksheet["D"][1:3]] == ["+0;−0;0", "+0;−0;0"]


def books(**fields):
    """Six players, three of whom have paid; prizes for more than that."""
    tournament = make_tournament(6, language="en", fee_cents=805, **fields)
    for number in (1, 2, 3):
        set_fee(Entry.objects.get(tournament=tournament, number=number), by=make_director(), paid=True)
    for place, description, cents in ((1, "Board", 2010), (2, "=Cup", 1001), (3, "Dice", 0)):
        add_prize(tournament, by=make_director(), place=place, description=description, price_cents=cents)
    return tournament


def worked_out(worksheet, formula):
    """What a spreadsheet makes of a formula of sums of columns, in cents."""
    inner = re.fullmatch(r"=ROUND\((.+),2\)", formula)[1]
    cents = 0
    for sign, name, cells in re.findall(r"(^|[+-]|^0-)SUM\((?:'([^']+)'!)?([A-Z0-9:]+)\)", inner):
        there = worksheet.parent[name] if name else worksheet
        values = [cell.value for (cell,) in there[cells]]
        sums = [worked_out(there, value) if str(value).startswith("=") else 100 * value for value in values if value]
        cents += (-1 if "-" in sign else 1) * sum(sums)
    return round(cents)


def test_the_sums_of_the_cost_statement_are_formulas_that_give_what_the_books_say():
    tournament = books()
    worksheet = opened(tournament)["Cost statement"]
    statement = cost_statement(tournament)
    formulas = [row[2] for row in rows(worksheet) if str(row[2]).startswith("=")]

    assert rows(worksheet) == [
        ("Item", "Details", "Amount"),
        ("Entry fees paid", "3 × 8.05 €", "=ROUND(SUM('Cash book'!E2:E4),2)"),
        ("Income", None, "=ROUND(SUM(C2:C2),2)"),
        ("1st place: Board", None, "=ROUND(SUM('Cash book'!F5:F5),2)"),
        ("2nd place: =Cup", None, "=ROUND(SUM('Cash book'!F6:F6),2)"),
        ("3rd place: Dice", None, 0),
        ("Spending", None, "=ROUND(SUM(C4:C6),2)"),
        ("Balance", None, "=ROUND(SUM(C2:C2)-SUM(C4:C6),2)"),
    ]
    assert [worked_out(worksheet, formula) for formula in formulas] == [
        *(2415, statement.income_cents),
        *(2010, 1001, statement.spending_cents),
        statement.balance_cents,
    ]
    assert (statement.income_cents, statement.spending_cents, statement.balance_cents) == (2415, 3011, -596)


def test_the_cash_book_is_worked_out_line_by_line_and_what_is_cancelled_is_a_struck_text():
    tournament = books()
    set_fee(Entry.objects.get(number=2), by=make_director(), paid=False)
    worksheet = opened(tournament)["Cash book"]
    solved = openpyxl.load_workbook(io.BytesIO(workbook(tournament)), data_only=True)["Cash book"]

    assert [row[2:] for row in rows(worksheet)][1:4] == [
        ("Entry fee", "Player 1", 8.05, None, "=ROUND(SUM(E2:E2)-SUM(F2:F2),2)"),
        ("Entry fee", "Player 2", "8.05 €", None, "cancelled"),
        ("Entry fee", "Player 3", 8.05, None, "=ROUND(SUM(E2:E4)-SUM(F2:F4),2)"),
    ]
    assert [cell.font.strike for cell in worksheet[3]] == [None, None, True, True, True, None, None]
    assert [row[6].value for row in solved.iter_rows(min_row=2, max_row=7)] == [
        *(8.05, "cancelled", 16.1, -4, -14.01),
        -14.01,
    ]


def test_without_a_prize_the_sums_are_still_formulas():
    worksheet = opened(make_tournament(2, language="en"))["Cost statement"]

    assert [row[2] for row in rows(worksheet)] == [
        "Amount",
        0,
        "=ROUND(SUM(C2:C2),2)",
        "=ROUND(0,2)",
        "=ROUND(SUM(C2:C2),2)",
    ]


def test_amounts_carry_their_currency_and_totals_are_bold():
    worksheet = opened(books(currency="CHF"))["Cost statement"]

    cells = worksheet["C"][1:8]
    assert {cell.number_format for cell in cells} == {'#,##0.00 "CHF";−#,##0.00 "CHF"'}
    assert [cell.row for cell in cells if cell.font.bold] == [3, 7, 8]


def test_notes_stand_under_the_table():
    tournament = make_tournament(4, language="en", venue="=1+1")
    round_ = draw_next_round(tournament)
    enter_result(Pairing.objects.get(round=round_, table=1), Result(Outcome.PLAYED, (3, 1)))

    cells = [row[0] for row in opened(tournament)["Standings after round 1"].iter_rows(min_row=6)]

    assert [(cell.value, cell.font.bold) for cell in cells[:3]] == [
        (None, False),
        ("20 Nov 2026 · =1+1", False),
        ("Provisional: 1 match is still open", True),
    ]


@pytest.mark.parametrize("name", ["=1+1", "+49 171", "-Anna", "@anna", "#N/A", "1", "TRUE", '=HYPERLINK("x")'])
def test_a_name_is_text_whatever_it_looks_like(name):
    cell = opened(make_tournament(players=[NewPlayer(name)], language="en"))["Players"]["B2"]

    assert (cell.value, cell.data_type) == (name, "s")
    assert cell.quotePrefix is (name[0] in "=+-@")


def test_a_name_that_no_file_can_hold_is_shown_with_a_replacement():
    tournament = make_tournament(1, language="en", name="Open\x07", venue="Kon\x0bstanz")
    Entry.objects.update(name="An\x01na\ufffe", club="\x1f")

    book = opened(tournament)

    assert rows(book["Players"])[1][1:3] == ("An\ufffdna\ufffd", "\ufffd")
    assert book.properties.title == "Open\ufffd"


@pytest.mark.parametrize("language", ["de", "en"])
def test_names_of_sheets_are_such_as_excel_takes(language):
    names = opened(make_tournament(4, played=2, language=language)).sheetnames

    assert [name for name in names if len(name) > 31 or set(name) & set("[]:*?/\\'")] == []
    assert len({name.casefold() for name in names}) == 6


@pytest.mark.parametrize(("paper", "size"), [("a4", 9), ("letter", 1)])
def test_every_sheet_is_ready_to_read_and_to_print(paper, size):
    tournament = make_tournament(2, played=1, language="en", name="Cup & Co", paper=paper)

    for worksheet in opened(tournament):
        set_up = worksheet.page_setup
        assert (worksheet.freeze_panes, worksheet.print_title_rows) == ("A2", "$1:$1")
        assert (set_up.paperSize, set_up.fitToWidth, set_up.fitToHeight) == (size, 1, 0)
        assert worksheet.sheet_properties.pageSetUpPr.fitToPage is True
        assert worksheet.oddHeader.left.text == f"Cup && Co · {worksheet.title}"
        assert worksheet.oddFooter.right.text == "Page &P of &N"


def test_only_a_wide_sheet_is_printed_across():
    long_names = [NewPlayer(letter * 40) for letter in "AB"]
    book = opened(make_tournament(players=long_names, played=1, language="en"))

    assert {worksheet.title: worksheet.page_setup.orientation for worksheet in book} == {
        "Players": "portrait",
        "Round 1": "landscape",
        "Standings after round 1": "portrait",
        "Cross table": "portrait",
        "Cost statement": "portrait",
    }


def test_a_ranking_with_long_names_clubs_and_prizes_is_printed_no_smaller_than_other_lists():
    players = [NewPlayer(letter * 40, club=letter * 40) for letter in "ABCD"]
    tournament = make_tournament(players=players, played=2, planned_rounds=2, language="en")
    add_prize(tournament, by=make_director(), place=1, description="A cup for the winner, " * 3, price_cents=100)

    ranking = opened(tournament)["Final standings"]

    widths = [ranking.column_dimensions[column.column_letter].width for column in ranking[1]]
    assert sum(widths) == 145
    assert (ranking["B2"].alignment.wrap_text, ranking.row_dimensions[2].height) == (True, 45)


def test_the_printed_header_is_no_longer_than_excel_can_bear():
    worksheet = opened(make_tournament(1, language="de", name="&" * 100, venue="W" * 100)).worksheets[-1]

    assert len(worksheet.oddHeader.left.text) + len("&L") <= 255


def test_columns_are_as_wide_as_what_they_hold_within_reason():
    tournament = make_tournament(players=[NewPlayer("A" * 100, "BC Konstanz")], language="en")

    worksheet = opened(tournament)["Players"]

    assert [worksheet.column_dimensions[letter].width for letter in "ABC"] == [6, 60, 14]
    assert (worksheet["B2"].alignment.wrap_text, worksheet.row_dimensions[2].height) == (True, 30)


def test_the_file_tells_neither_who_made_it_nor_when():
    with ZipFile(io.BytesIO(workbook(make_tournament(2)))) as archive:
        dates = {member.date_time for member in archive.infolist()}
        properties = ElementTree.fromstring(archive.read("docProps/core.xml"))

    assert dates == {(1980, 1, 1, 0, 0, 0)}
    assert [(element.tag.split("}")[1], element.text) for element in properties] == [
        ("title", "Bodensee Open"),
        ("created", "2026-11-20T00:00:00Z"),
        ("modified", "2026-11-20T00:00:00Z"),
    ]


def test_the_same_tournament_is_the_same_file():
    tournament = make_tournament(5, played=2)

    assert workbook(tournament) == workbook(tournament)


@pytest.mark.costly
def test_a_workbook_asks_the_database_no_more_for_more_players(django_assert_num_queries):
    small, large = make_tournament(4, played=2), make_tournament(40, played=2)

    with django_assert_num_queries(10):
        workbook(small)
    with django_assert_num_queries(10):
        workbook(large)
