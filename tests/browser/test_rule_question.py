"""A dispute at a table: a position set up with taps, a play judged, on a laptop, on a phone, without scripts."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.test_looks import (
    LAPTOP as LAPTOP_WIDTH,
    PHONE as PHONE_WIDTH,
    SMALLEST_PHONE,
    TOO_LOW,
    cut_off_at,
    keeps_out,
)

DISPUTE = "position=24:1+23:1+6:4+5:3+4:3+3:2+2:1+/+24:2+13:3+7:3+6:4+5:3&roll=52"
STATES = {
    "start": "",
    "verdict": f"?{DISPUTE}&play=6/4",
    "step": f"?{DISPUTE}&shown=24/17&step=1",
    "from": f"?{DISPUTE}&from=24",
    "many": "?roll=33&with=24/21",
    "set up": "?tool=other",
    "Plakoto": "?game=plakoto&position=24:10+10:1p+8:2+/+24:13+17:1p+15:1&roll=61&mirrored=1",
    "Fevga": "?game=fevga&roll=65&dark=1&play=24/13",
    "mistaken": "?position=x&id=y&play=z&roll=11",
}
# Links in the middle of a sentence are as high as its lines.
TAPPED = "a:not(p.because a), button, input, summary"


def point(page, number):
    return page.locator(f"#place-{number}")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_position_is_set_up_a_roll_chosen_and_a_play_judged(open_page, scripts):
    page = open_page(**PHONE, java_script_enabled=scripts)
    page.goto("/en/rule-question/?tool=own")
    page.get_by_role("link", name="Empty board").click()
    # A key reaches a place only once it is a link.
    expect(point(page, 14)).to_have_attribute("href", re.compile("14:1"))
    for number in (14, 14):
        point(page, number).press("Enter")
    page.get_by_role("link", name="Remove", exact=True).click()
    point(page, 14).click()
    page.get_by_role("link", name="Black", exact=True).first.click()
    expect(page.locator("#tool-2")).to_have_attribute("aria-current", "true")
    for number in (1, 1, 3, 3, 12, 12):
        point(page, number).press("Enter")
    page.get_by_role("link", name="Done").click()
    page.get_by_role("group", name="First die").get_by_role("link", name="6").click()
    page.get_by_role("group", name="Second die").get_by_role("link", name="5").click()
    point(page, 14).click()
    point(page, 9).click()

    expect(page.get_by_role("status").first).to_contain_text(
        "No. Only one of the two numbers can be played, and then it must be the higher one, the 6. Rule 12"
    )
    expect(page.get_by_label("Play to check")).to_have_value("14/9")
    expect(page).to_have_url(re.compile(re.escape("position=14:1+/+24:2+22:2+13:2&roll=65&play=14/9")))


def test_a_typed_play_is_judged_and_back_leads_to_the_question_before(open_page):
    page = open_page(**LAPTOP)
    page.goto(f"/en/rule-question/?{DISPUTE}")
    page.get_by_label("Play to check").fill("6/4")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No.", exact=True)).to_be_visible()
    page.get_by_label("Play to check").fill("24/22/17")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Yes.", exact=True)).to_be_visible()

    page.go_back()
    expect(page.get_by_text("No.", exact=True)).to_be_visible()
    expect(page.get_by_label("Play to check")).to_have_value("6/4")


def test_the_keyboard_sets_checkers_one_after_the_other_without_losing_its_place(open_page):
    page = open_page(**LAPTOP)
    page.goto("/en/rule-question/?tool=own&position=/")
    point(page, 13).focus()
    for count in (1, 2):
        page.keyboard.press("Enter")
        expect(point(page, 13)).to_have_accessible_name(f"Point 13: {count} White")
    expect(point(page, 13)).to_be_focused()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.long
def test_every_state_of_the_page_is_open_to_everyone_and_fits_a_phone(open_page, locale):
    page, found = open_page(locale=locale, reduced_motion="reduce"), {}
    for name, query in STATES.items():
        page.goto(f"/{locale[:2]}/rule-question/{query}")
        wrong = {width: cut_off_at(page, width) for width in (LAPTOP_WIDTH, SMALLEST_PHONE, PHONE_WIDTH)}
        wrong["too low"] = page.locator(TAPPED).evaluate_all(TOO_LOW)
        # What keeps somebody out does so in every language.
        wrong |= keeps_out(page) if locale == "en-GB" else {}
        if any(wrong.values()):
            found[name] = wrong

    assert found == {}


IN_VIEW = (
    """one => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"""
)
DISPUTES = (
    ("backgammon", f"{DISPUTE}&play=6/4"),
    ("portes", f"game=portes&{DISPUTE}&play=6/4"),
    ("plakoto", "game=plakoto&roll=52&play=24/20"),
    ("fevga", "game=fevga&roll=65&play=24/20"),
)


@pytest.mark.parametrize(("width", "height"), [(320, 568), (375, 667)])
def test_on_a_phone_board_and_verdict_are_in_view_together(open_page, width, height):
    page = open_page(**{**PHONE, "viewport": {"width": width, "height": height}})
    for game, query in DISPUTES:
        page.goto(f"/en/rule-question/?{query}")
        verdict, board = page.locator(".answer.judged"), page.locator(".board-frame")
        expect(page.locator(".verdict")).to_have_text("No.")
        expect(page.locator(".legend")).to_have_text(f"asked: {query.rpartition('=')[2]} allowed")
        assert (game, board.evaluate(IN_VIEW), verdict.evaluate(IN_VIEW)) == (game, True, True)
        beneath, above = (one.bounding_box() for one in (verdict, board))
        assert (game, above["y"] + above["height"] <= beneath["y"]) == (game, True)
