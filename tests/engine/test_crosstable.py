from dataclasses import replace

import pytest

from tests.builders import record_from, result_from
from tournament.engine.criteria import COUNTS
from tournament.engine.crosstable import crosstable, match_winner
from tournament.engine.record import CorrectedResult, Rules
from tournament.engine.terms import Criterion


def lines(record, after_round, as_of=None):
    """For each player: match wins, point difference, whom they met, whom they have beaten, whether the bye was met."""
    table = crosstable(record, after_round, as_of)
    difference = table.by_number(COUNTS[Criterion.POINT_DIFFERENCE](table))
    defeated = table.defeated()
    return {
        number: (
            wins,
            difference[number],
            tuple(table.opponents[number]),
            tuple(defeated.get(number, ())),
            table.has_met_bye(number),
        )
        for number, wins in table.by_number(table.match_wins).items()
    }


@pytest.mark.parametrize(
    ("ended", "first", "second"),
    [
        ("3:1", (1, 2, (2,), (2,), False), (0, -2, (1,), (), False)),
        ("4:1", (1, 2, (2,), (2,), False), (0, -2, (1,), (), False)),
        ("0:3", (0, -3, (2,), (), False), (1, 3, (1,), (1,), False)),
        ("forfeit 1", (1, 2, (), (), True), (0, 0, (), (), False)),
        ("forfeit 2", (0, 0, (), (), False), (1, 2, (), (), True)),
        ("neither", (0, 0, (), (), False), (0, 0, (), (), False)),
        ("stopped 2:1", (1, 1, (2,), (2,), False), (0, -1, (1,), (), False)),
        ("stopped 1:1", (0, 0, (2,), (), False), (0, 0, (1,), (), False)),
        ("open", (0, 0, (), (), False), (0, 0, (), (), False)),
    ],
)
def test_each_outcome_counts_as_the_table_of_outcomes_says(ended, first, second):
    record = record_from(f"1-2 {ended}", rules=Rules(unplayed_win_points=2))

    assert lines(record, 1) == {1: first, 2: second}


def test_the_bye_is_a_win_that_meets_nobody():
    record = record_from("1 bye", rules=Rules(unplayed_win_points=3))

    assert lines(record, 1) == {1: (1, 3, (), (), True)}


def test_excess_points_count_where_the_tournament_says_so():
    record = record_from("1-2 4:1", rules=Rules(count_excess_points=True))

    assert lines(record, 1)[1][1] == 3


def test_a_repeated_opponent_stands_there_as_often_as_met():
    record = record_from("1-2 3:0", "2-1 3:2", "1-2 3:1")

    assert lines(record, 3)[1] == (2, 4, (2, 2, 2), (2, 2), False)


def test_only_the_rounds_asked_for_count():
    record = record_from("1-2 3:0", "2-1 3:2")

    assert lines(record, 1)[1] == (1, 3, (2,), (2,), False)
    assert lines(record, 0)[1] == (0, 0, (), (), False)


def test_a_corrected_result_counts_today_and_what_stood_before_counts_as_of_then():
    record = record_from("1-2 3:0", "1-2 3:0", "1-2 3:0")
    first = record.rounds[0]
    was = (CorrectedResult(2, result_from("0:3")), CorrectedResult(3, result_from("forfeit 1")))
    corrected = replace(first, pairings=(replace(first.pairings[0], was=was),))
    record = replace(record, rounds=(corrected, *record.rounds[1:]))

    assert lines(record, 1)[1] == (1, 3, (2,), (2,), False)
    assert lines(record, 1, as_of=2)[1] == (0, -3, (2,), (), False)
    assert lines(record, 1, as_of=3)[1] == (1, 0, (), (), True)
    assert lines(record, 1, as_of=4)[1] == (1, 3, (2,), (2,), False)


@pytest.mark.parametrize(
    ("ended", "winner"),
    [
        ("3:1", 7),
        ("2:3", 9),
        ("stopped 1:2", 9),
        ("stopped 1:1", None),
        ("forfeit 9", 9),
        ("neither", None),
        ("open", None),
    ],
)
def test_the_match_win_goes_to_the_winner_or_to_who_is_ahead(ended, winner):
    assert match_winner(result_from(ended), 7, 9) == winner
