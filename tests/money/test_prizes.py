"""How the expected fees can be shared out among the places."""

from hypothesis import given

from tests.money.builders import CENTS, SHARES
from tournament.money.prizes import USUAL_SHARES, Purchase, planned_prizes, split


@given(CENTS, SHARES)
def test_a_plan_adds_up_to_the_expected_fees_and_no_part_is_a_cent_off(cents, shares):
    planned = planned_prizes(cents, shares, ())

    assert sum(part for _place, _share, part, _bought in planned) == cents
    assert [(place, share) for place, share, _part, _bought in planned] == list(enumerate(shares, start=1))
    assert all(abs(100 * part - share * cents) < 100 for _place, share, part, _bought in planned)
    assert all(part >= 0 for _place, _share, part, _bought in planned)


def test_a_plan_says_what_has_been_bought_for_each_place():
    bought = (Purchase(1, "Board", 1000), Purchase(1, "Dice", 10), Purchase(2, "Cup", 333))

    assert planned_prizes(2400, (50, 30, 20), bought) == (
        (1, 50, 1200, 1010),
        (2, 30, 720, 333),
        (3, 20, 480, 0),
    )


def test_what_is_rounded_off_goes_to_the_best_placed():
    assert [split(cents, USUAL_SHARES) for cents in (9600, 101, 1, 0)] == [
        (4800, 2880, 1920),
        (51, 30, 20),
        (1, 0, 0),
        (0, 0, 0),
    ]
    assert split(99, (50, 30, 20)) == (50, 30, 19)
