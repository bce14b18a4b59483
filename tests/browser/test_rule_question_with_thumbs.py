"""A dispute settled with thumbs on the narrowest phone: how wide the points are, and how few taps it takes."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tournament.arbiter.board_picture import FIRST_AT, HEIGHT, STACK_STEP, TOP

NARROW = {"width": 320, "height": 568}
WIDTHS = """all => all.map((one) => one.getBoundingClientRect())
    .filter(({ width, left, right }) => width < 24 || left < 0 || right > innerWidth + 0.01)
    .map(({ left, right }) => [left, right])"""


class Thumb:
    """Everything that is tapped, counted."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, target, **where):
        target.tap(**where)
        self.taps += 1

    def choose(self, name):
        self.tap(self.page.get_by_role("link", name=name, exact=True))

    def touch(self, point, checker=1):
        """Where the point is drawn, as far from the edge as that checker lies."""
        drawn = self.page.locator(".board .pn").get_by_text(str(point), exact=True)
        drawn.scroll_into_view_if_needed()
        number = drawn.bounding_box()
        board = self.page.locator(".board-frame .board").bounding_box()
        away = (TOP + FIRST_AT + STACK_STEP * (checker - 1)) / HEIGHT * board["height"]
        y = board["y"] + (away if point > 12 else board["height"] - away)
        self.page.touchscreen.tap(number["x"] + number["width"] / 2, y)
        self.taps += 1

    def set(self, stacks):
        """Each stack with one tap where its uppermost checker is to lie, by the points as they are numbered."""
        for point, count in stacks.items():
            self.touch(point, count)

    def roll(self, first, second):
        """Whoever taps waits until the first die stands there: what is tapped next may have moved by then."""
        for group, number, then in (("First die", first, f"{first}0"), ("Second die", second, f"{first}{second}")):
            self.tap(self.page.get_by_role("group", name=group).get_by_role("link", name=str(number)))
            expect(self.page).to_have_url(re.compile(f"roll={then}"))

    def play(self, *places):
        for place in places:
            self.touch(place)


@pytest.fixture
def thumb(open_page):
    page = open_page(**{**PHONE, "viewport": NARROW})
    page.goto("/en/rule-question/")
    return Thumb(page)


def backgammon(thumb):
    thumb.choose("Empty board")
    thumb.set({24: 1, 23: 1, 6: 4, 5: 3, 4: 3, 3: 2, 2: 1})
    thumb.set({1: 2, 12: 3, 18: 3, 19: 4, 20: 3})
    thumb.roll(5, 2)
    thumb.play(6, 4)
    return "No.", "position=24:1+23:1+6:4+5:3+4:3+3:2+2:1+/+24:2+13:3+7:3+6:4+5:3&roll=52&play=6/4"


def portes(thumb):
    thumb.choose("Portes")
    thumb.choose("Empty board")
    thumb.set({22: 2, 13: 4, 8: 3, 6: 4, 5: 2})
    thumb.set({1: 2, 12: 4, 17: 2, 19: 4, 20: 2})
    thumb.tap(thumb.page.locator("#place-other-bar"))
    thumb.roll(6, 5)
    thumb.play(22, 11)
    return "Yes.", "game=portes&position=22:2+13:4+8:3+6:4+5:2+/+25:1+24:2+13:4+8:2+6:4+5:2&roll=65&play=22/11"


def plakoto(thumb):
    thumb.choose("Plakoto")
    thumb.choose("Change position")
    thumb.set({18: 2, 14: 3, 10: 1})
    thumb.tap(thumb.page.locator("#tool-2"))
    thumb.set({10: 2, 8: 2, 5: 1, 15: 1})
    thumb.roll(6, 1)
    thumb.play(24, 17)
    return "Yes.", "game=plakoto&position=24:9+18:2+14:3+10:1p+/+24:10+20:1+17:2+15:1+10:1&roll=61&play=24/17"


def fevga(thumb):
    thumb.choose("Fevga")
    thumb.choose("Change position")
    thumb.set({20: 2, 18: 2, 15: 1, 13: 1, 10: 1})
    thumb.tap(thumb.page.locator("#tool-2"))
    thumb.set({11: 2, 9: 2, 6: 2, 22: 1})
    thumb.roll(6, 5)
    thumb.play(24, 19, 24, 18)
    position = "24:8+20:2+18:2+15:1+13:1+10:1+/+24:8+23:2+21:2+18:2+10:1"
    return "Yes.", f"game=fevga&position={position}&roll=65&play=24/19+24/18"


@pytest.mark.parametrize("settle", [backgammon, portes, plakoto, fevga])
def test_from_opening_the_page_to_a_verdict_takes_at_most_twenty_taps(thumb, settle):
    word, address = settle(thumb)

    expect(thumb.page.locator(".verdict")).to_have_text(word)
    assert thumb.taps <= 20
    assert thumb.page.url.partition("?")[2] == address


def test_a_tap_on_a_bar_that_cannot_be_set_yet_is_none_on_the_point_beside_it(thumb):
    first = "game=portes&position=22:2+13:4/24:2&tool=own"
    thumb.page.goto(f"/en/rule-question/?{first}")
    thumb.tap(thumb.page.locator("#place-other-bar"))
    thumb.set({22: 5})

    expect(thumb.page).to_have_url(re.compile("22:5"))
    assert thumb.page.url.partition("?")[2] == "game=portes&position=22:5+13:4+/+24:2&tool=own"


@pytest.mark.parametrize("width", [320, 375])
@pytest.mark.parametrize(
    "asked",
    [
        "tool=own",
        "tool=other&mirrored=1",
        "roll=65&from=6&position=6:14+5:1/24:2+6:13",
        "roll=65&position=25:1+13:14/6:15",
    ],
)
def test_every_point_and_what_else_is_tapped_on_the_board_is_wide_enough(open_page, width, asked):
    page = open_page(**{**PHONE, "viewport": {"width": width, "height": 568}})
    page.goto(f"/en/rule-question/?{asked}")
    points = page.locator(", ".join(f"#place-{number}" for number in range(1, 25)))

    assert points.evaluate_all(WIDTHS) == []
    assert page.locator(".places > a").evaluate_all(WIDTHS) == []


DRAWN = """() => [...document.querySelectorAll(".board .pn")].map((number) => {
    const { left, width, top, height } = number.getBoundingClientRect();
    const lies = document.getElementById(`place-${number.textContent}`).getBoundingClientRect();
    const middle = top + height / 2;
    const isBeside = Math.abs(left + width / 2 - lies.left - lies.width / 2) > 2;
    return !isBeside && lies.top < middle && middle < lies.bottom ? null : number.textContent;
}).filter(Boolean)"""


@pytest.mark.parametrize("asked", ["tool=own", "tool=own&mirrored=1"])
def test_every_place_lies_over_the_point_that_is_drawn(open_page, asked):
    page = open_page(**{**PHONE, "viewport": NARROW})
    page.goto(f"/en/rule-question/?{asked}")

    assert page.evaluate(DRAWN) == []
