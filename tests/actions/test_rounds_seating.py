"""Two who are without an opponent in the running round are set at a table."""

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
    stored_rows,
)
from tournament.actions.journal import history, redo, undo
from tournament.actions.players import (
    NewPlayer,
    add_entries,
    keep_apart,
    return_entry,
    set_fixed_table,
    set_pause,
    withdraw_entry,
)
from tournament.actions.results import record_result
from tournament.actions.rounds import set_at_table
from tournament.actions.tournaments import close_tournament
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.engine.crosstable import crosstable
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, CorrectedResult, Result
from tournament.engine.refusals import Refused
from tournament.engine.seating import place_of
from tournament.engine.terms import Outcome
from tournament.models import Entry, Round, Tournament
from tournament.queries.evening import record_of

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


def refused(*arguments, **said):
    before = stored_rows()
    with pytest.raises(Refused) as caught:
        seat(*arguments, **said)
    assert stored_rows() == before
    return caught.value.code


def sits(tournament):
    """The last round in pairing order: first, second and table."""
    return [(p.first, p.second, p.table) for p in record_of(tournament).rounds[-1].pairings]


def opponent_of(tournament, number):
    first, second = place_of(record_of(tournament), number)
    return second if first == number else first


def is_sound(tournament):
    """An archive takes the tournament as it is, and gives it back."""
    stored = Tournament.objects.get(pk=tournament.pk)
    assert read_archive(dump(stored)).record == record_of(stored)


def test_nine_players_are_drawn_as_the_other_tests_expect(nine):
    assert sits(nine) == [(8, 6, 1), (5, 2, 2), (4, 7, 3), (3, 1, 4), (9, None, None)]


def test_two_who_were_left_alone_play_each_other_at_the_lower_of_their_tables_and_in_its_place(nine):
    enter_result(pairing_of(nine, 1, 1), WIN)
    leave(nine, 2, 3)

    seat(nine, 1, 5)

    assert sits(nine) == [(8, 6, 1), (5, 1, 2), (4, 7, 3), (9, None, None)]
    assert (entry_of(nine, 2).withdrawn_after, entry_of(nine, 3).withdrawn_after) == (0, 0)
    is_sound(nine)


def test_the_bye_falls_away_with_the_match_and_no_other_result_is_touched(nine):
    enter_result(pairing_of(nine, 1, 1), WIN)
    leave(nine, 4)

    seat(nine, 7, 9)

    assert sits(nine) == [(8, 6, 1), (5, 2, 2), (7, 9, 3), (3, 1, 4)]
    assert record_of(nine).rounds[0].pairings[0].result == WIN
    is_sound(nine)


def test_who_came_late_plays_whoever_has_the_bye_behind_all_others(nine):
    zoe = come_late(nine)

    seat(nine, zoe, 9)

    assert sits(nine)[-1] in {(9, zoe, 5), (zoe, 9, 5)}
    assert entry_of(nine, zoe).joined_round == 1
    is_sound(nine)


def test_two_who_came_late_play_each_other(nine):
    zoe, lukasz = come_late(nine), come_late(nine, "Łukasz")

    seat(nine, lukasz, zoe)

    assert {frozenset(pair[:2]): pair[2] for pair in sits(nine)}[frozenset((zoe, lukasz))] == 5
    assert sits(nine)[-2] == (9, None, None)
    is_sound(nine)


def test_who_came_late_takes_the_place_of_a_leaver(nine):
    zoe = come_late(nine)
    leave(nine, 8)

    seat(nine, zoe, 6)

    assert sits(nine)[0] in {(6, zoe, 1), (zoe, 6, 1)}
    assert (entry_of(nine, 8).withdrawn_after, entry_of(nine, zoe).joined_round) == (0, 1)
    is_sound(nine)


def test_a_player_who_is_back_can_be_seated():
    made = make_tournament(entries=6, played=1)
    leave(made, 6)
    draw_next_round(made)
    bye = pairing_of(made, 2, None).first.number
    return_entry(entry_of(made, 6), by=make_director())

    seat(made, 6, bye, knows_met=True)

    assert all(pair[1] for pair in sits(made))
    is_sound(made)


def test_a_fixed_table_comes_before_the_lower_of_the_two_tables(nine):
    set_fixed_table(entry_of(nine, 1), by=make_director(), table=12)
    leave(nine, 2, 3)

    seat(nine, 5, 1)

    assert sits(nine)[1] == (5, 1, 12)


def test_a_fixed_table_at_which_others_sit_is_not_taken(nine):
    set_fixed_table(entry_of(nine, 1), by=make_director(), table=3)
    leave(nine, 2, 3)

    seat(nine, 5, 1)

    assert sits(nine)[1] == (5, 1, 2)


