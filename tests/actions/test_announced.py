"""Who has said that they come or go later does: through import, draw, pairing anew, removal and export."""

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament, play_round
from tournament.actions.players import NewPlayer, add_entries, return_entry, withdraw_entry
from tournament.actions.rounds import Presence, draw_round, pair_anew, remove_round
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.models import Absence, Entry
from tournament.queries.cash import fees_of
from tournament.queries.evening import evening_of, record_of

pytestmark = pytest.mark.django_db


def announce(tournament, number, **said):
    Entry.objects.filter(tournament=tournament, number=number).update(**said)


def announced(tournament):
    entries = tournament.entries.order_by("number")
    return {entry.number: (entry.joined_round, entry.withdrawn_after) for entry in entries}


@pytest.fixture
def tournament():
    """Of eight, the seventh comes in round 3, the eighth goes after round 4."""
    tournament = make_tournament(entries=8)
    announce(tournament, 7, joined_round=3)
    announce(tournament, 8, withdrawn_after=4)
    return tournament


def test_announced_arrivals_and_departures_stay_as_entered_and_decide_who_is_paired(tournament):
    present = []
    for _round in range(5):
        play_round(draw_next_round(tournament))
        record = record_of(tournament)
        present.append({number: number in record.rounds[-1].seated for number in (7, 8)})
        assert (announced(tournament)[7], announced(tournament)[8]) == ((3, None), (1, 4))

    assert present == [
        {7: False, 8: True},
        {7: False, 8: True},
        {7: True, 8: True},
        {7: True, 8: True},
        {7: True, 8: False},
    ]


def test_an_archive_keeps_announced_arrivals_and_departures(tournament):
    play_round(draw_next_round(tournament))

    again = restore(dump(tournament), by=make_director()).tournament

    assert announced(again) == announced(tournament)
    assert dump(again) == dump(tournament)
    draw_next_round(tournament)
    draw_next_round(again)
    assert record_of(again).rounds == record_of(tournament).rounds


def test_until_their_round_announced_leavers_are_present_and_announced_arrivals_are_not(tournament):
    draw_next_round(tournament)

    record = record_of(tournament)

    assert record.left == frozenset()
    assert record.present(2) == [1, 2, 3, 4, 5, 6, 8]
    assert evening_of(tournament).until(1 - 1).record.present(1) == [1, 2, 3, 4, 5, 6, 8]
    assert not any(row.has_left for row in fees_of(tournament).rows)


def test_who_goes_after_a_round_has_left_once_it_is_paired(tournament):
    for _round in range(4):
        play_round(draw_next_round(tournament))

    assert record_of(tournament).left == {8}


def test_removing_a_round_changes_only_arrivals_and_departures_that_refer_to_it(tournament):
    play_round(draw_next_round(tournament))
    draw_next_round(tournament)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    announce(tournament, 2, withdrawn_after=3)
    announce(tournament, 3, joined_round=4)
    before = announced(tournament)

    remove_round(tournament, by=make_director(), number=2, confirmed="2")

    assert announced(tournament) == {**before, 1: (1, 1), 7: (2, None), 9: (2, None)}


def test_pairing_a_round_anew_changes_only_the_departure_of_who_left_in_it(tournament):
    draw_next_round(tournament)
    announce(tournament, 7, withdrawn_after=5)
    withdraw_entry(entry_of(tournament, 1), by=make_director())

    pair_anew(tournament, by=make_director(), number=1)

    assert announced(tournament) == {**dict.fromkeys(range(2, 7), (1, None)), 1: (1, 0), 7: (3, 5), 8: (1, 4)}


def test_who_sits_out_the_round_after_which_they_go_still_goes_after_it(tournament):
    play_round(draw_next_round(tournament))
    announce(tournament, 8, withdrawn_after=2)
    Absence.objects.create(entry=entry_of(tournament, 8), round_number=2)

    draw_next_round(tournament)

    assert announced(tournament)[8] == (1, 2)


def test_who_goes_later_can_leave_at_once_and_come_back(tournament):
    draw_next_round(tournament)
    withdraw_entry(entry_of(tournament, 8), by=make_director())

    assert announced(tournament)[8] == (1, 1)

    return_entry(entry_of(tournament, 8), by=make_director())
    assert announced(tournament)[8] == (1, None)


def test_a_withdrawal_that_is_to_come_is_not_taken_back(tournament):
    draw_next_round(tournament)

    return_entry(entry_of(tournament, 8), by=make_director())

    assert announced(tournament)[8] == (1, 4)


def test_who_goes_later_can_be_gone_before_a_round(tournament):
    play_round(draw_next_round(tournament))

    draw_round(tournament, by=make_director(), number=2, presence={8: Presence.HAS_LEFT})

    assert announced(tournament)[8] == (1, 1)


def test_a_hidden_round_is_paired_for_who_comes_and_goes():
    tournament = make_tournament(entries=4, hides_new_rounds=True)
    announce(tournament, 4, withdrawn_after=1)

    draw_next_round(tournament)

    assert record_of(tournament).left == evening_of(tournament).in_public.record.left == {4}
