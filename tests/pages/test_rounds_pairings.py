"""A round, by table and by name."""

import pytest

from tests.factories import draw_next_round, enter_result, make_tournament
from tournament.actions.players import NewPlayer
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.models import Pairing
from tournament.pages.rounds import pairings_by_name_sheet, pairings_sheet
from tournament.pages.sheets import Strong
from tournament.queries.evening import evening_of
from tournament.queries.rounds.pairings import round_page

pytestmark = pytest.mark.django_db


def page_of(round_):
    return round_page(evening_of(round_.tournament), round_.number)


def named(*names):
    return [NewPlayer(name) for name in names]


def pairings_of(round_):
    return list(Pairing.objects.filter(round=round_).order_by("position"))


def test_a_round_shows_each_table_and_the_bye_last():
    round_ = draw_next_round(make_tournament(players=named("Anna", "Ben", "Chloé")))

    sheet = pairings_sheet(page_of(round_))

    assert (sheet.title, sheet.subtitle) == ("Bodensee Open", "Round 1")
    assert sheet.rows == ((1, "Ben", "Chloé", None, None, ""), (None, "Anna", "bye", "", "", ""))


def test_a_round_shows_every_kind_of_result_and_marks_the_winner():
    round_ = draw_next_round(make_tournament(10))
    played, stopped, forfeit, double_forfeit, still_open = pairings_of(round_)
    enter_result(played, Result(Outcome.PLAYED, (4, 1)))
    enter_result(stopped, Result(Outcome.STOPPED, (1, 2)))
    enter_result(forfeit, Result(Outcome.FORFEIT, winner=forfeit.first.number))
    enter_result(double_forfeit, DOUBLE_FORFEIT)

    rows = pairings_sheet(page_of(round_)).rows

    assert [row[3:] for row in rows] == [
        (4, 1, "counts as 3:1"),
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
    round_ = draw_next_round(make_tournament(players=named(*names)))

    sheet = pairings_by_name_sheet(page_of(round_))

    assert [row[0] for row in sheet.rows] == ["anna", "Ärne", "Çağrı", "Lena", "Łukasz", "Olaf", "Öykü", "Zoë"]


def test_a_round_by_name_says_where_everyone_sits_and_whom_they_play():
    round_ = draw_next_round(make_tournament(players=named("Anna", "Ben", "Chloé")))

    assert pairings_by_name_sheet(page_of(round_)).rows == (
        ("Anna", None, "bye", ""),
        ("Ben", 1, "Chloé", ""),
        ("Chloé", 1, "Ben", ""),
    )


def test_two_players_of_the_same_name_both_stand_in_the_list_and_are_told_apart():
    players = [NewPlayer("Anna"), NewPlayer("Anna", namesakes=1)]
    round_ = draw_next_round(make_tournament(players=players))

    assert pairings_by_name_sheet(page_of(round_)).rows == (
        ("Anna (1)", 1, "Anna (2)", ""),
        ("Anna (2)", 1, "Anna (1)", ""),
    )


def test_a_table_that_has_to_wait_for_a_board_says_so_until_it_has_a_result():
    round_ = draw_next_round(make_tournament(6, boards=1))
    *_first, third = pairings_of(round_)
    enter_result(third, Result(Outcome.PLAYED, (3, 0)))

    sheet, by_name = (
        pairings_sheet(page_of(round_)),
        pairings_by_name_sheet(page_of(round_)),
    )

    assert [row[-1] for row in sheet.rows] == ["", "later", ""]
    assert sorted((row[1], row[-1]) for row in by_name.rows) == [
        *((1, ""), (1, ""), (2, "later"), (2, "later"), (3, ""), (3, "")),
    ]
    assert sheet.notes == by_name.notes == ("20 Nov 2026 · Konstanz", "later: as soon as a board is free")


def test_where_there_are_boards_enough_nothing_is_said_of_them():
    round_ = draw_next_round(make_tournament(4, boards=2))

    sheet = pairings_sheet(page_of(round_))

    assert ([row[-1] for row in sheet.rows], sheet.notes) == (["", ""], ("20 Nov 2026 · Konstanz",))


def test_a_round_goes_by_surname_where_that_is_wished():
    round_ = draw_next_round(make_tournament(players=named("Anna Zorn", "Gül", "Bo Adler", "Cem Maier (jun.)")))

    sheet = pairings_by_name_sheet(page_of(round_), by_surname=True)

    assert sheet.subtitle == "Round 1 by surname"
    assert [row[0] for row in sheet.rows] == ["Adler, Bo", "Gül", "Maier (jun.), Cem", "Zorn, Anna"]


def test_each_page_of_a_round_says_which_tables_or_letters_it_holds():
    round_ = draw_next_round(make_tournament(players=named("Anna", "Ärne", "Łukasz", "Ben", "Zoë")))

    sheet, by_name = (
        pairings_sheet(page_of(round_)),
        pairings_by_name_sheet(page_of(round_)),
    )

    first, second, bye = sheet.rows
    assert [sheet.span(first, second), sheet.span(second, bye)] == ["Tables 1–2", "Tables 2–2"]
    anna, arne, *_others, zoe = by_name.rows
    assert [by_name.span(anna, zoe), by_name.span(anna, arne)] == ["A–Z", "A"]