def test_the_better_ranked_stands_first_by_the_ranking_that_paired_the_round():
    """A correction of round 1 since changes who would be ranked better today."""
    made = make_tournament(entries=8, played=1)
    draw_next_round(made)
    first, second = (pairing_of(made, 2, table) for table in (1, 4))
    better, worse = first.first.number, second.second.number
    leave(made, first.second.number, second.first.number)
    for pairing in made.rounds.get(number=1).pairings.all():
        standing = Result(Outcome.PLAYED, (pairing.first_points, pairing.second_points))
        turned = Result(Outcome.PLAYED, (pairing.second_points, pairing.first_points))
        record_result(pairing, by=make_director(), expected=standing, result=turned)
    kept = record_of(made).rounds[0]

    seat(made, worse, better, knows_met=True)

    assert sits(made)[0] == (better, worse, 1)
    assert record_of(made).rounds[0] == kept
    assert {type(was) for pairing in kept.pairings for was in pairing.was} == {CorrectedResult}
    is_sound(made)


def test_the_round_is_by_hand_and_says_why(nine):
    zoe = come_late(nine)
    leave(nine, 8)
    before = Round.objects.get()

    seat(nine, zoe, 6)

    round_ = Round.objects.get()
    assert (round_.manual, round_.rematches_allowed, round_.lookahead_bound) == (True, False, False)
    assert round_.planned_rounds == before.planned_rounds
    told = {f"Player 8 has left. Zoë came late. {pair}." for pair in ("Zoë plays Player 6", "Player 6 plays Zoë")}
    assert round_.reason in told


def test_rematches_allowed_and_a_bounded_look_ahead_are_true_of_the_round_no_more(nine):
    Round.objects.update(rematches_allowed=True, lookahead_bound=True, planned_rounds=7)
    leave(nine, 2, 3)

    seat(nine, 5, 1)

    round_ = Round.objects.get()
    assert (round_.rematches_allowed, round_.lookahead_bound, round_.planned_rounds) == (False, False, 7)


def test_the_reason_of_the_round_tells_each_seating(nine):
    zoe = come_late(nine)
    leave(nine, 2, 3)

    seat(nine, 5, 1)
    seat(nine, zoe, 9)

    told = Round.objects.get().reason
    assert told.startswith("Player 2 has left. Player 3 has left. Player 5 plays Player 1. Zoë came late. ")


def test_what_is_told_of_a_hundred_letters_each_fits(nine):
    Entry.objects.filter(tournament=nine).update(name="Ä" * 100)
    leave(nine, 2, 3)

    seat(nine, 5, 1)

    told = Round.objects.get().reason
    assert (len(told), told[-1]) == (200, "…")


def test_meetings_and_buchholz_know_the_new_pairing_alone(nine):
    leave(nine, 2, 3)
    seat(nine, 5, 1)
    play_round(Round.objects.get())

    table = crosstable(record_of(nine), 1)

    assert [table.opponents[number] for number in (5, 1, 2, 3)] == [[1], [5], [], []]


def test_seating_the_same_two_twice_changes_nothing(nine):
    leave(nine, 2, 3)
    seen = [place_of(record_of(nine), number) for number in (5, 1)]
    seat(nine, 5, 1)
    before = stored_rows()

    seat(nine, 1, 5, expected=[*reversed(seen)])

    assert stored_rows() == before


def test_seating_is_undone_and_done_again_in_one_step(nine):
    zoe = come_late(nine)
    leave(nine, 8)
    before, stood = sits(nine), dump(nine)
    seat(nine, zoe, 6)
    after = sits(nine)

    undo(history(Tournament.objects.get()).undoable, by=make_director())
    taken_back = sits(nine)

    assert taken_back == before
    assert dump(Tournament.objects.get()) == stood
    redo(history(Tournament.objects.get()).redoable, by=make_director())
    assert sits(nine) == after


def test_who_was_set_elsewhere_meanwhile_is_not_set_again(nine):
    zoe = come_late(nine)
    leave(nine, 2, 3)
    seen = [place_of(record_of(nine), number) for number in (5, zoe)]
    seat(nine, 5, 1)

    assert refused(nine, 5, zoe, expected=seen) == "pairings_changed_meanwhile"


def test_who_is_not_free_is_not_set():
    made = make_tournament(entries=9)
    draw_next_round(made)
    leave(made, 2, 3, 8)
    enter_result(pairing_of(made, 1, 1), Result(Outcome.FORFEIT, None, 6))

    codes = [refused(made, 5, other) for other in (6, 7, 8, 77)]

    assert codes == ["player_is_not_free"] * 4


def test_who_sits_the_round_out_is_not_free():
    made = make_tournament(entries=8, played=1)
    set_pause(entry_of(made, 8), by=make_director(), round_number=2, pauses=True)
    draw_next_round(made)
    bye = pairing_of(made, 2, None).first.number

    assert refused(made, 8, bye) == "player_is_not_free"


