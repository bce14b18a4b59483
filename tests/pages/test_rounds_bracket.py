"""The bracket of the finals: who stands where, who waits for whom, and what a player is told of it."""

import re

import pytest

from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of, play_round
from tournament.actions.players import set_pause
from tournament.actions.tournaments import end_evening
from tournament.engine.finals import bracket_of
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.forms.sent import second_bracket
from tournament.pages.rounds import bracket_on_the_wall, bracket_page, bracket_sheet, drops_on_the_wall, next_in_finals
from tournament.queries.evening import evening_of

pytestmark = pytest.mark.django_db
WIN, LOSS = (Result(Outcome.PLAYED, score) for score in ((3, 1), (1, 3)))


def swiss(**details):
    return make_tournament(8, 2, planned_rounds=2, **{"finals_players": 4, **details})


def described(tournament):
    """Of each round and of the match for third place, the seed or the words of each place, with points."""
    page = bracket_page(evening_of(tournament))
    boxes = [*(round_.boxes for round_ in page.rounds), *([(page.third,)] if page.third else [])]
    return [[tuple(_side(side) for side in box.sides) for box in of_round] for of_round in boxes]


def _side(side):
    who = f"{side.seed}" if side.entry else side.words
    return who if side.points is None else f"{who}: {side.points}"


def test_tournament_without_finals_has_no_bracket():
    assert bracket_page(evening_of(make_tournament(4, 1))) is None


def test_bracket_shows_places_of_the_ranking_until_it_is_drawn():
    assert described(swiss(finals_third_place=True)) == [
        [("1st of the ranking", "4th of the ranking"), ("2nd of the ranking", "3rd of the ranking")],
        [("winner: Semi-final 1", "winner: Semi-final 2")],
        [("loser: Semi-final 1", "loser: Semi-final 2")],
    ]


def test_bracket_says_who_waits_for_whom():
    tournament = swiss(finals_third_place=True)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 3, 1), LOSS)
    evening = evening_of(tournament)
    seeds = bracket_of(evening.record).seeds
    told = {seed: next_in_finals(evening, player) for seed, player in enumerate(seeds, start=1)}

    assert described(tournament) == [
        [("1: 1", "4: 3"), ("2", "3")],
        [("4", "winner of table 2")],
        [("1", "loser of table 2")],
    ]
    assert {seed: text.replace("\u2068", "").replace("\u2069", "") for seed, text in told.items()} == {
        1: "Next: Match for third place, waits for the loser of table 2",
        2: "",
        3: "",
        4: "Next: Final, waits for the winner of table 2",
    }


def test_nobody_comes_from_a_match_that_nobody_has_won():
    tournament = swiss()
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 3, 1), DOUBLE_FORFEIT)
    page = bracket_page(evening_of(tournament))

    assert described(tournament)[1] == [("nobody", "winner of table 2")]
    assert page.rounds[0].boxes[0].state == "neither appeared"


def test_empty_places_give_byes():
    tournament = swiss()
    for entry in tournament.entries.all()[:5]:
        set_pause(entry, by=make_director(), round_number=3, pauses=True)
    draw_next_round(tournament)
    page = bracket_page(evening_of(tournament))

    assert described(tournament) == [[("1", "nobody"), ("2", "3")], [("1", "winner of table 1")]]
    assert (page.rounds[0].boxes[0].state, page.rounds[0].boxes[0].table) == ("bye", None)


def test_round_of_the_bracket_that_is_being_played_is_marked():
    tournament = swiss()
    play_round(draw_next_round(tournament), [(3, 1)])
    draw_next_round(tournament)
    page = bracket_page(evening_of(tournament))

    assert [(round_.title, round_.number, round_.is_running) for round_ in page.rounds] == [
        ("Semi-finals", 3, False),
        ("Final", 4, True),
    ]


def test_bracket_is_a_list_in_the_workbook():
    tournament = swiss(finals_third_place=True)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 3, 1), WIN)
    evening = evening_of(tournament)
    first, second, third, fourth = (evening.entries[seed].display_name for seed in bracket_of(evening.record).seeds)

    assert bracket_sheet(tournament, bracket_page(evening)).rows == (
        ("Semi-finals", 1, 1, first, 3, 1, fourth, 4, ""),
        ("Semi-finals", 2, 2, second, None, None, third, 3, ""),
        ("Final", None, 1, first, None, None, "winner of table 2", None, ""),
        ("Match for third place", None, 4, fourth, None, None, "loser of table 2", None, ""),
    )


def test_match_for_third_place_that_fell_away_with_the_end_of_the_evening_is_not_to_come():
    tournament = swiss(finals_third_place=True)
    play_round(draw_next_round(tournament), [(3, 1)])
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 4, 1), WIN)
    third = pairing_of(tournament, 4, 2)

    end_evening(tournament, by=make_director(), number=4, scores={third.pk: None})

    evening = evening_of(tournament)
    box = bracket_page(evening).third
    assert (box.state, next_in_finals(evening, third.first.number)) == ("not played", "")


@pytest.mark.parametrize("kind", ["rest 64", "losers", "first_losers"])
@pytest.mark.parametrize("players", [8, 16, 32, 64])
def test_no_two_stages_of_a_consolation_say_that_as_many_are_left(kind, players):
    tournament = make_tournament(2, planned_rounds=1, finals_players=players, **second_bracket(kind))

    titles = [stage.title for stage in bracket_page(evening_of(tournament)).second]

    left = [number for title in titles for number in re.findall("[0-9]+ left", title)]
    assert (len(set(titles)), len(set(left))) == (len(titles), len(left))


def test_wall_shows_all_tables_while_a_match_of_the_consolation_is_played_beside_the_finals():
    tournament = swiss(**second_bracket("rest 2"))
    draw_next_round(tournament)
    before = bracket_on_the_wall(bracket_page(evening_of(tournament)), {})

    enter_result(pairing_of(tournament, 3, 3), WIN)

    after = bracket_on_the_wall(bracket_page(evening_of(tournament)), {})
    assert (before, [round_.title for round_ in after.rounds]) == (None, ["Semi-finals", "Final"])


def test_wall_tells_of_four_who_have_dropped_and_of_no_more():
    tournament = make_tournament(16, planned_rounds=0, finals_players=16, finals_second="losers")
    drawn, told = draw_next_round(tournament), []
    for _round in range(2):
        play_round(drawn, [(3, 1)])
        drawn = draw_next_round(tournament)
        page = bracket_page(evening_of(tournament))
        told.append((len(page.drops), drops_on_the_wall(page).count(" comes from the ")))

    assert told == [(8, 0), (4, 4)]
