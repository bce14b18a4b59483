"""Who of those without an opponent should play whom."""

from tests.builders import record_from
from tournament.engine.crosstable import crosstable
from tournament.engine.seating import FreePlayer, Waits, proposals


def test_those_who_have_not_met_are_proposed_before_those_who_have():
    """The first has met everyone, so that one of two pairs plays again whatever is proposed."""
    record = record_from("1-2 3:0", "1-3 3:0", "1-4 3:0", players=4)

    proposed = proposals([FreePlayer(number, Waits.CAME) for number in range(1, 5)], crosstable(record, 3))

    assert proposed == ((3, 4), (1, 2))


def test_those_who_are_kept_apart_are_proposed_where_nothing_else_is_left():
    record = record_from("1-2 3:0", players=4)
    free = [FreePlayer(number, Waits.CAME) for number in range(1, 5)]
    apart = {1: {3, 4}, 3: {1}, 4: {1}}

    assert proposals(free, crosstable(record, 1), apart) == ((3, 4), (1, 2))
    assert proposals(free[:1] + free[2:3], crosstable(record, 1), apart) == ((1, 3),)


def test_those_who_are_kept_apart_are_proposed_after_those_who_have_met():
    record = record_from("2-3 3:0", "2-4 3:0", "3-4 3:0", players=4)
    free = [FreePlayer(number, Waits.CAME) for number in range(1, 5)]
    apart = {1: {2, 3, 4}, 2: {1}, 3: {1}, 4: {1}}

    assert proposals(free, crosstable(record, 3), apart) == ((3, 4), (1, 2))
