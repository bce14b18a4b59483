"""What a correction would change, before it is saved."""

from dataclasses import replace

import pytest

from tests.builders import record_from
from tests.factories import (
    draw_next_round,
    enter_result,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
)
from tests.rankings import konstanz
from tournament.actions.results import record_result
from tournament.actions.tournaments import close_tournament
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.engine.checking import check_rounds
from tournament.engine.record import BYE, DOUBLE_FORFEIT, PENDING, CorrectedResult, Result
from tournament.engine.terms import Criterion, Outcome
from tournament.models import Round, Tournament
from tournament.queries.record import result_of
from tournament.queries.results import Correction, is_correction, overtaken_rounds, results_of_today, with_result
from tournament.queries.rounds.seating import is_overtaken

# With the seed "konstanz" the lot ranks four players 2, 4, 3, 1.
ROUND_1 = "2-4 3:0, 3-1 3:1"
ROUND_2 = "2-3 3:0, 1-4 3:0"


def played(first, second):
    return Result(Outcome.PLAYED, (first, second))


def forfeit(winner):
    return Result(Outcome.FORFEIT, winner=winner)


def overtaken(record, first, result):
    """The later rounds that a correction in round 1 would overtake."""
    today = results_of_today(record)
    return overtaken_rounds(today, with_result(today, 1, first, result))


def test_only_the_result_of_that_pairing_is_another():
    record = record_from("2-4 3:0, 3-1 3:1, 5 bye", ROUND_1)

    corrected = with_result(record, 1, 3, DOUBLE_FORFEIT)

    assert corrected == record_from("2-4 3:0, 3-1 neither, 5 bye", ROUND_1)


@pytest.mark.parametrize(("result", "rounds"), [(played(0, 3), (2,)), (played(3, 2), (2,)), (played(4, 0), ())])
def test_a_later_round_is_told_where_the_rules_would_give_another(result, rounds):
    assert overtaken(record_from(ROUND_1, ROUND_2), 2, result) == rounds


def test_a_round_that_was_not_what_the_rules_give_before_is_not_told():
    assert overtaken(record_from(ROUND_1, "2-1 3:0, 3-4 3:0"), 2, played(0, 3)) == ()


def test_a_round_chosen_by_hand_is_not_told():
    record = record_from(ROUND_1, ROUND_2)
    by_hand = replace(record, rounds=(record.rounds[0], replace(record.rounds[1], manual=True)))

    assert overtaken(by_hand, 2, played(0, 3)) == ()


def corrected_before(record, was):
    """The record in which the second pairing of round 1 stood otherwise when round 2 was paired."""
    first, second = record.rounds[0].pairings
    round_ = replace(record.rounds[0], pairings=(first, replace(second, was=(CorrectedResult(2, was),))))
    return replace(record, rounds=(round_, *record.rounds[1:]))


def test_a_round_is_held_against_the_results_of_today_not_those_it_was_paired_on():
    record = corrected_before(record_from("2-4 3:0, 3-1 3:2", ROUND_2), was=played(3, 1))

    assert overtaken(record, 3, played(1, 3)) == (2,)


def test_a_round_overtaken_by_an_earlier_correction_is_not_told_again():
    record = corrected_before(record_from("2-4 3:0, 3-1 1:3", ROUND_2), was=played(3, 1))

    assert overtaken(record, 3, played(0, 3)) == ()


@pytest.mark.parametrize(
    ("before", "after", "rematches_allowed"),
    [("forfeit 2", played(3, 0), False), ("3:0", forfeit(2), True)],
    ids=["a rematch then", "no rematch then"],
)
def test_whether_two_have_met_can_overtake_a_round(before, after, rematches_allowed):
    record = record_from(f"2-1 {before}", "2-1 3:0")
    round_ = replace(record.rounds[1], rematches_allowed=rematches_allowed)

    assert overtaken(replace(record, rounds=(record.rounds[0], round_)), 2, after) == (2,)


def evening(*rounds, entries=4):
    """A stored tournament that is played with these scores."""
    made = make_tournament(entries=entries)
    for scores in rounds:
        play_round(draw_next_round(made), scores)
    return Tournament.objects.get(pk=made.pk)


def correct(tournament, number, table, result):
    return Correction(pairing_of(tournament, number, table), result)


