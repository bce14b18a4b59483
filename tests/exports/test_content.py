from datetime import UTC, datetime

import pytest
from django.utils import translation

from tests.factories import draw_next_round, enter_result, make_director, make_tournament, play_round
from tournament.actions.entries import NewPlayer, set_fee, withdraw_entry
from tournament.actions.fees import give_back_fee
from tournament.actions.prizes import add_prize
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.exports.content import (
    Amount,
    Strong,
    costs_sheet,
    crosstable_sheet,
    door_sheet,
    in_language_of,
    pairings_by_name_sheet,
    pairings_sheet,
    players_sheet,
    receipt_sheet,
    standings_sheet,
)
from tournament.models import Entry, Pairing
from tournament.queries.costs import cost_statement
from tournament.queries.crosstable import crosstable_page
from tournament.queries.fees import fees_of
from tournament.queries.rounds import round_page
from tournament.queries.standings import standings_page

pytestmark = pytest.mark.django_db


def named(*names):
    return [NewPlayer(name) for name in names]


def pairings_of(paired):
    return list(Pairing.objects.filter(round=paired).order_by("position"))


def test_a_round_shows_each_table_and_the_bye_last():
    paired = draw_next_round(make_tournament(players=named("Anna", "Ben", "Chloé")))

    sheet = pairings_sheet(round_page(paired))

    assert (sheet.title, sheet.subtitle) == ("Bodensee Open", "Round 1")
    assert sheet.rows == ((1, "Ben", "Chloé", None, None, ""), (None, "Anna", "bye", "", "", ""))


def test_a_round_shows_every_kind_of_result_and_marks_the_winner():
    paired = draw_next_round(make_tournament(10))
    played, stopped, forfeit, double_forfeit, still_open = pairings_of(paired)
    enter_result(played, Result(Outcome.PLAYED, (4, 1)))
    enter_result(stopped, Result(Outcome.STOPPED, (1, 2)))
    enter_result(forfeit, Result(Outcome.FORFEIT, winner=forfeit.first.number))
    enter_result(double_forfeit, DOUBLE_FORFEIT)

    rows = pairings_sheet(round_page(paired)).rows

    assert [row[3:] for row in rows] == [
        (4, 1, ""),
        (1, 2, "stopped"),
        ("+", "−", "did not appear"),
        ("−", "−", "neither appeared"),
        (None, None, ""),
    ]
    winners = [[cell for cell in row if isinstance(cell, Strong)] for row in rows]
    assert winners == [[played.first.name], [stopped.second.name], [forfeit.first.name], [], []]
    assert rows[4][1:3] == (still_open.first.name, still_open.second.name)


def test_a_round_by_name_goes_by_the_letter_whatever_its_accent_or_case():
    names = ("Zoë", "Łukasz", "anna", "Ärne", "Öykü", "Olaf", "Çağrı", "Lena")
    paired = draw_next_round(make_tournament(players=named(*names)))

    sheet = pairings_by_name_sheet(round_page(paired))

    assert [row[0] for row in sheet.rows] == ["anna", "Ärne", "Çağrı", "Lena", "Łukasz", "Olaf", "Öykü", "Zoë"]


def test_a_round_by_name_says_where_everyone_sits_and_whom_they_play():
    paired = draw_next_round(make_tournament(players=named("Anna", "Ben", "Chloé")))

    assert pairings_by_name_sheet(round_page(paired)).rows == (
        ("Anna", None, "bye"),
        ("Ben", 1, "Chloé"),
        ("Chloé", 1, "Ben"),
    )


def test_two_players_of_the_same_name_both_stand_in_the_list():
    players = [NewPlayer("Anna"), NewPlayer("Anna", namesakes=1)]
    paired = draw_next_round(make_tournament(players=players))

    assert pairings_by_name_sheet(round_page(paired)).rows == (("Anna", 1, "Anna"), ("Anna", 1, "Anna"))


def test_standings_show_what_counts_and_what_broke_a_tie():
    tournament = make_tournament(players=named("Anna", "Ben", "Chloé", "David"))
    play_round(draw_next_round(tournament), scores=[(3, 1)])

    sheet = standings_sheet(tournament, standings_page(tournament))

    assert sheet.subtitle == "Standings after round 1"
    assert [column.heading for column in sheet.columns] == ["Place", "Name", "Wins", "±", "BH", "Tie-break"]
    first, second, third, fourth = (row[1] for row in sheet.rows)
    assert sheet.rows == (
        (1, first, 1, 2, 0, f"ahead of {second}: lot"),
        (2, second, 1, 2, 0, ""),
        (3, third, 0, -2, 1, f"ahead of {fourth}: lot"),
        (4, fourth, 0, -2, 1, ""),
    )


