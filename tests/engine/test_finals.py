from dataclasses import replace

import pytest

from tests.builders import record_from, round_from
from tournament.engine.brackets import bracket, order_of_places, stages_of
from tournament.engine.checking import check_rounds
from tournament.engine.finals import (
    DrawnFinals,
    are_over,
    bracket_of,
    changes_seeds,
    cut,
    draw_finals,
    keeps_rounds,
    length_in,
    may_play_next,
    refuse_finals,
    seeds_drawn,
    seeds_of,
    shown_standings,
)
from tournament.engine.pairing import draw
from tournament.engine.record import CorrectedResult, EntryRecord, FinalsRules, Result, Rules, SecondKind, SecondRules
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
    return [row.number for row in shown_standings(record)]


SWISS_ORDER = [row.number for row in standings(evening())]


def test_swiss_order_of_these_examples_is_known():
    assert SWISS_ORDER == [1, 3, 2, 4, 5, 6]


@pytest.mark.parametrize(
    ("size", "order"), [(2, (1, 2)), (4, (1, 4, 2, 3)), (8, (1, 8, 4, 5, 2, 7, 3, 6))], ids=["2", "4", "8"]
)
def test_places_of_the_bracket_keep_the_best_seeds_apart(size, order):
    assert order_of_places(size) == order


def test_finals_begin_with_the_first_of_the_swiss():
    assert draw_finals(evening()) == DrawnFinals(3, 4, ((1, 4), (3, 2)), rules=FinalsRules(4))


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


def test_nobody_is_known_to_play_for_third_place_while_a_semi_final_is_open():
    assert bracket_of(evening("1-4 0:3, 3-2 open", third_place=True)).third is None


def test_nobody_drops_from_a_semi_final_that_neither_has_come_to():
    record = evening("1-4 0:3, 3-2 neither", third_place=True)

    assert draw_finals(record).pairs == ((4, None), (1, None))


def test_third_place_goes_to_the_one_who_is_there():
    gone = {"two": EntryRecord(2, withdrawn_after=3)}
    record = evening("1-4 0:3, 3-2 3:1", third_place=True, **gone)

    assert draw_finals(record).pairs == ((3, 4), (1, None))
    assert places(evening("1-4 0:3, 3-2 3:1", "3-4 3:0, 1 bye", third_place=True, **gone)) == [3, 4, 1, 2, 5, 6]
    gone = {"one": EntryRecord(1, withdrawn_after=3)}
    assert places(evening("1-4 0:3, 3-2 3:1", "3-4 3:0, 2 bye", third_place=True, **gone)) == [3, 4, 2, 1, 5, 6]


def test_semi_finals_count_where_neither_has_come_to_the_match_for_third_place():
    record = evening("1-4 forfeit 4, 3-2 3:1", "3-4 3:0, 1-2 neither", third_place=True)

    assert places(record) == [3, 4, 2, 1, 5, 6]


def test_finalist_who_has_gone_leaves_a_bye_and_is_second():
    record = evening("1-4 3:0, 3-2 3:1", "1 bye", three=EntryRecord(3, withdrawn_after=3))

    assert disagreements_in_finals(record) == []
    assert places(record) == [1, 3, 2, 4, 5, 6]


def test_double_forfeit_lets_nobody_go_on_and_the_other_has_a_bye():
    record = evening("1-4 neither, 3-2 1:3")

    assert draw_finals(record).pairs == ((2, None),)
    assert places(evening("1-4 neither, 3-2 1:3", "2 bye")) == [2, 3, 1, 4, 5, 6]


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


def test_losers_of_a_match_stand_before_those_who_went_out_without_one():
    record = evening("1 bye, 4-5 0:3, 3 bye, 2-6 neither", "1-5 0:3, 3 bye", "3-5 0:3", players=8)

    assert places(record) == [5, 3, 1, 4, 2, 6]


def reasons(record) -> list[Criterion | None]:
    return [row.decided_by for row in shown_standings(record)]


