"""Every action, undone and redone late in an evening whose year may be closed: each page answers, each line is told."""

from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

import pytest
from django.core.exceptions import ObjectDoesNotExist

from tests.actions.test_change import UNDOABLE
from tests.evening_addresses import Readers
from tests.factories import (
    THREE_POINTS,
    agreed,
    draw_next_round,
    entry_of,
    make_director,
    make_member,
    make_tournament,
    only_club,
    pairing_of,
    play_round,
    seat,
)
from tournament.actions.cash import (
    add_prize,
    change_costs,
    change_prize,
    close_year,
    count_cash,
    give_back_fee,
    remove_prize,
    set_fee,
    set_fees_paid,
)
from tournament.actions.journal import history, redo, undo
from tournament.actions.matches import attach_transcript, remove_transcript, turn_transcript
from tournament.actions.persons import set_appearance
from tournament.actions.players import (
    NewPlayer,
    accept_requests,
    add_entries,
    ask_to_join,
    change_entry,
    decline,
    keep_apart,
    let_meet,
    remove_entry,
    return_entry,
    set_fixed_table,
    set_here,
    set_pause,
    withdraw_entry,
)
from tournament.actions.results import record_result
from tournament.actions.rounds import end_consolation, pair_anew, pair_by_hand, release_round, remove_round
from tournament.actions.tournaments import change_tournament, close_tournament, end_evening, reopen_tournament
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Pairing, Wish, Wished
from tournament.queries.players import waiting
from tournament.queries.record import result_of
from tournament.queries.rounds.seating import stored_pairs

pytestmark = pytest.mark.django_db
BY_NAME = ("Anna Abt", "Ben Bär", "Cem Can", "Dilek Dal", "Eva Ernst", "Finn Fuchs", "Gül Gür", "Hans Huber")
PLAYERS = [NewPlayer(name, "Ulm") for name in BY_NAME]


def changed_by_hand(tournament, number, by):
    pairs = stored_pairs(tournament.rounds.get(number=number))
    if len(pairs) < 2:
        raise Refused("not_understood")
    (a, b), (c, d), *others = pairs
    pair_by_hand(tournament, by=by, number=number, expected=pairs, pairs=[(a, d), (c, b), *others], reason="siblings")


def corrected(tournament, by):
    pairing = pairing_of(tournament, 1, 2)
    record_result(pairing, by=by, expected=result_of(pairing), result=Result(Outcome.PLAYED, (1, 3)))


def signed_up(**fields):
    """Make an evening of eight, of whom one has paid, with a prize; two more have signed up."""
    made = make_tournament(players=PLAYERS, fee_cents=800, opens_joining=True, **fields)
    set_fee(entry_of(made, 1), by=make_director(), paid=True)
    add_prize(made, by=make_director(), place=1, description="Wine", price_cents=500)
    for name in ("Karl Kern", "Lea Lutz"):
        ask_to_join(made, by=make_director(), request_key=uuid4(), name=name)
    return made


def with_a_seat():
    """Round 2 of a Swiss evening: changed by hand, then a latecomer was set at a table; a result was corrected."""
    made = signed_up()
    play_round(draw_next_round(made))
    draw_next_round(made)
    changed_by_hand(made, 2, make_director())
    withdraw_entry(pairing_of(made, 2, 4).second, by=make_director())
    add_entries(made, by=make_director(), players=[NewPlayer("Ida Iro")])
    seat(made, pairing_of(made, 2, 4).first.number, 9)
    corrected(made, make_director())
    return made


def in_the_finals():
    """Semi-finals and a consolation after two rounds, the second changed by hand; a result was corrected."""
    beside = {"finals_second": "rest", "finals_second_players": 4}
    made = signed_up(planned_rounds=2, finals_players=4, finals_third_place=True, **beside)
    play_round(draw_next_round(made))
    round_ = draw_next_round(made)
    changed_by_hand(made, 2, make_director())
    play_round(round_)
    draw_next_round(made)
    corrected(made, make_director())
    return made


