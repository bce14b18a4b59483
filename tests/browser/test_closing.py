"""The end of an evening: what is done has a tick with its time."""

import re

from playwright.sync_api import expect

from tests.factories import make_director, make_tournament
from tournament.actions.tournaments import close_tournament, reopen_tournament


def test_a_paper_that_was_opened_is_ticked_with_its_time_until_the_tournament_is_closed_anew(open_desk, live_server):
    tournament = make_tournament(entries=4, played=1, planned_rounds=1)
    close_tournament(tournament, by=make_director())
    page = open_desk()
    page.goto(f"/t/{tournament.slug}/desk/close/")
    costs = page.locator(".remains a", has_text="Print cost statement")
    with page.expect_popup():
        costs.click()

    expect(costs.locator("small")).to_have_text(re.compile(r"^opened \d\d:\d\d$"))
    page.reload()
    expect(page.locator(".remains .ticked")).to_have_count(1)

    tournament.refresh_from_db()
    reopen_tournament(tournament, by=make_director())
    tournament.refresh_from_db()
    close_tournament(tournament, by=make_director())
    page.reload()
    expect(page.locator(".remains .ticked")).to_have_count(0)
