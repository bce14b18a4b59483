from dataclasses import replace

import pytest

from tests.builders import record_from, round_from
from tournament.engine.checking import check_rounds
from tournament.engine.finals import (
    DrawnFinals,
    are_over,
    bracket,
    bracket_of,
    changes_seeds,
    draw_finals,
    final_standings,
    may_play_next,
    order_of_places,
    seeds_drawn,
    seeds_of,
)
from tournament.engine.pairing import draw
from tournament.engine.record import CorrectedResult, EntryRecord, FinalsRules, Result, Rules
from tournament.engine.refusals import Refused
from tournament.engine.standings import standings
from tournament.engine.terms import Criterion, Outcome

# Two rounds without ties: the Swiss order is 1, 2, 3, 4, 5, 6.
SWISS = ("1-4 3:0, 2-5 3:1, 3-6 3:2", "1-2 3:2, 3-5 3:2, 4-6 3:0")


def evening(*finals: str, players: int = 4, third_place: bool = False, **entries):
    """Build an evening of two Swiss rounds and these rounds of its finals."""
    record = record_from(*SWISS, rules=Rules(rounds=2, finals=FinalsRules(players, third_place=third_place)), **entries)
    for text in finals:
        number = len(record.rounds) + 1
        drawn = replace(round_from(text, number, record.rules), finals=True)
        record = replace(record, rounds=(*record.rounds, drawn))
    return record


def refusal(record) -> tuple[str, dict]:
    with pytest.raises(Refused) as refused:
        draw_finals(record)
    return refused.value.code, refused.value.values


def disagreements_in_finals(record) -> list[tuple]:
    return [(row.found, row.expected) for row in check_rounds(record) if row.round_number > len(SWISS)]


def places(record) -> list[int]:
    return [row.number for row in final_standings(record)]


SWISS_ORDER = [row.number for row in standings(evening())]


def test_swiss_order_of_these_examples_is_known():
    assert SWISS_ORDER == [1, 3, 2, 4, 5, 6]


@pytest.mark.parametrize(
    ("size", "order"), [(2, (1, 2)), (4, (1, 4, 2, 3)), (8, (1, 8, 4, 5, 2, 7, 3, 6))], ids=["2", "4", "8"]
)
def test_places_of_the_bracket_keep_the_best_seeds_apart(size, order):
    assert order_of_places(size) == order


def test_finals_begin_with_the_first_of_the_swiss():
    assert draw_finals(evening()) == DrawnFinals(3, 4, ((1, 4), (3, 2)))


def test_absent_and_gone_players_are_passed_over_as_seeds():
    gone, absent = EntryRecord(1, withdrawn_after=2), EntryRecord(2, absent_rounds=(3,))

    assert seeds_of(evening(one=gone, two=absent)) == (3, 4, 5, 6)


def test_places_of_missing_seeds_are_byes_for_the_best():
    assert draw_finals(evening(players=8)).pairs == ((1, None), (4, 5), (3, None), (2, 6))


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_seeds_follow_from_the_pairs_of_the_first_round(size):
    for count in range(2, size + 1):
        seeds = tuple(range(100, 100 + count))
        first_round = bracket(FinalsRules(size), seeds).rounds[0]
        pairs = [(*match.players, None)[:2] for match in first_round if match.players]

        assert seeds_drawn(size, pairs) == seeds


def test_finals_of_two_players_leave_room_for_many_byes():
    gone = {f"p{number}": EntryRecord(number, withdrawn_after=2) for number in (3, 4, 5, 6)}
    record = evening("1 bye, 2 bye", "1 bye, 2 bye", players=8, **gone)

    assert draw_finals(record).pairs == ((1, 2),)


def test_finals_need_two_who_are_present():
    gone = {f"p{number}": EntryRecord(number, withdrawn_after=2) for number in (2, 3, 4, 5, 6)}

    assert refusal(evening(**gone)) == ("finals_too_few", {"present": 1})


def test_finals_wait_for_the_planned_rounds_of_the_swiss():
    record = evening()

    assert refusal(replace(record, rounds=record.rounds[:1])) == ("finals_too_early", {"missing": 1})


def test_finals_wait_for_the_results_of_the_round_before():
    record = evening("1-4 3:0, 3-2 open")

    assert refusal(record) == ("results_missing", {"round": 3, "missing": ((3, 2),)})


def test_winners_of_neighbouring_matches_meet_and_the_better_seed_is_named_first():
    assert draw_finals(evening("1-4 0:3, 3-2 3:1")).pairs == ((3, 4),)


def test_who_may_play_next_is_still_in_or_can_play_for_third_place():
    semifinals = "1-4 3:0, 3-2 open"

    assert may_play_next(evening()) == frozenset(SWISS_ORDER)
    assert may_play_next(evening(semifinals)) == {1, 2, 3}
    assert may_play_next(evening(semifinals, third_place=True)) == {1, 2, 3, 4}
    assert may_play_next(evening("1-4 3:0, 3-2 3:1", "1-3 3:2")) == frozenset()


