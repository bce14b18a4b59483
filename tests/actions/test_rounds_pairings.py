"""Pairings are changed by hand and given back to the rules."""

import pytest

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    stored_rows,
)
from tournament.actions.players import NewPlayer, add_entries, return_entry, set_fixed_table, set_pause, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.rounds import draw_round, pair_anew, pair_by_hand
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.engine.checking import check_rounds
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import JournalLine, Round
from tournament.queries.evening import record_of
from tournament.queries.rounds.seating import stored_pairs

pytestmark = pytest.mark.django_db
WIN = Result(Outcome.PLAYED, (3, 1))


def choose(tournament, pairs, number=1, seen=None, reason="club mates"):
    seen = stored_pairs(Round.objects.get(number=number)) if seen is None else seen
    pair_by_hand(tournament, by=make_director(), number=number, expected=seen, pairs=pairs, reason=reason)


def refused(action, *arguments, **options):
    before = stored_rows()
    with pytest.raises(Refused) as refusal:
        action(*arguments, **options)
    assert stored_rows() == before
    return refusal.value.code


def tables(tournament, number=1):
    return [(p.first, p.second, p.table) for p in record_of(tournament).rounds[number - 1].pairings]


@pytest.fixture
def tournament():
    """Five players; round 1 is 5-2 at table 1, 4-3 at table 2, and the bye for 1."""
    made = make_tournament(entries=5)
    draw_next_round(made)
    made.refresh_from_db()
    return made


def test_the_draw_of_these_tests(tournament):
    assert tables(tournament) == [(5, 2, 1), (4, 3, 2), (1, None, None)]


def test_chosen_pairs_are_listed_by_rank_marked_manual_and_keep_the_archive_sound(tournament):
    choose(tournament, [(1, 4), (3, None), (2, 5)])

    stored = Round.objects.get()
    assert tables(tournament) == [(5, 2, 1), (4, 1, 2), (3, None, None)]
    assert (stored.manual, stored.reason) == (True, "club mates")
    assert read_archive(dump(tournament)).record == record_of(tournament)


def test_who_still_plays_the_same_opponent_keeps_table_and_row(tournament):
    kept = pairing_of(tournament, 1, 2).pk

    choose(tournament, [(5, 1), (4, 3), (2, None)])

    assert (tables(tournament), pairing_of(tournament, 1, 2).pk) == ([(5, 1, 1), (2, None, None), (4, 3, 2)], kept)


def test_a_fixed_table_holds_for_chosen_pairs_too(tournament):
    set_fixed_table(entry_of(tournament, 3), by=make_director(), table=9)

    choose(tournament, [(5, 3), (4, 2), (1, None)])

    assert tables(tournament) == [(5, 3, 9), (2, 4, 1), (1, None, None)]


def test_rematches_and_second_byes_are_the_directors_business():
    made = make_tournament(entries=5, played=1)
    draw_next_round(made)

    choose(made, [(5, 2), (4, 3), (1, None)], number=2)

    assert {frozenset(pair) for pair in stored_pairs(Round.objects.get(number=2))} == {
        frozenset(pair) for pair in ((5, 2), (4, 3), (1, None))
    }


@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        ([(5, 2), (4, 3)], "not_everyone_once"),
        ([(5, 2), (4, 3), (1, 5)], "not_everyone_once"),
        ([(5, 2), (4, 3), (1, 6)], "not_everyone_once"),
        ([(5, 2), (4, 3), (1, 1)], "not_everyone_once"),
        ([(5, 2), (4, None), (3, None), (1, None)], "byes_too_many"),
    ],
)
def test_everyone_present_is_paired_once(tournament, pairs, code):
    assert refused(choose, tournament, pairs) == code


@pytest.mark.parametrize(
    ("reason", "code"),
    [("x" * 201, "reason_too_long"),
     ("a\x00b", "name_unprintable")],
)  # fmt: skip
def test_a_reason_can_be_printed_and_is_no_story(tournament, reason, code):
    assert refused(choose, tournament, [(5, 3), (4, 2), (1, None)], reason=reason) == code


def test_pairings_stay_once_a_result_is_in(tournament):
    enter_result(pairing_of(tournament, 1, 1), WIN)

    assert refused(choose, tournament, [(5, 3), (4, 2), (1, None)]) == "round_has_results"


def test_only_the_last_round_is_changed():
    made = make_tournament(entries=4, played=1)
    draw_next_round(made)

    assert refused(choose, made, [(1, 2), (3, 4)], number=1) == "round_is_not_last"


