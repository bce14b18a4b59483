"""The players with their fees, and the list for the door."""

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament
from tournament.actions.cash import give_back_fee, set_fee
from tournament.actions.persons import set_appearance
from tournament.actions.players import NewPlayer, add_entries, withdraw_entry
from tournament.actions.tournaments import end_evening
from tournament.models import Entry, Wish, Wished
from tournament.pages.players import door_sheet, players_sheet
from tournament.pages.sheets import Amount, Cells
from tournament.queries.cash import fees_of

pytestmark = pytest.mark.django_db


def named(*names):
    return [NewPlayer(name) for name in names]


def test_players_are_listed_with_their_fee_and_their_rounds():
    tournament = make_tournament(players=[NewPlayer("Anna", "BC Konstanz"), *named("Ben", "Chloé")], fee_cents=800)
    anna, ben, chloe = Entry.objects.order_by("number")
    set_fee(anna, by=make_director(), paid=True)
    set_fee(ben, by=make_director(), paid=False, waived="junior")
    draw_next_round(tournament)
    withdraw_entry(chloe, by=make_director())

    fee = Amount(800, "EUR")
    sums = [Amount(cents, "EUR", (Cells(range(3)),), is_total=True) for cents in (2400, 800, 800, 800)]
    assert players_sheet(tournament).rows == (
        (1, "Anna", "BC Konstanz", 1, None, fee, fee, None, None, "paid"),
        (2, "Ben", "", 1, None, fee, None, fee, None, "waived: junior"),
        (3, "Chloé", "", 1, 1, fee, None, None, fee, "unpaid"),
        (None, "Total", "", None, None, *sums, ""),
    )


def test_where_there_is_no_fee_the_players_have_no_columns_of_fees():
    sheet = players_sheet(make_tournament(1))

    assert sheet.rows == ((1, "Player 1", "", 1, None),)
    assert len(sheet.columns) == 5


def test_whoever_has_not_paid_just_the_fee_is_listed_with_what_is_lacking_or_too_much():
    tournament = make_tournament(players=named("Anna", "Ben", "Chloé", "Didi"), fee_cents=800)
    anna, ben, chloe, didi = Entry.objects.order_by("number")
    for entry in (anna, ben, chloe):
        set_fee(entry, by=make_director(), paid=True)
    Entry.objects.filter(number=2).update(paid_cents=500)
    Entry.objects.filter(number=3).update(paid_cents=900)
    for entry in (anna, didi):
        withdraw_entry(entry, by=make_director())
    give_back_fee(anna, by=make_director())

    sheet, fees = players_sheet(tournament), fees_of(tournament)
    assert [column.heading for column in sheet.columns[5:]] == [
        *("Entry fee", "Paid", "Waived", "Unpaid", "To refund", "Details")
    ]
    assert [tuple(cell if cell is None else str(cell) for cell in row[5:]) for row in sheet.rows] == [
        (None, None, None, None, None, "refunded"),
        ("8.00 €", "5.00 €", None, "3.00 €", None, "owes 3.00 €"),
        ("8.00 €", "9.00 €", None, None, "1.00 €", "paid, 1.00 € to refund"),
        (None, None, None, None, None, "–"),
        ("16.00 €", "14.00 €", "0.00 €", "3.00 €", "1.00 €", ""),
    ]
    assert [cell.cents for cell in sheet.rows[-1][5:-1]] == [
        *(fees.expected_cents, fees.income_cents, 0, fees.owed_cents, fees.overpaid_cents)
    ]


def test_the_lists_of_the_director_and_the_treasurer_show_the_whole_name():
    tournament = make_tournament(players=named("Anna", "Ben"))
    Entry.objects.filter(name="Anna").update(shown_as="A. K.")

    assert [row[1] for row in players_sheet(tournament).rows] == ["Anna", "Ben"]
    assert [row[0] for row in door_sheet(tournament).rows] == ["Anna", "Ben"]


