"""Published pages read from a folder, as from a stick: without the program and without a host."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_looks import LAPTOP, PHONE, TOO_LOW, cut_off_at, keeps_out, make_evening
from tests.publishing.site import published_files
from tournament.models import Tournament
from tournament.publishing.handing_out import write_folder

PAGES = (
    "index.html",
    "crosstable/index.html",
    "course/index.html",
    "rounds/1/index.html",
    "players/1/index.html",
    "draw/index.html",
    "costs/index.html",
    "season/saison/index.html",
    "season/saison/order/index.html",
)


@pytest.fixture
def site(live_server, tmp_path):
    """The address of a folder with a published evening whose names are as long as can be."""
    write_folder(published_files(Tournament.objects.get(slug=make_evening(14))).items(), tmp_path)
    return tmp_path.as_uri()


def test_a_visitor_finds_the_way_through_the_pages_by_their_links(open_page, site):
    page = open_page()
    page.goto(f"{site}/index.html")

    page.get_by_role("region", name="Runde 1").get_by_role("heading").get_by_role("link", name="Runde 1").click()
    expect(page.get_by_role("heading", name="Runde 1")).to_be_visible()
    page.locator("tbody a").first.click()
    expect(page.get_by_role("heading", name="Warum diese Gegner?")).to_be_visible()
    page.get_by_role("link", name="Rangliste").click()
    page.get_by_role("link", name="Auslosung nachprüfen").click()
    page.get_by_role("link", name="nach Runde 1").click()
    expect(page.get_by_role("heading", name="Lose nach Runde 1")).to_be_visible()
    page.get_by_role("link", name="Abend zu 14").click()
    page.get_by_role("link", name="Kostenaufstellung").click()

    expect(page).to_have_url(f"{site}/costs/index.html")


def test_the_pages_have_nothing_to_press_keep_nobody_out_and_cut_nothing_off(open_page, site):
    page, found = open_page(reduced_motion="reduce"), {}
    for name in PAGES:
        page.goto(f"{site}/{name}")
        expect(page.locator("button:visible")).to_have_count(0)
        wrong = keeps_out(page)
        for width in (LAPTOP, PHONE):
            cut = cut_off_at(page, width)
            too_low = page.locator("a.tap, .tabs a, .steps a, .top a").evaluate_all(TOO_LOW)
            if lost := [*cut, *too_low]:
                wrong[width] = lost
        if wrong:
            found[name] = wrong

    assert found == {}