def close_books():
    """Close the year of the evening."""
    count_cash(only_club(), by=make_member("director"), year=2026, opening_cents=None, closing_cents=300)
    close_year(only_club(), by=make_director(), year=2026, keep=lambda stored: None)


def last(tournament):
    return tournament.rounds.order_by("-number").first()


def any_open(tournament):
    return Pairing.objects.filter(round__tournament=tournament, outcome=Outcome.PENDING).order_by("pk").first()


def end(tournament, by):
    still_open = last(tournament).pairings.filter(outcome=Outcome.PENDING)
    end_evening(tournament, by=by, number=last(tournament).number, scores={one.pk: (2, 1) for one in still_open})


def finish(tournament, by):
    while any_open(tournament):
        record_result(any_open(tournament), by=by, expected=PENDING, result=Result(Outcome.PLAYED, (3, 1)))


# What is done, in this order; one that the evening does not allow is left out.
ACTS = {
    "players_entered": lambda t, by: add_entries(t, by=by, players=[NewPlayer("Zoë Zorn")]),
    "player_renamed": lambda t, by: change_entry(entry_of(t, 1), by=by, name="Anne Abt", club=""),
    "appearance_set": lambda t, by: set_appearance(entry_of(t, 2), by=by, wished=Wished(Wish.ABBREVIATED)),
    "joining_accepted": lambda t, by: accept_requests(t, by=by, chosen={waiting(t).earliest("pk").pk: 0}),
    "joining_declined": lambda t, by: decline(t, by=by, keys=[waiting(t).earliest("pk").pk]),
    "arrival_marked": lambda t, by: set_here(entry_of(t, 3), by=by, is_here=True),
    "fixed_table_set": lambda t, by: set_fixed_table(entry_of(t, 3), by=by, table=3),
    "pair_kept_apart": lambda t, by: keep_apart(entry_of(t, 1), entry_of(t, 2), by=by),
    "pair_let_meet": lambda t, by: let_meet(entry_of(t, 1), entry_of(t, 2), by=by),
    "fee_marked": lambda t, by: set_fee(entry_of(t, 1), by=by, paid=not entry_of(t, 1).paid_cents),
    "a fee again": lambda t, by: set_fee(entry_of(t, 4), by=by, paid=True),
    "fees_marked": lambda t, by: set_fees_paid(t, by=by, of=[entry_of(t, 5)], seen_cents=800),
    "player_withdrawn": lambda t, by: withdraw_entry(entry_of(t, 4), by=by),
    "fee_refunded": lambda t, by: give_back_fee(entry_of(t, 4), by=by),
    "player_returned": lambda t, by: return_entry(entry_of(t, 4), by=by),
    "player_removed": lambda t, by: remove_entry(t.entries.get(name="Zoë Zorn"), by=by),
    "prize_added": lambda t, by: add_prize(t, by=by, place=2, description="Board", price_cents=900),
    "prize_changed": lambda t, by: change_prize(
        t.prizes.earliest("pk"), by=by, place=3, description="Cup", price_cents=700
    ),
    "prize_removed": lambda t, by: remove_prize(t.prizes.earliest("pk"), by=by),
    "costs_changed": lambda t, by: change_costs(t, by=by, treasurer="Ida", surplus_note="", shows_costs=True),
    "result_recorded": lambda t, by: record_result(
        any_open(t), by=by, expected=PENDING, result=Result(Outcome.FORFEIT, winner=any_open(t).first.number)
    ),
    "transcript_attached": lambda t, by: attach_transcript(pairing_of(t, 1, 1), by=by, data=THREE_POINTS.read_bytes()),
    "transcript_turned": lambda t, by: turn_transcript(pairing_of(t, 1, 1), by=by, turned=True),
    "transcript_removed": lambda t, by: remove_transcript(pairing_of(t, 1, 1), by=by),
    "all results": finish,
    "a new round": lambda t, by: change_tournament(t, by=by, hides_new_rounds=True, planned_rounds=6),
    "pause_marked": lambda t, by: set_pause(entry_of(t, 5), by=by, round_number=last(t).number + 1, pauses=True),
    "round_drawn": lambda t, by: draw_next_round(t),
    "round_released": lambda t, by: release_round(t, by=by, number=last(t).number),
    "pairings_changed": lambda t, by: changed_by_hand(t, last(t).number, by),
    "round_paired_anew": lambda t, by: pair_anew(t, by=by, number=last(t).number),
    "a leaver": lambda t, by: withdraw_entry(last(t).pairings.exclude(second=None).earliest("position").second, by=by),
    "a latecomer": lambda t, by: add_entries(t, by=by, players=[NewPlayer("Max Moor")]),
    "players_seated": lambda t, by: seat(
        t, last(t).pairings.earliest("position").first.number, t.entries.get(name="Max Moor").number
    ),
    "round_removed": lambda t, by: remove_round(t, by=by, number=last(t).number, confirmed=str(last(t).number)),
    "the round again": lambda t, by: draw_next_round(t),
    "released again": lambda t, by: release_round(t, by=by, number=last(t).number),
    "consolation_ended": lambda t, by: end_consolation(t, by=by, number=last(t).number),
    "evening_ended": end,
    "tournament_changed": lambda t, by: change_tournament(t, by=by, name="Winter Open", boards=2),
    "tournament_closed": lambda t, by: close_tournament(t, by=by),
    "tournament_reopened": lambda t, by: reopen_tournament(t, by=by),
}


