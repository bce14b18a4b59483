"""Standings and pairings for the club's web site: what they hold, who may read them, when they are sent anew."""

import csv

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of, play_round
from tests.views.conftest import logged_in
from tournament.engine.record import Result
from tournament.engine.terms import Criterion, Outcome
from tournament.exports import open_files
from tournament.models import Entry, Round, Tournament
from tournament.queries.evening import evening_of
from tournament.queries.standings import standings_page

pytestmark = pytest.mark.django_db
OPEN = tuple(
    (file.name, (2,) if file.is_of_a_round else ())
    for file in vars(open_files).values()
    if isinstance(file, open_files.OpenFile)
)


@pytest.fixture(params=OPEN, ids=[name for name, _values in OPEN])
def address(request, tournament):
    name, values = request.param
    return reverse(name, args=[tournament.slug, *values])


def read(tournament, name, *values):
    return Client().get(reverse(name, args=[tournament.slug, *values])).json()


def table(tournament, name, *values):
    answer = Client().get(reverse(name, args=[tournament.slug, *values]))
    return list(csv.reader(answer.content.decode("utf-8-sig").splitlines(), delimiter=";"))


def test_the_ranking_has_a_place_the_counted_numbers_and_what_decided(tournament):
    Entry.objects.filter(tournament=tournament, number=2).update(shown_as="P. Two", club="BC Konstanz")
    tournament.refresh_from_db()

    told = read(tournament, "standings_json")

    assert {key: value for key, value in told.items() if key != "standings"} == {
        "tournament": "Bodensee Open",
        "date": "2026-11-20",
        "begins_at": "",
        "venue": "Konstanz",
        "is_closed": False,
        "version": tournament.version,
        "after_round": 2,
        "is_provisional": True,
        "ranking": ["match_wins", "point_difference", "buchholz", "head_to_head", "lot"],
    }
    assert told["standings"] == [
        {
            "place": row.standing.rank,
            "lot": None,
            "number": row.entry.number,
            "name": row.entry.display_name,
            "club": row.entry.club,
            "match_wins": row.standing.match_wins,
            "point_difference": row.standing.figures[Criterion.POINT_DIFFERENCE],
            "buchholz": row.standing.figures[Criterion.BUCHHOLZ],
            "decided_by": row.standing.decided_by,
        }
        for row in standings_page(evening_of(tournament)).rows
    ]
    assert [(row["name"], row["club"]) for row in told["standings"] if row["number"] == 2] == [
        ("P. Two", "BC Konstanz")
    ]


def test_a_round_has_its_tables_in_order_and_the_bye_last(tournament):
    forfeit = pairing_of(tournament, 2, 2)
    enter_result(forfeit, Result(Outcome.FORFEIT, winner=forfeit.second.number))
    first, second, third = (pairing_of(tournament, 2, table) for table in (1, 2, 3))
    bye = pairing_of(tournament, 2, None)

    told = read(tournament, "pairings_json", 2)

    assert (told["tournament"], told["round"]) == ("Bodensee Open", 2)
    assert told["pairings"] == [
        pairing(1, first.first, first.second, [3, 1], "played", first.first.number),
        pairing(2, second.first, second.second, None, "forfeit", second.second.number),
        pairing(3, third.first, third.second, None, "pending", None),
        pairing(None, bye.first, None, None, "bye", bye.first.number),
    ]


def test_the_finals_have_their_rounds_and_who_has_come_to_which_place():
    tournament = make_tournament(4, 1, planned_rounds=1, finals_players=4, finals_third_place=True, language="en")
    play_round(draw_next_round(tournament), [(3, 1)])
    first, second = (pairing_of(tournament, 2, table) for table in (1, 2))

    told = read(tournament, "bracket_json")

    def place(entry, seed, points=None, *, has_won=False):
        player = {"number": entry.number, "name": entry.name}
        return {"player": player, "seed": seed, "points": points, "has_won": has_won}

    assert told["finals"] == [
        {
            "round": 2,
            "name": "Semi-finals",
            "matches": [
                {
                    "table": 1,
                    "is_open": False,
                    "places": [place(first.first, 1, 3, has_won=True), place(first.second, 4, 1)],
                },
                {
                    "table": 2,
                    "is_open": False,
                    "places": [place(second.first, 2, 3, has_won=True), place(second.second, 3, 1)],
                },
            ],
        },
        {
            "round": 3,
            "name": "Final",
            "matches": [{"table": None, "is_open": False, "places": [place(first.first, 1), place(second.first, 2)]}],
        },
    ]
    assert told["third_place"]["places"] == [place(second.second, 3), place(first.second, 4)]
    assert read(make_tournament(2), "bracket_json")["finals"] == []


def pairing(table, first, second, score, outcome, winner):
    first, second = ({"number": entry.number, "name": entry.name} if entry else None for entry in (first, second))
    return {"table": table, "first": first, "second": second, "score": score, "outcome": outcome, "winner": winner}


def test_a_spreadsheet_gets_the_lists_in_the_language_of_the_tournament_whoever_asks(tournament):
    Tournament.objects.update(language="de")

    standings, pairings = table(tournament, "standings_csv"), table(tournament, "pairings_csv", 2)

    assert standings[0] == ["Platz", "Name", "Siege", "±", "BHZ", "Bei Gleichstand"]
    assert [row[:2] for row in standings[1:]] == [
        [str(row.standing.rank), row.entry.name] for row in standings_page(evening_of(tournament)).rows
    ]
    played = pairing_of(tournament, 2, 1)
    assert pairings[1] == ["1", played.first.name, played.second.name, "3", "1", ""]


def test_every_web_site_may_read_it(client, address):
    answer = client.get(address)

    assert (answer["Access-Control-Allow-Origin"], answer["Cache-Control"]) == ("*", "public, max-age=0, s-maxage=1")
    types = {"json": "application/json", "csv": "text/csv; charset=utf-8", "ics": "text/calendar; charset=utf-8"}
    assert answer["Content-Type"] == types[address.rpartition(".")[2]]


def test_open_data_is_sent_anew_only_when_the_tournament_has_changed(client, tournament, address):
    known = {"if-none-match": client.get(address)["ETag"]}

    unchanged = client.get(address, headers=known)
    enter_result(pairing_of(tournament, 2, 2), Result(Outcome.PLAYED, (3, 0)))
    changed = client.get(address, headers=known)

    assert [(answer.status_code, answer["Access-Control-Allow-Origin"]) for answer in (unchanged, changed)] == [
        (304, "*"),
        (200, "*"),
    ]
    assert changed["ETag"] != known["if-none-match"]


@pytest.mark.parametrize("name", ["pairings_csv", "pairings_json"])
def test_a_hidden_round_is_not_there_for_anybody(tournament, name):
    Round.objects.filter(number=2).update(is_hidden=True)
    address = reverse(name, args=[tournament.slug, 2])

    assert [browser.get(address).status_code for browser in (Client(), logged_in(make_director()))] == [404, 404]
    assert read(tournament, "standings_json")["after_round"] == 1


def test_before_the_first_round_the_ranking_is_that_of_nothing_played():
    told = read(make_tournament(2), "standings_json")

    assert (told["after_round"], [row["match_wins"] for row in told["standings"]]) == (0, [0, 0])
