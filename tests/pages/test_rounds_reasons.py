"""Why a pairing is as it is, in sentences with the players' names."""

import json

import pytest
from django.utils import translation

from tests.factories import (
    draw_next_round,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
    seat,
)
from tests.rankings import konstanz
from tournament.actions.journal import history, undo
from tournament.actions.players import NewPlayer, add_entries, change_entry, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.rounds import draw_round, pair_by_hand, set_at_table
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.head_to_head import DirectMatches
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.refusals import Refused
from tournament.engine.seating import place_of
from tournament.engine.standings import Standing
from tournament.engine.terms import KONSTANZ, Criterion, Outcome
from tournament.models import Entry, Pairing, Round, Tournament
from tournament.pages.rounds import order_reasons, pairing_reasons, place_reasons, reason_of
from tournament.queries.drawn import as_paired
from tournament.queries.evening import evening_of, record_of
from tournament.queries.record import result_of
from tournament.queries.rounds.seating import stored_pairs
from tournament.queries.standings import RankedEntry, StandingRow, StandingsPage, standings_page

pytestmark = pytest.mark.django_db


def reasons(tournament, number=None):
    evening = evening_of(Tournament.objects.get(pk=tournament.pk))
    return pairing_reasons(evening, number or len(evening.rounds))


def test_the_first_round_is_explained_by_the_lot_and_later_ones_by_who_has_met():
    tournament = make_tournament(entries=4, played=1)
    draw_next_round(tournament)

    assert reasons(tournament, 1) == {
        2: "Player 2 (1st) plays Player 4 (2nd): the order was drawn by lot.",
        3: "Player 3 (3rd) plays Player 1 (4th): the order was drawn by lot.",
    }
    assert reasons(tournament) == {
        2: "Player 2 (1st) plays Player 1 (2nd): Player 1 is the best-placed opponent not yet met.",
        3: "Player 3 (3rd) plays Player 4 (4th): Player 4 is the best-placed opponent not yet met.",
    }


def test_the_reasons_come_in_the_language_of_the_page():
    tournament = make_tournament(entries=2, played=1)
    reasons(tournament)

    with translation.override("de"):
        german = reasons(tournament)[2]

    assert german == "Player 2 (1.) spielt gegen Player 1 (2.): Die Reihenfolge wurde ausgelost."


def test_a_corrected_name_is_in_the_reasons_at_once():
    tournament = make_tournament(entries=2, played=1)
    reasons(tournament)

    change_entry(entry_of(tournament, 1), by=make_director(), name="Anna")

    assert reasons(tournament)[2] == "Player 2 (1st) plays Anna (2nd): the order was drawn by lot."


def test_neither_latecomers_nor_a_correction_change_the_reasons_of_an_earlier_round():
    tournament = make_tournament(entries=4, played=1)
    draw_next_round(tournament)
    before = reasons(tournament, 2)

    add_entries(tournament, by=make_director(), players=[NewPlayer(f"Late {number}") for number in range(9)])
    pairing = pairing_of(tournament, 1, 1)
    record_result(pairing, by=make_director(), expected=result_of(pairing), result=Result(Outcome.PLAYED, (0, 3)))

    assert reasons(tournament, 2) == before


def test_a_round_is_worked_out_once_however_often_the_tournament_changes(django_assert_num_queries):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    evening = evening_of(Tournament.objects.get(pk=tournament.pk))
    pairing_reasons(evening, 1)

    with django_assert_num_queries(0):
        pairing_reasons(evening, 1)


BY_HAND = ": set by the director."
CHANGED = ": the director changed this round, so the rules alone no longer explain this pairing."


def drawn(entries, rounds):
    """A tournament with results in so many rounds, those that need it with rematches; the last is as it was drawn."""
    tournament = make_tournament(entries=entries, planned_rounds=rounds)
    for number in range(1, rounds + 1):
        for allowed in (False, True):
            try:
                draw_round(
                    tournament, by=make_director(), number=number, draw_seed="konstanz", rematches_allowed=allowed
                )
                break
            except Refused:
                continue
        if number < rounds:
            play_round(tournament.rounds.get(number=number))
    return tournament


def test_after_a_bye_by_hand_every_table_that_nobody_touched_keeps_its_drawn_reason():
    tournament = drawn(entries=12, rounds=2)
    before = reasons(tournament)
    leaver = pairing_of(tournament, 2, 3).second
    other = pairing_of(tournament, 2, 3).first.number
    withdraw_entry(leaver, by=make_director())

    set_at_table(
        tournament, by=make_director(), number=2, players=(other,), expected=(place_of(record_of(tournament), other),)
    )

    assert reasons(tournament) == before | {other: f"Player {other} – bye{BY_HAND}"}


