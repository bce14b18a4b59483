"""How far a match is on the way to its result, for the two phones and for the desk."""

import pytest

from tests.factories import draw_next_round, enter_result, entry_of, make_director, make_tournament, pairing_of
from tournament.actions.journal import history, undo
from tournament.actions.results import record_result, report_score
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.queries.results import ReportState, my_match, reported_tables

pytestmark = pytest.mark.django_db
WON, LOST = (3, 1), (1, 3)


@pytest.fixture
def tournament():
    """Five players in round 1: two tables and a bye."""
    made = make_tournament(entries=5)
    draw_next_round(made)
    return made


def report(match, side, score, phone=""):
    report_score(getattr(match, side), key=match.pk, expected=None, score=score, phone=phone)


def states(match):
    return [my_match(entry).state for entry in (match.first, match.second)]


def test_both_phones_follow_a_match_from_the_first_report_to_the_result(tournament):
    match = pairing_of(tournament, 1, 1)
    seen = [states(match)]
    report(match, "first", WON)
    seen.append(states(match))
    report(match, "second", LOST)
    seen.append(states(match))
    enter_result(match, Result(Outcome.PLAYED, LOST))
    seen.append(states(match))

    assert seen == [
        [ReportState.OPEN, ReportState.OPEN],
        [ReportState.OWN_REPORT, ReportState.THEIR_REPORT],
        [ReportState.DISPUTED, ReportState.DISPUTED],
        [ReportState.DONE, ReportState.DONE],
    ]


def test_who_wins_by_a_report_is_named_whoever_reports_it(tournament):
    match = pairing_of(tournament, 1, 1)
    report(match, "second", WON)

    theirs = my_match(match.first).theirs

    assert (theirs.by, theirs.winner, theirs.score) == (match.second, match.first, WON)


@pytest.mark.parametrize(
    ("entered", "overruled"), [(WON, [False, True]), (LOST, [True, False]), ((3, 0), [True, True])]
)
def test_whoever_reported_another_score_than_the_desk_enters_is_overruled(tournament, entered, overruled):
    match = pairing_of(tournament, 1, 1)
    report(match, "first", WON)
    report(match, "second", LOST)

    enter_result(match, Result(Outcome.PLAYED, entered))

    assert [my_match(entry).is_overruled for entry in (match.first, match.second)] == overruled


def test_a_correction_overrules_what_both_had_agreed_on_and_an_undo_asks_both_again(tournament):
    match = pairing_of(tournament, 1, 1)
    for side in ("first", "second"):
        report(match, side, WON)
    agreed = [my_match(entry).is_overruled for entry in (match.first, match.second)]
    record_result(
        match,
        by=make_director(),
        expected=Result(Outcome.PLAYED, WON),
        result=Result(Outcome.FORFEIT, winner=match.first.number),
    )
    corrected = [my_match(entry).is_overruled for entry in (match.first, match.second)]
    for _step in range(2):
        undo(history(tournament).undoable, by=make_director())

    assert (agreed, corrected) == ([False, False], [True, True])
    assert states(match) == [ReportState.OPEN, ReportState.OPEN]


@pytest.mark.parametrize(
    ("phones", "marked"), [(("a", "a"), [1]), (("a", "b"), []), (("", ""), [])], ids=["one", "two", "unknown"]
)
def test_the_desk_sees_what_one_phone_alone_has_reported_and_confirmed(tournament, phones, marked):
    match = pairing_of(tournament, 1, 1)
    for side, phone in zip(("first", "second"), phones, strict=True):
        report(match, side, WON, phone)

    tables = reported_tables(match.round)

    assert [table.table for table in tables if table.is_settled and table.is_from_one_phone] == marked
    assert len(tables) == len(marked)


def test_the_desk_sees_where_one_phone_says_two_things(tournament):
    match = pairing_of(tournament, 1, 1)
    report(match, "first", WON, "a")
    report(match, "second", LOST, "a")

    assert [(table.is_disputed, table.is_from_one_phone) for table in reported_tables(match.round)] == [(True, True)]


def test_what_the_desk_has_corrected_is_looked_at_no_more(tournament):
    match = pairing_of(tournament, 1, 1)
    for side in ("first", "second"):
        report(match, side, WON, "a")
    standing = Result(Outcome.PLAYED, WON)

    record_result(match, by=make_director(), expected=standing, result=Result(Outcome.PLAYED, LOST))

    assert reported_tables(match.round) == ()


def test_a_bye_and_no_pairing_at_all_have_nothing_to_report(tournament):
    bye = pairing_of(tournament, 1, None).first
    before_round_1 = make_tournament(entries=2)

    assert my_match(bye).state is ReportState.BYE
    assert my_match(entry_of(before_round_1, 1)).state is ReportState.NOT_PAIRED


def test_a_hidden_round_is_not_there_yet():
    tournament = make_tournament(entries=4, hides_new_rounds=True)
    draw_next_round(tournament)

    assert (my_match(entry_of(tournament, 1)).state, my_match(entry_of(tournament, 1)).round_number) == (
        ReportState.NOT_PAIRED,
        0,
    )


def test_the_desk_sees_first_where_the_two_disagree_then_the_longest_silence(tournament):
    silent, disputed = pairing_of(tournament, 1, 1), pairing_of(tournament, 1, 2)
    report(silent, "second", WON)
    report(disputed, "first", WON)
    report(disputed, "second", LOST)

    tables = reported_tables(silent.round)

    assert [(table.table, table.is_disputed, table.silent, len(table.versions)) for table in tables] == [
        (2, True, None, 2),
        (1, False, silent.first, 1),
    ]
