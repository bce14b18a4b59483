"""A tournament of long matches: its form, and its scores by tap and by key on the smallest phone."""

from dataclasses import asdict

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import Desk
from tests.factories import draw_next_round, make_tournament, pairing_of
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.matches.formats import OFFERS
from tournament.models import Tournament
from tournament.queries.record import format_of, result_of

SMALL_PHONE = {**PHONE, "viewport": {"width": 320, "height": 568}}
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


def score_at(tournament, table):
    return result_of(pairing_of(tournament, 1, table)).score


def test_a_preset_fills_in_the_fields_and_a_field_changed_makes_it_ones_own(open_desk):
    page = open_desk(**SMALL_PHONE)
    page.goto("/new/")
    preset = page.get_by_label("Match", exact=True)

    page.get_by_label("Name").fill("Tavli")
    page.locator("#match-said > summary").click()
    preset.select_option("cube-7")
    expect(preset).to_have_accessible_description(
        "Backgammon to 7 points with the doubling cube and the Crawford rule; a gammon counts 2, a backgammon 3; each "
        "game begins with an opening roll."
    )
    page.get_by_text("Match format", exact=True).click()
    crawford = page.get_by_label("Crawford rule")
    expect(crawford).to_be_checked()
    page.get_by_label("Doubling cube").uncheck()
    expect(crawford).not_to_be_checked()
    expect(preset).to_have_value("own")
    page.get_by_label("Game", exact=True).select_option("tavli")
    page.get_by_label("The winner of a game opens the next one").check()
    expect(preset).to_have_value("tavli-7")
    assert page.evaluate(OVERFLOW) == 0
    page.get_by_role("button", name="Set up the tournament").click()
    expect(page.get_by_role("heading", name="Players")).to_be_visible()

    assert format_of(Tournament.objects.get()) == OFFERS["tavli-7"].format


def test_of_a_long_match_the_winner_is_tapped_and_then_the_points_of_the_loser(open_desk):
    tournament = make_tournament(6, **asdict(OFFERS["cube-25"].format))
    draw_next_round(tournament)
    desk = Desk(open_desk(**SMALL_PHONE), tournament.slug)
    desk.go_to_round(1)
    page = desk.page

    row = page.locator("[data-table='2']")
    row.locator(".wins summary").nth(1).click()
    page.get_by_role("button", name="11:25").click()
    expect(row.locator(".result > summary")).to_contain_text("11:25")
    assert page.evaluate(OVERFLOW) == 0

    for _times in range(2):
        assert score_at(tournament, 1) is None
        page.get_by_label("Table and score").fill("1 196 1")
        page.keyboard.press("Enter")
        if not _times:
            expect(page.get_by_role("alert")).to_have_text(
                "196:1 is unusually high. If it is right, enter it once more."
            )
    expect(page.locator("[data-table='1'] .result > summary")).to_contain_text("196:1")

    assert [score_at(tournament, table) for table in (1, 2, 3)] == [(196, 1), (11, 25), None]
    assert result_of(pairing_of(tournament, 1, 1)) == Result(Outcome.PLAYED, (196, 1))
