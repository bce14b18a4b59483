"""The finals after the Swiss, from drawing the first round to the final ranking."""

import pytest

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_helper,
    make_tournament,
    pairing_of,
    play_round,
    seat,
)
from tournament.actions.journal import undo
from tournament.actions.players import NewPlayer, add_entries, return_entry, set_pause, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.rounds import draw_round, pair_anew, pair_by_hand, release_round, remove_round
from tournament.actions.tournaments import change_tournament, end_evening
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.checking import check_rounds
from tournament.engine.finals import bracket_of, seeds_of, shown_standings
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.phrases.journal import journal_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.evening import record_of
from tournament.queries.record import length_at
from tournament.queries.rounds.seating import stored_pairs

pytestmark = pytest.mark.django_db

WIN, CLOSER_WIN, LOSS = (Result(Outcome.PLAYED, score) for score in ((3, 1), (3, 2), (1, 3)))
LEVEL, AHEAD = (Result(Outcome.STOPPED, score) for score in ((1, 1), (2, 1)))


def played_swiss(**details):
    """Make a Swiss of 8 players in 2 rounds, complete, with finals of 4 unless said otherwise."""
    return make_tournament(8, 2, planned_rounds=2, **{"finals_players": 4, **details})


def in_the_final(**details):
    """Play the semi-finals, which the better seeds win, and draw the final."""
    tournament = played_swiss(**details)
    play_round(draw_next_round(tournament), [(3, 1)])
    draw_next_round(tournament)
    return tournament


def refusal(act) -> str:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.code


def test_round_after_the_last_planned_one_is_drawn_from_the_ranking():
    tournament = played_swiss()
    first, second, third, fourth = seeds_of(record_of(tournament))

    round_ = draw_next_round(tournament)

    assert (round_.is_finals, stored_pairs(round_)) == (True, ((first, fourth), (second, third)))


def test_players_outside_the_finals_have_missed_no_round():
    record = record_of(in_the_final())

    assert {entry.absent_rounds for entry in record.entries} == {()}


def test_final_ranking_follows_the_last_match():
    tournament = in_the_final(finals_third_place=True)
    seeds = bracket_of(record_of(tournament)).seeds

    assert shown_standings(record_of(tournament)) == standings(record_of(tournament))
    play_round(tournament.rounds.get(number=4), [(1, 3)])

    assert [row.number for row in shown_standings(record_of(tournament))][:4] == [seeds[n] for n in (1, 0, 3, 2)]


def test_finals_have_a_match_length_of_their_own():
    tournament = played_swiss(finals_match_length=5)
    draw_next_round(tournament)
    match = pairing_of(tournament, 3, 1)

    assert refusal(lambda: enter_result(match, WIN)) == "score_without_winner"
    enter_result(match, Result(Outcome.PLAYED, (5, 4)))


def test_stopped_match_of_the_finals_needs_somebody_ahead():
    tournament = played_swiss()
    draw_next_round(tournament)

    assert refusal(lambda: enter_result(pairing_of(tournament, 3, 1), LEVEL)) == "finals_need_a_winner"
    enter_result(pairing_of(tournament, 3, 1), AHEAD)


@pytest.mark.parametrize("result", [LOSS, DOUBLE_FORFEIT], ids=["other winner", "double forfeit"])
def test_correction_that_changes_who_goes_on_waits_until_later_rounds_are_removed(result):
    tournament = in_the_final()
    match, director = pairing_of(tournament, 3, 1), make_director()

    def correct():
        record_result(match, by=director, expected=WIN, result=result)

    assert refusal(correct) == "finals_drawn_on_result"
    remove_round(tournament, by=director, number=4, confirmed="4")
    correct()


def test_correction_that_leaves_the_winner_is_taken():
    tournament = in_the_final()

    record_result(pairing_of(tournament, 3, 1), by=make_director(), expected=WIN, result=CLOSER_WIN)

    assert len(record_of(tournament).rounds) == 4


@pytest.mark.parametrize(
    "act",
    [
        lambda t, by, pairs: pair_by_hand(t, by=by, number=3, expected=pairs, pairs=[(1, 2)], reason=""),
        lambda t, by, pairs: pair_anew(t, by=by, number=3),
        lambda t, by, pairs: seat(t, *({*range(1, 9)} - {number for pair in pairs for number in pair})),
    ],
    ids=["by hand", "anew", "at a table"],
)
def test_nobody_is_paired_otherwise_than_by_the_bracket(act):
    tournament = played_swiss()
    pairs = stored_pairs(draw_next_round(tournament))

    assert refusal(lambda: act(tournament, make_director(), pairs)) == "finals_follow_the_seeds"


def test_nobody_joins_once_the_finals_are_drawn():
    tournament = played_swiss()
    draw_next_round(tournament)

    code = refusal(lambda: add_entries(tournament, by=make_director(), players=[NewPlayer("Late")]))

    assert code == "finals_take_nobody_in"


