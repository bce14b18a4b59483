"""What was done is taken back and done again, the last first."""

from dataclasses import replace

import pytest

from tests.actions.cases import FIRST_CASES as CASES, with_fee_steps
from tests.actions.test_change import UNDOABLE
from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
    stored_rows,
)
from tournament.actions.cash import set_fee
from tournament.actions.journal import history, redo, remove_drawn_round, undo
from tournament.actions.players import NewPlayer, add_entries, remove_entry
from tournament.actions.results import renew_player_link
from tournament.actions.tournaments import change_tournament
from tournament.archive.dump import archive_of
from tournament.archive.format import write_archive
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.models import JournalLine, Round, Tournament
from tournament.queries.evening import record_of
from tournament.queries.journal import journal_facts
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db
WIN = Result(Outcome.PLAYED, (3, 1))


def undo_last(tournament):
    undo(history(tournament).undoable, by=make_director())


def redo_last(tournament):
    redo(history(tournament).redoable, by=make_director())


def facts():
    """Every row but the journal and the vouchers, which stay, and without the version that every change steps."""
    rows = {key: dict(row) for key, row in stored_rows().items() if key[0] not in ("journalline", "voucher")}
    for row in rows.values():
        row.pop("version", None)
        row.pop("stamp", None)
    return rows


def written(tournament):
    """The archive without the vouchers: the cancelled ones stay."""
    archive = archive_of(tournament)
    players = tuple(player.model_copy(update={"payments": []}) for player in archive.players)
    return write_archive(replace(archive, players=players, vouchers=()), standings(archive.record))


@pytest.mark.parametrize("action", [action for action in UNDOABLE if action not in ("undone", "redone")])
def test_every_action_is_undone_and_done_again_byte_for_byte(action):
    tournament = CASES[action].prepare()
    before = facts(), written(tournament)
    CASES[action].act(tournament, make_director())
    after = facts(), written(tournament)

    undo_last(tournament)
    undone = facts(), written(tournament)
    redo_last(tournament)
    done_again = facts(), written(tournament)
    undo_last(tournament)

    assert before != after
    assert (undone, done_again, (facts(), written(tournament))) == (before, after, before)


FEE_STEPS = {
    "changed": [(4, 800), (6, 700), (None, 500)],
    "taken away": [],
}


@pytest.mark.parametrize("steps", FEE_STEPS.values(), ids=FEE_STEPS)
def test_a_table_of_fees_is_put_back_as_it_was_and_changed_again(steps):
    tournament = with_fee_steps()
    before = facts()
    change_tournament(tournament, by=make_director(), fee_steps=steps)
    after = facts()

    undo_last(tournament)
    undone = facts()
    redo_last(tournament)

    assert before != after
    assert (undone, facts()) == (before, after)


def test_the_fee_that_a_draw_settles_is_open_again_when_the_draw_is_undone():
    tournament = with_fee_steps()
    before = facts()
    draw_next_round(tournament)
    drawn = Tournament.objects.get().fee_cents

    undo_last(tournament)

    undone = facts()
    assert drawn == 900
    for rows in (before, undone):
        rows["tournament", tournament.pk].pop("draw_seed")
    assert undone == before


def test_a_whole_evening_is_undone_step_by_step_and_done_again():
    tournament = make_tournament(entries=5, played=3)
    steps = []
    while history(tournament).undoable:
        steps.append(facts())
        undo_last(tournament)
    assert record_of(tournament).rounds == ()

    done_again = []
    while history(tournament).redoable:
        redo_last(tournament)
        done_again.append(facts())

    assert done_again == steps[::-1]


def test_the_draw_seed_stays_when_the_draw_is_undone_so_that_the_same_is_drawn_again():
    tournament = make_tournament(entries=8)
    drawn = draw_next_round(tournament)
    pairs = [(pairing.first, pairing.second) for pairing in record_of(tournament).rounds[0].pairings]

    undo_last(tournament)
    again = draw_next_round(tournament)

    assert Tournament.objects.get().draw_seed == "konstanz"
    assert again.pk != drawn.pk
    assert [(pairing.first, pairing.second) for pairing in record_of(tournament).rounds[0].pairings] == pairs


def test_what_came_before_the_first_draw_stands_so_that_nobody_shops_for_a_better_number():
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    undo_last(tournament)

    with pytest.raises(Refused) as refusal:
        remove_entry(entry_of(tournament, 1), by=make_director())

    assert history(tournament).undoable is None
    assert refusal.value.code == "player_stays_once_drawn"


def test_before_the_draw_everything_but_the_tournament_itself_is_undone():
    tournament = make_tournament(entries=2)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])

    undo_last(tournament)
    undo_last(tournament)

    assert (tournament.entries.count(), history(tournament).undoable) == (0, None)


