"""Every page, paper and file tells the same place of a player at the same moment, and before that their lot."""

import csv
import json
import re
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    player_token,
)
from tests.views.conftest import logged_in
from tournament.engine.record import Result
from tournament.engine.terms import Outcome

pytestmark = pytest.mark.django_db
PLAYERS = 6
WON = Result(Outcome.PLAYED, (3, 0))


def cells_of_rows(page, mark):
    """The words of the first cell of each row, by start number; nothing of a list without places."""
    if ">Place<" not in page:
        return {}
    rows = re.findall(rf'(?s)<tr[^>]*id="{mark}-(\d+)"[^>]*>.*?<t[dh][^>]*>(.*?)</t[dh]>', page)
    return {int(number): re.sub("<[^>]+>", "", cell).strip() for number, cell in rows}


def told_on_pages(client, tournament, name):
    """Return what each player's own page says of their place."""
    told = {}
    for number in range(1, PLAYERS + 1):
        more = [player_token(entry_of(tournament, number))] if name == "my_match" else []
        page = client.get(reverse(name, args=[tournament.slug, number, *more])).content.decode()
        told[number] = re.search(rf"(\d+)(?:st|nd|rd|th) of {PLAYERS}|Lot \d+", page)
    return {number: found[1] or found[0] for number, found in told.items()}


def places_of_names(found):
    """Places by start number, from pairs of a place and the number in a name."""
    return {int(number): place.removesuffix(".") for place, number in found}


def doors_of(client, tournament):
    """What each door says of the places; a page that does not list places yet says nothing."""
    desk = logged_in(make_director())

    def content(name, by=client):
        answer = by.get(reverse(name, args=[tournament.slug]))
        return b"".join(answer.streaming_content) if answer.streaming else answer.content

    def page(name, by=client):
        return content(name, by).decode().replace("\u2068", "").replace("\u2069", "")

    on_paper = " ".join(part.extract_text() for part in PdfReader(BytesIO(content("standings_pdf"))).pages)
    wall = r'(?s)"number">(\d+)</span>\s*<bdi class="who">Player (\d)\s*</bdi>\s*<span class="wins"'
    spreadsheet = list(csv.reader(page("standings_csv").removeprefix("\ufeff").splitlines()))
    told = json.loads(content("standings_json"))["standings"]
    return {
        "public page": cells_of_rows(page("standings"), "player"),
        "desk": cells_of_rows(page("desk_standings", desk), "player"),
        "cross table": cells_of_rows(page("crosstable"), "cross"),
        "player": told_on_pages(client, tournament, "player"),
        "phone": told_on_pages(client, tournament, "my_match"),
        "wall": places_of_names(re.findall(wall, page("wall"))),
        "text": places_of_names(re.findall(r"(Lot \d|\d\.) +Player (\d)", page("share"))),
        "paper": places_of_names(re.findall(r"(Lot \d|\d)\s+Player (\d)", on_paper)),
        "spreadsheet": places_of_names((row[0], row[1][-1]) for row in spreadsheet[1:]),
        "other programs": {row["number"]: str(row["place"] or f"Lot {row['lot']}") for row in told},
    }


LISTS_NO_LOT = {"public page", "desk", "wall"}


@pytest.mark.costly
def test_the_same_places_are_told_at_every_door(client):
    tournament = make_tournament(PLAYERS, planned_rounds=3, language="en")
    draw_next_round(tournament)
    lots = doors_of(client, tournament)
    enter_result(pairing_of(tournament, 1, 2), WON)
    first_result = doors_of(client, tournament)
    for table in (1, 3):
        enter_result(pairing_of(tournament, 1, table), WON)
    after_one = doors_of(client, tournament)
    draw_next_round(tournament)
    drawn_anew = doors_of(client, tournament)
    enter_result(pairing_of(tournament, 2, 3), WON)
    second = doors_of(client, tournament)

    assert {door for door, told in lots.items() if told == {}} == LISTS_NO_LOT
    assert one_of({door: told for door, told in lots.items() if told}) == {
        6: "Lot 1",
        5: "Lot 2",
        2: "Lot 3",
        4: "Lot 4",
        3: "Lot 5",
        1: "Lot 6",
    }
    ranked = [one_of(doors) for doors in (first_result, after_one, drawn_anew, second)]
    in_order = [[number for number, _place in sorted(told.items(), key=lambda each: int(each[1]))] for told in ranked]
    assert in_order == [[2, 3, 5, 6, 1, 4], [2, 3, 6, 4, 5, 1], [2, 3, 6, 4, 5, 1], [6, 2, 3, 5, 4, 1]]


def one_of(doors):
    """What all of these doors say alike."""
    said = next(iter(doors.values()))
    assert doors == dict.fromkeys(doors, said)
    return said