@pytest.mark.parametrize(
    "details",
    [{"finals_players": 8}, {"finals_match_length": 7}, {"finals_lengths": "3 5"}, {"planned_rounds": 4}],
    ids=["size", "length", "lengths", "rounds"],
)
def test_finals_can_be_changed_until_they_are_drawn(details):
    tournament, director = played_swiss(), make_director()
    change_tournament(tournament, by=director, **details)
    change_tournament(
        tournament, by=director, finals_players=4, finals_match_length=None, finals_lengths="", planned_rounds=2
    )
    draw_next_round(tournament)

    assert refusal(lambda: change_tournament(tournament, by=director, **details)) == "finals_stand_once_drawn"


@pytest.mark.parametrize(
    ("details", "code"),
    [
        ({"finals_players": 6}, "finals_size"),
        ({"finals_players": 2, "finals_third_place": True}, "finals_third_of_two"),
        ({"finals_players": 4, "finals_match_length": 26}, "format_length"),
        ({"finals_players": 4, "finals_lengths": "3 26"}, "format_length"),
        ({"finals_players": 4, "finals_lengths": "3 5 7"}, "finals_lengths"),
        ({"finals_players": 8, "finals_lengths": "5 5 7"}, "finals_lengths"),
    ],
    ids=["6 players", "third of two", "26 points", "26 points in the final", "too many rounds", "equal lengths"],
)
def test_finals_that_cannot_be_played_are_refused(details, code):
    assert refusal(lambda: make_tournament(4, **details)) == code


def test_finalist_who_has_left_or_is_absent_gives_the_other_a_bye():
    for leaves in (True, False):
        tournament = played_swiss(name=f"Evening {leaves}")
        play_round(draw_next_round(tournament), [(3, 1)])
        first, second, *_others = bracket_of(record_of(tournament)).seeds
        absent, director = entry_of(tournament, second), make_director()
        if leaves:
            withdraw_entry(absent, by=director)
        else:
            set_pause(absent, by=director, round_number=4, pauses=True)

        assert stored_pairs(draw_next_round(tournament)) == ((first, None),)
        assert [row.number for row in shown_standings(record_of(tournament))][:2] == [first, second]


def test_player_who_comes_back_was_absent_from_the_finals_drawn_meanwhile():
    for number in (2, 3):
        tournament, director = played_swiss(name=f"Gone after {number}"), make_director()
        if number == 3:
            play_round(draw_next_round(tournament), [(3, 1)])
        first = next(row.number for row in standings(record_of(tournament)))
        withdraw_entry(entry_of(tournament, first), by=director)
        draw_next_round(tournament)

        return_entry(entry_of(tournament, first), by=director)

        record = record_of(tournament)
        assert check_rounds(record) == ()
        assert not record.entries[first - 1].is_present(number + 1)
        assert record.entries[first - 1].is_present(number + 2)


def test_round_of_byes_alone_is_not_hidden():
    tournament = played_swiss(finals_players=8)
    change_tournament(tournament, by=make_director(), hides_new_rounds=True)
    first = draw_next_round(tournament)
    release_round(tournament, by=make_director(), number=3)
    for table, pairing in enumerate(first.pairings.order_by("position")):
        enter_result(pairing, DOUBLE_FORFEIT if table % 2 else WIN)

    semi_finals = draw_next_round(tournament)
    assert (first.is_hidden, semi_finals.is_hidden) == (True, False)


def sent_home(tournament, count):
    """Let so many players leave before the finals."""
    for entry in tournament.entries.order_by("-number")[:count]:
        withdraw_entry(entry, by=make_director())


def finals_set(tournament):
    tournament.refresh_from_db()
    return tournament.finals_players, tournament.finals_third_place


def test_finals_are_drawn_for_as_many_places_as_hold_the_seeds():
    tournament = played_swiss(finals_players=64, finals_third_place=True)
    sent_home(tournament, 3)

    first = draw_next_round(tournament)

    line = tournament.journal.order_by("-pk").first()
    assert (finals_set(tournament), first.pairings.count()) == ((8, True), 4)
    assert journal_sentence(line.action, line.facts) == ("quarter-finals drawn; drawn for 8 places (64 were set)")
    assert check_rounds(read_archive(dump(tournament)).record) == ()


def test_matches_of_the_finals_get_longer_round_by_round():
    tournament = played_swiss(finals_players=8, finals_lengths="3 5 7", finals_third_place=True)
    for best in (3, 5, 7):
        round_ = draw_next_round(tournament)
        assert length_at(tournament, round_) == best
        play_round(round_, [(best, 1)] * round_.pairings.count())
    archive = dump(tournament)

    assert check_rounds(read_archive(archive).record) == ()
    assert dump(restore(archive, by=make_director()).tournament) == archive


def test_finals_for_fewer_players_have_the_last_lengths_of_those_that_were_set():
    tournament = played_swiss(finals_players=8, finals_lengths="3 5 7")
    sent_home(tournament, 4)

    draw_next_round(tournament)
    tournament.refresh_from_db()
    cut = tournament.finals_lengths
    undo(tournament.journal.order_by("-pk").first(), by=make_director())
    tournament.refresh_from_db()

    assert (cut, tournament.finals_lengths, tournament.finals_match_length) == ("5 7", "3 5 7", None)