def test_losers_of_the_semi_finals_play_for_third_place_after_the_final():
    assert draw_finals(evening("1-4 0:3, 3-2 3:1", third_place=True)).pairs == ((3, 4), (1, 2))


@pytest.mark.parametrize("semi_final", ["3-2 neither", "3-2 open"], ids=["double forfeit", "still open"])
def test_nobody_is_known_to_play_for_third_place_without_two_losers(semi_final):
    assert bracket_of(evening(f"1-4 0:3, {semi_final}", third_place=True)).third is None


def test_match_for_third_place_is_left_out_when_one_of_the_two_has_gone():
    record = evening("1-4 0:3, 3-2 3:1", third_place=True, two=EntryRecord(2, withdrawn_after=3))

    assert draw_finals(record).pairs == ((3, 4),)


def test_finalist_who_has_gone_leaves_a_bye_and_is_second():
    record = evening("1-4 3:0, 3-2 3:1", "1 bye", three=EntryRecord(3, withdrawn_after=3))

    assert disagreements_in_finals(record) == []
    assert places(record) == [1, 3, 2, 4, 5, 6]


def test_double_forfeit_lets_nobody_go_on_and_the_other_has_a_bye():
    record = evening("1-4 neither, 3-2 1:3")

    assert draw_finals(record).pairs == ((2, None),)
    assert places(evening("1-4 neither, 3-2 1:3", "2 bye")) == [2, 1, 3, 4, 5, 6]


def test_finals_are_over_when_nobody_goes_on():
    record = evening("1-4 neither, 3-2 neither")

    assert are_over(record)
    assert refusal(record) == ("finals_over", {})
    assert places(record) == SWISS_ORDER


def test_ranking_is_that_of_the_swiss_until_the_last_match_is_in():
    assert places(evening("1-4 0:3, 3-2 1:3", "2-4 open")) == SWISS_ORDER
    assert places(evening("1-4 0:3, 3-2 1:3", "2-4 0:3")) == [4, 2, 1, 3, 5, 6]


def test_double_forfeit_of_the_final_ranks_both_by_the_swiss():
    assert places(evening("1-4 0:3, 3-2 1:3", "2-4 neither")) == [2, 4, 1, 3, 5, 6]


def test_somebody_absent_from_a_semi_final_without_opponent_may_play_for_third_place():
    absent = EntryRecord(1, absent_rounds=(4,))
    quarter_finals = "1 bye, 4-5 neither, 3 bye, 2-6 3:0"
    record = evening(quarter_finals, "3-2 3:1", players=8, third_place=True, one=absent)

    assert draw_finals(record).pairs == ((3, None), (1, 2))


def test_match_for_third_place_decides_third_and_fourth():
    record = evening("1-4 0:3, 3-2 1:3", "2-4 0:3, 1-3 forfeit 3", third_place=True)

    assert places(record) == [4, 2, 3, 1, 5, 6]


def test_losers_of_earlier_rounds_follow_by_the_swiss():
    record = evening("1 bye, 4-5 0:3, 3 bye, 2-6 0:3", "1-5 0:3, 3-6 3:1", "3-5 0:3", players=8)

    assert places(record) == [5, 3, 1, 6, 2, 4]


def test_rows_of_the_seeds_and_the_next_one_are_decided_by_the_finals():
    record = evening("3-2 3:0", players=2, one=EntryRecord(1, absent_rounds=(3,)))

    assert [row.decided_by for row in final_standings(record)] == [
        None,
        Criterion.FINALS,
        Criterion.FINALS,
        Criterion.MATCH_WINS,
        Criterion.MATCH_WINS,
        Criterion.POINT_DIFFERENCE,
    ]


def test_finals_change_no_figure_of_the_swiss():
    before, after = evening(), evening("1-4 0:3, 3-2 1:3", "2-4 0:3")

    assert standings(after) == standings(before)


def test_swiss_pairs_no_round_after_the_finals_were_drawn():
    with pytest.raises(Refused, match="finals_drawn"):
        draw(evening("1-4 0:3, 3-2 1:3"))


def test_correction_of_the_swiss_leaves_the_finals_as_drawn_and_ranks_by_the_swiss_of_today():
    drawn = evening("1-4 0:3, 3-2 1:3", "2-4 0:3")
    first = drawn.rounds[0].pairings[0]
    corrected_pairing = replace(first, result=Result(Outcome.PLAYED, (0, 3)), was=(CorrectedResult(4, first.result),))
    corrected_round = replace(drawn.rounds[0], pairings=(corrected_pairing, *drawn.rounds[0].pairings[1:]))
    corrected = replace(drawn, rounds=(corrected_round, *drawn.rounds[1:]))

    assert changes_seeds(drawn, corrected)
    assert disagreements_in_finals(corrected) == []
    assert places(corrected) == [4, 2, 3, 1, 5, 6]


def test_checker_names_a_finals_round_that_does_not_follow_from_its_seeds():
    record = evening("1-2 3:0, 3-4 1:3")

    assert disagreements_in_finals(record) == [(((1, 2), (3, 4)), ((1, 4), (3, 2)))]