def test_a_new_private_link_keeps_nothing_from_being_undone_and_stays_new():
    tournament = make_tournament(entries=2)
    remove_entry(entry_of(tournament, 1), by=make_director())
    undo_last(tournament)
    renew_player_link(entry_of(tournament, 1), by=make_director())

    redo_last(tournament)
    undo_last(tournament)
    undo_last(tournament)
    redo_last(tournament)

    assert [entry.link_count for entry in tournament.entries.order_by("number")] == [1, 0]


def test_a_new_change_leaves_nothing_to_do_again():
    tournament = make_tournament(entries=2)
    set_fee(entry_of(tournament, 1), by=make_director(), paid=True)
    undo_last(tournament)
    set_fee(entry_of(tournament, 2), by=make_director(), paid=True)

    assert history(tournament).redoable is None


@pytest.fixture
def with_two_results():
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    for table in (1, 2):
        enter_result(pairing_of(tournament, 1, table), WIN)
    return tournament


def test_two_undos_of_the_same_change_undo_it_once(with_two_results):
    line = history(with_two_results).undoable

    for _click in range(2):
        undo(line, by=make_director())

    results = [result_of(pairing_of(with_two_results, 1, table)) for table in (1, 2)]
    assert results == [WIN, PENDING]


def test_only_the_last_change_is_undone(with_two_results):
    first = JournalLine.objects.filter(action="result_recorded").earliest("version")
    before = stored_rows()

    with pytest.raises(Refused) as refusal:
        undo(first, by=make_director())

    assert (refusal.value.code, stored_rows()) == ("something_done_since", before)


def test_what_no_longer_stands_as_the_journal_left_it_is_not_overwritten_by_an_undo(with_two_results):
    pairing = pairing_of(with_two_results, 1, 2)
    line = history(with_two_results).undoable
    type(pairing).objects.filter(pk=pairing.pk).update(second_points=2)
    before = stored_rows()

    with pytest.raises(Refused) as refusal:
        undo(line, by=make_director())

    assert (refusal.value.code, stored_rows()) == ("changed_since", before)


def test_redo_of_a_line_that_is_no_undo_is_refused(with_two_results):
    with pytest.raises(Refused) as refusal:
        redo(history(with_two_results).undoable, by=make_director())

    assert refusal.value.code == "something_done_since"


def test_the_tournament_itself_is_not_undone():
    make_tournament(entries=0)

    with pytest.raises(Refused) as refusal:
        undo(JournalLine.objects.get(action="tournament_created"), by=make_director())

    assert refusal.value.code == "something_done_since"


def test_a_round_just_drawn_is_removed_by_undoing_its_draw():
    tournament = make_tournament(entries=4, played=1)
    before = facts()
    draw_next_round(tournament)

    remove_drawn_round(tournament, by=make_director(), number=2, confirmed="2")

    assert facts() == before
    assert JournalLine.objects.latest("version").action == "undone"


def test_a_round_with_results_is_removed_as_a_whole_and_comes_back_as_a_whole():
    tournament = make_tournament(entries=4, played=2)
    before = facts()

    remove_drawn_round(tournament, by=make_director(), number=2, confirmed=" 2 ")
    removed = len(record_of(tournament).rounds)
    undo_last(tournament)

    assert (removed, facts()) == (1, before)


@pytest.mark.parametrize("confirmed", ["", "1", "two", "22"])
def test_a_round_is_removed_only_when_its_number_is_typed(confirmed):
    tournament = make_tournament(entries=4, played=1)
    play_round(draw_next_round(tournament))
    before = stored_rows()

    with pytest.raises(Refused) as refusal:
        remove_drawn_round(tournament, by=make_director(), number=2, confirmed=confirmed)

    assert (refusal.value.code, stored_rows()) == ("round_not_confirmed", before)


def test_only_the_last_round_is_removed():
    tournament = make_tournament(entries=4, played=2)

    with pytest.raises(Refused) as refusal:
        remove_drawn_round(tournament, by=make_director(), number=1, confirmed="1")

    assert (refusal.value.code, Round.objects.count()) == ("round_is_not_last", 2)


def offered(tournament):
    """The tables of the results that undo and redo are about."""
    now = history(tournament)
    return [line and journal_facts(line)[1].get("table") for line in (now.undoable, now.redoable)]


def test_undo_goes_back_and_redo_forward_through_the_results():
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    for table in (2, 1):
        enter_result(pairing_of(tournament, 1, table), WIN)
    way = [offered(tournament)]
    for turn, side in (
        (undo, "undoable"),
        (undo, "undoable"),
        (redo, "redoable"),
        (undo, "undoable"),
        (redo, "redoable"),
    ):
        turn(getattr(history(tournament), side), by=make_director())
        way.append(offered(tournament))

    assert way == [[1, None], [2, 1], [None, 2], [2, 1], [None, 2], [2, 1]]


def test_the_journal_of_another_tournament_says_nothing_here():
    make_tournament(entries=2, played=1)
    tournament = make_tournament(entries=0)

    assert offered(tournament) == [None, None]
