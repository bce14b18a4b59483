"""Can the rounds still planned be played by those who are here?"""

from dataclasses import replace

import pytest

from tests.builders import record_from
from tournament.engine.prospects import playable_rounds
from tournament.engine.record import EntryRecord, Rules


def after(*rounds, planned, left=(), **options):
    """The prospects after these rounds, from the last of which on those of `left` are gone."""
    record = record_from(*rounds, rules=Rules(rounds=planned), **options)
    entries = tuple(
        EntryRecord(entry.number, withdrawn_after=len(rounds)) if entry.number in left else entry
        for entry in record.entries
    )
    return playable_rounds(replace(record, entries=entries))


FIRST_OF_SIX = "1-2 3:0, 3-4 3:0, 5-6 3:0"
SECOND_OF_SIX = "1-3 3:0, 2-5 3:0, 4-6 3:0"


@pytest.mark.parametrize(
    ("players", "planned", "playable"), [(6, 5, 5), (6, 6, 5), (5, 5, 5), (5, 6, 5), (2, 3, 1), (1, 3, 0), (200, 9, 9)]
)
def test_before_the_first_round_it_is_what_the_number_of_players_allows(players, planned, playable):
    assert after(planned=planned, players=players) == playable


def test_who_leaves_takes_rounds_along():
    two_rounds = (FIRST_OF_SIX, SECOND_OF_SIX)

    assert [after(*two_rounds, planned=5, left=left) for left in ((), (6,), (5, 6), (4, 5, 6))] == [3, 3, 1, 1]


def test_an_open_match_counts_as_played():
    assert after("1-2 3:0, 3-4 3:0", "1-3 open, 2-4 open", planned=3) == 1


def test_an_open_match_of_somebody_who_has_left_does_not():
    assert after("1-2 3:0, 3-4 3:0", "1-3 open, 2-4 open", planned=4, left=(4,)) == 1
    assert after("1-2 3:0, 3-4 3:0", "1-3 open, 2-4 open", planned=4, left=(3, 4)) == 0


def test_a_won_forfeit_counts_as_the_bye():
    assert after("1-2 forfeit 1, 3-4 forfeit 3, 5 bye", planned=4) == 2


def test_no_round_is_left_where_all_are_paired():
    assert after(FIRST_OF_SIX, planned=1) == 0