def test_finals_decide_between_levels_and_below_the_last_seed():
    record = evening("3-2 3:0", players=2, one=EntryRecord(1, absent_rounds=(3,)))
    swiss = [Criterion.MATCH_WINS, Criterion.MATCH_WINS, Criterion.POINT_DIFFERENCE]

    assert reasons(record) == [None, Criterion.FINALS, Criterion.FINALS, *swiss]


def test_within_a_level_the_finals_decide_only_between_ways_of_going_out():
    lost, neither = "1 bye, 4-5 0:3, 3 bye, 2-6 0:3", "1-5 0:3, 3-6 0:3"
    finals, swiss = Criterion.FINALS, [row.decided_by for row in standings(evening())]

    # The final, two who lost a semi-final, two who lost a quarter-final.
    assert reasons(evening(lost, neither, "5-6 3:0", players=8)) == [None, finals, finals, swiss[1], finals, swiss[3]]
    assert reasons(evening("1-4 neither, 3-2 1:3", "2 bye"))[1:4] == [finals, finals, Criterion.MATCH_WINS]


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


# Those who have left and never took part stand at the end of the ranking as it is shown.


def test_who_has_left_without_taking_part_stands_at_the_end():
    record = record_from("1-2 3:0, 3-4 3:1, 5 bye", "1-5 0:3, 2-3 0:3, 4 bye", two=EntryRecord(2, withdrawn_after=2))
    no_show = EntryRecord(4, withdrawn_after=2)
    unplayed = record_from("1-2 3:0, 3-4 forfeit 3, 5 bye", "1-5 0:3, 2-3 0:3, 4-6 neither", four=no_show)

    assert all(row.has_place for row in shown_standings(record))
    assert [(row.number, row.rank, row.place, row.decided_by) for row in shown_standings(unplayed)[-2:]] == [
        (2, 5, 5, Criterion.POINT_DIFFERENCE),
        (4, 6, None, Criterion.TOOK_PART),
    ]


def test_rows_around_a_player_who_never_took_part_are_decided_by_the_first_criterion_between_them():
    no_show = EntryRecord(4, withdrawn_after=1)
    record = record_from("1-2 3:0, 3-4 forfeit 3, 5-6 3:1", four=no_show)

    assert [row.number for row in standings(record)] == [1, 5, 3, 4, 6, 2]
    assert [(row.number, row.decided_by) for row in shown_standings(record)[2:]] == [
        (3, Criterion.POINT_DIFFERENCE),
        (6, Criterion.MATCH_WINS),
        (2, Criterion.POINT_DIFFERENCE),
        (4, Criterion.TOOK_PART),
    ]


@pytest.mark.parametrize("text", ["1-2 open", "1-2 stopped 1:0", "1 bye", "1-2 forfeit 1"])
def test_who_plays_has_the_bye_or_wins_by_forfeit_has_taken_part(text):
    assert record_from(text, one=EntryRecord(1, withdrawn_after=1)).never_took_part == frozenset()


def test_nobody_is_at_the_end_as_long_as_they_may_come():
    assert record_from("1-2 neither").never_took_part == frozenset()
    assert record_from("1-2 neither", one=EntryRecord(1, withdrawn_after=1)).never_took_part == {1}


def test_seed_of_the_finals_never_stands_at_the_end():
    no_show = EntryRecord(6, withdrawn_after=4)
    record = evening("3-2 3:0, 1-6 neither", "3 bye", six=no_show)

    assert [row.number for row in shown_standings(record) if not row.has_place] == []


# What comes about of the rules of finals, and the lengths of their matches.

LOSERS = SecondRules(SecondKind.LOSERS)


@pytest.mark.parametrize(
    ("rules", "seeds", "expected"),
    [
        (FinalsRules(16), 5, FinalsRules(8)),
        (FinalsRules(64), 33, FinalsRules(64)),
        (FinalsRules(4, third_place=True), 2, FinalsRules(2)),
        (FinalsRules(16, lengths=(3, 5, 7)), 4, FinalsRules(4, lengths=(5, 7))),
        (FinalsRules(16, lengths=(3, 5, 5)), 4, FinalsRules(4, match_length=5)),
        (FinalsRules(16, lengths=(3, 5, 7)), 2, FinalsRules(2, match_length=7)),
        (FinalsRules(8, second=LOSERS), 4, FinalsRules(4)),
        (FinalsRules(8, second=LOSERS), 5, FinalsRules(8, second=LOSERS)),
    ],
)
def test_rules_are_cut_to_the_seeds(rules, seeds, expected):
    assert cut(rules, seeds) == expected