def test_two_pairs_that_the_director_exchanges_are_theirs_and_the_others_as_drawn():
    tournament = drawn(entries=8, rounds=2)
    before = reasons(tournament)
    pairs = stored_pairs(tournament.rounds.get(number=2))
    (a, b), (c, d) = pairs[2:]

    pair_by_hand(
        tournament, by=make_director(), number=2, expected=pairs, pairs=[*pairs[:2], (a, c), (b, d)], reason="x"
    )

    now = reasons(tournament)
    untouched = [first for first, _second in pairs[:2]]
    assert [now[first] for first in untouched] == [before[first] for first in untouched]
    by_hand = {
        first: second for first, second in stored_pairs(tournament.rounds.get(number=2)) if first not in untouched
    }
    assert {first: text for first, text in now.items() if first not in untouched} == {
        first: f"Player {first} – Player {second}{BY_HAND}" for first, second in by_hand.items()
    }


def changed_by_hand(tournament):
    pairs = stored_pairs(tournament.rounds.get(number=2))
    (a, b), (c, d) = pairs[:2]
    pair_by_hand(
        tournament, by=make_director(), number=2, expected=pairs, pairs=[(a, c), (b, d), *pairs[2:]], reason="x"
    )


def undo_last(tournament):
    undo(history(tournament).undoable, by=make_director())


def test_an_entry_that_was_undone_keeps_the_reasons_of_a_round_changed_by_hand():
    tournament = drawn(entries=8, rounds=2)
    changed_by_hand(tournament)
    before = reasons(tournament)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    undo_last(tournament)

    assert reasons(tournament) == before


def test_a_latecomer_whose_seat_and_entry_were_undone_keeps_the_reasons_of_a_round_changed_by_hand():
    tournament = drawn(entries=8, rounds=2)
    changed_by_hand(tournament)
    withdraw_entry(pairing_of(tournament, 2, 4).second, by=make_director())
    before = reasons(tournament)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    seat(tournament, pairing_of(tournament, 2, 4).first.number, 9)
    undo_last(tournament)
    undo_last(tournament)

    assert reasons(tournament) == before


def test_a_reason_that_cannot_be_told_is_left_out_and_logged(caplog):
    tournament = drawn(entries=4, rounds=2)
    as_drawn = as_paired(evening_of(tournament), 2)
    first = next(iter(as_drawn.pairings))
    as_drawn.ranks = {}

    assert reason_of(as_drawn, first) == ""
    assert [line.levelname for line in caplog.records] == ["ERROR"]


def test_a_changed_round_of_which_nothing_more_is_known_is_told_as_changed():
    copy = exchanged(drawn(entries=6, rounds=2))
    Round.objects.filter(tournament=copy, number=2).update(manual=True)

    assert reasons(copy, 2) == {
        first: f"Player {first} – Player {second}{CHANGED}" for first, second in stored_pairs(copy.rounds.get(number=2))
    }


def test_who_meets_again_is_told_so_with_the_rounds_and_nobody_is_called_unmet():
    tournament = drawn(entries=4, rounds=5)

    assert reasons(tournament, 4) == {
        2: "Player 2 (1st) plays Player 4 (2nd) again: they met in round 1; nobody here is left unmet.",
        1: "Player 1 (3rd) plays Player 3 (4th) again: they met in round 1; nobody here is left unmet.",
    }
    assert "not yet met" not in " ".join(reasons(tournament, 5).values())


def test_a_later_correction_takes_nothing_from_what_a_rematch_rests_on():
    tournament = drawn(entries=4, rounds=4)
    before = reasons(tournament, 4)
    pairing = pairing_of(tournament, 1, 1)
    record_result(pairing, by=make_director(), expected=result_of(pairing), result=DOUBLE_FORFEIT)

    assert reasons(tournament, 4) == before


def test_who_has_the_bye_again_is_told_so_in_both_languages():
    tournament = drawn(entries=3, rounds=4)
    (bye,) = [pairing.first.number for pairing in Pairing.objects.filter(round__number=4, second=None)]

    english = reasons(tournament, 4)[bye]
    with translation.override("de"):
        german = reasons(tournament, 4)[bye]

    assert (english, german) == (
        "Player 3 (3rd) has the bye again: they won without a match in round 2; nobody here is left unmet, and"
        " everybody has won without a match.",
        "Player 3 (3.) hat noch einmal das Freilos: kampflos gewonnen in Runde 2; alle sind sich begegnet, jeder"
        " hatte ein Freilos.",
    )


