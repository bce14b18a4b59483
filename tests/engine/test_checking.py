import random
from dataclasses import replace
from itertools import combinations

import pytest

from tests.builders import record_from, round_from
from tournament.engine.checking import Disagreement, check_rounds
from tournament.engine.pairing import draw
from tournament.engine.record import BYE, KeptApart, PairingRecord, Result, RoundRecord, Rules
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome

# With the seed "konstanz" the lot ranks four players 2, 4, 3, 1.
DRAWN = "2-4 3:0, 3-1 3:0"


def test_a_record_as_the_rules_give_it_has_no_disagreement():
    assert check_rounds(record_from(DRAWN)) == ()


def test_a_round_that_differs_is_named_with_what_it_is_and_what_the_rules_give():
    found = check_rounds(record_from("2-3 3:0, 4-1 3:0"))

    assert found == (Disagreement(1, ((2, 3), (4, 1)), ((2, 4), (3, 1))),)


def test_the_order_of_the_pairings_and_of_the_players_in_one_belongs_to_the_round():
    assert len(check_rounds(record_from("3-1 3:0, 2-4 3:0"))) == 1
    assert len(check_rounds(record_from("4-2 3:0, 3-1 3:0"))) == 1


def test_a_round_chosen_by_hand_is_the_directors_business():
    record = record_from("2-3 3:0, 4-1 3:0")
    by_hand = replace(record, rounds=(replace(record.rounds[0], manual=True),))

    assert check_rounds(by_hand) == ()


def test_a_round_that_the_rules_do_not_give_at_all_says_why():
    record = record_from("2-1 3:0", "2-1 3:0")

    (found,) = check_rounds(record)

    assert (found.round_number, found.found, found.expected) == (2, ((2, 1),), None)
    assert isinstance(found.refusal, Refused)
    assert found.refusal.code == "no_pairing_without_rematch"


def test_later_rounds_are_checked_from_the_results_that_stand_in_the_record():
    rules = Rules()
    record = record_from(DRAWN)
    second = round_from("2-3 3:0, 1-4 3:0", 2, rules)

    assert [found.round_number for found in check_rounds(replace(record, rounds=(*record.rounds, second)))] == [2]


# Rounds drawn while two were kept apart whom the record does not name.


def with_wishes(record, *numbers):
    rounds = (replace(round_, wishes=round_.number in numbers) for round_ in record.rounds)
    return replace(record, kept_apart=(), rounds=tuple(rounds))


def test_of_a_round_with_wishes_the_choice_of_opponents_is_not_checked():
    assert check_rounds(with_wishes(record_from("2-3 3:0, 4-1 3:0"), 1)) == ()


@pytest.mark.parametrize("found", ["4-1 3:0, 2-3 3:0", "3-2 3:0, 4-1 3:0"])
def test_of_a_round_with_wishes_the_order_is_checked(found):
    (disagreement,) = check_rounds(with_wishes(record_from(found), 1))

    assert disagreement.expected == ((2, 3), (4, 1))


@pytest.mark.parametrize(
    ("rounds", "refusal"),
    [
        (("2-4 3:0, 3-1 3:0", "2-4 3:0, 3-1 3:0"), Refused("pair_met_before", first=2, second=4)),
        (("2-1 3:0, 3 bye", "2-1 3:0, 3 bye"), Refused("pair_met_before", first=2, second=1)),
        (("2-3 3:0, 1 bye", "2-3 3:0, 1 bye"), Refused("pair_met_before", first=2, second=3)),
        (("2-3 3:0, 4-5 3:0, 1 bye", "2-4 3:0, 1 bye, 3-5 3:0"), Refused("bye_met_before", player=1)),
    ],
)
def test_of_a_round_with_wishes_rematches_and_byes_are_checked_unless_it_allows_rematches(rounds, refusal):
    record = with_wishes(record_from(*rounds), 1, 2)
    allowed = replace(record, rounds=(record.rounds[0], replace(record.rounds[1], rematches_allowed=True)))

    found = [one for one in check_rounds(record) if one.round_number == 2]

    assert [(one.refusal.code, one.refusal.values) for one in found] == [(refusal.code, refusal.values)]
    assert [one.refusal for one in check_rounds(allowed) if one.round_number == 2] in ([], [None])


@pytest.mark.parametrize("seed", range(25))
def test_a_round_as_drawn_with_wishes_stands_up_to_the_check_that_does_not_know_them(seed):
    chance = random.Random(seed)
    players = chance.randint(5, 12)
    record = replace(
        record_from(players=players, seed=str(seed), rules=Rules(rounds=3)),
        kept_apart=tuple(KeptApart(*pair, 1) for pair in chance.sample([*combinations(range(1, players + 1), 2)], 3)),
    )
    for number in (1, 2, 3):
        pairings = tuple(
            PairingRecord(
                one.first, one.second, Result(Outcome.PLAYED, (3, chance.randint(0, 2))) if one.second else BYE
            )
            for one in draw(record).pairings
        )
        record = replace(record, rounds=(*record.rounds, RoundRecord(number, pairings, planned_rounds=3)))
    kept = [round_.number for round_ in record.rounds if record.keeps_apart(round_)]

    assert (check_rounds(record), check_rounds(with_wishes(record, *kept))) == ((), ())
