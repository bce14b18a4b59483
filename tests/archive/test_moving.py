"""A tournament moved to another installation by its archive: what its pages and papers show is there."""

import json

import pytest

from tests.archive.stored_fields import rows_of_tournaments, stored_columns
from tests.archive.test_every_field import STAYS_BEHIND
from tests.factories import draw_next_round, entry_of, make_director, make_tournament, pairing_of
from tournament.actions.cash import add_prize, change_prize, give_back_fee, set_fee
from tournament.actions.catalogue import ACTIONS
from tournament.actions.change import change
from tournament.actions.journal import history, undo as take_back
from tournament.actions.players import keep_apart, let_meet, remove_entry, withdraw_entry
from tournament.actions.results import keep_games, record_result
from tournament.actions.rounds import release_round
from tournament.actions.tournaments import change_tournament
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.archive.format import write_archive
from tournament.archive.storing import restore
from tournament.engine.record import PENDING, Result
from tournament.engine.terms import Outcome
from tournament.matches.formats import PRESETS, MatchGame
from tournament.matches.games import GameEnding, PlayedGame
from tournament.models import Game as StoredGame, Voucher
from tournament.pages.cash import cash_book_sheet
from tournament.queries.cash import cash_book, cost_statement
from tournament.simulation.tournaments import simulate

pytestmark = pytest.mark.django_db


def facts(tournament):
    """All that is stored of the tournament but for what stays behind, by `Model.field`."""
    columns = stored_columns(rows_of_tournaments([tournament]))
    return {key: values for key, values in columns.items() if key not in STAYS_BEHIND["archive"]}


def facts_of(model, tournament):
    """What of one model is stored of the tournament, but for what stays behind."""
    return {key: values for key, values in facts(tournament).items() if key.startswith(f"{model.__name__}.")}


def pay(tournament, number, **options):
    set_fee(entry_of(tournament, number), by=make_director(), paid=True, **options)


def undo(tournament):
    take_back(history(tournament).undoable, by=make_director())


def keep(pairing, games):
    with change(pairing.round.tournament, by=make_director(), action=ACTIONS["result_recorded"]) as step:
        keep_games(step, pairing, games)


def enter(pairing, score, **options):
    result = Result(Outcome.PLAYED, score)
    record_result(pairing, by=make_director(), expected=PENDING, result=result, **options)


@pytest.fixture
def evening():
    """A cube match tournament in round 2 with all that can be told of it."""
    tournament = make_tournament(
        entries=6,
        fee_steps=[(4, 900), (None, 800)],
        cube=True,
        crawford=True,
        backgammons=True,
        match_length=5,
        clock="delay 90 15",
        boards=2,
        round_minutes=45,
        reporting="one",
        organiser="Backgammonclub",
        paper="letter",
        is_practice=True,
        is_rated=False,
    )
    director = make_director()
    pay(tournament, 1)
    pay(tournament, 2, cents=300)
    pay(tournament, 3)
    undo(tournament)
    for number in (5, 6):
        pay(tournament, number)
        withdraw_entry(entry_of(tournament, number), by=director)
        give_back_fee(entry_of(tournament, number), by=director)
        remove_entry(entry_of(tournament, number), by=director)
    prize = add_prize(tournament, by=director, place=1, description="Board", price_cents=500)
    change_prize(prize, by=director, place=1, description="Board", price_cents=700)
    pay(tournament, 3)
    keep_apart(entry_of(tournament, 1), entry_of(tournament, 2), by=director)
    draw_next_round(tournament)
    let_meet(entry_of(tournament, 1), entry_of(tournament, 2), by=director)
    keep_apart(entry_of(tournament, 4), entry_of(tournament, 3), by=director)
    keep(
        pairing_of(tournament, 1, 1), [PlayedGame(0, GameEnding.GAMMON, 2), PlayedGame(1, conceded=True), PlayedGame(0)]
    )
    enter(pairing_of(tournament, 1, 1), (5, 1))
    match = pairing_of(tournament, 1, 2)
    keep(match, [PlayedGame(1, GameEnding.PASS, 2)])
    enter(match, (5, 2), gave_up=True)
    change_tournament(tournament, by=director, hides_new_rounds=True)
    draw_next_round(tournament)
    tournament.refresh_from_db()
    return tournament


def test_all_that_is_stored_but_for_what_stays_behind_is_there(evening):
    data = dump(evening)

    copy = restore(data, by=make_director()).tournament

    assert facts(copy) == facts(evening)
    assert dump(copy) == data


def lines(tournament):
    return [(line.kind, line.cents, line.counted) for line in cost_statement(tournament).lines]


def test_the_books_say_the_same(evening):
    copy = restore(dump(evening), by=make_director()).tournament

    assert cash_book_sheet(copy, cash_book(copy)) == cash_book_sheet(evening, cash_book(evening))
    assert lines(copy) == lines(evening)


def test_a_payment_afterwards_gets_the_next_number(evening):
    copy = restore(dump(evening), by=make_director()).tournament

    for each in (copy, evening):
        pay(each, 2)

    paid_there, paid_here = (
        {key: values[-1] for key, values in facts_of(Voucher, each).items() if key != "Voucher.at"}
        for each in (copy, evening)
    )
    assert paid_there == paid_here


def test_a_hidden_round_is_released_there(evening):
    copy = restore(dump(evening), by=make_director()).tournament

    release_round(copy, by=make_director(), number=2)

    assert facts(copy)["Round.is_hidden"] == [False, False]


def test_a_game_that_is_still_being_played_stays_behind():
    tournament = make_tournament(entries=2)
    draw_next_round(tournament)
    match = pairing_of(tournament, 1, 1)
    keep(match, [PlayedGame(0)])
    StoredGame.objects.create(pairing=match, number=2, words="0-double")

    pairing = json.loads(dump(tournament))["rounds"][0]["pairings"][0]

    assert pairing["games"] == [{"winner": match.first.number, "kind": "single"}]


def test_who_left_before_playing_and_never_paid_has_not_paid_there_either():
    tournament = make_tournament(entries=3, fee_cents=800, boards=1)
    withdraw_entry(entry_of(tournament, 3), by=make_director())

    copy = restore(dump(tournament), by=None).tournament

    assert facts(copy)["Entry.paid_cents"] == [None] * 3


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_an_invented_tournament_of_every_preset_comes_out_as_it_went_in(preset):
    archive = simulate(preset.key, "storm", 6, 3, wanted=preset.at(preset.lengths[-1]))
    data = write_archive(archive, ())

    tournament = restore(data, by=None).tournament

    assert tournament.game == archive.format.game.value
    assert read_archive(dump(tournament)) == archive


def test_a_game_of_plakoto_may_be_drawn():
    tournament = make_tournament(entries=2, game=MatchGame.PLAKOTO.value)
    draw_next_round(tournament)
    keep(pairing_of(tournament, 1, 1), [PlayedGame(None, GameEnding.DRAWN), PlayedGame(0, GameEnding.GAMMON)])

    copy = restore(dump(tournament), by=None).tournament

    assert facts_of(StoredGame, copy) == facts_of(StoredGame, tournament)
