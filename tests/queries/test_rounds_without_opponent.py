"""Who is without an opponent, whom they should play, and what is said of it."""

import pytest

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
    say_words,
    seat,
)
from tournament.actions.players import NewPlayer, add_entries, keep_apart, return_entry, set_pause, withdraw_entry
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import Result
from tournament.engine.seating import Waits
from tournament.engine.terms import Outcome
from tournament.models import Round, Tournament
from tournament.pages.rounds import UnpairedBar
from tournament.queries.evening import evening_of
from tournament.queries.rounds.seating import without_opponent

pytestmark = pytest.mark.django_db
WIN = Result(Outcome.PLAYED, (3, 1))


@pytest.fixture
def nine():
    """Nine players; round 1 is 8-6 5-2 4-7 3-1 at tables 1 to 4, and the bye for 9."""
    made = make_tournament(entries=9, language="en")
    draw_next_round(made)
    return made


def leave(tournament, *numbers):
    for number in numbers:
        withdraw_entry(entry_of(tournament, number), by=make_director())


def come_late(tournament, name="Zoë"):
    (entry,) = add_entries(tournament, by=make_director(), players=[NewPlayer(name)])
    return entry.number


def seen(tournament, tapped=None):
    tournament = Tournament.objects.get(pk=tournament.pk)
    return without_opponent(tournament.rounds.order_by("number").last(), evening_of(tournament), tapped)


def free(tournament):
    found = seen(tournament)
    return found and [(waiting.entry.number, waiting.why) for waiting in found.free]


def proposed(tournament):
    return [
        (chance.first.entry.number, chance.second.entry.number, chance.table, bool(chance.met))
        for chance in seen(tournament).proposals
    ]


def test_while_everybody_plays_nobody_waits_and_the_bye_alone_is_no_waiting(nine):
    assert seen(nine) is None


def test_free_are_those_left_alone_who_came_and_who_has_the_bye_in_this_order(nine):
    zoe = come_late(nine)
    leave(nine, 3, 2)

    assert free(nine) == [(5, Waits.LEFT_ALONE), (1, Waits.LEFT_ALONE), (zoe, Waits.CAME), (9, Waits.BYE)]


def test_it_makes_no_difference_whether_results_are_in(nine):
    leave(nine, 2)
    enter_result(pairing_of(nine, 1, 1), WIN)

    assert free(nine) == [(5, Waits.LEFT_ALONE), (9, Waits.BYE)]


def test_two_who_are_to_be_kept_apart_are_set_last_and_the_page_says_so(nine):
    leave(nine, 3, 2)
    keep_apart(entry_of(nine, 5), entry_of(nine, 1), by=make_director())

    told = UnpairedBar(seen(nine, tapped=1))

    assert [(one.first.entry.number, one.second.entry.number) for one in seen(nine).proposals] == [(5, 9)]
    assert [(chip.number, chip.note) for chip in told.chips if chip.number == 5] == [
        (5, "not to be paired with each other")
    ]


def test_two_who_left_together_leave_nobody_alone(nine):
    leave(nine, 5, 2)

    assert seen(nine) is None


def test_who_has_left_is_not_free(nine):
    zoe = come_late(nine)
    leave(nine, 9, zoe)

    assert seen(nine) is None


def test_a_match_with_a_result_or_with_a_game_is_no_waiting(nine):
    leave(nine, 2, 7)
    say_words(pairing_of(nine, 1, 2), "0-won-single")
    enter_result(pairing_of(nine, 1, 3), Result(Outcome.FORFEIT, None, 4))

    assert seen(nine) is None


def test_who_is_back_is_free_and_who_sits_the_round_out_is_not():
    made = make_tournament(entries=8, played=1)
    leave(made, 8)
    set_pause(entry_of(made, 7), by=make_director(), round_number=2, pauses=True)
    draw_next_round(made)
    return_entry(entry_of(made, 8), by=make_director())

    assert free(made) == [(8, Waits.CAME)]
    assert [waiting.is_back for waiting in seen(made).free] == [True]


