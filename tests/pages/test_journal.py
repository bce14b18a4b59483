"""The journal in words: what each action leaves behind, and which lines are shown."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.factories import (
    THREE_POINTS,
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
    seat,
)
from tournament.actions.appearance import set_appearance
from tournament.actions.attaching import attach_transcript, remove_transcript, turn_transcript
from tournament.actions.catalogue import ACTIONS, DONE_NO_MORE, ActionKind, of_kind
from tournament.actions.ending import end_evening, keep_evening_open
from tournament.actions.entries import (
    NewPlayer,
    add_entries,
    change_entry,
    remove_entry,
    return_entry,
    set_fixed_table,
    set_here,
    set_pause,
    withdraw_entry,
)
from tournament.actions.fees import give_back_fee, set_fee, set_fees_paid
from tournament.actions.history import history, redo, undo
from tournament.actions.joining import ask_to_join, decline, take_on
from tournament.actions.pairings import pair_anew, pair_by_hand
from tournament.actions.persons import forget_person
from tournament.actions.prizes import add_prize, change_costs, change_prize, remove_prize
from tournament.actions.reports import renew_player_link, report_score
from tournament.actions.results import record_result
from tournament.actions.rounds import Presence, draw_round, release_round, remove_round
from tournament.actions.score_sheet import say_word, take_back_word
from tournament.actions.tournaments import change_tournament, close_tournament, reopen_tournament
from tournament.archive.dump import dump
from tournament.archive.restore import restore
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.terms import Outcome
from tournament.matches import games
from tournament.matches.score_sheet import Said, Word
from tournament.models import JoinRequest, JournalLine, Tournament, Wish, Wished
from tournament.pages.journal import PAGE_LENGTH, Filter, journal_page, journal_rows
from tournament.phrases import changes, settings
from tournament.queries.by_hand import stored_pairs
from tournament.queries.games import kept_games

pytestmark = pytest.mark.django_db
WIN, OTHER_WIN = Result(Outcome.PLAYED, (3, 1)), Result(Outcome.PLAYED, (3, 2))
GAMMON = Said(Word.WON, 0, games.GameEnding.GAMMON)
NAMES = ("Anna", "Ben", "Cem", "Dilek", "Eva")


def entered(players=4, **fields):
    named = [NewPlayer(name, "Ulm" if name == "Anna" else "") for name in NAMES[:players]]
    return make_tournament(players=named, fee_cents=800, language="en", **fields)


def drawn(players=4, **fields):
    tournament = entered(players, **fields)
    draw_next_round(tournament)
    return tournament


def played():
    tournament = drawn()
    play_round(tournament.rounds.get(number=1))
    return tournament


def table_1(tournament):
    return pairing_of(tournament, 1, 1)


def attach(tournament, by):
    attach_transcript(table_1(tournament), by=by, data=THREE_POINTS.read_bytes())


def turn_round(tournament, by):
    turn_transcript(table_1(tournament), by=by, turned=True)


def with_result(result):
    tournament = drawn()
    enter_result(pairing_of(tournament, 1, 1), result)
    return tournament


def swapped(tournament, by):
    (a, b), (c, d) = stored_pairs(tournament.rounds.get(number=1))
    pair_by_hand(tournament, by=by, number=1, expected=((a, b), (c, d)), pairs=((a, c), (b, d)), reason="siblings")


def by_hand():
    tournament = drawn()
    swapped(tournament, make_director())
    return tournament


def with_one_gone():
    tournament = played()
    withdraw_entry(entry_of(tournament, 4), by=make_director())
    draw_next_round(tournament)
    return tournament


def end_it(tournament, by):
    """The first match stands at 2:1, the other was not played."""
    first, second = tournament.rounds.get().pairings.order_by("position")
    end_evening(tournament, by=by, number=1, scores={first.pk: (2, 1), second.pk: None})


def with_a_leaver():
    tournament = drawn(3)
    withdraw_entry(entry_of(tournament, 2), by=make_director())
    return tournament


def with_a_latecomer():
    tournament = drawn(3)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Dilek")])
    return tournament


def closed():
    tournament = played()
    close_tournament(tournament, by=make_director())
    return tournament


def after_an_undo(prepare, act):
    def made():
        tournament = prepare()
        act(tournament, make_director())
        undo(history(tournament).undoable, by=make_director())
        return tournament

    return made


def after(prepare, act):
    def made():
        tournament = prepare()
        act(tournament, make_director())
        return tournament

    return made


def with_a_prize():
    tournament = entered(currency="CHF")
    board(tournament, make_director())
    return tournament


def board(tournament, by):
    add_prize(tournament, by=by, place=1, description="Board", price_cents=5900)


def fee(**state):
    return lambda t, by: set_fee(entry_of(t, 1), by=by, **state)


def paid_before_it_rose(tournament, by):
    fee(paid=True)(tournament, by)
    change_tournament(tournament, by=by, fee_cents=900)


def left_and_paid(tournament, by):
    fee(paid=True)(tournament, by)
    withdraw_entry(entry_of(tournament, 1), by=by)


def give_back(tournament, by):
    give_back_fee(entry_of(tournament, 1), by=by)


def with_fee_steps():
    return entered(fee_steps=[(8, 900), (None, 700)])


def result(new, seen=PENDING):
    return lambda t, by: record_result(pairing_of(t, 1, 1), by=by, expected=seen, result=new)


def take_back(tournament, by):
    undo(history(tournament).undoable, by=by)


def do_again(tournament, by):
    redo(history(tournament).redoable, by=by)


def report(side):
    """One of the two at table 1 reports that the first has won 3:1."""

    def act(tournament, by):
        pairing = pairing_of(tournament, 1, 1)
        report_score(getattr(pairing, side), key=pairing.pk, expected=None, score=(3, 1))

    return act


def say(said):
    """A word on the score sheet of table 1; None: the last one is taken back."""

    def act(tournament, by):
        pairing = pairing_of(tournament, 1, 1)
        kept = kept_games(pairing)
        if said:
            say_word(tournament, by=by, key=pairing.pk, expected=kept.mark, said=said)
        else:
            leaves = kept.before_last_word.mark
            take_back_word(tournament, by=by, key=pairing.pk, expected=kept.mark, leaves=leaves)

    return act


def forfeit(tournament, by):
    winner = pairing_of(tournament, 1, 1).second.number
    record_result(pairing_of(tournament, 1, 1), by=by, expected=PENDING, result=Result(Outcome.FORFEIT, winner=winner))


def asked(tournament, by):
    ask_to_join(tournament, by=by, request_key=UUID(int=1), name="Zoë Weiß", club="Bern", wish=Wish.ABBREVIATED)


def with_who_asked():
    tournament = entered(opens_joining=True)
    asked(tournament, make_director())
    return tournament


def key_of_the_request():
    return JoinRequest.objects.get().pk


def with_a_full_name():
    return make_tournament(players=[NewPlayer("Zoë Weiß")], language="en", is_practice=True)


@dataclass(frozen=True)
class Case:
    """A tournament, what is done with it, and the words before and after."""

    action: str
    prepare: Callable[[], Tournament]
    act: Callable[..., object]
    before: str
    after: str


SET_UP = (
    "name: Bodensee Open; date: 20/11/2026; venue: Konstanz; rounds: 5; entry fee: 8.00 €; currency:"
    " EUR; language of printouts: English; points per match: 3; gammons count double: yes; results "
    "from phones: both players must agree; paper size: A4"
)
PAIRS = "Ben – Dilek; Cem – Anna"
BY_HAND = "Ben – Cem; Dilek – Anna"
SETTINGS = {
    "name": "Winter Open",
    "date": date(2026, 12, 1),
    "venue": "",
    "planned_rounds": 6,
    "fee_cents": 0,
    "language": "de",
    "boards": 8,
    "count_excess_points": True,
}
CASES = [
    Case(
        "tournament_created", lambda: None, lambda t, by: make_tournament(0, fee_cents=800, language="en"), "", SET_UP
    ),
    Case(
        "tournament_imported",
        lambda: make_tournament(0, fee_cents=800, language="en"),
        lambda t, by: restore(dump(t), by=by),
        "",
        SET_UP,
    ),
    Case(
        "tournament_changed",
        entered,
        lambda t, by: change_tournament(t, by=by, **SETTINGS),
        "name: Bodensee Open; date: 20/11/2026; venue: Konstanz; rounds: 5; entry fee: 8.00 €; language "
        "of printouts: English; count excess points: no",
        "name: Winter Open; date: 01/12/2026; rounds: 6; entry fee: 0.00 €; language of printouts: "
        "Deutsch; count excess points: yes; boards at the venue: 8",
    ),
    Case(
        "tournament_changed",
        lambda: entered(currency="CHF"),
        lambda t, by: change_tournament(t, by=by, fee_cents=500, hides_new_rounds=True),
        "entry fee: 8.00 CHF; keep new rounds hidden: no",
        "entry fee: 5.00 CHF; keep new rounds hidden: yes",
    ),
    Case(
        "tournament_changed",
        with_fee_steps,
        lambda t, by: change_tournament(t, by=by, fee_steps=[(4, 800), (8, 750), (None, 700)]),
        "up to 8 players: 9.00 €",
        "up to 4 players: 8.00 €; up to 8 players: 7.50 €",
    ),
    Case(
        "tournament_changed",
        with_fee_steps,
        lambda t, by: change_tournament(t, by=by, fee_steps=[]),
        "up to 8 players: 9.00 €; more players: 7.00 €",
        "",
    ),
    Case("tournament_closed", played, lambda t, by: close_tournament(t, by=by), "open", "closed"),
    Case("tournament_reopened", closed, lambda t, by: reopen_tournament(t, by=by), "closed", "open"),
    Case(
        "players_entered",
        entered,
        lambda t, by: add_entries(t, by=by, players=[NewPlayer("Zoë", "Bern"), NewPlayer("Ida")]),
        "",
        "Zoë (Bern); Ida",
    ),
    Case(
        "player_renamed",
        entered,
        lambda t, by: change_entry(entry_of(t, 1), by=by, name="Anne", club="Bern"),
        "Anna; club: Ulm",
        "Anne; club: Bern",
    ),
    Case("player_renamed", entered, lambda t, by: change_entry(entry_of(t, 1), by=by, name="Anna"), "club: Ulm", ""),
    Case("joining_asked", lambda: entered(opens_joining=True), asked, "", ""),
    Case(
        "joining_accepted",
        with_who_asked,
        lambda t, by: take_on(t, by=by, chosen={key_of_the_request(): 0}),
        "",
        "Zoë Weiß (Bern); appears as Zoë W.",
    ),
    Case("joining_declined", with_who_asked, lambda t, by: decline(t, by=by, keys=[key_of_the_request()]), "", ""),
    Case(
        "appearance_set",
        with_a_full_name,
        lambda t, by: set_appearance(entry_of(t, 1), by=by, wished=Wished(Wish.ABBREVIATED)),
        "full name",
        "appears as Zoë W.",
    ),
    Case("fee_marked", entered, fee(paid=True), "unpaid", "paid: 8.00 €"),
    Case(
        "fee_marked", after(entered, fee(paid=True)), fee(paid=False, waived="helps"), "paid: 8.00 €", "waived: helps"
    ),
    Case("fee_marked", after(entered, paid_before_it_rose), fee(paid=True), "paid: 8.00 €", "paid: 9.00 €"),
    Case(
        "fees_marked",
        lambda: entered(2),
        lambda t, by: set_fees_paid(t, by=by, seen_cents=1600, arrive=True),
        "Anna: unpaid, not here; Ben: unpaid, not here",
        "Anna: paid: 8.00 €, here; Ben: paid: 8.00 €, here",
    ),
    Case("fee_refunded", after(entered, left_and_paid), give_back, "", "refunded: 8.00 €"),
    Case(
        "undone",
        after(after(entered, left_and_paid), give_back),
        lambda t, by: take_back(t, by),
        "refunded: 8.00 €",
        "",
    ),
    Case("fee_marked", after(entered, fee(paid=False, waived="helps")), fee(paid=False), "waived: helps", "unpaid"),
    Case(
        "player_removed",
        after(entered, fee(paid=False, waived="helps")),
        lambda t, by: remove_entry(entry_of(t, 1), by=by),
        "Anna (Ulm); waived: helps",
        "",
    ),
    Case(
        "player_withdrawn", drawn, lambda t, by: withdraw_entry(entry_of(t, 1), by=by), "playing", "left after round 1"
    ),
    Case(
        "player_withdrawn",
        entered,
        lambda t, by: withdraw_entry(entry_of(t, 1), by=by),
        "playing",
        "left before round 1",
    ),
    Case(
        "player_returned",
        with_one_gone,
        lambda t, by: return_entry(entry_of(t, 4), by=by),
        "left after round 1",
        "playing",
    ),
    Case("arrival_marked", entered, lambda t, by: set_here(entry_of(t, 1), by=by, is_here=True), "not here", "here"),
    Case(
        "pause_marked",
        drawn,
        lambda t, by: set_pause(entry_of(t, 1), by=by, round_number=2, pauses=True),
        "",
        "not in round 2",
    ),
    Case("person_forgotten", entered, lambda t, by: forget_person(entry_of(t, 1), by=by), "", ""),
    Case("fixed_table_set", entered, lambda t, by: set_fixed_table(entry_of(t, 1), by=by, table=5), "", "table 5"),
    Case("round_drawn", entered, lambda t, by: draw_round(t, by=by, number=1, draw_seed="konstanz"), "", PAIRS),
    Case(
        "round_drawn",
        with_fee_steps,
        lambda t, by: draw_round(t, by=by, number=1, draw_seed="konstanz"),
        "entry fee: 8.00 €",
        f"entry fee: 9.00 €; {PAIRS}",
    ),
    Case(
        "round_drawn",
        lambda: entered(5, hides_new_rounds=True),
        lambda t, by: draw_round(
            t,
            by=by,
            number=1,
            draw_seed="konstanz",
            presence={1: Presence.HERE, 2: Presence.PAUSES, 5: Presence.HAS_LEFT},
        ),
        "Anna: not here; Eva: playing",
        "hidden; Anna: here; Eva: left before round 1; Ben: not in round 1; Dilek – Cem; Anna – bye",
    ),
    Case(
        "round_released",
        lambda: drawn(hides_new_rounds=True),
        lambda t, by: release_round(t, by=by, number=1),
        "hidden",
        "released",
    ),
    Case(
        "round_removed",
        played,
        lambda t, by: remove_round(t, by=by, number=1, confirmed="1"),
        "Ben – Dilek 3:1; Cem – Anna 2:3",
        "",
    ),
    Case(
        "round_removed",
        after(drawn, forfeit),
        lambda t, by: remove_round(t, by=by, number=1, confirmed="1"),
        "Ben – Dilek −:+; Cem – Anna",
        "",
    ),
    Case("pairings_changed", drawn, swapped, f"by the rules; {PAIRS}", f"changed by hand; {BY_HAND}"),
    Case(
        "round_paired_anew",
        by_hand,
        lambda t, by: pair_anew(t, by=by, number=1),
        f"changed by hand; {BY_HAND}",
        f"by the rules; {PAIRS}",
    ),
    Case(
        "evening_ended",
        drawn,
        end_it,
        "rounds: 5; by the rules; Cem – Anna",
        "rounds: 1; changed by hand",
    ),
    Case("evening_goes_on", drawn, lambda t, by: keep_evening_open(t, by=by), "", ""),
    Case(
        "players_seated",
        with_a_latecomer,
        lambda t, by: seat(t, 4, 1, by=by),
        "by the rules; Dilek: from round 2; Anna – bye",
        "changed by hand; Dilek: from round 1; Dilek – Anna",
    ),
    Case(
        "players_seated",
        with_a_leaver,
        lambda t, by: seat(t, 3, 1, by=by),
        "by the rules; Ben: left after round 1; Ben – Cem; Anna – bye",
        "changed by hand; Ben: left before round 1; Cem – Anna",
    ),
    Case("result_recorded", drawn, result(WIN), "open", "3:1"),
    Case("result_recorded", lambda: with_result(WIN), result(OTHER_WIN, seen=WIN), "3:1", "3:2"),
    Case("result_recorded", drawn, result(Result(Outcome.STOPPED, (1, 2))), "open", "stopped at 1:2"),
    Case("result_recorded", drawn, forfeit, "open", "did not appear; match win for Dilek"),
    Case("result_recorded", drawn, result(DOUBLE_FORFEIT), "open", "neither appeared"),
    Case("result_reported", drawn, report("first"), "", ""),
    Case("result_recorded", after(drawn, report("first")), report("second"), "open", "3:1"),
    Case("transcript_attached", drawn, attach, "", ""),
    Case("transcript_turned", after(drawn, attach), turn_round, "", ""),
    Case("transcript_removed", after(drawn, attach), lambda t, by: remove_transcript(table_1(t), by=by), "", ""),
    Case("word_said", drawn, say(GAMMON), "", ""),
    Case("result_recorded", after(drawn, say(GAMMON)), say(GAMMON), "open", "4:0"),
    Case("word_taken_back", after(drawn, say(GAMMON)), say(None), "", ""),
    Case("player_link_renewed", drawn, lambda t, by: renew_player_link(entry_of(t, 1), by=by), "", ""),
    Case("prize_added", entered, board, "", "1st place: Board; 59.00 €"),
    Case(
        "prize_changed",
        with_a_prize,
        lambda t, by: change_prize(t.prizes.get(), by=by, place=2, description="Cup", price_cents=0),
        "1st place; Board; 59.00 CHF",
        "2nd place; Cup; 0.00 CHF",
    ),
    Case(
        "prize_removed",
        with_a_prize,
        lambda t, by: remove_prize(t.prizes.get(), by=by),
        "1st place: Board; 59.00 CHF",
        "",
    ),
    Case(
        "costs_changed",
        entered,
        lambda t, by: change_costs(t, by=by, treasurer="Ida", surplus_note="new dice", shows_costs=True),
        "public cost statement: no",
        "contact for money questions: Ida; surplus goes to: new dice; public cost statement: yes",
    ),
    Case("undone", lambda: with_result(WIN), take_back, "3:1", "open"),
    Case("undone", after(entered, fee(paid=True)), take_back, "paid: 8.00 €", "unpaid"),
    Case("undone", by_hand, take_back, f"changed by hand; {BY_HAND}", f"by the rules; {PAIRS}"),
    Case("redone", after_an_undo(drawn, result(WIN)), do_again, "open", "3:1"),
    Case("undone", after(after_an_undo(drawn, result(WIN)), do_again), take_back, "3:1", "open"),
    Case("redone", after_an_undo(drawn, forfeit), do_again, "open", "did not appear; match win for Dilek"),
]
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


def test_every_action_is_told_here():
    assert {case.action for case in CASES} == set(ACTIONS) - DONE_NO_MORE


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
    "round": {"id", "tournament_id", "number", "reason", "lookahead_bound", "started_at"},
}


@pytest.mark.parametrize(
    ("model", "told"),
    [("tournament", settings.SETTINGS), ("entry", changes.ENTRY_WORDS), ("round", changes.ROUND_WORDS)],
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

    assert [(page.number, len(page.rows), page.has_older) for page in pages] == [
        (1, 100, True),
        (2, 1, False),
        (3, 0, False),
    ]
    assert [page.rows[0].version for page in pages[:2]] == [101, 1]
    assert journal_page(tournament, Filter(of_kind(ActionKind.PLAYERS)), 1).has_older is False


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
