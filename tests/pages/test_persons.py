"""What is stored about a person."""

from datetime import date
from uuid import UUID

import pytest
from django.utils.timezone import localtime

from tests.archive.home_club import value_of_its_kind
from tests.factories import (
    draw_next_round,
    entry_of,
    make_director,
    make_helper,
    make_member,
    make_tournament,
    pairing_of,
)
from tournament.actions.cash import add_prize, set_fee
from tournament.actions.permissions import Guest
from tournament.actions.persons import rename_person
from tournament.actions.players import NewPlayer, accept_requests, ask_to_join, change_entry
from tournament.actions.seasons import NewMatch, import_matches
from tournament.actions.tournaments import change_tournament, delete_tournament
from tournament.matches.games import GameEnding
from tournament.models import ClubYear, Entry, Game, Report, Season, Transcript
from tournament.pages.persons import copy_lines, stored_about
from tournament.phrases.players import DETAILS
from tournament.queries.persons import names_ever, texts_of_a_club, texts_of_a_tournament, texts_that_may_name

pytestmark = pytest.mark.django_db

# By each field of an entry that the copy leaves out, why.
UNTOLD = {"link_count": "counts the private links of this installation"}


def test_everything_about_a_person_is_told_and_nobody_else_named():
    tournament = make_tournament(players=[NewPlayer("Jörg Weiß", "BC Ulm"), NewPlayer("Bo")], name="First", played=1)
    entry = entry_of(tournament, 1)
    change_tournament(tournament, by=make_director(), fee_cents=800)
    set_fee(entry, by=make_director(), paid=True)
    set_fee(entry, by=make_director(), paid=False, waived="helps")

    (told,) = stored_about([entry_of(tournament, 1)])

    match = told.pop("matches")[0]
    journal = [line["what"] for line in told.pop("journal")]
    (voucher,) = told.pop("vouchers")
    assert told == {
        "tournament": "First",
        "date": "2026-11-20",
        "start_number": 1,
        "name": "Jörg Weiß",
        "shown_as": "",
        **{detail: getattr(entry, detail) for detail in DETAILS},
        "club": "BC Ulm",
        "currency": "EUR",
        "fee_paid_cents": None,
        "fee_paid_at": None,
        "fee_paid_to": "",
        "fee_refunded_cents": 0,
        "fee_refunded_at": None,
        "fee_refunded_by": "",
        "fee_waived": "helps",
        "is_here": False,
        "fixed_table": None,
        "kept_apart": [],
        "joined_round": 1,
        "withdrawn_after": None,
        "absent_rounds": [],
        "asked_to_join": [],
        "helped": [],
        "texts": [],
    }
    assert (match["round"], match["opponent"], match["outcome"]) == (1, 2, "played")
    assert (voucher["number"], voucher["label"]) == (1, "2026-0001")
    assert (voucher["party"], voucher["cents"], voucher["cancelled_by"]) == ("Jörg Weiß", 800, "…")
    assert journal[-1] == "entry fee waived: Jörg Weiß (helps)"


def test_every_stored_field_of_an_entry_is_told_or_has_a_reason_not_to_be():
    tournament = make_tournament(1)
    usual = stored_about([entry_of(tournament, 1)])

    silent = set()
    for field in Entry._meta.concrete_fields:
        if not (field.primary_key or field.is_relation or field.name == "number"):
            entry = entry_of(tournament, 1)
            setattr(entry, field.name, value_of_its_kind(field))
            if stored_about([entry]) == usual:
                silent.add(field.name)

    assert silent == set(UNTOLD), "name a new field in DETAILS of phrases/players.py, or its reason in UNTOLD"


def test_what_was_asked_before_the_entry_is_told_too():
    tournament = make_tournament(0, opens_joining=True)
    asked = ask_to_join(tournament, by=Guest("Ida Roth"), request_key=UUID(int=1), name="Ida Roth", club="Ulm")
    (entry,) = accept_requests(tournament, by=make_director(), chosen={asked.pk: 0})
    change_entry(entry, by=make_director(), name="Ida Rot")

    (told,) = stored_about([entry_of(tournament, 1)])

    assert told["asked_to_join"] == [
        {"at": localtime(asked.at).isoformat(), "name": "Ida Roth", "club": "Ulm", "wish": "full"}
    ]
    assert "signed up: Ida Roth" in [line["what"] for line in told["journal"]]
    assert names_ever(entry) == {"Ida Roth", "Ida Rot"}