def test_final_of_two_who_are_left_has_the_last_length_until_it_is_removed():
    tournament = played_swiss(finals_players=8, finals_lengths="3 5 7")
    sent_home(tournament, 6)

    draw_next_round(tournament)
    tournament.refresh_from_db()
    cut = (tournament.finals_lengths, tournament.finals_match_length)
    remove_round(tournament, by=make_director(), number=3, confirmed="3")
    tournament.refresh_from_db()

    assert (cut, tournament.finals_lengths, tournament.finals_match_length) == (("", 7), "3 5 7", None)


def test_finals_of_two_who_are_left_have_no_match_for_third_place():
    tournament = played_swiss(finals_third_place=True)
    sent_home(tournament, 6)

    draw_next_round(tournament)

    assert finals_set(tournament) == (2, False)


@pytest.mark.parametrize("how", ["undone", "removed"])
def test_taking_back_the_first_round_of_the_finals_restores_their_settings(how):
    tournament = played_swiss(finals_players=16, finals_third_place=True)
    sent_home(tournament, 6)
    draw_next_round(tournament)

    if how == "undone":
        undo(tournament.journal.order_by("-pk").first(), by=make_director())
    else:
        remove_round(tournament, by=make_director(), number=3, confirmed="3")

    assert (finals_set(tournament), tournament.finals_as_set) == ((16, True), "")


def test_evening_that_ends_in_the_finals_drops_the_open_round_and_keeps_the_planned_rounds():
    tournament = in_the_final()
    final = pairing_of(tournament, 4, 1)

    end_evening(tournament, by=make_director(), number=4, scores={final.pk: None})

    tournament.refresh_from_db()
    record = record_of(tournament)
    assert (tournament.planned_rounds, len(record.rounds)) == (2, 3)
    assert shown_standings(record) == standings(record)


def test_evening_that_ends_after_complete_semi_finals_keeps_them():
    tournament = played_swiss(finals_players=4)
    play_round(draw_next_round(tournament))
    drawn = record_of(tournament).rounds

    end_evening(tournament, by=make_director(), number=len(drawn), scores={})

    assert record_of(tournament).rounds == drawn


def test_correction_of_the_swiss_leaves_the_finals_as_drawn():
    tournament = in_the_final()
    pairs = [stored_pairs(round_) for round_ in tournament.rounds.order_by("number")]

    record_result(pairing_of(tournament, 1, 1), by=make_director(), expected=WIN, result=LOSS)

    assert [stored_pairs(round_) for round_ in tournament.rounds.order_by("number")] == pairs
    assert (
        refusal(lambda: record_result(pairing_of(tournament, 3, 1), by=make_director(), expected=WIN, result=PENDING))
        == "past_result_is_needed"
    )


def correct_to_pending(tournament):
    record_result(pairing_of(tournament, 3, 1), by=make_director(), expected=WIN, result=PENDING)


def correct_as_helper(tournament):
    record_result(pairing_of(tournament, 3, 1), by=make_helper(tournament), expected=WIN, result=CLOSER_WIN)


REFUSED_IN_THE_FINAL = {
    "Round “Semi-finals” is not the latest round, so it stays as it is.": lambda t, by: release_round(
        t, by=by, number=3
    ),
    "To remove round “Final”, type its number.": lambda t, by: remove_round(t, by=by, number=4, confirmed=""),
    "Round “Final” is already paired.": lambda t, by: set_pause(entry_of(t, 1), by=by, round_number=4, pauses=True),
    "Someone has changed round “Final” in the meantime. Check it again.": lambda t, by: end_evening(
        t, by=by, number=4, scores={}
    ),
    "Later rounds were paired on the results of round “Semi-finals”, so this result can be corrected but not "
    "deleted.": lambda t, by: correct_to_pending(t),
    "Round “Semi-finals” is over, so only the director can correct it.": lambda t, by: correct_as_helper(t),
}


@pytest.mark.parametrize("sentence", REFUSED_IN_THE_FINAL)
def test_refusals_call_rounds_of_the_finals_by_name(sentence):
    tournament = in_the_final()

    with pytest.raises(Refused) as refused:
        REFUSED_IN_THE_FINAL[sentence](tournament, make_director())

    assert refusal_sentence(refused.value) == sentence


def test_refusals_to_draw_and_to_enter_results_call_rounds_of_the_finals_by_name():
    tournament, director = played_swiss(), make_director()
    change_tournament(tournament, by=director, hides_new_rounds=True)

    with pytest.raises(Refused) as not_next:
        draw_round(tournament, by=director, number=4)
    draw_next_round(tournament)
    with pytest.raises(Refused) as hidden:
        enter_result(pairing_of(tournament, 3, 1), WIN)

    assert [refusal_sentence(refused.value) for refused in (not_next, hidden)] == [
        "Round “Semi-finals” is the next to be paired, not round “Final”.",
        "Round “Semi-finals” is still hidden. Release it before entering results.",
    ]
