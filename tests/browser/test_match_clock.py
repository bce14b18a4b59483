"""The match clock in the hands of two players: exact by the rules of the reserve, and heard only when it matters."""

import json
from random import Random
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.factories import draw_next_round, make_tournament, pairing_of
from tests.reference.clocks import after_move, at_start
from tournament.matches.clocks import CLOCKS, Clock, ClockRule
from tournament.queries.players import player_link

# In milliseconds, as the page counts.
START = 1_700_000_000_000
FREE = Clock(ClockRule.DELAY, reserve=61, delay=3)
TONES = """
window.tones = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { tones.push(this.frequency.value); return start.apply(this, at); };
"""


class TwoPlayers:
    """A clock between two players, with time in the hand of the test."""

    def __init__(self, page, **asked):
        self.page, self.now = page, START
        page.clock.set_fixed_time(START / 1000)
        page.add_init_script(TONES)
        page.goto(f"/en/clock/?{urlencode(asked)}")

    def after(self, seconds):
        self.now += round(1000 * seconds)
        self.page.clock.set_fixed_time(self.now / 1000)
        # As after a look at another page: it shows what the time says.
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        return self

    def press(self, key):
        self.page.keyboard.press(key)

    def half(self, side):
        return self.page.locator(".half").nth(side)

    def reserves(self):
        return self.page.locator(".half .reserve").all_inner_texts()

    def words(self):
        return self.page.locator(".half .words").all_inner_texts()

    def said(self):
        return self.page.locator("#clock-said").inner_text()

    def tones(self):
        return self.page.evaluate("tones.splice(0).length")

    def menu(self):
        self.page.get_by_role("button", name="Settings, new game, correction").click()
        return self.page.get_by_role("dialog")


def minutes(seconds):
    return f"{seconds // 60}:{seconds % 60:02}"


@pytest.fixture
def between_two(open_page):
    return lambda **asked: TwoPlayers(open_page(), **asked)


@pytest.mark.parametrize(
    ("asked", "moves", "reserves"),
    [
        ({"clock": "normal"}, [15, 30, 20], ["2:00", "1:30", "2:00"]),
        ({"clock": "blitz"}, [4, 25, 12, 8], ["0:30", "0:05", "0:00", "0:10"]),
        ({"clock": "delay", "length": 3}, [10, 15, 72], ["6:00", "5:57", "4:57"]),
    ],
)
def test_the_reserve_follows_the_vectors_of_the_tournament_rules(between_two, asked, moves, reserves):
    clock = between_two(**asked)
    clock.press(" ")
    shown = []
    for seconds in moves:
        clock.after(seconds).press(" ")
        shown.append(clock.reserves()[0])
        clock.press(" ")

    assert shown == reserves


@pytest.mark.parametrize("key", [*CLOCKS, "free"])
def test_over_random_moves_both_reserves_are_those_of_the_rules(between_two, key):
    rules = CLOCKS.get(key, FREE)
    own = {"rule": rules.rule.value, "reserve": rules.reserve, "delay": rules.delay}
    clock = between_two(length=5, **(own if key == "free" else {"clock": key}))
    chance = Random(key)
    reserves = [at_start(rules, 5)] * 2
    expected, shown = [], []
    clock.press(" ")
    for move in range(60):
        seconds = chance.choice([chance.randint(0, 2 * rules.delay), rules.delay, chance.randint(0, 90)])
        reserves[move % 2] = after_move(rules, reserves[move % 2], seconds)
        clock.after(seconds).press(" ")
        expected.append([minutes(left) for left in reserves])
        shown.append(clock.reserves())

    assert shown == expected


def test_each_taps_the_own_half_and_no_tap_counts_twice(open_page):
    clock = TwoPlayers(open_page(**PHONE), clock="delay", length=3, first="Anna", second="Ben")
    clock.half(1).tap()
    clock.after(20)
    clock.half(1).tap()
    clock.half(0).tap()
    clock.half(0).tap()

    assert (clock.reserves(), clock.words()[0]) == (["5:52", "6:00"], "waiting")


def test_the_dialog_opens_on_what_is_asked(open_page):
    page = open_page(**PHONE)
    page.goto("/en/clock/")
    expect(page.locator("input[name=clock]").first).to_be_focused()

    page.get_by_role("button", name="Set the clock").click()
    page.get_by_role("button", name="Settings, new game, correction").click()

    expect(page.get_by_role("button", name="New game", exact=True)).to_be_focused()


def test_a_pause_takes_no_time_and_the_move_goes_on_where_it_stood(between_two):
    clock = between_two(clock="delay", length=3)
    clock.press(" ")
    clock.after(10).press("p")
    clock.after(600).press("p")
    clock.after(5)

    assert clock.reserves() == ["5:57", "6:00"]