def test_what_was_said_of_a_match_at_its_table_is_told_by_start_numbers():
    tournament = make_tournament(players=[NewPlayer("Anna Keller"), NewPlayer("Bo Kurz")])
    draw_next_round(tournament)
    match = pairing_of(tournament, 1, 1)
    at = match.round.tournament.journal.get(action="players_entered").at
    Report.objects.create(pairing=match, entry=match.second, first_points=3, second_points=5, at=at, phone="x")
    Game.objects.create(pairing=match, number=2, words="double 1")
    Game.objects.create(pairing=match, number=1, kind=GameEnding.GAMMON, winner=match.first, cube=2)
    Transcript.objects.create(pairing=match, text="5 point match")

    (told,) = stored_about([match.first])

    first, second = match.first.number, match.second.number
    (told_of_match,) = told["matches"]
    assert told_of_match["reports"] == [
        {"by": second, "at": localtime(at).isoformat(), "first_points": 3, "second_points": 5}
    ]
    game = {"automatic": 0, "conceded": False}
    assert told_of_match["score_sheet"] == [
        {"number": 1, "kind": "gammon", "winner": first, "cube": 2, "words": "", **game},
        {"number": 2, "kind": "", "winner": None, "cube": 1, "words": "double 1", **game},
    ]
    assert told_of_match["transcript"] == "5 point match"
    lines = [line.text for line in copy_lines([told])]
    winner = f"Start number of the winner: {first}"
    assert lines[lines.index("Score sheet") + 1 :][:2] == [
        f"Number: 1 · Kind: Gammon · {winner} · Cube: 2 · Automatic doubles: 0 · Given up: no",
        "Number: 2 · Cube: 1 · Automatic doubles: 0 · Given up: no · Cube and dice: double 1",
    ]


def test_every_text_that_erasure_would_go_through_is_told_where_it_names_the_person():
    tournament = make_tournament(players=[NewPlayer("Anna Keller"), NewPlayer("Bo")], fee_cents=800)
    add_prize(tournament, by=make_director(), place=1, description="Wine", price_cents=500)
    make_member("director")
    earlier = NewMatch(date(1999, 1, 1), "Anna Keller", "Cleo", 5)
    import_matches(tournament.club, by=make_director(), name="1999", matches=[earlier])
    Season.objects.create(club=tournament.club, key="x", name="x", begins=tournament.date, ends=tournament.date)
    ClubYear.objects.create(club=tournament.club, year=2026, currency="EUR")
    draw_next_round(tournament)
    wholes = (tournament, texts_of_a_tournament()), (tournament.club, texts_of_a_club())
    written = set()
    for whole, tables in wholes:
        for model, way in tables:
            fields = [field.name for field in texts_that_may_name(model)]
            assert model.objects.filter(**{way: whole.pk}).update(**{name: f"{name} of Anna Keller" for name in fields})
            written |= {(f"{model._meta.model_name}.{name}", f"{name} of Anna Keller") for name in fields}
    day = date(1990, 1, 1)
    Season.objects.create(club=tournament.club, key="y", name="Annabel Keller", begins=day, ends=day)

    of_evening, in_register = stored_about([entry_of(tournament, 1)], persons=[entry_of(tournament, 1).person])

    assert {(text["where"], text["text"]) for text in (*of_evening["texts"], *in_register["texts"])} == written


def test_vouchers_of_deleted_tournaments_and_the_journal_of_the_club_are_told_of_this_person_alone():
    make_member("director")
    gone, other = (make_tournament(players=[NewPlayer("Anna Keller"), NewPlayer("Bo")], name=name) for name in "xy")
    change_tournament(gone, by=make_director(), fee_cents=800)
    for number in (1, 2):
        set_fee(entry_of(gone, number), by=make_director(), paid=True)
    delete_tournament(gone, by=make_director(), confirmed=gone.name)
    anna, bo = (entry_of(other, number).person for number in (1, 2))
    rename_person(other.club, by=make_director(), person=anna.pk, name="Anne Keller")

    told, of_bo = stored_about([], persons=[anna, bo])

    (voucher,) = told["vouchers_of_deleted_tournaments"]
    assert (voucher["tournament"], voucher["party"], voucher["cents"]) == ("x", "Anna Keller", 800)
    (line,) = [line["what"] for line in told["journal"] if "Anne Keller" in line["what"]]
    assert line not in [line["what"] for line in of_bo["journal"]]


def test_of_two_of_one_name_each_is_told_their_own_lines():
    tournament = make_tournament(
        players=[NewPlayer("Anna Weber", "Ulm"), NewPlayer("Anna Weber", "Genf", namesakes=1)], fee_cents=800
    )
    set_fee(entry_of(tournament, 2), by=make_director(), paid=True)
    first, second = stored_about([entry_of(tournament, 1), entry_of(tournament, 2)])

    assert (len(first["vouchers"]), len(second["vouchers"])) == (0, 1)
    assert len(second["journal"]) == len(first["journal"]) + 1


def test_a_helper_of_the_same_evening_by_the_same_name_is_told():
    tournament = make_tournament(players=[NewPlayer("Ida Roth"), NewPlayer("Bo")])
    helper = make_helper(tournament, "Ida Roth")

    told, of_bo = stored_about([entry_of(tournament, 1), entry_of(tournament, 2)])

    assert [one["name"] for one in told["helped"]] == [helper.first_name]
    assert of_bo["helped"] == []
