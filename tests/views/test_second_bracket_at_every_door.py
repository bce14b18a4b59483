"""Every page, paper and file tells the same last match of a second bracket, or of a knock-out, by its two players."""

import json
from io import BytesIO

import openpyxl
import pytest
from django.urls import reverse
from django.utils.html import strip_tags
from pypdf import PdfReader

from tests.factories import (
    draw_next_round,
    enter_result,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
    player_token,
)
from tests.publishing.site import pages_of, published_files
from tests.views.conftest import logged_in
from tournament.actions.clubs import club_called
from tournament.actions.journal import redo, undo
from tournament.actions.players import NewPlayer
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import read_club
from tournament.archive.club_restore import restore_club
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.pages.rounds import drop_reasons
from tournament.queries.evening import evening_of
from tournament.queries.record import length_at

pytestmark = pytest.mark.django_db
NAMES = ("Ada", "Björn", "Cleo", "Dilek", "Enno", "Fatma", "Gero", "Hilda")
KINDS = {
    "rest": {"planned_rounds": 1, "finals_players": 4, "finals_second": "rest", "finals_second_players": 4},
    "losers": {"planned_rounds": 0, "finals_players": 8, "finals_second": "losers"},
    "first_losers": {"planned_rounds": 1, "finals_players": 8, "finals_second": "first_losers"},
    "knock-out": {"planned_rounds": 0, "finals_players": 8},
}


def drawn_to_its_last_match(kind):
    """Play an evening until the last match of its second bracket, or the final, is drawn."""
    tournament = make_tournament(
        players=[NewPlayer(name) for name in NAMES], played=KINDS[kind]["planned_rounds"], language="en", **KINDS[kind]
    )
    while True:
        round_ = draw_next_round(tournament)
        tournament.refresh_from_db()
        pairings = round_.pairings.filter(second__isnull=False, in_second=kind != "knock-out")
        if pairings.count() == 1:
            return pairings.get()
        matches = round_.pairings.filter(second__isnull=False).order_by("table")
        play_round(round_, [(length_at(tournament, round_, in_second=match.in_second), 0) for match in matches])


def doors_of(client, pairing):
    """What each door says, as text."""
    tournament, number, first = pairing.round.tournament, pairing.round.number, pairing.first
    desk = logged_in(make_director())

    def content(name, *more, by=client):
        answer = by.get(reverse(name, args=[tournament.slug, *more]))
        assert answer.status_code == 200, name
        return b"".join(answer.streaming_content) if answer.streaming else answer.content

    def page(name, *more, by=client):
        return strip_tags(content(name, *more, by=by).decode())

    def paper(name, *more, by=client):
        return "\n".join(part.extract_text() for part in PdfReader(BytesIO(content(name, *more, by=by))).pages)

    sheets = openpyxl.load_workbook(BytesIO(content("excel", by=desk))).worksheets
    texts = {
        "desk": page("desk_round", number, by=desk),
        "journal": page("journal", by=desk),
        "finals page": page("bracket"),
        "page of the round": page("round", number),
        "player": page("player", first.number),
        "phone": page("my_match", first.number, player_token(first)),
        "wall": page("wall"),
        "rules": page("rules"),
        "text of the finals": page("bracket_share"),
        "text of the round": page("round_share", number),
        "other programs": json.dumps(json.loads(content("bracket_json")), ensure_ascii=False),
        "paper of the round": paper("pairings_pdf", number),
        "paper of the finals": paper("bracket_pdf"),
        "score sheets": paper("slips_pdf", number, by=desk),
        "workbook": " ".join(str(cell) for sheet in sheets for row in sheet.values for cell in row),
        "published folder": strip_tags(pages_of(published_files(tournament))["finals/index.html"]),
    }
    return {door: " ".join(text.replace("\u2068", "").replace("\u2069", "").split()) for door, text in texts.items()}


def doors_that_tell(doors, sentence):
    return {door for door, text in doors.items() if sentence in text}


@pytest.mark.costly
@pytest.mark.parametrize("kind", KINDS)
def test_last_match_and_the_part_it_belongs_to_are_told_at_every_door(client, kind):
    pairing = drawn_to_its_last_match(kind)
    part = "final" if kind == "knock-out" else "consolation"

    doors = doors_of(client, pairing)

    names = (pairing.first.name, pairing.second.name)
    assert [doors.keys() - doors_that_tell(doors, name) for name in names] == [{"rules"}, {"rules"}]
    assert doors_that_tell({door: text.lower() for door, text in doors.items()}, part) == doors.keys()


@pytest.mark.costly
def test_who_has_dropped_in_and_who_waits_for_whom_are_told_in_the_same_words_at_every_door(client):
    tournament = make_tournament(players=[NewPlayer(name) for name in NAMES], language="en", **KINDS["losers"])
    play_round(draw_next_round(tournament), [(3, 0)])
    draw_next_round(tournament)
    semifinal, dropping = pairing_of(tournament, 2, 1), pairing_of(tournament, 2, 3)
    enter_result(semifinal, Result(Outcome.PLAYED, (3, 0)))
    reason = drop_reasons(evening_of(tournament), 2)[dropping.first.number].replace("\u2068", "").replace("\u2069", "")

    of_drop = doors_that_tell(doors_of(client, dropping), reason)
    of_waiting = doors_that_tell(doors_of(client, semifinal), "waits for the winner of table 2")

    of_bracket = {"finals page", "paper of the finals", "published folder"}
    assert of_drop == of_bracket | {"desk", "player", "phone", "wall", "text of the finals", "workbook"}
    assert of_waiting == of_bracket | {"desk", "player", "phone"}


@pytest.mark.parametrize("kind", KINDS)
def test_evening_comes_back_from_its_archive_from_the_file_of_its_club_and_from_an_undo(kind):
    tournament = drawn_to_its_last_match(kind).round.tournament
    archive, file = dump(tournament), dump_club(tournament.club)

    copy = restore(archive, by=None).tournament
    club = restore_club(read_club(file), club_called("copy"), by=None)[0]
    for turn in (undo, redo):
        turn(tournament.journal.order_by("-pk").first(), by=make_director())

    assert [dump(each) == archive for each in (copy, club.tournaments.get(), tournament)] == [True, True, True]