@pytest.mark.parametrize(("here", "places"), [(1, None), (2, 2), (3, 4), (8, 8)])
def test_second_bracket_of_the_rest_is_cut_to_those_who_are_there(here, places):
    rules = FinalsRules(4, second=SecondRules(SecondKind.REST, 8))

    second = cut(rules, 4, here).second

    assert (second and second.players) == places


def test_last_of_several_lengths_is_for_the_final_and_the_first_for_all_rounds_before():
    rules = FinalsRules(16, lengths=(3, 5, 7), second=SecondRules(SecondKind.LOSERS, match_length=1))

    assert [length_in(rules, nth) for nth in (1, 2, 3, 4)] == [3, 3, 5, 7]
    assert length_in(rules, 2, in_second=True) == 1
    assert [length_in(FinalsRules(4, 5), nth) for nth in (1, 2)] == [5, 5]


@pytest.mark.parametrize(
    ("rules", "swiss", "code"),
    [
        (FinalsRules(12), 3, "finals_size"),
        (FinalsRules(2, third_place=True), 3, "finals_third_of_two"),
        (FinalsRules(4, lengths=(3, 5, 7)), 3, "finals_lengths"),
        (FinalsRules(8, lengths=(3, 3, 5)), 3, "finals_lengths"),
        (FinalsRules(4, second=SecondRules(SecondKind.REST, 4)), 0, "finals_rest_without_swiss"),
        (FinalsRules(4, second=SecondRules(SecondKind.REST, 3)), 2, "finals_size"),
        (FinalsRules(4, second=SecondRules(SecondKind.LOSERS)), 2, "finals_drops_of_few"),
        (FinalsRules(8, third_place=True, second=SecondRules(SecondKind.LOSERS)), 2, "finals_third_beside_drops"),
        (FinalsRules(8, second=SecondRules(SecondKind.FIRST_LOSERS, 8)), 2, "finals_second_players"),
    ],
)
def test_rules_that_exclude_each_other_are_refused(rules, swiss, code):
    with pytest.raises(Refused, match=code):
        refuse_finals(rules, swiss)


@pytest.mark.parametrize(
    ("rules", "stages"),
    [
        (FinalsRules(8, second=SecondRules(SecondKind.LOSERS)), "losers 2, drops 2, halved 1"),
        (FinalsRules(16, second=SecondRules(SecondKind.LOSERS)), "losers 4, drops 4, halved 2, drops 2, halved 1"),
        (FinalsRules(16, second=SecondRules(SecondKind.FIRST_LOSERS)), "losers 4, drops 4, halved 2, halved 1"),
        (FinalsRules(4, second=SecondRules(SecondKind.REST, 8)), "seeds 4, halved 2, halved 1"),
        (FinalsRules(8), ""),
    ],
)
def test_second_bracket_has_these_stages(rules, stages):
    assert ", ".join(f"{stage.kind} {stage.count}" for stage in stages_of(rules)) == stages


def test_a_correction_is_refused_that_would_give_a_later_round_other_pairings():
    record = evening("1-4 3:0, 3-2 3:1", "1-3 open")
    semi_finals = record.rounds[2]

    def with_result(result):
        first = replace(semi_finals.pairings[0], result=result)
        pairings = (first, *semi_finals.pairings[1:])
        return replace(record, rounds=(*record.rounds[:2], replace(semi_finals, pairings=pairings), record.rounds[3]))

    assert keeps_rounds(with_result(Result(Outcome.PLAYED, (3, 2))), 3)
    assert not keeps_rounds(with_result(Result(Outcome.PLAYED, (2, 3))), 3)
