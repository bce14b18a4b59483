"""Two players keep one score sheet on their phones, one of them a small one."""

from itertools import product

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import is_there
from tests.factories import draw_next_round, make_tournament, pairing_of
from tournament.queries.players import player_link
from tournament.queries.record import result_of
from tournament.queries.results import kept_games

SMALL_PHONE = {**PHONE, "viewport": {"width": 320, "height": 560}}
TOO_SMALL_FOR_A_THUMB = """all => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width < 44 || height < 44).length"""
STICKS_OUT = "document.documentElement.scrollWidth - innerWidth"


class Sheet:
    """The score sheet on a player's phone."""

    def __init__(self, page, entry):
        self.page = page
        self.page.goto(f"/en{player_link(entry).removeprefix(settings.PUBLIC_URL)}")
        self.page.get_by_role("link", name="Score sheet").click()
        expect(self.page.locator("#sheet")).to_be_attached()
        is_there(self.page)

    def wins(self, side, kind):
        """The button by which the player on the left (0) or right (1) wins."""
        return self.page.locator(f'button[name=word][value="{side}-won-{kind}"]')

    def says(self, word):
        self.page.get_by_role("button", name=word).click()

    def shows(self, first, second):
        expect(self.page.locator(".tally .figure")).to_have_text([str(first), str(second)])

    def fits_a_thumb(self):
        buttons = self.page.locator("main :is(a, button, summary)")
        assert (buttons.evaluate_all(TOO_SMALL_FOR_A_THUMB), self.page.evaluate(STICKS_OUT)) == (0, 0)


def lose_the_answer(route):
    route.fetch()
    route.abort()


@pytest.fixture
def match(live_server):
    tournament = make_tournament(4, match_length=5, cube=True, crawford=True, backgammons=True)
    draw_next_round(tournament)
    return pairing_of(tournament, 1, 1)


def test_on_its_side_the_buttons_of_both_players_stand_on_the_first_screen(open_page, match):
    phone = Sheet(open_page(**{**PHONE, "viewport": {"width": 844, "height": 390}}), match.first)

    for side, kind in product((0, 1), ("single", "gammon", "backgammon")):
        expect(phone.wins(side, kind)).to_be_in_viewport(ratio=1)


@pytest.mark.sample
@pytest.mark.every_engine
def test_two_phones_follow_one_match_from_the_first_game_to_the_confirmed_result(open_page, match):
    first = Sheet(open_page(**PHONE), match.first)
    second = Sheet(open_page(**SMALL_PHONE), match.second)
    for phone in (first, second):
        phone.fits_a_thumb()

    first.wins(0, "gammon").click()
    first.shows(2, 0)
    second.shows(2, 0)
    first.page.get_by_role("button", name=f"{match.first.name}: Double to 2").click()
    expect(second.page.get_by_text(f"{match.second.name} decides")).to_be_visible()
    second.fits_a_thumb()
    second.says("Take for 2")
    second.wins(1, "gammon").click()
    second.shows(2, 4)
    expect(second.page.get_by_text("Crawford game: no cube.")).to_be_visible()
    # The buttons of what is long on its way go with its answer.
    expect(second.page.locator("#waiting")).to_be_hidden()
    second.says("Take back: ")
    second.shows(2, 0)
    second.wins(1, "backgammon").click()

    for phone in (first, second):
        phone.shows(2, 6)
    expect(second.page.get_by_text("Report received")).to_be_visible()
    first.page.get_by_role("link", name="Confirm the score").click()
    first.page.get_by_role("button", name="Confirm").click()
    expect(second.page.get_by_text("The result is in 2:6")).to_be_visible()
    match.refresh_from_db()
    assert (result_of(match).score, len(kept_games(match).games)) == ((2, 6), 2)
