"""Pairings chosen by the director."""

import pytest

from tests.builders import record_from
from tournament.engine.by_hand import in_pairing_order, objections
from tournament.engine.crosstable import crosstable
from tournament.engine.refusals import Refused

RANKING = (4, 2, 5, 1, 3)


def test_pairs_stand_in_the_order_of_their_better_ranked_who_comes_first_and_the_bye_at_its_turn():
    assert in_pairing_order([(3, 1), (5, None), (2, 4)], RANKING) == ((4, 2), (5, None), (1, 3))


@pytest.mark.parametrize(
    ("pairs", "missing", "twice"),
    [
        ([(4, 2), (5, 1)], (3,), ()),
        ([(4, 2), (5, 1), (3, 4)], (), (4,)),
        ([(4, 2), (5, 1), (3, 9)], (), (9,)),
        ([(4, 4), (5, 1), (3, None)], (2,), (4,)),
        ([], (4, 2, 5, 1, 3), ()),
    ],
)
def test_everyone_present_is_to_be_paired_once(pairs, missing, twice):
    with pytest.raises(Refused) as refusal:
        in_pairing_order(pairs, RANKING)

    assert (refusal.value.code, refusal.value.values) == ("not_everyone_once", {"missing": missing, "twice": twice})


def test_one_player_alone_can_have_the_bye():
    with pytest.raises(Refused) as refusal:
        in_pairing_order([(4, None), (2, None), (5, 1)], (4, 2, 5, 1))

    assert refusal.value.code == "byes_too_many"


def test_rematches_and_second_byes_are_what_the_rules_would_avoid():
    lines = crosstable(record_from("1-2 3:1, 3-4 forfeit 3, 5 bye", "1-3 3:0, 2-5 0:3, 4 bye"), 2)

    found = objections([(2, 1), (3, 4), (5, None)], lines), objections([(1, 4), (2, 3), (5, None)], lines)

    assert found == (((2, 1), (5, None)), ((5, None),))


def test_who_won_by_forfeit_has_met_the_bye():
    lines = crosstable(record_from("1-2 forfeit 1, 3 bye"), 1)

    assert objections([(1, None), (2, None)], lines) == ((1, None),)
