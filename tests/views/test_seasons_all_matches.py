"""All matches of a club as one table: with full names for directors, as wished in public, and read again."""

import csv
import json
from datetime import date, timedelta
from io import BytesIO, StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories import (
    draw_next_round,
    enter_result,
    make_member,
    make_tournament,
    only_club,
    pairing_of,
    play_round,
)
from tournament.actions.persons import set_appearance
from tournament.actions.players import NewPlayer
from tournament.actions.seasons import NewMatch, import_matches
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Club, Person, Round, Wish, Wished
from tournament.queries.clubs import with_edition
from tournament.queries.seasons import years_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
NAMES = ("Anna Keller", "Bert Adler", "Cem Kaya", "Dora Maar")
HEADINGS = [
    "Datum", "Veranstaltung", "Runde", "Tisch", "Spieler 1", "Spieler 2", "Matchlänge", "Ergebnis", "Sieger", "Ausgang",
    "Gewertet",
]  # fmt: skip


@pytest.fixture
def director():
    return make_member("director")


@pytest.fixture
def evening(director):
    """A played match and a stopped one; outside it a match with points and one without."""
    Club.objects.filter(pk=only_club().pk).update(name="Ulm", slug="ulm", rates=True, rates_stopped=True)
    made = make_tournament(
        players=[NewPlayer(name) for name in NAMES],
        name="Herbst",
        match_length=5,
        date=timezone.localdate() - timedelta(days=7),
    )
    draw_next_round(made)
    enter_result(pairing_of(made, 1, 1), Result(Outcome.PLAYED, (5, 3)))
    enter_result(pairing_of(made, 1, 2), Result(Outcome.STOPPED, (1, 2)))
    matches = [
        NewMatch(date(2019, 3, 1), "Anna Keller", "Bert Adler", 7, (7, 2)),
        NewMatch(date(2019, 3, 1), "Bert Adler", "Cem Kaya", 3),
    ]
    import_matches(only_club(), by=None, name="2019.csv", matches=matches, chosen={})
    return made


def rows(data):
    return list(csv.reader(StringIO(data.decode("utf-8-sig")), delimiter=";"))


def of_directors(client, director, kind="csv"):
    client.force_login(director)
    return client.get(reverse("all_matches_file", args=["ulm", kind])).content


def ratings(slug):
    years = years_of(with_edition(Club.objects.get(slug=slug)))
    return sorted((rated.rating, rated.experience) for rated in years.ratings.values())


def test_the_table_has_every_match_with_all_that_an_officer_copies(client, evening, director):
    first, second = (pairing_of(evening, 1, table) for table in (1, 2))
    day = evening.date.isoformat()
    names = [pairing.first.name for pairing in (first, second)], [pairing.second.name for pairing in (first, second)]

    assert rows(of_directors(client, director)) == [
        HEADINGS,
        ["2019-03-01", "", "", "", "Anna Keller", "Bert Adler", "7", "7:2", "1", "gespielt", "ja"],
        ["2019-03-01", "", "", "", "Bert Adler", "Cem Kaya", "3", "", "1", "gespielt", "ja"],
        [day, "Herbst", "1", "1", names[0][0], names[1][0], "5", "5:3", "1", "gespielt", "ja"],
        [day, "Herbst", "1", "2", names[0][1], names[1][1], "5", "1:2", "2", "abgebrochen", "ja"],
    ]


def test_workbook_and_json_say_the_same(client, evening, director):
    table = rows(of_directors(client, director))
    sheet = load_workbook(BytesIO(of_directors(client, director, "xlsx")), data_only=True).active
    written = json.loads(of_directors(client, director, "json"))["matches"]

    cells = [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
    assert cells[: len(table)] == table
    assert [[match["date"], match["first"], match["second"], str(match["match_length"])] for match in written] == [
        [row[0], row[4], row[5], row[6]] for row in table[1:]
    ]
    assert [(match["score"], match["winner"], match["outcome"], match["rated"]) for match in written] == [
        ([7, 2], 1, "played", True),
        (None, 1, "played", True),
        ([5, 3], 1, "played", True),
        ([1, 2], 2, "stopped", True),
    ]


def test_in_public_everybody_appears_as_they_wish(client, evening):
    set_appearance(Person.objects.get(name="Anna Keller"), by=None, wished=Wished(Wish.ABBREVIATED))
    set_appearance(Person.objects.get(name="Bert Adler"), by=None, wished=Wished(Wish.HIDDEN))

    for kind in ("csv", "json"):
        text = client.get(f"/c/ulm/matches.{kind}").content.decode()
        assert ("Keller" in text, "Bert" in text, "Anna K." in text, "Cem Kaya" in text) == (False, False, True, True)


def test_a_hidden_round_and_practice_are_not_in_the_table(client, evening, director):
    before = rows(of_directors(client, director))
    Round.objects.filter(tournament=evening).update(is_hidden=True)

    assert [row[1] for row in rows(of_directors(client, director))] == [before[0][1], "", ""]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_read_into_a_new_club_it_comes_to_the_same_ratings(client, evening, director, tmp_path, capsys, kind):
    Person.objects.filter(name="Dora Maar").update(name="Cem Kaya", key="cem kaya")
    unrated = make_tournament(players=[NewPlayer("Eva Neu"), NewPlayer("Finn Neu")], name="Ohne", is_rated=False)
    play_round(draw_next_round(unrated))
    file = tmp_path / f"matches.{kind}"
    file.write_bytes(of_directors(client, director, kind))

    call_command("import_matches", file, club="neu")

    assert ratings("neu") == ratings("ulm")
    assert len(ratings("neu")) == 4
    assert capsys.readouterr().err == "1 unrated match left out\n"


def test_only_directors_of_the_club_get_full_names(client, evening):
    assert client.get(reverse("all_matches_file", args=["ulm", "csv"])).status_code == 302