def test_what_somebody_else_has_changed_meanwhile_is_not_overwritten(tournament):
    seen = stored_pairs(Round.objects.get())
    choose(tournament, [(5, 3), (4, 2), (1, None)])

    assert refused(choose, tournament, [(5, 1), (4, 3), (2, None)], seen=seen) == "pairings_changed_meanwhile"


def test_choosing_what_the_rules_give_makes_it_a_round_of_the_rules_again(tournament):
    before = tables(tournament)
    choose(tournament, [(5, 3), (4, 2), (1, None)])

    choose(tournament, [(1, None), (3, 4), (2, 5)], reason="")

    stored = Round.objects.get()
    assert (tables(tournament), stored.manual, stored.reason) == (before, False, "")
    assert check_rounds(record_of(tournament)) == ()


def test_the_journal_names_the_pairs_that_went_and_came(tournament):
    choose(tournament, [(5, 3), (4, 2), (1, None)])

    assert JournalLine.objects.latest("version").facts == {
        "round": 1,
        "reason": "club mates",
        "before": [["Player 5", "Player 2"], ["Player 4", "Player 3"]],
        "after": [["Player 5", "Player 3"], ["Player 2", "Player 4"]],
    }


def test_a_round_goes_back_to_the_rules(tournament):
    before = tables(tournament)
    choose(tournament, [(5, 3), (4, 1), (2, None)])

    pair_anew(tournament, by=make_director(), number=1)

    stored = Round.objects.get()
    assert (tables(tournament), stored.manual, stored.reason) == (before, False, "")


def test_a_round_paired_anew_stands_on_the_corrected_results():
    made = make_tournament(entries=6, played=1)
    draw_next_round(made)
    before = tables(made, 2)
    corrected = pairing_of(made, 1, 1)
    record_result(corrected, by=make_director(), expected=WIN, result=Result(Outcome.PLAYED, (0, 3)))
    kept = [tables(made, 2), check_rounds(record_of(made))]

    pair_anew(made, by=make_director(), number=2)

    assert kept == [before, ()]
    assert tables(made, 2) != before
    assert record_of(made).rounds[0].pairings[0].was == ()
    assert check_rounds(record_of(made)) == ()


def test_a_round_with_rematches_is_paired_anew_with_as_few():
    made = make_tournament(entries=2, played=1)
    draw_round(made, by=make_director(), number=2, rematches_allowed=True)
    before = tables(made, 2)

    pair_anew(made, by=make_director(), number=2)

    assert (tables(made, 2), Round.objects.get(number=2).rematches_allowed) == (before, True)


def test_a_round_with_results_is_not_paired_anew(tournament):
    enter_result(pairing_of(tournament, 1, 1), WIN)

    assert refused(pair_anew, tournament, by=make_director(), number=1) == "round_has_results"


def come_late(tournament, name="Zoë"):
    (entry,) = add_entries(tournament, by=make_director(), players=[NewPlayer(name)])
    return entry


def seated(tournament, number=1):
    return sorted(
        player for first, second, _table in tables(tournament, number) for player in (first, second) if player
    )


def test_a_round_paired_anew_holds_those_who_are_here_now(tournament):
    set_pause(entry_of(tournament, 5), by=make_director(), round_number=2, pauses=True)
    withdraw_entry(entry_of(tournament, 2), by=make_director())
    come_late(tournament)

    pair_anew(tournament, by=make_director(), number=1)

    entries = {entry.number: entry for entry in record_of(tournament).entries}
    assert seated(tournament) == [1, 3, 4, 5, 6]
    assert (entries[2].withdrawn_after, entries[6].joined_round) == (0, 1)
    assert read_archive(dump(tournament)).record == record_of(tournament)


def test_a_round_paired_anew_holds_who_is_back():
    made = make_tournament(entries=6, played=1)
    withdraw_entry(entry_of(made, 1), by=make_director())
    draw_next_round(made)
    return_entry(entry_of(made, 1), by=make_director())

    pair_anew(made, by=make_director(), number=2)

    assert seated(made, 2) == [1, 2, 3, 4, 5, 6]


def test_pairs_chosen_by_hand_are_of_those_who_are_here_now(tournament):
    withdraw_entry(entry_of(tournament, 2), by=make_director())
    come_late(tournament)
    before = stored_pairs(Round.objects.get())

    assert refused(choose, tournament, [(5, 2), (4, 3), (1, 6)]) == "not_everyone_once"
    choose(tournament, [(5, 6), (4, 3), (1, None)], seen=before)

    assert seated(tournament) == [1, 3, 4, 5, 6]
    assert (entry_of(tournament, 2).withdrawn_after, entry_of(tournament, 6).joined_round) == (0, 1)
