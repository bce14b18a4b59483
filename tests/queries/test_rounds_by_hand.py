"""What a director needs to know who changes pairings by hand."""

import pytest

from tests.factories import draw_next_round, enter_result, entry_of, make_director, make_tournament, pairing_of
from tournament.actions.players import keep_apart
from tournament.actions.results import record_result
from tournament.actions.rounds import pair_by_hand
from tournament.engine.by_hand import Draft
from tournament.engine.record import Result
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.queries.evening import record_of
from tournament.queries.rounds.seating import (
    is_overtaken,
    joins_who_are_kept_apart,
    ranking_before,
    rules_pairs,
    stored_pairs,
    with_names,
)

pytestmark = pytest.mark.django_db
WIN, LOSS = Result(Outcome.PLAYED, (3, 1)), Result(Outcome.PLAYED, (0, 3))


def correct(tournament):
    record_result(pairing_of(tournament, 1, 1), by=make_director(), expected=WIN, result=LOSS)


@pytest.fixture
def tournament():
    """Six players; round 1 is played, round 2 paired."""
    made = make_tournament(entries=6, played=1)
    draw_next_round(made)
    made.refresh_from_db()
    return made


@pytest.fixture
def round_(tournament):
    return tournament.rounds.get(number=2)


def test_pairs_are_told_with_players_places_and_what_the_rules_would_avoid(tournament, round_):
    first = stored_pairs(tournament.rounds.get(number=1))[0]

    (told,) = with_names(round_, [first])

    assert (told.first.number, told.second.number, told.is_objected) == (*first, True)
    order = ranking_before(tournament, 2)
    assert (order[told.first_rank - 1], order[told.second_rank - 1]) == first


def test_two_who_are_to_be_kept_apart_are_told_so(tournament, round_):
    (first, second), other = stored_pairs(round_)[:2]
    keep_apart(*(entry_of(tournament, number) for number in (first, second)), by=make_director())

    told = with_names(round_, [(first, second), other])
    swapped = Draft(((first, other[0]), (second, other[1])))

    assert [pair.are_kept_apart for pair in told] == [True, False]
    assert joins_who_are_kept_apart(round_, Draft((told_pair(told[0]),)), swapped)
    assert not joins_who_are_kept_apart(round_, swapped, Draft(stored_pairs(round_)))


def told_pair(pair):
    return pair.first.number, pair.second.number


def test_the_rules_give_what_was_drawn_until_a_result_is_corrected(tournament, round_):
    def given():
        return tuple((pair.first.number, pair.second.number) for pair in rules_pairs(round_)[0])

    before = given() == stored_pairs(round_), is_overtaken(round_)
    correct(tournament)

    assert (before, (given() == stored_pairs(round_), is_overtaken(round_))) == ((True, False), (False, True))


def test_a_round_with_a_result_is_not_overtaken(tournament, round_):
    correct(tournament)
    enter_result(pairing_of(tournament, 2, 1), WIN)

    assert is_overtaken(round_) is False


def test_a_round_chosen_by_hand_is_not_overtaken(tournament, round_):
    a, b, *rest = ranking_before(tournament, 2)
    chosen = [(a, rest[0]), (b, rest[1]), (rest[2], rest[3])]
    pair_by_hand(tournament, by=make_director(), number=2, expected=stored_pairs(round_), pairs=chosen, reason="wish")
    correct(tournament)

    assert is_overtaken(tournament.rounds.get(number=2)) is False


def test_the_ranking_before_a_round_stands_on_todays_results_or_on_those_when_it_was_paired(tournament, round_):
    before = ranking_before(tournament, 2)
    correct(tournament)

    assert tuple(row.number for row in standings(record_of(tournament), 1, as_of=2)) == before
    assert ranking_before(tournament, 2) != before


def test_where_the_rules_give_no_round_it_is_said_why():
    made = make_tournament(entries=2, played=1)
    copy = made.rounds.get(number=1)
    copy.number = 2

    pairs, refused = rules_pairs(copy)

    assert (pairs, refused.code) == ((), "no_pairing_without_rematch")


def test_who_is_kept_apart_and_stands_together_already_is_no_news(tournament, round_):
    pairs = stored_pairs(round_)
    keep_apart(*(entry_of(tournament, number) for number in pairs[0]), by=make_director())
    (a, b), (c, d) = pairs[1:]

    draft = Draft((pairs[0], (a, c), (b, d)))

    assert not joins_who_are_kept_apart(round_, draft, Draft(pairs))
    assert joins_who_are_kept_apart(round_, draft, Draft(((a, b), (c, d))))


def test_a_round_changed_by_hand_is_never_overtaken(tournament, round_):
    pairs = stored_pairs(round_)
    (a, b), (c, d), *others = pairs
    pair_by_hand(
        tournament, by=make_director(), number=2, expected=pairs, pairs=[(a, d), (c, b), *others], reason="siblings"
    )
    correct(tournament)
    round_.refresh_from_db()

    assert is_overtaken(round_) is False