def save(tournament, number, table, result):
    pairing = pairing_of(tournament, number, table)
    record_result(pairing, by=make_director(), expected=result_of(pairing), result=result)


def ranks(changes):
    return [(change.entry.number, change.before.rank, change.after.rank) for change in changes]


def buchholz(changes):
    return [
        (change.entry.number, change.before.figures[Criterion.BUCHHOLZ], change.after.figures[Criterion.BUCHHOLZ])
        for change in changes
    ]


def counted(changes):
    return [
        (
            change.entry.number,
            (change.before.match_wins, change.before.figures[Criterion.POINT_DIFFERENCE]),
            (change.after.match_wins, change.after.figures[Criterion.POINT_DIFFERENCE]),
        )
        for change in changes
    ]


@pytest.mark.django_db
def test_places_and_what_counts_for_the_two_are_told():
    tournament = evening([(3, 0), (3, 1)])

    correction = correct(tournament, 1, 1, played(0, 3))

    assert (correction.before, correction.after, correction.after_round) == (played(3, 0), played(0, 3), 1)
    assert counted(correction.at_table) == [(2, (1, 3), (0, -3)), (4, (0, -3), (1, 3))]
    assert ranks(correction.rank_changes) == [(2, 1, 4), (4, 4, 1)]
    assert buchholz(correction.figure_changes[Criterion.BUCHHOLZ]) == [(2, 0, 1), (4, 1, 0)]


@pytest.mark.django_db
def test_where_no_place_changes_none_is_told():
    correction = correct(evening([(3, 0), (3, 1)]), 1, 2, played(3, 2))

    assert counted(correction.at_table) == [(3, (1, 2), (1, 1)), (1, (0, -2), (0, -1))]
    assert (correction.rank_changes, correction.figure_changes, correction.overtaken) == (
        (),
        {Criterion.BUCHHOLZ: ()},
        (),
    )


@pytest.mark.django_db
def test_the_two_at_the_table_come_before_those_who_only_move_along():
    correction = correct(evening([(3, 0), (3, 1), (3, 2), (3, 2)], entries=8), 1, 4, played(0, 3))

    first, second, *others = ranks(correction.rank_changes)
    assert [first[0], second[0]] == [change.entry.number for change in correction.at_table]
    assert first[2] > second[2]
    assert [after for _number, _before, after in others] == sorted(after for _number, _before, after in others)


@pytest.mark.django_db
def test_the_buchholz_changes_of_whoever_has_met_the_two_and_of_nobody_else():
    tournament = evening([(3, 0), (3, 1), (3, 2), (3, 2)], [(3, 0), (3, 1), (3, 2), (3, 2)], entries=8)
    table = pairing_of(tournament, 1, 1)
    two = {table.first.number, table.second.number}
    met = {
        number
        for round_ in read_archive(dump(tournament)).record.rounds
        for pairing in round_.pairings
        for number, other in ((pairing.first, pairing.second), (pairing.second, pairing.first))
        if other in two
    }

    correction = Correction(table, played(0, 3))

    assert {number for number, _before, _after in buchholz(correction.figure_changes[Criterion.BUCHHOLZ])} == met
    assert {after - before for _number, before, after in buchholz(correction.figure_changes[Criterion.BUCHHOLZ])} == {
        1,
        -1,
    }


@pytest.mark.django_db
def test_the_match_of_two_who_become_level_decides_between_them():
    tournament = evening([(3, 2), (3, 0)], [(2, 3), (2, 3)])

    correction = correct(tournament, 1, 1, played(2, 3))

    assert [(change.entry.number, change.before.rank, change.after[:4]) for change in correction.at_table] == [
        (2, 1, (3, 2, konstanz(1, 0, 2), Criterion.HEAD_TO_HEAD)),
        (4, 4, (2, 4, konstanz(1, 0, 2), Criterion.POINT_DIFFERENCE)),
    ]


@pytest.mark.django_db
def test_a_match_that_was_not_played_counts_no_more_for_the_buchholz_of_the_two():
    tournament = evening([(3, 0), (3, 1)], [(3, 0), (3, 1)])

    forfeited = correct(tournament, 1, 1, forfeit(2))
    two = [change for change in forfeited.at_table if change.entry.number == 4]

    assert counted(forfeited.at_table) == [(2, (2, 6), (2, 3)), (4, (0, -5), (0, -2))]
    assert buchholz(two) == [(4, 3, 1)]
    save(tournament, 1, 1, forfeit(2))
    back = correct(tournament, 1, 1, played(3, 0))
    assert counted(back.at_table) == [(2, (2, 3), (2, 6)), (4, (0, -2), (0, -5))]
    assert buchholz(change for change in back.at_table if change.entry.number == 4) == [(4, 1, 3)]