def test_standings_name_the_club_where_anybody_has_one():
    tournament = make_tournament(players=[NewPlayer("Anna", "BC Konstanz"), NewPlayer("Ben")], played=1)

    sheet = standings_sheet(tournament, standings_page(tournament))

    assert sheet.columns[2].heading == "Club"
    assert {row[1:3] for row in sheet.rows} == {("Anna", "BC Konstanz"), ("Ben", "")}


@pytest.mark.parametrize(
    ("missing", "provisional"),
    [
        (2, [Strong("Provisional: 2 matches are still open")]),
        (1, [Strong("Provisional: 1 match is still open")]),
        (0, []),
    ],
)
def test_standings_say_that_they_are_provisional_while_matches_are_open(missing, provisional):
    tournament = make_tournament(4)
    paired = draw_next_round(tournament)
    for pairing in pairings_of(paired)[missing:]:
        enter_result(pairing, Result(Outcome.PLAYED, (3, 0)))

    notes = standings_sheet(tournament, standings_page(tournament)).notes

    assert [note for note in notes if isinstance(note, Strong)] == provisional


def test_standings_explain_their_short_headings():
    tournament = make_tournament(2, played=1)

    assert standings_sheet(tournament, standings_page(tournament)).notes == (
        "20 Nov 2026 · Konstanz",
        "± is the point difference. BH is Buchholz: the match wins of all opponents, so strong opponents"
        " count for more.",
    )


def test_before_the_first_round_the_standings_say_so():
    tournament = make_tournament(2)

    assert standings_sheet(tournament, standings_page(tournament)).subtitle == "Standings before round 1"


def test_without_a_venue_the_date_stands_alone():
    assert players_sheet(make_tournament(venue="")).notes == ("20 Nov 2026",)


def test_a_practice_tournament_says_so_at_the_head_of_every_sheet():
    assert players_sheet(make_tournament(is_practice=True)).notes == ("20 Nov 2026 · Konstanz · Practice tournament",)


def test_the_cross_table_has_one_column_for_each_round_and_marks_what_was_won():
    tournament = make_tournament(players=named("Anna", "Ben", "Cem"))
    play_round(draw_next_round(tournament), scores=[(4, 1)])
    draw_next_round(tournament)

    sheet = crosstable_sheet(tournament, crosstable_page(tournament))

    assert [column.heading for column in sheet.columns] == ["Place", "Name", "1", "2", "Wins", "±", "BH"]
    assert sheet.rows == (
        (1, "Ben", "+3 4:1", "2 –", 1, 2, 1),
        (2, "Anna", "bye", "1 –", 1, 0, 0),
        (3, "Cem", "−1 1:4", "bye", 1, -2, 1),
    )
    assert [cell for row in sheet.rows for cell in row if isinstance(cell, Strong)] == ["+3 4:1"]
    assert sheet.notes == (
        "20 Nov 2026 · Konstanz",
        "Provisional: 1 match is still open",
        "+3 means a win against the player in 3rd place in this table, −3 a loss; the score follows.",
    )


def test_the_cross_table_without_scores_is_narrow():
    tournament = make_tournament(players=named("Anna", "Ben"))
    play_round(draw_next_round(tournament), scores=[(4, 1)])

    sheet = crosstable_sheet(tournament, crosstable_page(tournament), with_scores=False)

    assert [row[2] for row in sheet.rows] == ["+2", "−1"]
    assert sheet.notes[-1] == "+3 means a win against the player in 3rd place in this table, −3 a loss."


def test_players_are_listed_with_their_fee_and_their_rounds():
    tournament = make_tournament(players=[NewPlayer("Anna", "BC Konstanz"), *named("Ben", "Chloé")], fee_cents=800)
    anna, ben, chloe = Entry.objects.order_by("number")
    set_fee(anna, by=make_director(), paid=True)
    set_fee(ben, by=make_director(), paid=False, waived="junior")
    draw_next_round(tournament)
    withdraw_entry(chloe, by=make_director())

    fee = Amount(800, "EUR")
    sums = [Amount(cents, "EUR", range(3), is_total=True) for cents in (2400, 800, 800, 800)]
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


def test_a_receipt_says_who_paid_what_when_and_to_whom():
    tournament = make_tournament(players=named("Anna"), fee_cents=800)
    Entry.objects.update(
        paid_cents=900, refunded_cents=100, paid_at=datetime(2026, 11, 20, 18, 5, tzinfo=UTC), paid_to="Mia"
    )

    sheet = receipt_sheet(Entry.objects.get(tournament=tournament))

    assert (sheet.title, sheet.subtitle, sheet.notes) == ("Bodensee Open", "Receipt 1", ("20 Nov 2026 · Konstanz",))
    assert sheet.rows == (
        ("Received from", "Anna"),
        ("Entry fee", "8.00 €"),
        ("Paid on", "20 Nov 2026, 19:05"),
        ("Received by", "Mia"),
    )
    assert sheet.signatures == ("Place and date", "Signature")


