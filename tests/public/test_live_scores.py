"""Everybody follows the matches whose score sheet is kept, and what shows none of them is not drawn anew."""

import re

import pytest
from django.utils.html import strip_tags

from tests.factories import (
    draw_next_round,
    make_director,
    make_member,
    make_tournament,
    only_club,
    pairing_of,
    play_round,
    say_words,
)
from tournament.actions.clubs import change_settings
from tournament.actions.persons import set_appearance
from tournament.actions.tournaments import change_tournament
from tournament.models import Tournament, Wish, Wished
from tournament.public import pages as public
from tournament.public.drawn import drawn

pytestmark = pytest.mark.django_db
FOLLOWING = ((public.ROUND, {"number": 1}), (public.WALL, {}), (public.PLAYER, {"number": 1}))
OTHERS = (public.STANDINGS, public.ORDER, public.SHARE, public.CROSSTABLE, public.COURSE, public.RULES, public.SEAT)
BEGUN = "0-won-single 1-won-single 0-double 1-take"


@pytest.fixture
def match():
    made = make_tournament(4, match_length=5, cube=True, crawford=True)
    draw_next_round(made)
    tables = (pairing_of(made, 1, table) for table in (1, 2))
    return next(table for table in tables if 1 in (table.first.number, table.second.number))


def now(match):
    return Tournament.objects.get(pk=match.round.tournament_id)


def shown(match):
    """Of each page that follows matches how the match stands."""
    parts = [drawn(page, now(match), values).html for page, values in FOLLOWING]
    found = [re.search(r'<(\w+)[^>]*class="live-score"\s*>(.*?)</\1>', part, re.DOTALL) for part in parts]
    return ["" if one is None else " ".join(strip_tags(one[2]).split()) for one in found]


def renewed(match, before):
    """The names of the pages that are another edition now."""
    pages = (*(page for page, _values in FOLLOWING), *OTHERS)
    return {page.name for page in pages if page.edition_of(before) != page.edition_of(now(match))}


def test_round_wall_and_player_show_how_a_match_stands(match):
    assert shown(match) == ["", "", ""]

    say_words(match, BEGUN)

    assert shown(match) == ["1:1 Game 3 · cube 2", "1", "1:1 · Game 3 · cube 2"]


def test_the_bracket_on_the_wall_shows_how_its_matches_stand():
    tournament = make_tournament(4, planned_rounds=1, finals_players=4, match_length=5, cube=True, crawford=True)
    play_round(draw_next_round(tournament), scores=[(5, 1), (5, 2)])
    draw_next_round(tournament)
    semifinal = pairing_of(tournament, 2, 2)

    say_words(semifinal, "0-won-single 0-won-single 1-won-single")

    wall = drawn(public.WALL, now(semifinal), {}).html
    bracket = wall[wall.index('id="wall-bracket"') :]
    scores = re.findall(
        r'class="who">([^<]*)</bdi>\s*<span class="score">(?:<em\s+class="live-score"\s*>(\d)</em>)?', bracket
    )
    names = [(semifinal.first.name, "2"), (semifinal.second.name, "1")]
    assert sorted(score for score in scores if score[1]) == sorted(names)


def test_a_word_is_news_on_the_pages_that_follow_matches_alone(match):
    say_words(match, "0-won-single")
    before = now(match)
    holding = {page.name: page.holds(before) for page, _values in (*FOLLOWING, *((other, {}) for other in OTHERS))}

    say_words(match, "1-double")

    assert renewed(match, before) == {"round", "standings", "wall", "player"}
    assert {name for name, holds in holding.items() if not holds()} == {"round", "standings", "wall", "player"}


def test_the_word_that_decides_a_match_is_news_on_every_page(match):
    say_words(match, "0-won-gammon 0-won-gammon")
    before = now(match)

    say_words(match, "0-won-gammon")

    assert len(renewed(match, before)) == len(FOLLOWING) + len(OTHERS)


def wish(match):
    set_appearance(match.first, by=make_director(), wished=Wished(Wish.HIDDEN))


def reckon_in_kroner(_match):
    change_settings(only_club(), by=make_member("ada"), name="", place="", currency="DKK")


@pytest.mark.parametrize("change", [wish, reckon_in_kroner])
def test_what_is_said_of_a_person_or_the_club_while_they_play_is_news_on_every_page(match, change):
    say_words(match, "0-won-single")
    before = now(match)

    change(match)

    assert len(renewed(match, before)) == len(FOLLOWING) + len(OTHERS)


def test_where_it_is_switched_off_nobody_follows(match):
    change_tournament(now(match), by=make_director(), shows_live_scores=False)
    before = now(match)

    say_words(match, BEGUN)

    assert shown(match) == ["", "", ""]
    assert renewed(match, before) == set()