def test_a_match_of_which_a_game_is_on_the_sheet_has_begun(nine):
    say_words(pairing_of(nine, 1, 2), "0-won-single")
    leave(nine, 2)

    assert refused(nine, 5, 9) == "player_is_not_free"


def test_nobody_is_free_in_a_round_that_is_over_or_hidden_or_of_a_closed_tournament():
    hidden = make_tournament(entries=5, hides_new_rounds=True)
    draw_next_round(hidden)
    leave(hidden, 2)
    over = make_tournament(entries=5, played=1)
    zoe = come_late(over)
    bye = pairing_of(over, 1, None).first.number
    codes = [refused(hidden, 5, 1), refused(over, zoe, bye)]
    close_tournament(over, by=make_director())

    assert [*codes, refused(over, zoe, bye)] == ["round_is_hidden", "round_is_over", "tournament_is_closed"]


def test_a_round_that_is_not_the_last_is_not_changed():
    made = make_tournament(entries=5, played=1)
    draw_next_round(made)

    with pytest.raises(Refused) as caught:
        set_at_table(made, by=make_director(), number=1, players=(1, 2), expected=((1,), (2,)))

    assert caught.value.code == "round_is_not_last"


def test_nobody_plays_themselves_or_two_others(nine):
    leave(nine, 2, 3, 6)

    assert [refused(nine, 5, 5), refused(nine, 5, 1, 8), refused(nine)] == ["not_understood"] * 3


def test_two_who_have_met_are_set_only_after_the_page_has_said_so():
    """Of three, who had the first bye leaves in round 2: the other two met in round 1."""
    made = make_tournament(entries=3, played=1)
    draw_next_round(made)
    first, second = (pairing_of(made, number, None).first.number for number in (1, 2))
    leave(made, first)
    other = 6 - first - second

    assert refused(made, other, second) == "have_met"
    seat(made, other, second, knows_met=True)

    assert {*sits(made)[0][:2]} == {other, second}
    is_sound(made)


def test_two_who_are_kept_apart_are_set_only_after_the_page_has_said_so(nine):
    leave(nine, 2, 3)
    keep_apart(entry_of(nine, 5), entry_of(nine, 1), by=make_director())

    assert refused(nine, 5, 1) == "are_kept_apart"
    seat(nine, 5, 1, knows_met=True)

    assert any({*place[:2]} == {1, 5} for place in sits(nine))
    is_sound(nine)


def test_one_alone_has_the_bye_where_nobody_has_it():
    made = make_tournament(entries=8)
    draw_next_round(made)
    gone = sits(made)[1][1]
    left = opponent_of(made, gone)
    leave(made, gone)

    seat(made, left)

    assert sits(made)[1] == (left, None, None)
    assert entry_of(made, gone).withdrawn_after == 0
    assert Round.objects.get().reason.endswith(f"Player {left} hat das Freilos.")
    is_sound(made)
    before = stored_rows()
    seat(made, left)
    assert stored_rows() == before


def test_who_came_late_has_the_bye_where_nobody_has_it():
    made = make_tournament(entries=8)
    draw_next_round(made)
    zoe = come_late(made)

    seat(made, zoe)

    assert sits(made)[-1] == (zoe, None, None)
    is_sound(made)


def test_there_is_one_bye(nine):
    leave(nine, 2)

    assert refused(nine, 5) == "bye_is_taken"


def test_a_second_bye_is_given_only_after_the_page_has_said_so():
    made = make_tournament(entries=5, played=1)
    had_bye = pairing_of(made, 1, None).first.number
    leave(made, next(number for number in range(1, 6) if number != had_bye))
    draw_next_round(made)
    other = opponent_of(made, had_bye)
    leave(made, other)

    assert refused(made, had_bye) == "has_met_bye"
    seat(made, had_bye, knows_met=True)

    assert (had_bye, None, None) in sits(made)


def test_against_a_leaver_the_opponent_may_have_the_win_by_forfeit_and_the_leaver_is_in_the_round(nine):
    leave(nine, 2)

    enter_result(pairing_of(nine, 1, 2), Result(Outcome.FORFEIT, None, 5))

    assert entry_of(nine, 2).withdrawn_after == 1
    assert record_of(nine).present(1) == list(range(1, 10))
    is_sound(nine)


def test_two_leavers_at_one_table_both_lose(nine):
    leave(nine, 5, 2)

    enter_result(pairing_of(nine, 1, 2), DOUBLE_FORFEIT)

    assert [entry_of(nine, number).withdrawn_after for number in (5, 2)] == [1, 1]
    is_sound(nine)


def test_what_a_phone_has_reported_of_a_match_that_falls_away_goes_with_it(nine):
    leave(nine, 2, 3)
    gone = pairing_of(nine, 1, 2)

    seat(nine, 5, 1)

    assert not nine.rounds.get().pairings.filter(pk=gone.pk).exists()
    assert record_of(nine).rounds[0].pairings[1].result == PENDING
