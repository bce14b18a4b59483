from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.utils import translation

from tests.exports.paper import reader, texts
from tests.factories import make_tournament
from tournament.engine.record import Rules
from tournament.exports.board import START
from tournament.exports.lettering import SMALL
from tournament.exports.rules import HANG, rules_in_words, rules_pdf
from tournament.matches.formats import MatchFormat
from tournament.models import Tournament

AT = {"public_url": "https://club.example/t/open/", "printed_at": datetime(2026, 11, 20, 18, 42, tzinfo=UTC)}
FORMAT, RULES = MatchFormat(), Rules()


def said(about, **changes):
    """What the rules say about something, in English."""
    with translation.override("en-gb"):
        wanted = replace(FORMAT, **{key: value for key, value in changes.items() if hasattr(FORMAT, key)})
        rules = replace(RULES, **{key: value for key, value in changes.items() if hasattr(RULES, key)})
        return {rule.heading: rule.texts for rule in rules_in_words(wanted, rules)}[about]


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
    ],
)
def test_the_points_follow_the_settings(changes, sentences):
    assert said("Points", **changes) == sentences


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        (
            {},
            (
                "A match is played to 3 points.",
                "The winner of each game starts the next.",
                "The doubling cube is not used.",
            ),
        ),
        ({"match_length": 1}, ("A match is a single game, played to 1 point.", "The doubling cube is not used.")),
    ],
)
def test_the_match_follows_the_settings(changes, sentences):
    assert said("The match", **changes) == sentences


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (0, "A win without a match does not change the point difference and adds no opponent for Buchholz."),
        (1, "A win without a match adds 1 point to the point difference and no opponent for Buchholz."),
        (3, "A win without a match adds 3 points to the point difference and no opponent for Buchholz."),
    ],
)
def test_what_a_win_without_a_match_brings_follows_the_settings(points, sentence):
    assert said("Byes, absences, giving up", unplayed_win_points=points)[2] == sentence


def test_the_board_is_set_up_with_fifteen_checkers_a_side_each_the_mirror_of_the_other():
    dark = {stack.point: stack.count for stack in START if stack.is_dark}
    light = {25 - stack.point: stack.count for stack in START if not stack.is_dark}

    assert dark == light == {24: 2, 13: 5, 8: 3, 6: 5}


@pytest.mark.django_db
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["Open", "Große offene Bodensee-Meisterschaft im Backgammon " * 2])
def test_the_rules_are_one_page_that_can_be_read_on_a_wall(paper, name):
    tournament = make_tournament(1, name=name[:100], paper=paper)
    Tournament.objects.update(backgammons=True, count_excess_points=True, unplayed_win_points=2)
    tournament.refresh_from_db()

    pages = reader(rules_pdf(tournament, **AT)).pages

    assert (len(pages), min(text.size for text in texts(pages[0])) >= SMALL) == (1, True)


@pytest.mark.django_db
def test_the_lines_after_the_first_of_a_rule_stand_in():
    lines = texts(reader(rules_pdf(make_tournament(1, language="en"), **AT)).pages[0])

    place = next(place for place, line in enumerate(lines) if line.content.startswith("2. point difference"))
    heading = next(line for line in lines if line.content == "The ranking")
    assert [round(line.left - heading.left, 1) for line in lines[place : place + 3]] == [0, round(HANG, 1), 0]
