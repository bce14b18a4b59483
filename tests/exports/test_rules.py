from dataclasses import asdict
from datetime import UTC, datetime

import pytest
from django.utils import translation

from tests.exports.paper import reader, texts
from tests.factories import make_tournament
from tournament.board.games import MANNERS, Variant
from tournament.board.positions import start
from tournament.exports.rules import HANG, SIZES, rules_pdf
from tournament.matches.formats import OFFERS
from tournament.models import Tournament
from tournament.pages.tournaments import rules_of_tournament
from tournament.paper.board import dark_checkers, light_checkers
from tournament.paper.lettering import SMALL

AT = {"public_url": "https://club.example/t/open/", "printed_at": datetime(2026, 11, 20, 18, 42, tzinfo=UTC)}


def test_the_board_of_the_sheet_is_set_up_as_the_game_begins():
    for game in Variant:
        dark, light = dark_checkers(start(game)), light_checkers(start(game))
        facing = {MANNERS[game].facing(point): count for point, count in MANNERS[game].start.items()}
        assert (dark, light) == (MANNERS[game].start, facing)


@pytest.mark.django_db
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["Open", "Große offene Bodensee-Meisterschaft im Backgammon " * 2])
def test_the_rules_of_konstanz_can_be_read_on_a_wall(paper, name):
    tournament = make_tournament(1, name=name[:100], paper=paper)
    Tournament.objects.update(backgammons=True, count_excess_points=True, unplayed_win_points=2)
    tournament.refresh_from_db()

    pages = reader(rules_pdf(tournament, **AT)).pages

    smallest = min(text.size for page in pages for text in texts(page) if text.content.strip())
    assert (len(pages), smallest >= SMALL) == (2, True)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("preset", ["cube-25", "cube_single", "tavli-9", "plakoto-5", "fevga-3", "portes-1"])
def test_the_rules_of_every_game_stay_inside_their_pages(preset, language):
    settings = asdict(OFFERS[preset].format)
    stakes = {"jacoby": True, "beavers": True, "automatic_doubles": 3} if preset == "cube_single" else {}
    tournament = make_tournament(1, language=language, paper="letter", clock="delay", **{**settings, **stakes})

    pages = reader(rules_pdf(tournament, **AT)).pages

    # What is left but for the numbers on the checkers.
    lines = [text for page in pages for text in texts(page) if text.content.strip() and not text.content.isdecimal()]
    assert (len(pages) <= 2, min(line.size for line in lines) >= SIZES[-1]) == (True, True)


@pytest.mark.django_db
def test_the_sheet_says_where_a_play_is_judged():
    lines = [
        [text.content.strip() for text in texts(page)]
        for page in reader(rules_pdf(make_tournament(1, language="en"), **AT)).pages
    ]

    asked = "Is this play legal? https://club.example/rule-question/"
    assert [page.count(asked) for page in lines] == [1, 1]


@pytest.mark.django_db
def test_the_rules_stand_in_one_column_and_the_lines_after_the_first_stand_in():
    pages = [texts(page) for page in reader(rules_pdf(make_tournament(1, language="en"), **AT)).pages]

    rules = [line for page in pages for line in page if line.content.startswith("Rule ")]
    below = [line for line in pages[0] if rules[-1].baseline < line.baseline < rules[0].baseline]
    assert {round(line.left - rules[0].left, 1) for line in below} == {0, round(HANG, 1)}


@pytest.mark.django_db
def test_the_sheet_says_every_text_of_the_page():
    tournament = make_tournament(1, language="en", fee_cents=800)

    pages = reader(rules_pdf(tournament, **AT)).pages

    printed = "".join(text.content for page in pages for text in texts(page)).replace(" ", "")
    with translation.override("en-gb"):
        said = [text for section in rules_of_tournament(tournament) for text in section.texts]
    assert [text for text in said if text.replace(" ", "") not in printed] == []
