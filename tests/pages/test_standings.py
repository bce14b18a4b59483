"""The ranking as a list."""

import pytest

from tests.factories import draw_next_round, enter_result, entry_of, make_director, make_tournament, play_round
from tournament.actions.cash import add_prize
from tournament.actions.players import NewPlayer, withdraw_entry
from tournament.actions.tournaments import end_evening
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Pairing
from tournament.pages.sheets import Strong
from tournament.pages.standings import standings_sheet
from tournament.queries.evening import evening_of
from tournament.queries.standings import standings_page

pytestmark = pytest.mark.django_db


def named(*names):
    return [NewPlayer(name) for name in names]


def pairings_of(round_):
    return list(Pairing.objects.filter(round=round_).order_by("position"))


def test_standings_show_what_counts_and_what_broke_a_tie():
    tournament = make_tournament(players=named("Anna", "Ben", "Chloé", "David"))
    play_round(draw_next_round(tournament), scores=[(3, 1)])

    sheet = standings_sheet(tournament, standings_page(evening_of(tournament)))

    assert sheet.subtitle == "Standings after round 1"
    assert [column.heading for column in sheet.columns] == ["Place", "Name", "Wins", "±", "BH", "Tie-break"]
    first, second, third, fourth = (row[1] for row in sheet.rows)
    assert sheet.rows == (
        (1, first, 1, 2, 0, "ahead of place 2: lot"),
        (2, second, 1, 2, 0, ""),
        (3, third, 0, -2, 1, "ahead of place 4: lot"),
        (4, fourth, 0, -2, 1, ""),
    )


def test_the_final_ranking_has_the_prizes_of_each_place_and_no_note_on_who_has_left():
    tournament = make_tournament(players=named("Anna", "Ben"), played=1, planned_rounds=2)
    for place, prize in ((1, "Board"), (1, "Dice"), (2, "Cup")):
        add_prize(tournament, by=make_director(), place=place, description=prize, price_cents=0)
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    running = standings_sheet(tournament, standings_page(evening_of(tournament)))

    end_evening(tournament, by=make_director(), number=1, scores={})
    tournament.refresh_from_db()
    final = standings_sheet(tournament, standings_page(evening_of(tournament)))

    assert (running.subtitle, running.columns[-1].heading) == ("Standings after round 1", "Tie-break")
    assert running.notes[1] == "Anna has left."
    assert (final.subtitle, final.columns[-1].heading) == ("Final standings", "Prize")
    assert [row[-1] for row in final.rows] == ["Board and Dice", "Cup"]
    assert final.notes == (running.notes[0], *running.notes[2:])


def test_standings_name_the_club_where_anybody_has_one():
    tournament = make_tournament(players=[NewPlayer("Anna", "BC Konstanz"), NewPlayer("Ben")], played=1)

    sheet = standings_sheet(tournament, standings_page(evening_of(tournament)))

    assert sheet.columns[2].heading == "Club"
    assert {row[1:3] for row in sheet.rows} == {("Anna", "BC Konstanz"), ("Ben", "")}


@pytest.mark.parametrize(
    ("missing", "provisional"),
    [
        (2, []),
        (1, [Strong("Provisional: 1 match is still open")]),
        (0, []),
    ],
)
def test_standings_are_provisional_from_the_first_result_of_a_round_to_its_last(missing, provisional):
    tournament = make_tournament(4)
    round_ = draw_next_round(tournament)
    for pairing in pairings_of(round_)[missing:]:
        enter_result(pairing, Result(Outcome.PLAYED, (3, 0)))

    notes = standings_sheet(tournament, standings_page(evening_of(tournament))).notes

    assert [note for note in notes if isinstance(note, Strong)] == provisional


def test_standings_explain_their_short_headings():
    tournament = make_tournament(2, played=1)

    assert standings_sheet(tournament, standings_page(evening_of(tournament))).notes == (
        "20 Nov 2026 · Konstanz",
        "± is the point difference. BH is Buchholz: the match wins of all opponents, so strong opponents"
        " count for more.",
    )


def test_before_the_first_round_the_standings_say_so():
    tournament = make_tournament(2)

    assert standings_sheet(tournament, standings_page(evening_of(tournament))).subtitle == "Standings before round 1"
