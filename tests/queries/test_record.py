"""The door from stored rows to the engine's record."""

import pytest
from django.db import connection

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
)
from tournament.actions.players import NewPlayer, add_entries, return_entry, withdraw_entry
from tournament.actions.results import record_result
from tournament.engine.record import (
    BYE,
    PENDING,
    CorrectedResult,
    EntryRecord,
    PairingRecord,
    Result,
    RoundRecord,
    Rules,
    TournamentRecord,
)
from tournament.engine.terms import Outcome
from tournament.queries.evening import record_of

pytestmark = pytest.mark.django_db
WIN, LOSS = Result(Outcome.PLAYED, (3, 1)), Result(Outcome.PLAYED, (1, 3))


def test_a_tournament_without_players_is_a_record():
    assert record_of(make_tournament(entries=0)) == TournamentRecord(Rules(), "", ())


def test_everything_that_the_engine_reads_is_there():
    tournament = make_tournament(entries=3, planned_rounds=4, count_excess_points=True, unplayed_win_points=2)
    withdraw_entry(entry_of(tournament, 3), by=make_director())
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), WIN)
    return_entry(entry_of(tournament, 3), by=make_director())
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    withdraw_entry(entry_of(tournament, 4), by=make_director())
    draw_next_round(tournament)
    record_result(pairing_of(tournament, 1, 1), by=make_director(), expected=WIN, result=LOSS)
    tournament.refresh_from_db()

    record = record_of(tournament)

    assert record == TournamentRecord(
        rules=Rules(rounds=4, count_excess_points=True, unplayed_win_points=2),
        draw_seed="konstanz",
        entries=(
            EntryRecord(1),
            EntryRecord(2),
            EntryRecord(3, absent_rounds=(1,)),
            EntryRecord(4, joined_round=2, withdrawn_after=1),
        ),
        rounds=(
            RoundRecord(1, (PairingRecord(2, 1, LOSS, 1, (CorrectedResult(2, WIN),)),), planned_rounds=4),
            RoundRecord(2, (PairingRecord(2, 3, PENDING, 1), PairingRecord(1, None, BYE)), planned_rounds=4),
        ),
    )


@pytest.mark.costly
@pytest.mark.parametrize("size", [(4, 1), (40, 5)])
def test_it_takes_two_queries_whatever_the_size(size, django_assert_num_queries):
    entries, played = size
    tournament = make_tournament(entries=entries, played=played)

    with django_assert_num_queries(2):
        record_of(tournament)


def draw_round_2(tournament):
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë"), NewPlayer("Łukasz")])
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    draw_next_round(tournament)


def correct_round_1(tournament):
    standing = Result(Outcome.PLAYED, (3, 1))
    record_result(
        pairing_of(tournament, 1, 1), by=make_director(), expected=standing, result=Result(Outcome.FORFEIT, None, 4)
    )


def bring_back(tournament):
    return_entry(entry_of(tournament, 1), by=make_director())
    draw_next_round(tournament)


@pytest.mark.parametrize("meanwhile", [draw_round_2, bring_back, correct_round_1])
@pytest.mark.parametrize("before_query", range(2))
def test_what_is_written_while_it_is_read_does_not_tear_it(meanwhile, before_query):
    """Rounds are whole, everybody present is in them, and a correction never hides what was paired on."""
    tournament = make_tournament(entries=4, played=1)
    if meanwhile is bring_back:
        withdraw_entry(entry_of(tournament, 1), by=make_director())
    if meanwhile is not draw_round_2:
        play_round(draw_next_round(tournament))
    queries = iter(range(2))

    def write_meanwhile(execute, *query):
        if next(queries, None) == before_query:
            meanwhile(tournament)
        return execute(*query)

    with connection.execute_wrapper(write_meanwhile):
        record = record_of(tournament)

    for round_ in record.rounds:
        seated = [number for pairing in round_.pairings for number in (pairing.first, pairing.second) if number]
        assert sorted(seated) == sorted(record.present(round_.number))
    assert {result.result_as_of(2) for result in record.rounds[0].pairings if result.table == 1} == {WIN}