@pytest.mark.django_db
def test_the_bye_stays_as_it_is():
    tournament = evening([(3, 0), (3, 1)], entries=5)
    bye = pairing_of(tournament, 1, None)

    correction = correct(tournament, 1, 1, played(0, 3))

    assert bye.first.number not in {number for number, *_ranks in ranks(correction.rank_changes)}
    assert result_of(pairing_of(tournament, 1, None)) == BYE


@pytest.mark.django_db
def test_the_standings_are_those_that_everyone_sees():
    tournament = evening([(3, 0), (3, 1)], entries=5)
    draw_next_round(tournament)
    Round.objects.filter(tournament=tournament, number=2).update(is_hidden=True)

    correction = correct(tournament, 1, 1, played(0, 3))

    assert (correction.after_round, correction.overtaken) == (1, (2,))


@pytest.mark.django_db
def test_the_running_round_can_be_paired_anew_as_long_as_no_result_of_it_is_in():
    tournament = evening([(3, 0), (3, 1)], entries=5)
    round_ = draw_next_round(tournament)
    before = correct(tournament, 1, 1, played(0, 3))
    enter_result(pairing_of(tournament, 2, 1), played(3, 0))
    after = correct(tournament, 1, 1, played(0, 3))

    assert [(one.overtaken, one.can_be_paired_anew) for one in (before, after)] == [((2,), True), ((2,), False)]
    save(tournament, 2, 1, PENDING)
    save(tournament, 1, 1, played(0, 3))
    assert is_overtaken(round_)


@pytest.mark.django_db
def test_a_round_still_as_the_rules_give_it_is_not_paired_anew():
    tournament = evening([(3, 0), (3, 1)])
    draw_next_round(tournament)

    assert correct(tournament, 1, 2, played(3, 2)).can_be_paired_anew is False


@pytest.mark.django_db
def test_every_overtaken_round_is_told():
    tournament = evening([(3, 0), (3, 1), (3, 2), (3, 2)], [(3, 0)], [(3, 1)], entries=8)

    assert correct(tournament, 1, 1, played(0, 3)).overtaken == (2, 3)


@pytest.mark.django_db
def test_after_a_correction_the_archive_still_gives_every_round():
    tournament = evening([(3, 0), (3, 1), (3, 2), (3, 2)], [(3, 0)], [(3, 1)], entries=8)
    assert correct(tournament, 1, 1, played(0, 3)).overtaken == (2, 3)

    save(tournament, 1, 1, played(0, 3))

    assert check_rounds(read_archive(dump(tournament)).record) == ()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("number", "table", "result", "asked"),
    [
        (1, 1, played(0, 3), True),
        (1, 1, forfeit(2), True),
        (1, 1, played(3, 0), False),
        (1, 1, PENDING, False),
        (2, 1, played(0, 3), False),
        (2, 2, played(0, 3), False),
    ],
)
def test_a_correction_is_another_result_in_a_round_that_is_over(number, table, result, asked):
    tournament = evening([(3, 0), (3, 1)])
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 2, 1), played(3, 0))

    assert is_correction(pairing_of(tournament, number, table), result) is asked


@pytest.mark.django_db
def test_the_last_round_is_over_with_its_last_result():
    assert is_correction(pairing_of(evening([(3, 0), (3, 1)]), 1, 1), played(0, 3))


@pytest.mark.django_db
def test_in_a_closed_tournament_nothing_is_corrected():
    tournament = evening([(3, 0), (3, 1)])
    close_tournament(tournament, by=make_director())

    assert not is_correction(pairing_of(tournament, 1, 1), played(0, 3))


@pytest.mark.django_db
@pytest.mark.parametrize("entries", [4, 40])
def test_a_preview_takes_as_many_queries_for_few_as_for_many(entries, django_assert_num_queries):
    pairing = pairing_of(make_tournament(entries=entries, played=2), 1, 1)

    with django_assert_num_queries(6):
        Correction(pairing, played(0, 3))