def test_who_joined_before_the_running_round_and_left_is_back_and_who_joins_during_it_is_not():
    made = make_tournament(entries=8, played=1)
    zoe = come_late(made)
    leave(made, zoe)
    draw_next_round(made)
    return_entry(entry_of(made, zoe), by=make_director())
    yan = come_late(made, "Yan")

    assert {waiting.entry.number: waiting.is_back for waiting in seen(made).free} == {zoe: True, yan: False}


def test_who_comes_in_a_later_round_is_not_free(nine):
    zoe = come_late(nine)
    nine.entries.filter(number=zoe).update(joined_round=3)

    assert seen(nine) is None


def test_nobody_waits_in_a_hidden_round_an_earlier_one_one_that_is_over_or_a_closed_tournament():
    made = make_tournament(entries=4, played=1)
    come_late(made)
    over = seen(made)
    draw_next_round(made)
    gone = pairing_of(made, 2, 1).first.number
    leave(made, gone)
    shown = seen(made) is not None
    earlier = without_opponent(made.rounds.get(number=1), evening_of(made))
    Round.objects.filter(number=2).update(is_hidden=True)
    hidden = seen(made)
    Round.objects.filter(number=2).update(is_hidden=False)
    for table in (1, 2):
        enter_result(pairing_of(made, 2, table), WIN)
    close_tournament(made, by=make_director())

    assert (over, shown, earlier, hidden, seen(made)) == (None, True, None, None, None)


def test_proposed_is_who_has_not_met_so_that_as_many_play_as_can_and_the_bye_stays(nine):
    zoe = come_late(nine)
    leave(nine, 2, 3)

    assert proposed(nine) == [(5, 1, 2, False), (zoe, 9, 5, False)]


def test_of_an_odd_number_the_bye_stays(nine):
    leave(nine, 2, 3)

    assert proposed(nine) == [(5, 1, 2, False)]
    assert [waiting.entry.number for waiting in seen(nine).free if waiting.is_left_over] == [9]


def test_two_who_have_met_are_proposed_last_and_it_is_said():
    """Of three, who had the first bye leaves in round 2: the other two met in round 1."""
    made = make_tournament(entries=3, played=1, language="en")
    draw_next_round(made)
    first, second = (pairing_of(made, number, None).first.number for number in (1, 2))
    leave(made, first)
    other = 6 - first - second

    assert proposed(made) == [(other, second, 1, True)]
    assert UnpairedBar(seen(made)).note == "All who are free have already played each other."


def test_the_fewest_possible_of_those_who_met_are_proposed():
    """The four who are free met in pairs; crossed over, nobody plays again."""
    made = make_tournament(entries=8, played=1)
    draw_next_round(made)
    first, second = pairing_of(made, 2, 1), pairing_of(made, 2, 2)
    leave(made, first.first.number, second.first.number)

    assert [has_met for *_who, has_met in proposed(made)] == [False]


def test_who_is_left_over_may_have_the_win_or_the_bye_where_nobody_has_it():
    made = make_tournament(entries=8)
    draw_next_round(made)
    leave(made, 2)
    alone = seen(made).free[0]
    zoe = come_late(made)
    both = [(one.entry.number, one.may_have_win, one.may_have_bye) for one in seen(made).free]
    seat(made, zoe)

    assert (alone.may_have_win, alone.may_have_bye, alone.is_left_over) == (True, True, True)
    assert both == [(5, True, True), (zoe, False, True)]
    assert [(one.entry.number, one.may_have_bye) for one in seen(made).free] == [(5, False), (zoe, False)]


