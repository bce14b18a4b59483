from dataclasses import replace

from tests.builders import record_from, round_from
from tournament.engine.checking import Disagreement, check_rounds
from tournament.engine.record import Rules
from tournament.engine.refusals import Refused

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
