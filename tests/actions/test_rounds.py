"""Rounds are drawn."""

import re
from datetime import UTC, datetime
from functools import partial

import pytest
from django.utils import timezone

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
from tournament.actions.players import NewPlayer, add_entries, remove_entry, return_entry, set_pause, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.rounds import Presence, draw_round, release_round, remove_round
from tournament.actions.tournaments import change_tournament
from tournament.engine.checking import check_rounds
from tournament.engine.record import BYE, PENDING, CorrectedResult, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Entry, JournalLine, Round, Tournament
from tournament.queries.evening import evening_of, record_of
from tournament.queries.record import result_of
from tournament.queries.rounds.progress import pace_of

pytestmark = pytest.mark.django_db
EIGHT_O_CLOCK = datetime(2026, 11, 20, 20, 0, 0, 123456, tzinfo=UTC)


def draw(tournament, number, **options):
    return draw_round(tournament, by=make_director(), number=number, **options)


def refused(*arguments, **options):
    before = stored_rows()
    with pytest.raises(Refused) as refusal:
        draw(*arguments, **options)
    assert stored_rows() == before
    return refusal.value.code, refusal.value.values


def pairs(tournament, number):
    return [(pairing.first, pairing.second) for pairing in record_of(tournament).rounds[number - 1].pairings]


def test_round_1_is_drawn_by_lot():
    tournament = make_tournament(entries=8)

    draw(tournament, 1, draw_seed="konstanz")

    assert pairs(tournament, 1) == [(8, 6), (5, 2), (4, 7), (3, 1)]


def test_tables_are_numbered_in_pairing_order_without_the_bye():
    tournament = make_tournament(entries=5)

    draw(tournament, 1, draw_seed="konstanz")

    pairings = record_of(tournament).rounds[0].pairings
    assert [(pairing.first, pairing.second, pairing.table, pairing.result) for pairing in pairings] == [
        (5, 2, 1, PENDING),
        (4, 3, 2, PENDING),
        (1, None, None, BYE),
    ]


def test_a_fixed_table_is_kept_and_the_others_are_numbered_around_it():
    tournament = make_tournament(entries=8)
    Entry.objects.filter(number__in=[2, 7]).update(fixed_table=1)
    Entry.objects.filter(number=3).update(fixed_table=9)

    draw(tournament, 1, draw_seed="konstanz")

    assert [pairing.table for pairing in record_of(tournament).rounds[0].pairings] == [2, 1, 3, 9]


def test_a_round_drawn_twice_is_one_round():
    tournament = make_tournament(entries=4)
    first = draw(tournament, 1, draw_seed="6-3 5-1")
    before = stored_rows()

    again = draw(tournament, 1, draw_seed="4-4")

    assert (again, stored_rows()) == (first, before)


def test_the_draw_seed_is_settled_by_the_first_draw_and_never_changes():
    tournament = make_tournament(entries=4)

    play_round(draw(tournament, 1, draw_seed="  6-3   5-1 "))
    draw(tournament, 2, draw_seed="4-4")

    assert Tournament.objects.get().draw_seed == "6-3 5-1"


def test_a_draw_that_is_refused_settles_no_seed():
    tournament = make_tournament(entries=1)

    assert refused(tournament, 1, draw_seed="6-3 5-1") == ("too_few_players", {})


def test_a_draw_seed_that_is_stored_already_is_not_changed_by_the_draw():
    tournament = make_tournament(entries=4)
    Tournament.objects.update(draw_seed=" as it   was ")

    draw(tournament, 1, draw_seed="konstanz")

    assert Tournament.objects.get().draw_seed == " as it   was "


@pytest.mark.parametrize("typed", ["", "\u200b"])
def test_without_typed_dice_the_draw_seed_is_random(typed):
    seeds = set()
    for _tournament in range(2):
        tournament = make_tournament(entries=2)
        draw(tournament, 1, draw_seed=typed)
        seeds.add(Tournament.objects.get(pk=tournament.pk).draw_seed)

    assert [bool(re.fullmatch("[0-9a-f]{16}", seed)) for seed in seeds] == [True, True]


@pytest.mark.parametrize(
    ("typed", "code", "facts"),
    [("6" * 201, "seed_too_long", {"limit": 200}), ("6-3\x005-1", "seed_unprintable", {})],
)
def test_a_seed_that_nobody_could_read_is_refused(typed, code, facts):
    assert refused(make_tournament(entries=4), 1, draw_seed=typed) == (code, facts)


@pytest.mark.parametrize("number", [0, 3, 10**30])
def test_only_the_next_round_is_drawn(number):
    tournament = make_tournament(entries=4, played=1)

    assert refused(tournament, number) == ("round_is_not_next", {"round": number, "next": 2})


