"""The journal in words: what each action leaves behind, and which lines are shown."""

import re

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.actions.cases import CASES, OTHER_WIN, WIN, do_again, drawn, entered, take_back, with_result
from tests.factories import (
    draw_next_round,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
)
from tournament.actions.cash import set_fee
from tournament.actions.catalogue import ACTIONS, ActionKind, of_kind
from tournament.actions.players import NewPlayer, add_entries, change_entry, set_here, set_pause, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.rounds import remove_round
from tournament.actions.tournaments import change_tournament
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.models import JournalLine
from tournament.pages.journal import PAGE_LENGTH, Filter, journal_page, journal_rows
from tournament.phrases import journal, tournaments

pytestmark = pytest.mark.django_db
RAW = re.compile(r"None|True|False|null|\w_\w|%\(|pending|round_removed|[{}]")


def last_row(case):
    case.act(case.prepare(), make_director())
    line = JournalLine.objects.latest("pk")
    return line, row_of(line)


def row_of(line):
    (row,) = [row for row in journal_rows(line.tournament, Filter()) if row.version == line.version]
    return row


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.action)
def test_what_stood_before_and_stands_after_is_told_in_words_and_nothing_that_only_the_program_understands(case):
    line, row = last_row(case)
    with translation.override("de"):
        german = row_of(line)
        told = f"{german.what} {german.before} {german.after}"

    assert (line.action, row.before, row.after) == (case.action, case.before, case.after)
    assert RAW.findall(told) == []


PRIZE, TICK = {"rank": 1, "description": "Wine"}, {"name": "Anna", "paid": True, "waived": "", "before": {}}
BOOKED_LATE = {
    "of a prize": ("prize_changed", PRIZE, "prize changed: 1st place: Wine"),
    "of a fee": ("fee_marked", TICK, "entry fee marked as paid: Anna"),
    "undone": ("undone", {"action": "prize_removed", "facts": PRIZE}, "undone: prize removed: 1st place: Wine"),
}


@pytest.mark.parametrize(("action", "facts", "words"), BOOKED_LATE.values(), ids=BOOKED_LATE)
def test_what_was_booked_for_closed_books_is_told_behind_every_line(action, facts, words):
    told = journal.journal_sentence(action, {**facts, "booked_late": ["2027-0001", "2027-0002"]})

    assert told == f"{words}; booked for closed books: 2027-0001, 2027-0002"


UNTOLD = {
    "unknown action": ("played_on_the_moon", {}, "change without a description: played_on_the_moon"),
    "missing fact": ("player_removed", {}, "change without a description: player_removed"),
    "inside an undo": (
        "undone",
        {"action": "prize_changed", "facts": {}},
        "undone: change without a description: prize_changed",
    ),
}


@pytest.mark.parametrize(("action", "facts", "words"), UNTOLD.values(), ids=UNTOLD)
def test_a_line_that_cannot_be_told_is_told_by_the_name_of_its_action_and_logged(caplog, action, facts, words):
    told = journal.journal_sentence(action, facts)

    assert (told, [line.levelname for line in caplog.records]) == (words, ["ERROR"])


def test_values_that_cannot_be_told_are_left_out_and_logged(caplog):
    changes = [{"model": "pairing", "id": 1, "before": None, "after": {"first_id": 7, "second_id": 8}}]

    assert journal.change_words("round_drawn", {"round": 1}, changes, names={}) == ("", "")
    assert [line.levelname for line in caplog.records] == ["ERROR"]


def test_every_action_is_told_here():
    assert {case.action for case in CASES} == set(ACTIONS)


NOT_TOLD = {
    "tournament": {
        "id",
        "slug",
        "club_id",
        "director_id",
        "request_key",
        "version",
        "stamp",
        "settled_edition",
        "finals_as_set",
        "is_closed",
    },
    "entry": {
        "id",
        "tournament_id",
        "person_id",
        "number",
        "paid_cents",
        "paid_at",
        "paid_to",
        "fee_waived",
        "refunded_cents",
        "refunded_at",
        "refunded_by",
        "link_count",
    },
    "round": {
        "id",
        "tournament_id",
        "number",
        "reason",
        "lookahead_bound",
        "started_at",
        "wishes",
        "late_seeds",
        "second_seeds",
    },
}


@pytest.mark.parametrize(
    ("model", "told"),
    [("tournament", tournaments.SETTINGS), ("entry", journal.ENTRY_WORDS), ("round", journal.ROUND_WORDS)],
)
def test_every_column_has_its_words_or_needs_none(model, told):
    columns = {field.attname for field in apps.get_model("tournament", model)._meta.concrete_fields}

    assert columns == NOT_TOLD[model] | set(told)


def rows(tournament, kind=None, text=""):
    return [row.what for row in journal_rows(tournament, Filter(kind and of_kind(kind), text))]


def test_the_newest_change_comes_first_with_who_made_it():
    tournament = drawn()

    told = [(row.version, row.who, row.what) for row in journal_rows(tournament, Filter())]

    assert told == [
        (3, "director", "round 1 paired"),
        (2, "director", "added: Anna, Ben, Cem and Dilek"),
        (1, "director", "tournament set up"),
    ]


def test_what_was_done_without_an_account_came_from_the_command_line():
    tournament = restore(dump(entered()), by=None).tournament

    assert [row.who for row in journal_rows(tournament, Filter())] == ["command line"]


def test_the_journal_of_another_tournament_is_not_read():
    entered()
    tournament = make_tournament(0)

    assert rows(tournament) == ["tournament set up"]


