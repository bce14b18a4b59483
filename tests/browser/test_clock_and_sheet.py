"""The match clock that is opened from a score sheet: both say the same, whichever of them is told."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.test_score_sheet import Sheet
from tests.factories import draw_next_round, make_tournament, pairing_of
from tournament.queries.results import kept_games


class ClockOfMatch:
    """The clock on the table, opened from the score sheet of the player on the left."""

    def __init__(self, page, player):
        self.page = page
        Sheet(page, player)
        page.get_by_label("Language, clock").click()
        page.get_by_role("link", name="Clock").click()
        expect(page.locator(".on-sheet")).to_be_attached()
        if page.get_by_role("dialog").is_visible():
            page.get_by_role("button", name="Set the clock").click()

    def shows(self, first, second):
        expect(self.page.locator(".half .scored")).to_have_text([str(first), str(second)])

    def stands_between_games(self):
        expect(self.page.locator(".half .words").first).to_have_text("Tap: the other side begins")

    def ends_the_game(self, side, kind):
        self.page.get_by_role("button", name="Settings, new game, correction").click()
        button = self.page.locator(f'.ends [data-word="{side}-won-{kind}"]')
        button.click()


@pytest.fixture
def match(live_server):
    tournament = make_tournament(4, match_length=5, clock="delay")
    draw_next_round(tournament)
    return pairing_of(tournament, 1, 1)


def test_a_word_on_the_sheet_moves_the_score_of_the_clock_and_ends_its_game(open_page, match):
    clock = ClockOfMatch(open_page(**PHONE), match.first)
    sheet = Sheet(open_page(**PHONE), match.second)
    clock.page.keyboard.press(" ")
    sheet.wins(1, "gammon").click()

    clock.shows(0, 2)
    clock.stands_between_games()
    sheet.says("Take back: ")
    clock.shows(0, 0)


def test_a_game_that_ends_on_the_clock_goes_to_the_sheet(open_page, match):
    clock = ClockOfMatch(open_page(**PHONE), match.first)
    sheet = Sheet(open_page(**PHONE), match.second)
    clock.page.keyboard.press(" ")
    clock.ends_the_game(0, "gammon")

    clock.shows(2, 0)
    clock.stands_between_games()
    sheet.shows(2, 0)
    clock.page.reload()
    clock.shows(2, 0)
    assert [(game.winner, game.kind) for game in kept_games(match).games] == [(0, "gammon")]


def test_without_connection_a_game_that_ends_on_the_clock_waits_and_arrives_once(open_page, match, complaints):
    clock = ClockOfMatch(open_page(**PHONE), match.first)
    sheet = Sheet(open_page(**PHONE), match.second)
    expect(clock.page.locator(".ends button")).to_have_count(4)
    clock.page.context.set_offline(True)
    clock.ends_the_game(1, "single")
    clock.shows(0, 1)
    clock.ends_the_game(1, "gammon")
    clock.shows(0, 3)
    clock.page.context.set_offline(False)

    sheet.shows(0, 3)
    assert [(game.winner, game.kind) for game in kept_games(match).games] == [(1, "single"), (1, "gammon")]
    complaints.clear()


def test_what_is_taken_back_on_the_sheet_without_connection_is_sent_by_the_clock(open_page, match, complaints):
    clock = ClockOfMatch(open_page(**PHONE), match.first)
    sheet = Sheet(clock.page.context.new_page(), match.first)
    opponents = Sheet(open_page(**PHONE), match.second)
    sheet.wins(0, "gammon").click()
    for page in (clock, opponents):
        page.shows(2, 0)

    sheet.page.route("**/*", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    sheet.says("Take back: ")

    opponents.shows(0, 0)
    expect(sheet.page.locator("#waiting")).to_be_hidden()
    complaints.clear()