def test_the_list_for_the_door_is_by_name_with_boxes_to_tick():
    tournament = make_tournament(
        players=[NewPlayer("Öz"), NewPlayer("Anna", "BC Konstanz"), *named("Ben")], fee_cents=800
    )
    ozge, anna, _ben = Entry.objects.order_by("number")
    Entry.objects.filter(pk=anna.pk).update(is_here=True, paid_cents=800)
    Entry.objects.filter(pk=ozge.pk).update(fee_waived="helps")

    sheet = door_sheet(tournament)

    assert [column.heading for column in sheet.columns] == ["Name", "No.", "Club", "Checked in", "To pay", "Paid"]
    assert [tuple(cell if cell is None else str(cell) for cell in row) for row in sheet.rows] == [
        ("Anna", "2", "BC Konstanz", "✓", "", "✓"),
        ("Ben", "3", "", None, "8.00 €", None),
        ("Öz", "1", "", None, "waived", ""),
    ]
    assert sheet.notes[1:] == ("Total: 8.00 € to pay by 1 player, 8.00 € paid",)


def test_the_list_for_the_door_says_what_is_still_lacking_and_what_was_too_much():
    tournament = make_tournament(players=named("Anna", "Ben", "Cem"), fee_cents=700)
    Entry.objects.filter(number=1).update(paid_cents=900)
    Entry.objects.filter(number=2).update(paid_cents=500)

    assert [(row[0], str(row[4]), row[5]) for row in door_sheet(tournament).rows] == [
        ("Anna", "refund due: 2.00 €", "✓"),
        ("Ben", "2.00 €", None),
        ("Cem", "7.00 €", None),
    ]
    assert door_sheet(tournament).notes[1:] == ("Total: 9.00 € to pay by 2 players, 14.00 € paid",)


def test_the_list_for_the_door_adds_up_with_who_has_left_and_paid():
    tournament = make_tournament(players=named("Anna", "Ben", "Cem"), fee_cents=800, played=1)
    for number in (1, 3):
        set_fee(entry_of(tournament, number), by=make_director(), paid=True)
    for number in (1, 2):
        withdraw_entry(entry_of(tournament, number), by=make_director())

    sheet = door_sheet(tournament)

    assert [(row[0], row[2], row[3], row[5]) for row in sheet.rows] == [
        ("Anna", "has left", "", "✓"),
        ("Cem", "", None, "✓"),
    ]
    assert sheet.notes[1:] == ("Total: 0.00 € to pay by 0 players, 16.00 € paid",)


def test_without_a_fee_only_who_is_here_is_ticked():
    sheet = door_sheet(make_tournament(players=named("Anna")))

    assert [column.heading for column in sheet.columns] == ["Name", "No.", "Club", "Checked in"]
    assert sheet.rows == (("Anna", 1, "", None),)


def test_the_list_that_lies_on_the_table_follows_the_wish_and_the_directors_has_whole_names():
    tournament = make_tournament(players=named("Anna Zorn", "Bo Adler", "Cem Ok"))
    for number, wish in ((1, Wish.ABBREVIATED), (2, Wish.HIDDEN)):
        set_appearance(entry_of(tournament, number), by=make_director(), wished=Wished(wish))

    lists = [door_sheet(tournament, by_surname=by_surname) for by_surname in (False, True)]

    assert [[row[0] for row in sheet.rows] for sheet in lists] == [
        ["Anna Zorn", "Bo Adler", "Cem Ok"],
        ["Ok, Cem", "Player 2", "Z., Anna"],
    ]


def test_the_list_for_the_door_goes_by_surname_where_that_is_wished():
    sheet = door_sheet(make_tournament(players=named("Anna Zorn", "Bo Adler")), by_surname=True)

    assert (sheet.subtitle, [row[0] for row in sheet.rows]) == ("Players by surname", ["Adler, Bo", "Zorn, Anna"])


def test_of_a_latecomer_no_round_is_listed_that_is_not_played_any_more():
    tournament = make_tournament(entries=4, played=2, planned_rounds=3)
    add_entries(tournament, by=make_director(), players=named("Zoë"))
    planned = [row[3] for row in players_sheet(tournament).rows]

    end_evening(tournament, by=make_director(), number=2, scores={})
    tournament.refresh_from_db()

    assert planned == [1, 1, 1, 1, 3]
    assert [row[3] for row in players_sheet(tournament).rows] == [1, 1, 1, 1, None]
