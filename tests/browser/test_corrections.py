"""A result of a round that is over is corrected while the next one runs."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import Desk
from tests.factories import draw_next_round, make_tournament


@pytest.fixture
def slug(live_server):
    tournament = make_tournament(8, played=1)
    draw_next_round(tournament)
    return tournament.slug


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["scripts", "no scripts"])
def test_a_correction_is_looked_at_saved_and_the_running_round_paired_anew(open_desk, slug, options):
    desk = Desk(open_desk(**options), slug)
    desk.go_to_round(1)
    first, second = desk.players_at(1)
    desk.open_result(1)
    desk.score(1, "1:3").click()

    expect(desk.page.get_by_text(f"Round 1, table 1: {first} 3:1 {second} becomes 1:3.")).to_be_visible()
    expect(desk.page.get_by_text("Round 2 was paired on the current result")).to_be_visible()
    desk.page.reload()
    desk.page.get_by_role("link", name="Keep").click()
    desk.sees_result(1, "3:1")

    desk.open_result(1)
    desk.score(1, "1:3").click()
    desk.page.get_by_role("button", name="Correct", exact=True).click()
    desk.sees_round(1)
    desk.sees_result(1, "1:3")

    desk.go_to("Round 2")
    expect(desk.page.get_by_text("A result has been corrected since")).to_be_visible()
    before = [desk.players_at(number) for number in desk.tables()]
    desk.page.get_by_role("link", name="Re-pair round 2").first.click()
    desk.page.get_by_role("button", name="Re-pair round 2").click()
    expect(desk.page.get_by_text("A result has been corrected since")).to_have_count(0)
    assert [desk.players_at(number) for number in desk.tables()] != before
