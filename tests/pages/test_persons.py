"""What is stored about a person."""

from uuid import UUID

import pytest
from django.utils.timezone import localtime

from tests.factories import entry_of, make_director, make_tournament
from tournament.actions.entries import NewPlayer, change_entry
from tournament.actions.fees import set_fee
from tournament.actions.joining import ask_to_join, take_on
from tournament.actions.permissions import Guest
from tournament.actions.tournaments import change_tournament
from tournament.pages.persons import stored_about
from tournament.queries.persons import names_ever

pytestmark = pytest.mark.django_db


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
        "club": "BC Ulm",
        "fee_paid_cents": None,
        "fee_paid_at": None,
        "fee_paid_to": "",
        "fee_refunded_cents": 0,
        "fee_refunded_at": None,
        "fee_refunded_by": "",
        "fee_waived": "helps",
        "is_here": False,
        "fixed_table": None,
        "joined_round": 1,
        "withdrawn_after": None,
        "absent_rounds": [],
        "asked_to_join": [],
    }
    assert (match["round"], match["opponent"], match["outcome"]) == (1, 2, "played")
    assert (voucher["party"], voucher["cents"], voucher["cancelled_by"]) == ("Jörg Weiß", 800, "director")
    assert journal[-1] == "entry fee waived: Jörg Weiß (helps)"


def test_what_was_asked_before_the_entry_is_told_too():
    tournament = make_tournament(0, opens_joining=True)
    asked = ask_to_join(tournament, by=Guest("Ida Roth"), request_key=UUID(int=1), name="Ida Roth", club="Ulm")
    (entry,) = take_on(tournament, by=make_director(), chosen={asked.pk: 0})
    change_entry(entry, by=make_director(), name="Ida Rot")

    (told,) = stored_about([entry_of(tournament, 1)])

    assert told["asked_to_join"] == [
        {"at": localtime(asked.at).isoformat(), "name": "Ida Roth", "club": "Ulm", "wish": "full"}
    ]
    assert "signed up: Ida Roth" in [line["what"] for line in told["journal"]]
    assert names_ever(entry) == {"Ida Roth", "Ida Rot"}