def test_a_receipt_leaves_open_what_is_not_known():
    tournament = make_tournament(players=named("Anna"), fee_cents=800)
    Entry.objects.update(paid_cents=800)

    sheet = receipt_sheet(Entry.objects.get(tournament=tournament))

    assert sheet.rows == (("Received from", "Anna"), ("Entry fee", "8.00 €"))


def test_the_cost_statement_tells_what_is_left_and_whom_to_ask_but_not_who_has_paid():
    tournament = make_tournament(
        players=named("Anna", "Ben", "Cem"), fee_cents=800, treasurer="Ida", surplus_note="new dice"
    )
    set_fee(Entry.objects.get(name="Anna"), by=make_director(), paid=True)
    set_fee(Entry.objects.get(name="Ben"), by=make_director(), paid=False, waived="helps")
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=700)

    sheet = costs_sheet(tournament, cost_statement(tournament))

    assert (sheet.subtitle, sheet.signatures) == ("Cost statement", ("Place and date", "Signature"))
    assert sheet.notes == (
        "20 Nov 2026 · Konstanz",
        "Not counted as income: 1 unpaid fee (8.00 €) and 1 waived fee.",
        "Surplus: 1.00 €. Goes to: new dice",
        "Contact for money questions: Ida",
    )
    assert [name for name in ("Anna", "Ben", "Cem") if name in str(sheet)] == []


def test_the_cost_statement_warns_where_more_is_spent_than_came_in():
    tournament = make_tournament(2)
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=700)

    notes = costs_sheet(tournament, cost_statement(tournament)).notes

    assert (notes[1:], type(notes[1])) == (("Spending exceeds income by 7.00 €.",), Strong)


def test_a_list_shows_the_name_under_which_a_player_wishes_to_appear():
    tournament = make_tournament(players=named("Anna", "Ben"))
    Entry.objects.filter(name="Anna").update(shown_as="A. K.")
    paired = draw_next_round(tournament)

    shown = {
        pairings_sheet(round_page(paired)).rows[0][1:3],
        tuple(row[0] for row in pairings_by_name_sheet(round_page(paired)).rows),
        tuple(row[1] for row in standings_sheet(tournament, standings_page(tournament)).rows),
    }

    assert {frozenset(names) for names in shown} == {frozenset({"A. K.", "Ben"})}


def test_the_lists_of_the_director_and_the_treasurer_show_the_whole_name():
    tournament = make_tournament(players=named("Anna", "Ben"))
    Entry.objects.filter(name="Anna").update(shown_as="A. K.")

    assert [row[1] for row in players_sheet(tournament).rows] == ["Anna", "Ben"]
    assert [row[0] for row in door_sheet(tournament).rows] == ["Anna", "Ben"]


@pytest.mark.parametrize(("language", "locale"), [("de", "de"), ("en", "en-gb")])
def test_the_language_is_the_tournaments_and_not_the_readers(language, locale):
    tournament = make_tournament(language=language)

    with translation.override("en-gb"), in_language_of(tournament):
        assert translation.get_language() == locale


def test_the_list_for_the_door_is_by_name_with_boxes_to_tick():
    tournament = make_tournament(
        players=[NewPlayer("Öz"), NewPlayer("Anna", "BC Konstanz"), *named("Ben")], fee_cents=800
    )
    ozge, anna, _ben = Entry.objects.order_by("number")
    Entry.objects.filter(pk=anna.pk).update(is_here=True, paid_cents=800)
    Entry.objects.filter(pk=ozge.pk).update(fee_waived="helps")

    sheet = door_sheet(tournament)

    assert [column.heading for column in sheet.columns] == ["Name", "No.", "Club", "Here", "Entry fee", "Paid"]
    assert [tuple(cell if cell is None else str(cell) for cell in row) for row in sheet.rows] == [
        ("Anna", "2", "BC Konstanz", "✓", "8.00 €", "✓"),
        ("Ben", "3", "", None, "8.00 €", None),
        ("Öz", "1", "", None, "waived", ""),
    ]


def test_the_list_for_the_door_says_what_is_still_lacking_and_what_was_too_much():
    tournament = make_tournament(players=named("Anna", "Ben", "Cem"), fee_cents=700)
    Entry.objects.filter(number=1).update(paid_cents=900)
    Entry.objects.filter(number=2).update(paid_cents=500)

    assert [(row[0], str(row[4]), row[5]) for row in door_sheet(tournament).rows] == [
        ("Anna", "refund due: 2.00 €", "✓"),
        ("Ben", "2.00 €", None),
        ("Cem", "7.00 €", None),
    ]


def test_without_a_fee_only_who_is_here_is_ticked():
    sheet = door_sheet(make_tournament(players=named("Anna")))

    assert [column.heading for column in sheet.columns] == ["Name", "No.", "Club", "Here"]
    assert sheet.rows == (("Anna", 1, "", None),)