def test_a_reload_loses_no_second(between_two):
    clock = between_two(clock="delay", length=3)
    clock.press(" ")
    clock.after(30)
    clock.page.reload()
    clock.after(30)

    assert clock.reserves() == ["5:12", "6:00"]


def test_a_new_game_has_a_new_reserve_except_where_it_is_for_the_match(between_two):
    found = {}
    for key in CLOCKS:
        clock = between_two(clock=key, length=3)
        clock.press(" ")
        clock.after(32).press(" ")
        clock.menu().get_by_role("button", name="New game").click()
        found[key] = (clock.reserves(), clock.words()[0])

    begins = "Tap: the other side begins"
    assert found == {
        "normal": (["2:00", "2:00"], begins),
        "blitz": (["0:30", "0:30"], begins),
        "delay": (["5:40", "6:00"], begins),
    }


def test_reserve_and_points_are_corrected_in_the_middle_of_a_move(between_two):
    clock = between_two(clock="delay", length=3)
    clock.press(" ")
    clock.after(30)
    menu = clock.menu()
    menu.get_by_label("Reserve", exact=True).first.fill("4:00")
    menu.get_by_label("Points", exact=True).first.fill("2")
    clock.page.keyboard.press("Enter")
    corrected = clock.reserves()
    clock.press("p")
    clock.after(10)

    assert (corrected, clock.reserves()) == (["4:00", "6:00"], ["3:50", "6:00"])
    expect(clock.half(0).locator(".points-of")).to_have_text("2 /3")


def test_a_reserve_that_is_no_time_is_not_taken(between_two):
    clock = between_two(clock="delay", length=3)
    field = clock.menu().get_by_label("Reserve", exact=True).first
    field.fill("soon")
    clock.page.keyboard.press("Enter")

    expect(clock.page.get_by_role("dialog")).to_be_visible()
    assert (field.evaluate("field => field.validity.patternMismatch"), clock.reserves()) == (True, ["6:00", "6:00"])


def test_a_clock_brought_in_between_games_has_less_for_each_point_scored(between_two):
    clock = between_two(clock="normal", length=5)
    menu = clock.menu()
    menu.get_by_label("Points", exact=True).first.fill("3")
    menu.get_by_role("button", name="Save").click()
    menu = clock.menu()
    menu.get_by_role("radio", name="Delay").check()
    menu.get_by_role("button", name="Set the clock").click()

    assert clock.reserves() == [minutes(at_start(CLOCKS["delay"], 5, points_scored=3))] * 2


def test_it_sounds_at_the_end_of_the_delay_and_at_zero_and_says_who_moves_and_whose_time_is_up(between_two):
    clock = between_two(rule="delay", reserve=10, delay=5, length=1, first="Anna", second="Ben")
    heard = []
    clock.press(" ")
    for seconds in (4, 1, 9, 1, 100):
        clock.after(seconds)
        heard.append((clock.tones(), clock.said()))
    clock.press(" ")

    to_move, is_up = "Anna to move, 0:10 left", "Anna: time is up"
    assert heard == [(0, to_move), (1, to_move), (0, to_move), (3, is_up), (0, is_up)]
    assert (clock.words()[0], clock.said()) == ("Time is up", "Ben to move, 0:10 left")


def test_the_words_tell_what_the_seconds_of_a_move_are_for(between_two):
    found = {}
    for key in CLOCKS:
        clock = between_two(clock=key)
        clock.press(" ")
        clock.after(3.2)
        found[key] = [*clock.words(), clock.half(0).locator(".lit").count()]

    assert found == {
        "normal": ["17 s left to refill the reserve", "waiting", 17],
        "blitz": ["7 s left to earn more time", "waiting", 7],
        "delay": ["9 s left before the reserve runs", "waiting", 9],
    }


def test_the_screen_stays_on_while_the_clock_runs(open_page):
    page = open_page()
    page.add_init_script("""window.held = [];
      WakeLock.prototype.request = async () => {
        held.push("on"); return { released: false, release: async () => held.push("off") }; };""")
    clock = TwoPlayers(page, clock="delay")
    clock.press(" ")
    page.wait_for_function("held.length === 1")
    clock.press("p")
    page.wait_for_function("held.length === 2")

    assert page.evaluate("held") == ["on", "off"]


def test_a_screen_held_on_by_two_quick_moves_is_let_go_with_one_pause(open_page):
    page = open_page()
    page.add_init_script("""window.held = 0; window.grants = [];
      WakeLock.prototype.request = () => new Promise((granted) => { grants.push(() => {
        held += 1; granted({ released: false, release: async () => { held -= 1; } }); }); });""")
    clock = TwoPlayers(page, clock="delay")
    clock.press(" ")
    clock.press(" ")
    page.evaluate("grants.forEach((grant) => grant())")
    clock.press("p")

    assert page.evaluate("new Promise(setTimeout).then(() => held)") == 0