def taken_back(tournament):
    return [(row.what, row.is_taken_back) for row in journal_rows(tournament, Filter(of_kind(ActionKind.RESULTS)))]


def test_what_was_taken_back_is_marked_and_what_was_done_again_is_not():
    tournament = with_result(WIN)
    entry = "table 1, Ben 3:1 Dilek"
    director = make_director()

    take_back(tournament, director)
    undone = taken_back(tournament)
    do_again(tournament, director)
    redone = taken_back(tournament)
    take_back(tournament, director)

    assert undone == [(f"undone: {entry}", False), (entry, True)]
    assert redone == [(f"redone: {entry}", False), (f"undone: {entry}", True), (entry, False)]
    assert [mark for _what, mark in taken_back(tournament)] == [False, True, False, True]


def test_the_lines_of_one_kind_are_shown_alone_with_their_undoing():
    tournament = drawn()
    set_fee(entry_of(tournament, 1), by=make_director(), paid=True)
    take_back(tournament, make_director())

    assert rows(tournament, ActionKind.FEES) == [
        "undone: entry fee marked as paid: Anna",
        "entry fee marked as paid: Anna",
    ]
    assert rows(tournament, ActionKind.ROUNDS) == ["round 1 paired"]
    assert rows(tournament, ActionKind.SETTINGS) == ["tournament set up"]


def test_a_name_is_found_as_people_type_it_in_every_column():
    tournament = make_tournament(players=[NewPlayer("Zoë Łukasz"), NewPlayer("Ben"), NewPlayer("Cem")])
    set_fee(entry_of(tournament, 2), by=make_director(), paid=True)
    draw_next_round(tournament)

    assert rows(tournament, text="ZOE luk") == ["round 1 paired", "added: Zoë Łukasz, Ben and Cem"]
    assert rows(tournament, ActionKind.FEES, text="zoe") == []


def test_players_are_called_as_they_were_at_the_time():
    tournament = drawn(2)
    change_entry(entry_of(tournament, 1), by=make_director(), name="Anne")
    play_round(tournament.rounds.get())
    remove_round(tournament, by=make_director(), number=1, confirmed="1")

    told = [(row.before, row.after) for row in journal_rows(tournament, Filter(of_kind(ActionKind.ROUNDS)))]

    assert told == [("Ben – Anne 3:1", ""), ("", "Ben – Anna")]


def test_a_player_who_is_gone_from_the_list_is_still_named():
    tournament = drawn(2)
    play_round(tournament.rounds.get())
    add_entries(tournament, by=make_director(), players=[NewPlayer("Cem"), NewPlayer("Dilek")])
    draw_next_round(tournament)
    take_back(tournament, make_director())
    take_back(tournament, make_director())

    (_undone, drawn_round, _first) = [row.after for row in journal_rows(tournament, Filter(of_kind(ActionKind.ROUNDS)))]

    assert sorted(re.findall(r"\w+", drawn_round)) == ["Anna", "Ben", "Cem", "Dilek"]


def test_a_page_holds_a_hundred_lines_and_knows_whether_there_are_older_ones():
    tournament = make_tournament(1)
    for turn in range(PAGE_LENGTH - 1):
        set_here(entry_of(tournament, 1), by=make_director(), is_here=turn % 2 == 0)

    pages = [journal_page(tournament, Filter(), number) for number in (1, 2, 3)]

    assert [(page["number"], len(page["rows"]), page["has_older"]) for page in pages] == [
        (1, 100, True),
        (2, 1, False),
        (3, 0, False),
    ]
    assert [page["rows"][0].version for page in pages[:2]] == [101, 1]
    assert journal_page(tournament, Filter(of_kind(ActionKind.PLAYERS)), 1)["has_older"] is False


def test_many_lines_ask_no_more_of_the_database_than_few():
    few, many = make_tournament(0), make_tournament(12, played=3)
    counts = []
    for tournament in (few, many):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            list(journal_rows(tournament, Filter()))
        counts.append(len(queries))

    assert counts == [3, 3]


def test_rounds_of_the_finals_are_called_by_the_names_they_had():
    tournament, director = make_tournament(8, 2, planned_rounds=2, finals_players=4), make_director()
    for round_number in (3, 4):
        set_pause(entry_of(tournament, 8), by=director, round_number=round_number, pauses=True)
    play_round(draw_next_round(tournament), [(3, 1)])
    withdraw_entry(entry_of(tournament, 7), by=director)
    draw_next_round(tournament)
    record_result(pairing_of(tournament, 3, 1), by=director, expected=WIN, result=OTHER_WIN)
    for number in (4, 3):
        remove_round(tournament, by=director, number=number, confirmed=str(number))
    change_tournament(tournament, by=director, finals_players=2, planned_rounds=3)
    tournament.refresh_from_db()

    told = [(row.what, row.before, row.after) for row in journal_rows(tournament, Filter(text="“"))]
    assert told == [
        (
            "round “Semi-finals” removed",
            "finals; Player 7: left after round “Semi-finals”; Player 4 – Player 1 3:2; Player 2 – Player 5 3:1",
            "Player 7: left after round 2",
        ),
        ("round “Final” removed", "finals; Player 4 – Player 2", ""),
        ("round “Semi-finals”, table 1, Player 4 3:2 Player 1", "3:1", "3:2"),
        ("left: Player 7", "playing", "left after round “Semi-finals”"),
        ("Player 8 sits out round “Final”", "", "not in round “Final”"),
        ("Player 8 sits out round “Semi-finals”", "", "not in round “Semi-finals”"),
    ]
