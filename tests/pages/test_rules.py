"""The rules of a tournament in words."""

from dataclasses import replace

import pytest
from django.utils import translation

from tournament.engine.record import Rules
from tournament.matches.clocks import CLOCKS
from tournament.matches.formats import OFFERS, MatchFormat
from tournament.pages.rules import rules_in_words

FORMAT, RULES = MatchFormat(), Rules()


def sections(wanted=FORMAT, rules=RULES, clock=None, language="en-gb"):
    with translation.override(language):
        return tuple(rules_in_words(wanted, rules, clock))


def said(about, clock=None, **changes):
    """What the rules say about something, in English."""
    wanted = replace(FORMAT, **{key: value for key, value in changes.items() if hasattr(FORMAT, key)})
    rules = replace(RULES, **{key: value for key, value in changes.items() if hasattr(RULES, key)})
    return {section.key: section.texts for section in sections(wanted, rules, clock)}[about]


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        (
            {},
            (
                "A game is worth 1 point. A gammon (the loser has not borne off any checkers) is worth 2.",
                "A backgammon counts as a gammon.",
                "Points beyond 3 do not count: 4:0 counts as 3:0.",
            ),
        ),
        (
            {"count_excess_points": True, "match_length": 5, "backgammons": True},
            (
                "A game is worth 1 point. A gammon (the loser has not borne off any checkers) is worth 2.",
                (
                    "A backgammon (the loser also still has a checker in the winner's home board or on the bar) is "
                    "worth 3."
                ),
                "Points beyond 5 count too: 6:0 stays 6:0.",
            ),
        ),
        ({"gammons": False}, ("Every game is worth 1 point, even a gammon.",)),
        (
            {"gammons": False, "cube": True},
            (
                "Every game is worth 1 point, even a gammon.",
                "The points of a game are multiplied by the value of the cube.",
                "Points beyond 3 do not count: 4:0 counts as 3:0.",
            ),
        ),
    ],
)
def test_the_points_follow_the_settings(changes, sentences):
    assert said("points", **changes) == sentences


def test_the_match_is_said_as_everywhere_and_who_begins_the_next_game():
    sentence = "Backgammon to 3 points; a gammon counts 2; the winner of a game opens the next one."
    giving_up = "A player may offer to give up a game, as a single game or a gammon. The opponent may decline."

    assert said("match") == (
        sentence,
        "The winner of each game starts the next, with a roll of both dice.",
        giving_up,
    )
    assert said("match", match_length=1) == ("A single game of Backgammon; a gammon counts 2.", giving_up)


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (0, "A win without a match does not change the point difference and adds no opponent for Buchholz."),
        (1, "A win without a match adds 1 point to the point difference and no opponent for Buchholz."),
        (3, "A win without a match adds 3 points to the point difference and no opponent for Buchholz."),
    ],
)
def test_what_a_win_without_a_match_brings_follows_the_settings(points, sentence):
    assert said("unplayed", unplayed_win_points=points)[2] == sentence


def test_each_rule_of_the_cube_is_told_where_it_holds():
    of_match = said("cube", cube=True, match_length=7, crawford=True, cube_limit=16)
    for_stakes = said("cube", cube=True, match_length=1, jacoby=True, beavers=True, automatic_doubles=2)

    assert [text.partition(":")[0] for text in of_match[2:]] == ["The cube goes up to 16.", "Crawford rule"]
    assert [text.partition(":")[0] for text in for_stakes[2:]] == [
        "The cube goes up to 64.",
        "Jacoby rule",
        "Beaver",
        "Automatic doubles",
    ]


def test_what_differs_from_the_usual_match_is_told_of_backgammon_alone():
    assert said("different") == (
        "A backgammon counts 2, not 3.",
        "Only the first game of a match begins with an opening roll.",
    )
    assert said("different", cube=True, match_length=5, backgammons=True, winner_opens=False, cube_limit=8) == (
        "The cube stops at 8.",
        "The Crawford rule does not apply.",
    )
    keys = [section.key for preset in ("cube-5", "tavli-3") for section in sections(OFFERS[preset].format)]
    assert "different" not in keys


def test_tavli_has_three_games_each_with_its_board_and_its_own_rules():
    games = [section for section in sections(OFFERS["tavli-5"].format) if section.board]

    assert [(game.heading, game.board.words, len(game.moving), game.moving[-1].label) for game in games] == [
        ("Portes", "Each side: 2 on 24, 5 on 13, 3 on 8, 5 on 6.", 7, "Portes 7"),
        ("Plakoto", "Each side: 15 on 24.", 7, "Plakoto 7"),
        ("Fevga", "Each side: 15 on 24.", 9, "Fevga 9"),
    ]


def test_the_time_is_told_where_there_is_a_clock():
    assert "time" not in [section.key for section in sections()]
    assert said("time", clock=CLOCKS["blitz"]) == (
        "Each player has 30 s for each game; a move of up to 10 s gains 10 s, up to 30 s.",
        "The clock runs for the player whose turn it is. Between games it stands.",
        "When the time is up, the players and the director decide.",
    )


@pytest.mark.parametrize(("language", "word"), [("en-gb", "cube"), ("de", "dopplerwürfel")])
def test_without_the_cube_nobody_reads_of_it(language, word):
    told = [text for section in sections(language=language, clock=CLOCKS["delay"]) for text in section.texts]

    assert [text for text in told if word in text.lower()] == []


def test_every_section_can_be_pointed_at():
    for offer in OFFERS.values():
        keys = [section.key for section in sections(offer.format, clock=CLOCKS["normal"])]

        assert len(keys) == len(set(keys))
