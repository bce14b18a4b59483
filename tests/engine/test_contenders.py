"""Players who can still win before the last round: all endings of small evenings name none that is left out."""

from itertools import product

from tests.builders import record_from
from tournament.engine.chances import contenders
from tournament.engine.record import Rules
from tournament.engine.standings import standings


def winners(rounds, to_come, players):
    """Everybody who is first in some ending, whoever meets whom in the rounds to come."""
    pairs = [(first, second) for first in range(1, players + 1) for second in range(first + 1, players + 1)]
    of_one = [(a, b) for a in pairs for b in pairs if a[0] == 1 and len({*a, *b}) == 4]
    found = set()
    for course in product(of_one, repeat=to_come):
        for scores in product(("3:0", "3:2", "2:3", "0:3"), repeat=2 * to_come):
            played = iter(scores)
            ending = [", ".join(f"{a}-{b} {next(played)}" for a, b in one) for one in course]
            found.add(standings(record_from(*rounds, *ending, rules=Rules(rounds=len(rounds) + to_come)))[0].number)
    return found


def test_nobody_who_can_win_is_left_out():
    for rounds, to_come in (
        (["1-2 3:0, 3-4 3:0"], 1),
        (["1-2 3:0, 3-4 3:0", "1-3 3:0, 2-4 3:0"], 1),
        (["1-2 3:0, 3-4 3:2", "1-4 3:0, 2-3 3:0"], 1),
    ):
        assert winners(rounds, to_come, players=4) <= contenders(
            record_from(*rounds, rules=Rules(rounds=len(rounds) + to_come))
        )


def test_who_is_too_many_wins_behind_is_out_and_an_open_match_may_still_be_won():
    two_rounds = "1-2 3:0, 3-4 3:0", "1-3 3:0, 2-4 3:0"

    assert contenders(record_from(*two_rounds, rules=Rules(rounds=3))) == {1, 2, 3}
    assert contenders(record_from(*two_rounds, "1-4 open, 2-3 open", rules=Rules(rounds=3))) == {1, 2, 3}
    assert contenders(record_from(*two_rounds, rules=Rules(rounds=2))) == {1}
