"""Pages under a finger: nothing hovers, nothing is too low, nothing lies under the notch or the bar of the system."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.test_looks import TOO_LOW, make_club
from tests.factories import draw_next_round, make_tournament, pairing_of, player_token

LOOK = """one => {
    const { backgroundColor, color, borderColor } = getComputedStyle(one);
    return [backgroundColor, color, borderColor];
}"""
# Upright, the bar of the system lies at the foot of the screen; on its side, the notch beside it, on either side.
UPRIGHT = {"size": (390, 844), "covered": {"left": 0, "right": 0, "bottom": 34}}
ON_ITS_SIDE = {"size": (844, 390), "covered": {"left": 59, "right": 59, "bottom": 21}}
# What can be read or pressed, once the page is scrolled as far as it goes; but for the large number of a table, which
# stands out by the room that its digits leave beside them.
READ = "a, button, input, select, summary, h1, h2, p, li, td"
COVERED = """([read, { left, right, bottom }]) => [...document.querySelectorAll(read)]
    .filter((one) => one.checkVisibility() && !one.closest(".skip, .visually-hidden, .where"))
    .filter((one) => {
        const box = one.getBoundingClientRect();
        const text = document.createRange();
        text.selectNodeContents(one);
        const words = text.getBoundingClientRect();
        return words.width && box.top < innerHeight && (
            words.left < left - 1 || words.right > innerWidth - right + 1 || box.bottom > innerHeight - bottom + 1);
    }).map((one) => one.outerHTML.slice(0, 80))"""


@pytest.mark.only_browser("chromium", reason="no other can imitate a finger that hovers")
def test_what_was_touched_keeps_its_colours(open_page, live_server):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    player = pairing_of(tournament, 1, 1).first
    phone = open_page(**PHONE, reduced_motion="reduce")
    phone.goto(f"/en/t/{tournament.slug}/p/{player.number}/{player_token(player)}/")
    button = phone.get_by_role("button", name="3:0", exact=True)
    before = button.evaluate(LOOK)

    button.hover()

    assert button.evaluate("one => one.matches(':hover')")
    assert button.evaluate(LOOK) == before


@pytest.mark.parametrize("held", [UPRIGHT, ON_ITS_SIDE], ids=["upright", "on its side"])
@pytest.mark.only_browser("chromium", reason="no other can imitate a notch")
def test_nothing_lies_under_the_notch_or_the_bar_of_the_system(open_desk, live_server, held):
    tournament = make_tournament(entries=14, played=1)
    draw_next_round(tournament)
    player = pairing_of(tournament, 2, 1).first
    width, height = held["size"]
    phone = open_desk(**{**PHONE, "viewport": {"width": width, "height": height}})
    system = phone.context.new_cdp_session(phone)
    system.send("Emulation.setSafeAreaInsetsOverride", {"insets": held["covered"]})

    covered = {}
    for name, address in {
        "standings": f"/en/t/{tournament.slug}/",
        "private page": f"/en/t/{tournament.slug}/p/{player.number}/{player_token(player)}/",
        "round": f"/t/{tournament.slug}/desk/rounds/2/",
        "players": f"/t/{tournament.slug}/desk/players/",
    }.items():
        phone.goto(address)
        phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        if under := phone.evaluate(COVERED, [READ, held["covered"]]):
            covered[name] = under

    assert covered == {}


# Links in a line of their own, and the words beside a box to tick.
ALONE = ".lead-row > a, figcaption a, .eyebrow a, .form-check-label"


def test_links_in_a_line_of_their_own_and_words_beside_a_box_are_as_high_as_a_thumb(open_desk, live_server):
    make_club()
    stuck = make_tournament(3, played=3, name="Stuck")
    make_tournament(2, name="To come", date=date(2099, 12, 1))
    phone, low = open_desk(**PHONE), {}
    for name, address in {
        "files": f"/t/{stuck.slug}/desk/files/",
        "new season": "/c/backgammonclub-ulm/desk/season/",
        "club": "/c/backgammonclub-ulm/",
        "stuck": f"/t/{stuck.slug}/desk/",
    }.items():
        phone.goto(address)
        if name == "stuck":
            phone.locator("#next-action").click()
            expect(phone.locator("button[name=rematches]")).to_be_visible()
        alone = phone.locator(ALONE)
        low[name] = (alone.count() > 0, alone.evaluate_all(TOO_LOW))

    assert low == dict.fromkeys(low, (True, []))