def test_what_the_strip_says():
    made = make_tournament(entries=9)
    draw_next_round(made)
    zoe = come_late(made)
    leave(made, 2, 3)

    shown = UnpairedBar(seen(made))

    assert [(chip.name, chip.note, chip.is_best) for chip in shown.chips] == [
        ("Player 5", "Table 2, Player 2 has left", True),
        ("Player 1", "Table 4, Player 3 has left", True),
        ("Zoë", "just arrived", False),
        ("Player 9", "Bye", False),
    ]
    assert [(button.label, button.is_best) for button in shown.seats] == [
        ("Set Player 5 – Player 1 at table 2", True),
        ("Zoë – Player 9 at table 5", False),
    ]
    assert [button.seen for button in shown.seats] == ["5-2 3-1", f"{zoe} 9-0"]


def test_what_the_strip_says_once_somebody_was_tapped():
    made = make_tournament(entries=5, played=1)
    draw_next_round(made)
    bye = pairing_of(made, 2, None).first.number
    played = made.rounds.get(number=1).pairings.filter(second__isnull=False)
    pairs = [{pairing.first.number, pairing.second.number} for pairing in played]
    opponents = set().union(*(pair for pair in pairs if bye in pair))
    leaver = next(
        p.first.number if p.second.number in opponents else p.second.number
        for p in made.rounds.get(number=2).pairings.filter(second__isnull=False)
        if opponents & {p.first.number, p.second.number}
    )
    leave(made, leaver)

    shown = UnpairedBar(seen(made, bye))

    (tapped,) = [chip for chip in shown.chips if chip.is_tapped]
    (other,) = [chip for chip in shown.chips if not chip.is_tapped]
    assert (tapped.note, other.seating.met) == ("Bye, is dropped then", other.note)
    assert other.note.startswith("played in round 1, ")


def test_who_is_no_longer_free_is_tapped_no_more(nine):
    leave(nine, 2)

    assert (seen(nine, 8).tapped, seen(nine, 5).tapped.entry.number) == (None, 5)


def test_once_a_result_is_in_nothing_more_is_read_for_it(nine, django_assert_num_queries):
    play_round(Round.objects.get())
    draw_next_round(nine)
    leave(nine, 1, 2, 3)
    enter_result(pairing_of(nine, 2, 1), WIN)
    round_ = Round.objects.get(number=2)
    evening = evening_of(Tournament.objects.get())

    with django_assert_num_queries(0):
        without_opponent(round_, evening)


def test_who_sits_the_round_out_is_named_and_free_once_they_come_in_after_all():
    made = make_tournament(entries=8, played=1)
    set_pause(entry_of(made, 7), by=make_director(), round_number=2, pauses=True)
    draw_next_round(made)
    before = UnpairedBar(seen(made))

    set_pause(entry_of(made, 7), by=make_director(), round_number=2, pauses=False)

    assert ([entry.number for entry in before.sitting_out], before.chips, before.seats) == ([7], (), ())
    assert seen(made).free[0].entry.number == 7
    assert seen(made).sitting_out == ()


def test_a_single_free_player_is_suggested_the_win_or_the_bye_and_is_not_tapped():
    made = make_tournament(entries=8)
    draw_next_round(made)
    leave(made, 2)
    alone = UnpairedBar(seen(made))
    return_entry(entry_of(made, 2), by=make_director())
    come_late(made)
    came = UnpairedBar(seen(made))

    assert [(chip.name, chip.is_single) for chip in alone.chips + came.chips] == [("Player 5", True), ("Zoë", True)]
    wins = [[(label, bar.is_only) for _key, _code, label in bar.wins] for bar in (alone, came)]
    seats = [[(button.label, button.is_best) for button in bar.seats] for bar in (alone, came)]
    assert (wins, seats) == ([[("Win for Player 5", True)], []], [[], [("Bye for Zoë", True)]])


def test_who_comes_when_the_bye_is_taken_and_nobody_is_free_is_told_so():
    made = make_tournament(entries=7)
    draw_next_round(made)
    leave(made, pairing_of(made, 1, None).first.number)
    come_late(made)

    assert UnpairedBar(seen(made)).note == "Nobody is left for Zoë, and the bye is taken."