def test_a_round_waits_for_the_results_of_the_one_before():
    tournament = make_tournament(entries=4)
    draw(tournament, 1, draw_seed="konstanz")
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 1)))

    assert refused(tournament, 2) == ("results_missing", {"round": 1, "missing": ((3, 1),)})


@pytest.mark.parametrize("left", [0, 1])
def test_a_round_takes_two_who_are_still_there(left):
    tournament = make_tournament(entries=2, played=1)
    for number in (1, 2)[left:]:
        withdraw_entry(entry_of(tournament, number), by=make_director())

    assert refused(tournament, 2) == ("too_few_players", {})


def test_start_numbers_may_have_gaps():
    tournament = make_tournament(entries=5)
    for number in (1, 4):
        remove_entry(entry_of(tournament, number), by=make_director())

    draw(tournament, 1, draw_seed="konstanz")

    assert pairs(tournament, 1) == [(5, 2), (3, None)]


def test_a_latecomer_is_paired_from_the_next_round_on():
    tournament = make_tournament(entries=2)
    round_ = draw_next_round(tournament)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë"), NewPlayer("Łukasz")])
    play_round(round_)

    draw(tournament, 2)

    assert [len(pairs(tournament, number)) for number in (1, 2)] == [1, 2]


def test_a_round_keeps_how_many_were_planned_when_it_was_drawn():
    tournament = make_tournament(entries=4, played=1)
    change_tournament(tournament, by=make_director(), planned_rounds=3)

    draw(tournament, 2)

    assert [round_.planned_rounds for round_ in Round.objects.order_by("number")] == [5, 3]


def test_a_field_that_has_met_altogether_is_paired_again_only_where_rematches_are_allowed():
    tournament = make_tournament(entries=2, played=1)

    assert refused(tournament, 2)[0] == "no_pairing_without_rematch"

    assert draw(tournament, 2, rematches_allowed=True).rematches_allowed is True
    assert {frozenset(pair) for pair in pairs(tournament, 2)} == {frozenset({1, 2})}


def test_rematches_are_not_allowed_where_nobody_needs_them():
    tournament = make_tournament(entries=4, played=1)

    assert refused(tournament, 2, rematches_allowed=True) == ("rematches_not_needed", {})


def test_the_journal_says_which_round_how_many_tables_and_what_the_first_draw_settled():
    tournament = make_tournament(entries=5)

    draw(tournament, 1, draw_seed="6-3")
    play_round(tournament.rounds.get())
    draw(tournament, 2)

    lines = JournalLine.objects.filter(action="round_drawn").order_by("version")
    nobody = {"here": [], "pauses": [], "has_left": []}
    assert [line.facts for line in lines] == [
        {"round": 1, "tables": 2, "seed": "6-3", **nobody},
        {"round": 2, "tables": 2, "seed": "", **nobody},
    ]


def test_players_marked_absent_at_the_draw_pause_or_have_left_from_this_round_on():
    tournament = make_tournament(entries=6, played=1)

    draw(tournament, 2, presence={1: Presence.PAUSES, 2: Presence.HAS_LEFT, 3: Presence.HERE})

    entries = {entry.number: entry for entry in record_of(tournament).entries}
    assert sorted(number for pair in pairs(tournament, 2) for number in pair) == [3, 4, 5, 6]
    assert (entries[1].absent_rounds, entries[2].withdrawn_after) == ((2,), 1)
    assert [entry_of(tournament, number).is_here for number in (1, 2, 3)] == [False, False, True]


def test_who_has_left_already_stays_gone_from_then():
    tournament = make_tournament(entries=5)
    draw(tournament, 1, presence={1: Presence.HAS_LEFT})
    play_round(tournament.rounds.get())

    draw(tournament, 2, presence={1: Presence.HAS_LEFT})

    assert entry_of(tournament, 1).withdrawn_after == 0


def test_a_draw_is_refused_that_leaves_too_few_players():
    tournament = make_tournament(entries=2, played=1)

    assert refused(tournament, 2, presence={1: Presence.HAS_LEFT})[0] == "too_few_players"


def test_a_new_round_is_hidden_where_the_tournament_says_so_and_then_released():
    tournament = make_tournament(entries=4, hides_new_rounds=True)
    hidden = [draw(tournament, 1).is_hidden]

    release_round(tournament, by=make_director(), number=1)

    hidden.append(Round.objects.get().is_hidden)
    assert hidden == [True, False]


