"""A tournament is set up and changed in a browser: where the cursor goes, and what two laptops make of each other."""

import pytest
from playwright.sync_api import expect

from tests.factories import make_tournament
from tournament.models import Tournament


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_refused_tournament_goes_to_the_first_wrong_field_even_if_it_was_folded(open_desk, scripts):
    page = open_desk(java_script_enabled=scripts)
    page.goto("/new/")
    page.get_by_label("Name").fill("Winter Open")
    page.get_by_text("More settings", exact=True).click()
    page.locator("summary", has_text="Venue and fees").click()
    page.get_by_label("Boards at the venue").fill("0")
    page.get_by_role("button", name="Set up the tournament").click()

    expect(page.get_by_role("alert")).to_contain_text("1 field needs to be corrected: Boards at the venue.")
    expect(page.get_by_label("Boards at the venue")).to_be_focused()
    expect(page.get_by_label("Boards at the venue")).to_have_accessible_description(
        "Leave empty if there are enough for everyone. With fewer boards than tables, the last tables wait until a "
        "board is free. Ensure this value is greater than or equal to 1."
    )


def test_of_two_laptops_each_changes_what_was_typed_there(open_desk):
    slug = make_tournament(entries=0, venue="Konstanz", fee_cents=800).slug
    here, there = open_desk(), open_desk()
    for page in (here, there):
        page.goto(f"/t/{slug}/desk/settings/")

    for page in (here, there):
        page.locator("summary", has_text="Venue and fees").click()
    here.get_by_label("Venue", exact=True).fill("Ulm")
    here.get_by_role("button", name="Save").click()
    expect(here.get_by_role("heading", name="Players")).to_be_visible()
    there.get_by_label("Venue", exact=True).fill("Lindau")
    there.get_by_label("Entry fee in €").fill("5")
    there.get_by_role("button", name="Save").click()
    expect(there.get_by_label("Venue", exact=True)).to_be_focused()
    between = Tournament.objects.get()
    there.get_by_role("button", name="Save").click()
    expect(there.get_by_role("heading", name="Players")).to_be_visible()

    after = Tournament.objects.get()
    found = [(one.venue, one.fee_cents, one.name) for one in (between, after)]
    assert found == [("Ulm", 800, "Bodensee Open"), ("Lindau", 500, "Bodensee Open")]
