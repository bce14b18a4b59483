"""The standings as text, copied into a messenger, and pages as pictures."""

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.factories import make_director, make_tournament
from tournament.actions.tournaments import close_tournament
from tournament.queries.players import player_link

WITHOUT_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
FIRST_LINE = "Bodensee Open · Standings after round 1"


def open_text(page: Page):
    page.goto(f"/t/{make_tournament(4, played=1).slug}/")
    page.get_by_text("Share as text").click()
    return page.get_by_label("Text to share")


@pytest.mark.parametrize("has_clipboard", [True, False], ids=["with a clipboard", "on a page without encryption"])
def test_one_press_copies_the_standings(open_page, has_clipboard):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    if not has_clipboard:
        page.add_init_script(WITHOUT_CLIPBOARD)
    text_copied = open_text(page).input_value()

    page.get_by_role("button", name="Copy").click()

    expect(page.get_by_role("status")).to_have_text("Copied")
    page.goto("data:text/html,<textarea autofocus>")
    page.locator("textarea").press("Control+V")
    expect(page.locator("textarea")).to_have_value(text_copied)


SHARE_BUTTON = "navigator.share = async ({ text }) => { window.shared = text; }"


SHARE_PICTURE = """navigator.canShare = () => true;
navigator.share = async ({ url, files }) => {
  document.body.dataset.shared = [url, files[0].type, files[0].size > 1000];
};"""


def test_sharing_a_page_hands_over_its_picture_and_its_public_address(open_page):
    page = open_page()
    page.add_init_script(SHARE_PICTURE)
    slug = make_tournament(4, played=1).slug
    page.goto(f"/en/t/{slug}/")

    page.get_by_role("button", name="Share").click()

    handed_over = f"{settings.PUBLIC_URL}/en/t/{slug}/,image/png,true"
    expect(page.locator("body")).to_have_attribute("data-shared", handed_over)
    expect(page.get_by_role("button", name="Copy address")).to_be_hidden()


def test_at_the_end_the_own_page_hands_over_the_picture_and_the_address_for_everyone(open_page):
    page = open_page()
    page.add_init_script(SHARE_PICTURE)
    tournament = make_tournament(4, played=1, planned_rounds=1)
    close_tournament(tournament, by=make_director())
    page.goto(f"/en{player_link(tournament.entries.get(number=1)).removeprefix(settings.PUBLIC_URL)}")

    page.get_by_role("button", name="Share").click()

    handed_over = f"{settings.PUBLIC_URL}/en/t/{tournament.slug}/players/1/,image/png,true"
    expect(page.locator("body")).to_have_attribute("data-shared", handed_over)


def test_where_nothing_can_be_shared_the_address_is_copied_and_the_picture_saved(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    slug = make_tournament(4, played=1).slug
    page.goto(f"/en/t/{slug}/")

    page.get_by_role("button", name="Copy address").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save picture").click()

    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{settings.PUBLIC_URL}/en/t/{slug}/"
    assert saved.value.suggested_filename.endswith(".png")
    expect(page.get_by_role("button", name="Share")).to_be_hidden()


def test_a_phone_that_can_share_has_a_button_for_it(open_page):
    page = open_page()
    page.add_init_script(SHARE_BUTTON)
    text_shared = open_text(page).input_value()

    page.get_by_role("button", name="Share").click()

    assert page.evaluate("window.shared") == text_shared


def test_a_browser_that_cannot_share_has_no_button_for_it(open_page):
    page = open_page()
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    open_text(page)

    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_be_hidden()


def test_without_scripts_the_text_is_there_and_no_button(open_page):
    text = open_text(open_page(java_script_enabled=False))

    assert text.input_value().splitlines()[0] == FIRST_LINE
    expect(text.page.get_by_role("button", name="Copy")).to_be_hidden()
