"""Why a pairing is as it is, in sentences with the players' names."""

import json

import pytest
from django.utils import translation

from tests.factories import (
    draw_next_round,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
)
from tests.rankings import konstanz
from tournament.actions.entries import NewPlayer, add_entries, change_entry
from tournament.actions.results import record_result
from tournament.archive.dump import dump
from tournament.archive.restore import restore
from tournament.engine.head_to_head import DirectMatches
from tournament.engine.record import Result
from tournament.engine.standings import Standing
from tournament.engine.terms import KONSTANZ, Criterion, Outcome
from tournament.models import Entry, Round, Tournament
from tournament.pages.reasons import order_reasons, pairing_reasons, place_reasons
from tournament.queries.record import result_of
from tournament.queries.standings import RankedEntry, StandingRow, StandingsPage, standings_page

pytestmark = pytest.mark.django_db


def reasons(tournament, number=None):
    return pairing_reasons(Tournament.objects.get(pk=tournament.pk), number)


def test_before_the_draw_there_is_nothing_to_explain():
    assert reasons(make_tournament(entries=4)) == {}


def test_the_first_round_is_explained_by_the_lot_and_later_ones_by_who_has_met():
    tournament = make_tournament(entries=4, played=1)
    draw_next_round(tournament)

    assert reasons(tournament, 1) == {
        2: "Player 2 (1st) plays Player 4 (2nd): the order was drawn by lot.",
        3: "Player 3 (3rd) plays Player 1 (4th): the order was drawn by lot.",
    }
    assert reasons(tournament) == {
        2: "Player 2 (1st) plays Player 1 (2nd): Player 1 is the best-placed opponent not yet met.",
        3: "Player 3 (3rd) plays Player 4 (4th): Player 4 is the best-placed opponent not yet met.",
    }


def test_the_reasons_come_in_the_language_of_the_page():
    tournament = make_tournament(entries=2, played=1)
    reasons(tournament)

    with translation.override("de"):
        german = reasons(tournament)[2]

    assert german == "Player 2 (1.) spielt gegen Player 1 (2.): Die Reihenfolge wurde ausgelost."


def test_a_corrected_name_is_in_the_reasons_at_once():
    tournament = make_tournament(entries=2, played=1)
    reasons(tournament)

    change_entry(entry_of(tournament, 1), by=make_director(), name="Anna")

    assert reasons(tournament)[2] == "Player 2 (1st) plays Anna (2nd): the order was drawn by lot."


def test_neither_latecomers_nor_a_correction_change_the_reasons_of_an_earlier_round():
    tournament = make_tournament(entries=4, played=1)
    draw_next_round(tournament)
    before = reasons(tournament, 2)

    add_entries(tournament, by=make_director(), players=[NewPlayer(f"Late {number}") for number in range(9)])
    pairing = pairing_of(tournament, 1, 1)
    record_result(pairing, by=make_director(), expected=result_of(pairing), result=Result(Outcome.PLAYED, (0, 3)))

    assert reasons(tournament, 2) == before


def test_a_round_is_worked_out_once_however_often_the_tournament_changes(django_assert_num_queries):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    current = Tournament.objects.get(pk=tournament.pk)
    pairing_reasons(current)

    with django_assert_num_queries(1):
        pairing_reasons(current)


def test_a_round_by_hand_is_explained_by_the_director():
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    Round.objects.update(manual=True)

    assert reasons(tournament) == {2: "The director set this pairing.", 3: "The director set this pairing."}


def exchanged(tournament):
    """The tournament restored with the second players of tables 1 and 2 of the last round exchanged."""
    values = json.loads(dump(tournament))
    first, second, *_others = (pairing["players"] for pairing in values["rounds"][-1]["pairings"])
    first[1], second[1] = second[1], first[1]
    return restore(json.dumps(values).encode(), by=None).tournament


def test_a_pairing_that_the_rules_do_not_give_is_not_explained_by_them():
    tournament = make_tournament(entries=6)
    draw_next_round(tournament)

    assert list(reasons(exchanged(tournament))) == [list(reasons(tournament))[2]]


def test_a_round_that_the_rules_do_not_give_at_all_is_not_explained():
    values = json.loads(dump(make_tournament(entries=2, played=1)))
    values["rounds"].append({**values["rounds"][0], "number": 2})

    copy = restore(json.dumps(values).encode(), by=None).tournament

    assert reasons(copy) == {}


def test_a_place_is_explained_from_above_and_below():
    ranking = standings_page(make_tournament(entries=4, played=1))

    assert [place_reasons(row, ranking) for row in ranking.rows[:2]] == [
        ("Player 2 is ahead of Player 1 (2nd): level on match wins, point difference +2 against +1.",),
        (
            "Player 2 is ahead of Player 1 (2nd): level on match wins, point difference +2 against +1.",
            "Player 1 is ahead of Player 3 (3rd): more match wins, 1 against 0.",
        ),
    ]


def test_the_order_is_explained_from_the_top_to_the_end():
    ranking = standings_page(make_tournament(entries=3, played=1))

    assert order_reasons(ranking.rows, ranking) == (
        "Player 2 is ahead of Player 1 (2nd): level on match wins, point difference +2 against 0.",
        "Player 1 is ahead of Player 3 (3rd): more match wins, 1 against 0.",
    )


def test_a_place_below_a_circle_is_explained_by_somebody_further_up():
    entries = {number: Entry(number=number, name=f"Player {number}") for number in range(1, 5)}
    last = Standing(4, 4, konstanz(1, 0, 3), Criterion.HEAD_TO_HEAD, DirectMatches(1, 4))
    above = RankedEntry(Standing(3, 3, konstanz(1, 0, 3), Criterion.LOT), entries[3])
    row = StandingRow(last, entries[4], above, None, 0)

    assert place_reasons(row, StandingsPage(1, 0, (row,), entries, KONSTANZ)) == (
        "Player 3 is ahead of Player 4 (4th): level on match wins, point difference and Buchholz; Player"
        " 1 beat Player 4, and players who beat one another in a circle stay together.",
    )