def test_once_open_it_asks_the_program_for_nothing(between_two):
    clock = between_two()
    # The icons are fetched after everything else.
    clock.page.wait_for_load_state("networkidle")
    clock.page.context.set_offline(True)
    menu = clock.page.get_by_role("dialog")
    menu.get_by_role("radio", name="Own values").check()
    menu.get_by_label("Reserve in seconds").fill("90")
    menu.get_by_label("White").fill("Anna")
    menu.get_by_role("button", name="Set the clock").click()
    clock.press(" ")

    assert (clock.reserves(), clock.said()) == (["4:30", "4:30"], "Anna to move, 4:30 left")


def test_the_bar_counts_at_once_when_the_menu_has_closed(between_two):
    clock = between_two()
    clock.page.get_by_role("dialog").get_by_role("button", name="Set the clock").focus()
    clock.page.evaluate("""() => {
      document.activeElement.click();
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
    }""")

    assert clock.words() == ["20 s left to refill the reserve", "waiting"]


@pytest.mark.parametrize(
    "asked",
    [
        {"clock": "free", "reserve": "9" * 50, "delay": "-1", "rule": "x", "length": "0"},
        {"clock": "free", "reserve": "", "delay": "abc", "length": "<b>"},
    ],
)
def test_nonsense_in_the_address_is_left_out(between_two, asked):
    clock = between_two(**asked, first="<b>Anna</b>")

    assert (clock.reserves(), clock.half(0).locator(".name").inner_text()) == (["6:00", "6:00"], "<b>Anna</b>")


def test_a_state_that_is_none_does_not_keep_the_clock_from_opening(between_two):
    clock = between_two(clock="normal")
    clock.page.evaluate("search => sessionStorage.setItem('match-clock', search)", json.dumps({"search": "?clock=x"}))
    clock.page.goto("/en/clock/?clock=x")

    assert clock.reserves() == ["2:00", "2:00"]


def test_without_scripts_a_sentence_says_what_the_clock_needs(open_page):
    page = open_page(java_script_enabled=False)
    page.goto("/en/clock/")

    words = "and reload it. A browser that is too old cannot show it."
    assert page.locator("main").inner_text().strip().endswith(words)
    expect(page.locator("#match-clock")).to_be_hidden()


def test_a_player_s_own_page_opens_it_with_the_names_and_the_length(open_page, live_server):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    pairing = pairing_of(tournament, 1, 1)
    names = [pairing.first.display_name, pairing.second.display_name]
    own = player_link(pairing.first)
    page = open_page(**PHONE)
    page.goto(f"/en{own[own.index('/t/') :]}")
    page.get_by_role("link", name="Clock").click()
    expect(page.locator(".half .name").last).not_to_be_empty()

    assert page.locator(".half .name").all_text_contents() == names
    assert page.locator(".to").all_text_contents() == ["/3", "/3"]


# Twenty minutes of arc at two metres are 12 mm; a phone has about 6 of its pixels to the millimetre.
LEGIBLE = 72
DIGITS = """() => [...document.querySelectorAll(".half .reserve")].map((reserve) => {
  const style = getComputedStyle(reserve);
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const range = document.createRange();
  range.selectNodeContents(reserve);
  const text = range.getBoundingClientRect();
  const stretched = reserve.getBoundingClientRect().height / reserve.offsetHeight;
  const height = canvas.measureText("1").actualBoundingBoxAscent * stretched;
  const middle = text.top + text.height / 2;
  return {
    said: reserve.textContent, height, left: text.left, right: text.right,
    top: middle - height / 2, bottom: middle + height / 2,
  };
})"""
AROUND = """() => [...document.querySelectorAll(".clock-mid button, .half .head, .half .words")]
  .map((each) => each.getBoundingClientRect().toJSON())"""


@pytest.mark.measures
@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("0:05", {"rule": "normal", "reserve": 5}),
        ("12:34", {"rule": "blitz", "reserve": 754}),
        ("100:00", {"rule": "delay", "reserve": 240, "length": 25}),
    ],
)
def test_the_reserve_can_be_read_from_two_metres_and_nothing_covers_it(open_page, said, asked):
    page = open_page()
    for width, height in ((390, 844), (844, 390), (320, 568), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/en/clock/?{urlencode({**asked, 'first': 'W' * 100, 'second': 'Anna Keller ' * 8})}")

        digits = page.evaluate(DIGITS)
        covering = [
            (each["said"], other)
            for each in digits
            for other in page.evaluate(AROUND)
            if each["left"] < other["right"] and other["left"] < each["right"]
            if each["top"] < other["bottom"] and other["top"] < each["bottom"]
        ]

        assert [each["said"] for each in digits] == [said] * 2
        assert [each["height"] for each in digits if each["height"] < LEGIBLE] == []
        assert [each for each in digits if each["left"] < 0 or each["right"] > width] == []
        assert covering == []
