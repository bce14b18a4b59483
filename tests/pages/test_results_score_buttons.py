"""The scores that can be tapped."""

from tournament.engine.record import PENDING, Result, Rules
from tournament.engine.terms import Outcome
from tournament.matches.formats import OFFERS, MatchFormat
from tournament.pages.results import excess_buttons, own_score_buttons, score_buttons, takes_winner_first, types_excess

FORMAT, RULES = MatchFormat(), Rules()


def played(first, second):
    return Result(Outcome.PLAYED, (first, second))


def texts(wanted, rules, standing=PENDING):
    sides = score_buttons(wanted, rules, standing)
    return [[f"{button.text}{'*' * button.is_standing}" for button in side] for side in sides]


def test_the_scores_that_count_are_offered_and_the_standing_one_is_marked():
    assert texts(FORMAT, RULES) == [["3:0", "3:1", "3:2"], ["2:3", "1:3", "0:3"]]
    assert texts(FORMAT, RULES, played(3, 1)) == [["3:0", "3:1*", "3:2"], ["2:3", "1:3", "0:3"]]
    assert texts(FORMAT, RULES, played(4, 1)) == [["3:0", "3:1*", "3:2"], ["2:3", "1:3", "0:3"]]
    assert texts(FORMAT, RULES, Result(Outcome.STOPPED, (2, 1))) == [["3:0", "3:1", "3:2"], ["2:3", "1:3", "0:3"]]


def test_excess_points_are_offered_where_they_count_the_smallest_first():
    rules = Rules(match_length=1, count_excess_points=True)

    assert texts(MatchFormat(match_length=1), rules, played(2, 0)) == [["1:0", "2:0*"], ["0:1", "0:2"]]


def test_of_a_single_game_with_the_cube_every_score_there_can_be_is_offered():
    offer = OFFERS["cube_single"]
    rules = Rules(match_length=1, count_excess_points=offer.preset.counts_excess_points)
    worths = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192]

    assert takes_winner_first(offer.format, rules)
    assert texts(offer.format, rules) == [[f"{worth}:0" for worth in worths], [f"0:{worth}" for worth in worths]]


def test_where_many_scores_are_possible_those_of_a_side_go_up_with_the_points_of_the_loser():
    for length in (5, 25):
        rules, wanted = Rules(match_length=length), OFFERS[f"cube-{length}"].format

        sides = texts(wanted, rules, played(length + 2, 1))

        assert sides[0] == [f"{length}:{lost}{'*' * (lost == 1)}" for lost in range(length)]
        assert sides[1] == [f"{lost}:{length}" for lost in range(length)]


def test_the_winner_is_chosen_first_where_more_than_three_scores_a_side_are_possible():
    chosen = {name for name, offer in OFFERS.items() if takes_winner_first(offer.format, rules_for(offer))}

    assert OFFERS.keys() - chosen == {"konstanz", "cube-3", "single", "tavli-3"} | {
        f"{game}-{length}" for game in ("portes", "plakoto", "fevga") for length in (1, 3)
    }


def rules_for(offer):
    return Rules(match_length=offer.format.match_length, count_excess_points=offer.preset.counts_excess_points)


def test_a_few_scores_beyond_the_length_are_tapped_and_many_are_typed():
    excess = {
        name: (len(excess_buttons(OFFERS[name].format, rules_for(OFFERS[name]), is_first=True)), types)
        for name in ("konstanz", "single", "tavli-5", "tavli-7", "cube-3", "cube_single")
        for types in [types_excess(OFFERS[name].format, rules_for(OFFERS[name]))]
    }

    assert excess == {
        "konstanz": (6, False),
        "single": (2, False),
        "tavli-5": (10, False),
        "tavli-7": (0, True),
        "cube-3": (0, True),
        "cube_single": (0, False),
    }


def told(*, is_first):
    won, lost = own_score_buttons(FORMAT, RULES, is_first=is_first)
    return [[(button.text, button.code) for button in side] for side in (won, lost)]


def test_the_own_points_come_first_and_the_code_keeps_the_order_of_the_pairing():
    first = told(is_first=True)
    second = told(is_first=False)

    assert first[0][0] == ("3:0", "played/3/0/")
    assert [text for text, _code in second[0]] == [text for text, _code in first[0]] == ["3:0", "3:1", "3:2"]
    assert second[0][0] == ("3:0", "played/0/3/")
    assert second[1][-1] == ("0:3", "played/3/0/")
