from dataclasses import replace

from tests.builders import record_from, result_from
from tests.rankings import konstanz
from tournament.engine.head_to_head import DirectMatches
from tournament.engine.record import CorrectedResult, EntryRecord
from tournament.engine.standings import Standing, standings
from tournament.engine.terms import Criterion


def order(record, after_round=None, as_of=None):
    return [row.number for row in standings(record, after_round, as_of)]


def test_before_round_1_the_ranking_is_the_lot_alone():
    record = record_from(players=8)

    assert order(record) == [8, 6, 5, 2, 4, 7, 3, 1]
    assert {row.decided_by for row in standings(record)[1:]} == {Criterion.LOT}


def test_match_wins_come_before_point_difference_before_buchholz():
    record = record_from("1-2 3:2, 3-4 3:0, 5-6 3:0", "1-3 3:2, 5-2 0:3, 4-6 3:2")

    rows = [(row.number, *row.figures.values()) for row in standings(record)]

    assert rows == [(1, 2, 2, 2), (2, 1, 2, 3), (3, 1, 2, 3), (5, 1, 0, 1), (4, 1, -2, 1), (6, 0, -4, 2)]


def test_each_row_names_what_separates_it_from_the_row_above():
    record = record_from("1-2 3:2, 3-4 3:0, 5-6 3:0", "1-3 3:2, 5-2 0:3, 4-6 3:2")

    decided = [row.decided_by for row in standings(record)]

    assert decided == [
        None,
        Criterion.MATCH_WINS,
        Criterion.LOT,
        Criterion.POINT_DIFFERENCE,
        Criterion.POINT_DIFFERENCE,
        Criterion.MATCH_WINS,
    ]


def test_buchholz_counts_byes_and_forfeit_wins_of_opponents_and_a_repeated_opponent_twice():
    record = record_from("1-2 3:0, 3 bye", "1-2 3:0, 3 bye", "1-3 3:0, 2 bye")

    assert {row.number: row.figures[Criterion.BUCHHOLZ] for row in standings(record)} == {1: 1 + 1 + 2, 2: 3 + 3, 3: 3}


def test_a_forfeit_brings_no_buchholz_to_either():
    record = record_from("1-2 forfeit 1")

    assert [row.figures[Criterion.BUCHHOLZ] for row in standings(record)] == [0, 0]


def test_head_to_head_decides_between_two_who_are_level_on_all_three_and_names_the_match():
    record = record_from("1-2 3:1, 3-4 3:1", "1-3 1:3, 2-4 3:1", "1-4 stopped 1:1, 2-3 stopped 1:1")

    assert standings(record) == (
        Standing(1, 3, konstanz(2, 4, 2), None),
        Standing(2, 1, konstanz(1, 0, 3), Criterion.MATCH_WINS),
        Standing(3, 2, konstanz(1, 0, 3), Criterion.HEAD_TO_HEAD, DirectMatches(1, 2)),
        Standing(4, 4, konstanz(0, -4, 4), Criterion.MATCH_WINS),
    )


def test_everyone_who_ever_entered_stays_in_the_ranking():
    record = record_from("1-2 3:0", players=3, p3=EntryRecord(3, joined_round=2), p2=EntryRecord(2, withdrawn_after=1))

    assert sorted(order(record)) == [1, 2, 3]


def test_without_a_round_named_it_is_the_last_one_in_which_every_match_has_its_outcome():
    record = record_from("1-2 3:0, 3-4 3:1", "1-3 0:3, 2-4 open")

    assert standings(record) == standings(record, 1)
    assert standings(record, 2)[0].match_wins == 2


def test_the_ranking_as_of_a_round_takes_the_results_in_force_then():
    record = record_from("1-2 3:0", "1-2 3:0")
    first = record.rounds[0]
    corrected = replace(first, pairings=(replace(first.pairings[0], was=(CorrectedResult(2, result_from("0:3")),)),))
    record = replace(record, rounds=(corrected, record.rounds[1]))

    assert order(record, 1) == [1, 2]
    assert order(record, 1, as_of=2) == [2, 1]
