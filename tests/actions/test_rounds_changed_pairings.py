"""A pairing that comes into a round that everyone saw already says so, for the phones, the wall and the slips."""

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament, pairing_of, seat
from tournament.actions.journal import history, undo
from tournament.actions.players import withdraw_entry
from tournament.actions.rounds import pair_anew, pair_by_hand, release_round
from tournament.models import JournalLine, Pairing

pytestmark = pytest.mark.django_db


def drawn(**settings):
    """Nine players; round 1 is 8-6 5-2 4-7 3-1 at tables 1 to 4, and the bye for 9."""
    made = make_tournament(entries=9, **settings)
    draw_next_round(made)
    return made


def changed(tournament):
    """The pairings that say so, and whether each says the time of the last change."""
    pairings = Pairing.objects.filter(round__tournament=tournament, changed_at__isnull=False).order_by("position")
    now = JournalLine.objects.filter(tournament=tournament).order_by("-version")[0].at.replace(microsecond=0)
    return {
        (pairing.first.number, pairing.second and pairing.second.number): pairing.changed_at == now
        for pairing in pairings
    }


def by_hand(tournament, *pairs):
    standing = Pairing.objects.filter(round__tournament=tournament).values_list("first__number", "second__number")
    pair_by_hand(tournament, by=make_director(), number=1, expected=[*standing], pairs=pairs, reason="")


def test_who_is_set_at_a_table_hears_of_it_and_nobody_after_an_undo():
    tournament = drawn()
    before = changed(tournament)
    withdraw_entry(entry_of(tournament, 2), by=make_director())
    seat(tournament, 5, 9)
    told = changed(tournament)

    undo(history(tournament).undoable, by=make_director())

    assert (before, told, changed(tournament)) == ({}, {(5, 9): True}, {})


def test_by_hand_those_hear_of_it_whose_pairing_changes():
    tournament = drawn()

    by_hand(tournament, (8, 6), (5, 7), (4, 2), (3, 1), (9, None))

    assert changed(tournament) == {(5, 7): True, (2, 4): True}


def test_nobody_hears_of_a_round_that_nobody_has_seen():
    tournament = drawn(hides_new_rounds=True)

    by_hand(tournament, (8, 6), (5, 7), (4, 2), (3, 1), (9, None))
    release_round(tournament, by=make_director(), number=1)

    assert changed(tournament) == {}


def test_who_plays_the_same_at_the_same_table_hears_nothing_of_a_round_paired_anew():
    tournament = drawn()
    first_table = pairing_of(tournament, 1, 1).pk
    withdraw_entry(entry_of(tournament, 3), by=make_director())

    pair_anew(tournament, by=make_director(), number=1)

    assert (changed(tournament), pairing_of(tournament, 1, 1).pk) == ({(1, 9): True}, first_table)
