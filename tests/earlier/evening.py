"""The evenings that are kept of a version: one in the middle of its second round, one that is over."""

import uuid
from datetime import date

from django.contrib.auth.models import User

from tests.factories import draw_next_round, enter_result, entry_of, make_director, only_club, pairing_of, play_round
from tournament.actions.cash import add_prize, give_back_fee, set_fee
from tournament.actions.clubs import change_settings
from tournament.actions.players import NewPlayer, add_entries
from tournament.actions.seasons import set_up_season
from tournament.actions.tournaments import close_tournament, create_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import MemberRole, Tournament

PLAYERS = (
    NewPlayer("Anna Keller", "Konstanz"),
    NewPlayer("Jörg Müller", "Ulm"),
    NewPlayer("سارة حداد", ""),
    NewPlayer("Zoë O’Neill", "Wien"),
    NewPlayer("Hans Maier", "Ulm"),
    NewPlayer("Ida", ""),
    NewPlayer("Maximiliane von Hohenstein-Rothenfels", "Lindau"),
)
PAID = (1, 2, 3, 5, 6)


def fill() -> Tournament:
    """Set both up in an empty database with an account that nobody can log in to; gives the one that runs."""
    director = make_director()
    director.set_unusable_password()
    director.save()
    club = only_club()
    club.memberships.get_or_create(account=director, role=MemberRole.DIRECTOR.value)
    change_settings(club, by=director, name="BC Bodensee", place="Konstanz")
    over = _evening(director, "Bodensee Open", date(2026, 10, 23))
    for _round in range(int(over.planned_rounds)):
        play_round(draw_next_round(over))
    over.refresh_from_db()
    close_tournament(over, by=director)
    running = _evening(director, "Bodensee Masters", date(2026, 11, 20))
    play_round(draw_next_round(running))
    draw_next_round(running)
    enter_result(pairing_of(running, 2, 1), Result(Outcome.PLAYED, (3, 1)))
    set_up_season(club, by=director, name="2026/27", ticked=[over.pk, running.pk])
    running.refresh_from_db()
    return running


def _evening(director: User, name: str, day: date) -> Tournament:
    tournament = create_tournament(
        by=director, request_key=uuid.uuid4(), name=name, date=day, venue="Konstanz", language="de", fee_cents=800
    )
    add_entries(tournament, by=director, players=PLAYERS)
    for number in PAID:
        set_fee(entry_of(tournament, number), by=director, paid=True)
    set_fee(entry_of(tournament, 4), by=director, paid=False, waived="Helps at the bar")
    give_back_fee(entry_of(tournament, 2), by=director)
    add_prize(tournament, by=director, place=1, description="Wine", price_cents=1200)
    tournament.refresh_from_db()
    return tournament
