"""Fees are taken at the door."""

import re

from playwright.sync_api import expect

from tests.factories import make_tournament
from tournament.actions.players import NewPlayer


def test_one_tap_after_the_other_takes_everybody_off_the_list(open_desk, live_server):
    tournament = make_tournament(players=[NewPlayer(name) for name in ("Zoë", "Bo", "Anna")], fee_cents=800)
    page = open_desk()
    page.goto(f"/t/{tournament.slug}/desk/owing/")
    rows = page.locator(".owing .entry-row")
    expect(rows).to_have_count(3)

    for name, left in (("Anna", 2), ("Bo", 1)):
        page.get_by_role("button", name=f"{name} has paid").press("Enter")
        expect(rows).to_have_count(left)
        expect(rows.first).to_be_focused()

    expect(page.locator(".till .due")).to_have_text(re.compile(r"8 €\s*unpaid"))
    page.get_by_role("button", name="Zoë has paid").press("Enter")
    expect(page.get_by_text("No unpaid fees.")).to_be_visible()


def test_a_part_of_the_fee_is_typed_and_the_rest_is_offered_next(open_desk, live_server):
    tournament = make_tournament(players=[NewPlayer(name) for name in ("Bo", "Anna")], fee_cents=800)
    page = open_desk()
    page.goto(f"/t/{tournament.slug}/desk/owing/")
    amount = page.get_by_label("Amount that Anna pays")
    expect(amount).to_have_value("8.00")

    amount.fill("3")
    amount.press("Enter")

    expect(page.locator(".owing .chip")).to_have_text("3.00 € paid")
    expect(amount).to_have_value("5.00")
    expect(page.locator(".till .due")).to_have_text(re.compile(r"13 €\s*unpaid"))