def exchanged(tournament):
    """The tournament restored with the second players of tables 1 and 2 of the last round exchanged."""
    values = json.loads(dump(tournament))
    first, second, *_others = (pairing["players"] for pairing in values["rounds"][-1]["pairings"])
    first[1], second[1] = second[1], first[1]
    return restore(json.dumps(values).encode(), by=None).tournament


def test_a_pairing_that_the_rules_do_not_give_is_not_explained_by_them():
    tournament = make_tournament(entries=6)
    draw_next_round(tournament)

    assert list(reasons(exchanged(tournament))) == [list(reasons(tournament))[2]]


def test_a_round_that_was_not_as_the_rules_give_it_before_it_was_changed_is_told_as_changed():
    copy = exchanged(drawn(entries=10, rounds=2))
    Tournament.objects.filter(pk=copy.pk).update(director=make_director())
    copy.refresh_from_db()
    pairs = stored_pairs(copy.rounds.get(number=2))
    *untouched, (a, b), (c, d) = pairs
    pair_by_hand(copy, by=make_director(), number=2, expected=pairs, pairs=[*untouched, (a, c), (b, d)], reason="x")

    told = reasons(copy, 2)

    assert [CHANGED in sentence or BY_HAND in sentence for sentence in told.values()] == [True] * 5


def test_a_pair_that_the_director_parted_and_set_again_is_theirs():
    tournament = drawn(entries=8, rounds=2)
    pairs = stored_pairs(tournament.rounds.get(number=2))
    (a, b), (c, d) = pairs[2:]
    changed_by_hand(tournament)
    standing = stored_pairs(tournament.rounds.get(number=2))
    back = [*pairs[:2], (a, c), (b, d)]
    pair_by_hand(tournament, by=make_director(), number=2, expected=standing, pairs=back, reason="back")

    told = reasons(tournament)

    assert [BY_HAND in told[first] for first, _second in stored_pairs(tournament.rounds.get(number=2))] == [True] * 4


def test_a_pair_set_in_a_round_that_is_still_hidden_is_the_director_s():
    tournament = drawn(entries=8, rounds=2)
    Round.objects.filter(tournament=tournament, number=2).update(is_hidden=True)
    changed_by_hand(tournament)

    told = reasons(tournament, 2)

    assert [BY_HAND in told[first] for first, _second in stored_pairs(tournament.rounds.get(number=2))].count(True) == 2


def test_a_round_that_the_rules_do_not_give_at_all_is_not_explained():
    values = json.loads(dump(make_tournament(entries=2, played=1)))
    values["rounds"].append({**values["rounds"][0], "number": 2})

    copy = restore(json.dumps(values).encode(), by=None).tournament

    assert reasons(copy) == {}


def test_a_place_is_explained_from_above_and_below():
    ranking = standings_page(evening_of(make_tournament(entries=4, played=1)))

    assert [place_reasons(row, ranking) for row in ranking.rows[:2]] == [
        ("Player 2 is ahead of Player 1 (2nd): level on match wins, point difference +2 against +1.",),
        (
            "Player 2 is ahead of Player 1 (2nd): level on match wins, point difference +2 against +1.",
            "Player 1 is ahead of Player 3 (3rd): more match wins, 1 against 0.",
        ),
    ]


def test_the_order_is_explained_from_the_top_to_the_end():
    ranking = standings_page(evening_of(make_tournament(entries=3, played=1)))

    assert order_reasons(ranking.rows, ranking) == (
        "Player 2 is ahead of Player 1 (2nd): level on match wins, point difference +2 against 0.",
        "Player 1 is ahead of Player 3 (3rd): more match wins, 1 against 0.",
    )


def test_a_place_below_a_circle_is_explained_by_somebody_further_up():
    entries = {number: Entry(number=number, name=f"Player {number}") for number in range(1, 5)}
    last = Standing(4, 4, konstanz(1, 0, 3), Criterion.HEAD_TO_HEAD, DirectMatches(1, 4))
    above = RankedEntry(Standing(3, 3, konstanz(1, 0, 3), Criterion.LOT), entries[3])
    row = StandingRow(last, entries[4], above, None, 0)

    assert place_reasons(row, StandingsPage(1, 0, (row,), entries, KONSTANZ)) == (
        "Player 3 is ahead of Player 4 (4th): level on match wins, point difference and Buchholz; Player"
        " 1 beat Player 4, and players who beat one another in a circle stay together.",
    )
