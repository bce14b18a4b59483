import pytest

from tests.factories import (
    draw_next_round,
    entry_of,
    make_director,
    make_helper,
    make_tournament,
    play_round,
)
from tournament.actions.journal import history, redo, undo
from tournament.actions.persons import forget_person
from tournament.actions.players import keep_apart, let_meet, remove_entry
from tournament.actions.rounds import pair_anew, remove_round
from tournament.engine.record import KeptApart
from tournament.engine.refusals import Refused
from tournament.models import KeptApart as Stored
from tournament.queries.evening import evening_of, record_of

pytestmark = pytest.mark.django_db


def refused(action, *arguments, **options):
    with pytest.raises(Refused) as refusal:
        action(*arguments, **options)
    return refusal.value.code, refusal.value.values


def part(tournament, first, second):
    keep_apart(entry_of(tournament, first), entry_of(tournament, second), by=make_director())


def join(tournament, first, second):
    let_meet(entry_of(tournament, first), entry_of(tournament, second), by=make_director())


def wishes(tournament):
    return [(wish.first, wish.second, wish.since, wish.until) for wish in record_of(tournament).kept_apart]


def pairs(tournament, number):
    stored = tournament.rounds.get(number=number).pairings.order_by("position")
    return [*stored.values_list("first__number", "second__number")]


def drawn(tournament):
    """Draw the next round and play it."""
    play_round(draw_next_round(tournament))


def test_two_are_kept_apart_from_the_next_round_drawn_whoever_is_named_first():
    tournament = make_tournament(entries=4, played=1)

    part(tournament, 3, 1)

    assert wishes(tournament) == [(1, 3, 2, None)]
    assert evening_of(tournament).until(0).record.kept_apart == (KeptApart(1, 3, 1),)


def test_they_are_not_paired_with_each_other_while_it_stands():
    tournament = make_tournament(entries=4)
    undone = draw_next_round(tournament)
    first, second = pairs(tournament, 1)[0]
    remove_round(tournament, by=make_director(), number=undone.number, confirmed="1")

    part(tournament, first, second)
    draw_next_round(tournament)

    assert not {(first, second), (second, first)} & {*pairs(tournament, 1)}


def test_what_is_said_twice_holds_once_and_nobody_is_kept_apart_from_themselves():
    tournament = make_tournament(entries=4)
    part(tournament, 1, 2)
    version = history(tournament).undoable.version

    part(tournament, 2, 1)

    assert (wishes(tournament), history(tournament).undoable.version) == ([(1, 2, 1, None)], version)
    assert refused(part, tournament, 1, 1) == ("kept_apart_from_oneself", {})


def test_taken_back_it_has_held_for_the_rounds_drawn_with_it():
    tournament = make_tournament(entries=4)
    part(tournament, 1, 2)
    drawn(tournament)

    join(tournament, 1, 2)

    assert wishes(tournament) == [(1, 2, 1, 1)]
    part(tournament, 1, 2)
    assert wishes(tournament) == [(1, 2, 1, 1), (1, 2, 2, None)]


def test_nothing_is_kept_of_what_was_taken_back_before_a_round_was_drawn():
    tournament = make_tournament(entries=4)
    part(tournament, 1, 2)

    join(tournament, 1, 2)

    assert Stored.objects.count() == 0


def test_both_can_be_undone_and_done_again():
    tournament = make_tournament(entries=4)
    director = make_director()
    part(tournament, 1, 2)
    drawn(tournament)
    join(tournament, 1, 2)

    undo(history(tournament).undoable, by=director)
    assert wishes(tournament) == [(1, 2, 1, None)]
    redo(history(tournament).redoable, by=director)
    assert wishes(tournament) == [(1, 2, 1, 1)]


def test_a_round_that_is_removed_moves_the_wishes_back_and_undo_puts_them_there_again():
    tournament = make_tournament(entries=6)
    part(tournament, 5, 6)
    drawn(tournament)
    part(tournament, 1, 2)
    drawn(tournament)
    join(tournament, 1, 2)
    part(tournament, 3, 4)
    before = wishes(tournament)

    remove_round(tournament, by=make_director(), number=2, confirmed="2")
    after = wishes(tournament)
    undo(history(tournament).undoable, by=make_director())

    assert before == [(5, 6, 1, None), (1, 2, 2, 2), (3, 4, 3, None)]
    assert after == [(5, 6, 1, None), (3, 4, 2, None)]
    assert wishes(tournament) == before


def test_a_round_paired_anew_is_drawn_with_what_stands_now():
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    first, second = pairs(tournament, 1)[0]
    part(tournament, first, second)

    pair_anew(tournament, by=make_director(), number=1)

    assert wishes(tournament) == [(*sorted((first, second)), 1, None)]
    assert (first, second) not in pairs(tournament, 1)


def test_who_is_taken_off_the_list_is_kept_apart_from_nobody_and_undo_brings_it_back():
    tournament = make_tournament(entries=4)
    part(tournament, 1, 2)

    remove_entry(entry_of(tournament, 1), by=make_director())
    left = wishes(tournament)
    undo(history(tournament).undoable, by=make_director())

    assert (left, wishes(tournament)) == ([], [(1, 2, 1, None)])


def test_of_who_is_forgotten_no_wish_is_left_in_the_journal_either():
    tournament = make_tournament(entries=4)
    part(tournament, 1, 2)
    drawn(tournament)
    join(tournament, 1, 2)
    part(tournament, 3, 4)

    forget_person(entry_of(tournament, 2), by=make_director())

    told = [row["id"] for line in tournament.journal.all() for row in line.changes if row["model"] == "keptapart"]
    assert wishes(tournament) == [(3, 4, 2, None)]
    assert told == [Stored.objects.get().pk]


def test_only_directors_keep_two_apart():
    tournament = make_tournament(entries=4)

    code, _values = refused(keep_apart, entry_of(tournament, 1), entry_of(tournament, 2), by=make_helper(tournament))

    assert code == "not_allowed"