def test_a_round_begins_when_everyone_can_see_it(monkeypatch):
    tournament = make_tournament(entries=4)
    monkeypatch.setattr(timezone, "now", lambda: EIGHT_O_CLOCK)
    assert draw(tournament, 1).started_at == EIGHT_O_CLOCK.replace(microsecond=0)

    hidden = make_tournament(entries=4, hides_new_rounds=True)
    assert pace_of(evening_of(draw(hidden, 1).tournament), 1, EIGHT_O_CLOCK) is None
    for minute in (10, 20):
        monkeypatch.setattr(timezone, "now", partial(EIGHT_O_CLOCK.replace, minute=minute))
        release_round(hidden, by=make_director(), number=1)

    assert hidden.rounds.get().started_at == EIGHT_O_CLOCK.replace(minute=10, microsecond=0)


def test_a_removed_round_comes_out_the_same_when_it_is_paired_again():
    tournament = make_tournament(entries=8, played=1)
    draw(tournament, 2)
    pairs_before = pairs(tournament, 2)
    play_round(tournament.rounds.get(number=2))

    remove(tournament, 2)
    draw(tournament, 2)

    assert pairs(tournament, 2) == pairs_before


def remove(tournament, number):
    remove_round(tournament, by=make_director(), number=number, confirmed=str(number))


def correct(tournament, result):
    """The result of table 1 of round 1."""
    pairing = pairing_of(tournament, 1, 1)
    record_result(pairing, by=make_director(), expected=result_of(pairing), result=result)


def was(tournament):
    return record_of(tournament).rounds[0].pairings[0].was


FIRST, SECOND, THIRD = (Result(Outcome.PLAYED, score) for score in ((3, 1), (1, 3), (3, 0)))


def test_a_correction_made_before_a_removed_round_counts_from_the_round_before():
    tournament = make_tournament(entries=6, played=2)
    draw(tournament, 3)
    correct(tournament, SECOND)

    remove(tournament, 3)

    assert was(tournament) == (CorrectedResult(2, FIRST),)
    assert check_rounds(record_of(tournament)) == ()


def test_what_stood_until_a_removed_round_is_forgotten_where_the_one_before_stood_on_something_else():
    tournament = make_tournament(entries=6, played=1)
    draw(tournament, 2)
    correct(tournament, SECOND)
    play_round(tournament.rounds.get(number=2))
    draw(tournament, 3)
    correct(tournament, THIRD)

    remove(tournament, 3)

    assert was(tournament) == (CorrectedResult(2, FIRST),)
    assert check_rounds(record_of(tournament)) == ()


def test_a_correction_back_leaves_nothing_to_remember_once_the_round_between_is_removed():
    tournament = make_tournament(entries=6, played=1)
    draw(tournament, 2)
    correct(tournament, SECOND)
    play_round(tournament.rounds.get(number=2))
    draw(tournament, 3)
    correct(tournament, FIRST)

    remove(tournament, 3)

    assert was(tournament) == ()
    assert check_rounds(record_of(tournament)) == ()


def test_what_stood_until_a_round_that_followed_at_once_is_forgotten_with_it():
    tournament = make_tournament(entries=6, played=1)
    draw(tournament, 2)
    correct(tournament, SECOND)

    remove(tournament, 2)

    assert was(tournament) == ()


def seated(tournament, number):
    return sorted(player for pair in pairs(tournament, number) for player in pair if player is not None)


def come_late(tournament):
    (entry,) = add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    return entry.number


def test_who_left_in_a_round_that_is_removed_is_not_paired_again():
    tournament = make_tournament(entries=6, played=1)
    draw(tournament, 2)
    withdraw_entry(entry_of(tournament, 1), by=make_director())

    remove(tournament, 2)
    draw(tournament, 2)

    assert seated(tournament, 2) == [2, 3, 4, 5, 6]
    assert entry_of(tournament, 1).withdrawn_after == 1


def test_who_came_during_a_round_that_is_removed_plays_in_the_new_one():
    tournament = make_tournament(entries=6, played=1)
    draw(tournament, 2)
    latecomer = come_late(tournament)

    remove(tournament, 2)
    draw(tournament, 2)

    assert seated(tournament, 2) == [1, 2, 3, 4, 5, 6, latecomer]
    assert entry_of(tournament, latecomer).joined_round == 2


def test_who_is_back_since_a_round_that_is_removed_plays_in_the_new_one():
    tournament = make_tournament(entries=6, played=1)
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    draw(tournament, 2)
    return_entry(entry_of(tournament, 1), by=make_director())

    remove(tournament, 2)
    draw(tournament, 2)

    assert seated(tournament, 2) == [1, 2, 3, 4, 5, 6]


def test_who_sits_out_a_round_that_is_removed_sits_out_the_new_one():
    tournament = make_tournament(entries=6, played=1)
    set_pause(entry_of(tournament, 1), by=make_director(), round_number=2, pauses=True)
    draw(tournament, 2)

    remove(tournament, 2)
    draw(tournament, 2)

    assert seated(tournament, 2) == [2, 3, 4, 5, 6]
