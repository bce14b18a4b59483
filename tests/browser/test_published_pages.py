"""Published pages read from a folder, as from a stick: without the program and without a host."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.test_looks import LAPTOP, PHONE, TOO_LOW, cut_off, make_evening
from tournament.models import Tournament
from tournament.publishing.contents import published_files
from tournament.publishing.handing_out import write_folder

PAGES = (
    "index.html",
    "crosstable/index.html",
    "course/index.html",
    "rounds/1/index.html",
    "players/1/index.html",
    "draw/index.html",
    "costs/index.html",
)

# A page of the file system may not fetch its style sheets, as axe would try to.
AXE_OPTIONS = {"resultTypes": ["violations"], "preload": False}


@pytest.fixture
def site(live_server, tmp_path):
    """The address of a folder with a published evening whose names are as long as can be."""
    write_folder(published_files(Tournament.objects.get(slug=make_evening(14))), tmp_path)
    return tmp_path.as_uri()


def test_a_visitor_finds_the_way_through_the_pages_by_their_links(open_page, site):
    page = open_page()
    page.goto(f"{site}/index.html")

    page.get_by_role("link", name="Runde 1").click()
    expect(page.get_by_role("heading", name="Runde 1")).to_be_visible()
    page.locator("tbody a").first.click()
    expect(page.get_by_role("heading", name="Warum diese Gegner?")).to_be_visible()
    page.get_by_role("link", name="Rangliste").click()
    page.get_by_role("link", name="Auslosung nachprüfen").click()
    page.get_by_role("link", name="nach Runde 1").click()
    expect(page.get_by_role("heading", name="Lose nach Runde 1")).to_be_visible()
    page.get_by_role("link", name="Abend zu 14").click()
    page.get_by_role("link", name="Kostenaufstellung").click()

    assert page.url == f"{site}/costs/index.html"


def test_the_pages_have_nothing_to_press_keep_nobody_out_and_cut_nothing_off(open_page, site):
    axe, page, found = Axe(), open_page(reduced_motion="reduce"), {}
    for name in PAGES:
        page.goto(f"{site}/{name}")
        expect(page.locator("button:visible")).to_have_count(0)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for width in (LAPTOP, PHONE):
                page.set_viewport_size({"width": width, "height": 800})
                violations = axe.run(page, options=AXE_OPTIONS).response["violations"]
                ids = [(one["id"], one["nodes"][0]["html"]) for one in violations]
                too_low = page.locator("a.tap, .tabs a, .steps a, .top a").evaluate_all(TOO_LOW)
                if lost := [*ids, *cut_off(page), *too_low]:
                    found[name, scheme, width] = lost

    assert found == {}