def walk(tournament, ask):
    """Do all in turn, undo and redo each, and ask each time; return what the evening refused."""
    refused = []
    for name, act in ACTS.items():
        tournament.refresh_from_db()
        try:
            agreed(lambda act=act: act(tournament, make_director()))
        except (Refused, ObjectDoesNotExist):
            refused.append(name)
            continue
        tournament.refresh_from_db()
        ask(tournament)
        for turn, side in ((undo, "undoable"), (redo, "redoable")):
            if name in UNDOABLE:
                line = getattr(history(tournament), side)
                agreed(lambda turn=turn, line=line: turn(line, by=make_director()))
                tournament.refresh_from_db()
                ask(tournament)
    return refused


@pytest.fixture
def on_day(monkeypatch):
    def go_to(*day):
        monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(*day, 12, tzinfo=UTC))

    return go_to


# What such an evening refuses, whatever was done before.
ONCE_DRAWN = {"joining_accepted", "joining_declined", "player_removed"}
IN_THE_FINALS = {
    "players_entered",
    "a new round",
    "pairings_changed",
    "round_paired_anew",
    "a latecomer",
    "players_seated",
}
IN_A_CLOSED_YEAR = {"a fee again", "fees_marked", "prize_added"}


def go_through(on_day, evening, is_closed, ask):
    """Let an evening end up in closed books, or not, do everything in it, and check that it takes what it can.

    `ask(readers, tournament)` asks for pages.
    """
    on_day(2026, 11, 20)
    tournament = evening()
    if is_closed:
        on_day(2027, 2, 2)
        close_books()

    # They log in on the day on which they read.
    refused = walk(tournament, partial(ask, Readers()))

    of_finals = IN_THE_FINALS if evening is in_the_finals else {"consolation_ended"}
    assert set(refused) == ONCE_DRAWN | of_finals | (IN_A_CLOSED_YEAR if is_closed else set())


def test_every_action_that_is_undone_is_done_here():
    assert {*UNDOABLE} - {"undone", "redone"} - {*ACTS} == set()


@pytest.mark.costly
@pytest.mark.parametrize(("evening", "is_closed"), [(with_a_seat, True), (in_the_finals, False)])
def test_an_action_its_undo_and_its_redo_are_told_late_in_an_evening(on_day, evening, is_closed):
    go_through(on_day, evening, is_closed, partial(Readers.ask, addresses=1))


@pytest.mark.prove
@pytest.mark.parametrize("is_closed", [False, True])
@pytest.mark.parametrize("evening", [with_a_seat, in_the_finals])
def test_every_address_answers_after_an_action_its_undo_and_its_redo(on_day, evening, is_closed):
    go_through(on_day, evening, is_closed, Readers.ask_everything)
