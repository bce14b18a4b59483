"""The wall through an evening: nobody's hand on it, readable across the room, honest when its news stop."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.steps import Desk, hear, look_again
from tests.browser.test_looks import LONGEST, UNBROKEN
from tests.factories import (
    draw_next_round,
    enter_result,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
)
from tournament.actions.cash import add_prize
from tournament.actions.players import NewPlayer
from tournament.actions.tournaments import change_tournament, close_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Criterion, Outcome
from tournament.models import Round
from tournament.phrases.values import signed
from tournament.queries.evening import evening_of
from tournament.queries.standings import standings_page

NOW = datetime(2026, 3, 14, 19, 30, tzinfo=UTC)
BEAMER, OLD_BEAMER, SMALL_TV, LAPTOP = (1920, 1080), (1024, 768), (1280, 720), (1366, 768)
TURN = 12_000
# By then the wall has asked again; it does every three seconds.
SOON = 5_000
# How long anybody waits for their own line.
LONGEST_WAIT = 40_000
FITS = (True, 0, [[0, 0], [0, 0]], [])
SOUND = (0, [[0, 0], [0, 0]], [])
# How high the usual name is, as a part of the screen.
USUAL_NAME = """() => {
  const all = [...document.querySelectorAll(".wall-list .who")].filter(name => name.offsetParent)
    .map(name => parseFloat(getComputedStyle(name).fontSize) / innerHeight).sort((a, b) => a - b);
  return all.length ? all[all.length >> 1] : 1;
}"""
CUT_OFF = """() => [...document.querySelectorAll(".wall-list li, .wall-foot, .wall-head, .wall-podium li")]
  .filter(part => part.offsetParent).map(part => part.getBoundingClientRect())
  .filter(box => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1).length"""
# Names that leave their cell on a side, or of which a letter leaves the row above or below; and of rows that lie lower
# than the body of the wall.
CUT = """() => {
  const seen = (cells) => [...document.querySelectorAll(cells)].filter((cell) => cell.offsetParent);
  const box = (cell) => cell.getBoundingClientRect();
  const text = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  };
  const end = box(document.querySelector(".wall-body")).bottom + 1;
  const pen = document.createElement("canvas").getContext("2d");
  return seen(".who").filter((cell) => {
    const [inner, outer] = [text(cell), box(cell.closest(".match, li"))];
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(cell);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = pen.measureText(cell.textContent.trim());
    const top = inner.top + ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
    const bottom = inner.bottom - ink.fontBoundingBoxDescent + ink.actualBoundingBoxDescent;
    return inner.left < box(cell).left - 1 || inner.right > box(cell).right + 1
      || Math.max(outer.top - top, bottom - outer.bottom) > 0.025 * parseFloat(fontSize)
      || outer.right > innerWidth || outer.bottom > end;
  }).map((cell) => cell.textContent.trim());
}"""
# The turn, and the rows that are seen in it.
ON_SCREEN = """() => [document.getElementById("wall-turn").textContent,
  [...document.querySelectorAll(".wall-list li")].filter((row) => row.offsetParent)
    .map((row) => row.textContent.trim().replace(/\\s+/g, " "))]"""
OVERFLOWS = """() => [document.documentElement, document.querySelector(".wall-body")]
  .map(box => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight])"""

LOOKED_AT = f"() => [({ON_SCREEN})(), ({CUT_OFF})(), ({OVERFLOWS})(), ({CUT})()]"


@pytest.fixture
def open_wall(open_page):
    """Opens the wall of a tournament on a screen of this size, with time in the hand of the test."""

    def open_one(tournament, size=BEAMER, *, now=NOW, **options):
        return to_wall(open_page(viewport={"width": size[0], "height": size[1]}, **options), tournament, now)

    return open_one


def to_wall(page, tournament, now=NOW):
    """No time passes but what the test lets pass, so that no turn goes by unseen."""
    page.clock.install(time=now)
    page.clock.pause_at(now + timedelta(days=1))
    page.goto(f"/t/{tournament.slug}/wall/")
    return page


def seen(wall):
    """The numbers and names of the rows that are on the screen."""
    rows = wall.locator(".wall-list li:visible")
    return [" ".join(text.split()) for text in rows.all_inner_texts()]


def fits(wall):
    """Whether nobody has to come closer, how many parts leave the screen, by how much it scrolls, and what is cut."""
    looks = (wall.evaluate(look) for look in (CUT_OFF, OVERFLOWS, CUT))
    return wall.evaluate(USUAL_NAME) >= 0.032, *looks


def hold_back_answers(wall):
    """Nothing new is heard, the time neither: a test that runs ahead of the server would be called back by it."""
    wall.route("**/wall/live/?v=*", lambda route: route.fulfill(status=204))


def violations(wall):
    """Of the rules of axe, which takes its time; from then on time goes by itself."""
    wall.clock.resume()
    return [violation["id"] for violation in Axe().run(wall).response["violations"]]


@pytest.mark.sample
@pytest.mark.every_engine
def test_the_wall_goes_through_an_evening_by_itself(live_server, open_wall):
    tournament = make_tournament(entries=5, planned_rounds=2, name="Bodensee Open")
    wall = open_wall(tournament)
    expect(wall.get_by_text("Find your table here")).to_be_visible()
    expect(wall.get_by_role("heading", name="5 players")).to_be_visible()

    first = draw_next_round(tournament)
    look_again(wall)
    expect(wall.get_by_role("heading", name="Bodensee Open · Round 1")).to_be_visible()
    assert seen(wall) == ["1 Player 5 Player 2", "2 Player 4 Player 3"]
    expect(wall.get_by_text("Bye: Player 1")).to_be_visible()

    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 1)))
    look_again(wall)
    expect(wall.locator(".finished")).to_have_text("1 Player 5 3 Player 2 1")
    expect(wall.locator(".finished .winner")).to_have_text("Player 5")
    expect(wall.get_by_text("1 of 2 tables done")).to_be_visible()

    enter_result(pairing_of(tournament, 1, 2), Result(Outcome.PLAYED, (3, 0)))
    look_again(wall)
    expect(wall.get_by_role("heading", name="Standings after round 1")).to_be_visible()
    expect(wall.get_by_text("All results are in.")).to_be_visible()

    play_round(draw_next_round(tournament))
    look_again(wall)
    expect(wall.get_by_role("heading", name="Bodensee Open · Round 2")).to_be_visible()
    expect(wall.get_by_role("heading", name="Standings after round 2")).to_be_visible()

    add_prize(tournament, by=make_director(), place=1, description="Leather board", price_cents=900)
    close_tournament(tournament, by=make_director())
    look_again(wall)
    podium = wall.get_by_role("region", name="Top three")
    expect(podium.get_by_role("listitem")).to_have_count(3)
    expect(podium.locator(".step-1")).to_contain_text("Leather board")
    expect(wall.get_by_role("heading", name="Final standings")).to_be_hidden()
    wall.clock.run_for(TURN)
    expect(wall.get_by_role("heading", name="Final standings")).to_be_visible()
    expect(podium).to_be_hidden()
    assert first.number == 1


@pytest.fixture
def hears_nothing(settings):
    """The wall of a test that looks at it for minutes asks no server whether something is new."""
    settings.REFRESH_SECONDS = 600


def looks_at(wall):
    """What stands on the wall within the time that anybody waits, turn by turn: its number, its rows, what is wrong."""
    looks, passed = [], 0
    while passed < LONGEST_WAIT:
        (turn, rows), *wrong = wall.evaluate(LOOKED_AT)
        looks.append((turn, rows, tuple(wrong)))
        step = min(TURN, LONGEST_WAIT // int(turn.rpartition("/")[2] or 1)) + 10
        wall.clock.run_for(step)
        passed += step
    return looks


def is_whole(wall, expected):
    """On every screen, each of these rows is seen whole in time."""
    for width, height in (BEAMER, SMALL_TV, OLD_BEAMER):
        wall.set_viewport_size({"width": width, "height": height})
        wall.reload()
        looks = looks_at(wall)
        assert [wrong for _turn, _rows, wrong in looks] == [SOUND] * len(looks)
        turns = {turn for turn, *_rest in looks}
        counted = {f"{turn} / {len(turns)}" for turn in range(1, len(turns) + 1)}
        assert turns == (counted if len(turns) > 1 else {""})
        assert {row for _turn, rows, _wrong in looks for row in rows} == expected
    return True


def rows_of_tables(round_):
    """The tables that are open, as they stand on the wall."""
    matches = round_.pairings.filter(second__isnull=False, outcome="pending")
    return {f"{match.table} {match.first.name} {match.second.name}" for match in matches}


def rows_of_names(round_):
    """Everybody with their table, as they stand on the wall."""
    pairings = round_.pairings.all()
    return {f"{entry.name} {one.table or 'bye'}" for one in pairings for entry in (one.first, one.second) if entry}


def rows_of_standings(tournament):
    """The ranking that stands on every page, as it stands on the wall."""
    tournament.refresh_from_db()
    return {
        f"{row.standing.rank} {row.entry.name} {row.standing.match_wins} "
        + signed(row.standing.figures[Criterion.POINT_DIFFERENCE])
        for row in standings_page(evening_of(tournament)).rows
    }


@pytest.mark.measures
@pytest.mark.usefixtures("hears_nothing")
@pytest.mark.parametrize("count", [14, 200, *(pytest.param(count, marks=pytest.mark.prove) for count in (5, 41, 64))])
def test_everybody_finds_their_own_line_within_forty_seconds(live_server, open_wall, count):
    names = [LONGEST, "Ägidius Großjung", "محمد عبد الرحمن", "יוסף כהן"]
    names += [f"Maximilian Jägermeyr {number}" for number in range(count - len(names))]
    tournament = make_tournament(players=[NewPlayer(name) for name in names], round_minutes=45, planned_rounds=2)
    wall = open_wall(tournament, reduced_motion="reduce")
    assert is_whole(wall, set(names))

    play_round(draw_next_round(tournament))
    round_ = draw_next_round(tournament)
    is_large = count > 40
    drawn = rows_of_names(round_) if is_large else rows_of_tables(round_) | rows_of_standings(tournament)
    assert is_whole(wall, drawn)

    if is_large:
        for table in range(1, count // 6 + 2):
            enter_result(pairing_of(tournament, 2, table), Result(Outcome.PLAYED, (3, 1)))
        assert is_whole(wall, rows_of_tables(round_) | rows_of_standings(tournament))

    for match in round_.pairings.filter(outcome="pending"):
        enter_result(match, Result(Outcome.PLAYED, (1, 3)))
    close_tournament(tournament, by=make_director())
    assert is_whole(wall, rows_of_standings(tournament))


def test_the_news_of_others_do_not_keep_a_turn_on_the_wall(live_server, open_wall):
    tournament = make_tournament(entries=80)
    draw_next_round(tournament)
    wall = open_wall(tournament)
    expect(wall.locator("#wall-turn")).to_have_text("1 / 2")

    for table in (1, 2, 3):
        wall.clock.run_for(TURN // 3)
        enter_result(pairing_of(tournament, 1, table), Result(Outcome.PLAYED, (3, 1)))
        look_again(wall)
        expect(wall.get_by_text(f"{table} of 40 tables done")).to_be_visible()

    expect(wall.locator("#wall-turn")).to_have_text("2 / 2")


@pytest.mark.parametrize("size", [BEAMER, OLD_BEAMER, SMALL_TV], ids=str)
def test_sixty_four_players_can_be_read_across_the_room(live_server, open_wall, size):
    names = [LONGEST, UNBROKEN, *(f"Maximilian Schneider {number}" for number in range(3, 65))]
    tournament = make_tournament(players=[NewPlayer(name) for name in names], name=LONGEST, round_minutes=45)
    wall = open_wall(tournament, size)
    assert (fits(wall), violations(wall)) == (FITS, [])

    draw_next_round(tournament)
    look_again(wall)
    expect(wall.get_by_role("heading", name="Tables by name")).to_be_visible()
    assert (fits(wall), violations(wall)) == (FITS, [])


@pytest.mark.every_engine
@pytest.mark.parametrize("size", [BEAMER, SMALL_TV], ids=str)
def test_sixteen_tables_are_one_picture_and_their_standings_the_next(live_server, open_wall, size):
    players = [NewPlayer(f"Maximilian Huber {number}") for number in range(1, 33)]
    tournament = make_tournament(players=players, played=1)
    draw_next_round(tournament)
    wall = open_wall(tournament, size)
    expect(wall.locator("#wall-tables li:visible")).to_have_count(16)
    assert fits(wall) == FITS

    wall.clock.run_for(TURN)

    expect(wall.locator("#wall-tables")).to_be_hidden()
    assert wall.locator("#wall-standings li:visible .number").all_inner_texts()[:2] == ["1", "2"]


def test_the_standings_stand_beside_the_tables_where_these_stay_as_large(live_server, open_wall):
    players = [NewPlayer(f"Hannes Brunner {number}") for number in range(1, 7)]
    tournament = make_tournament(players=players, played=1)
    draw_next_round(tournament)
    wall = open_wall(tournament)

    expect(wall.locator("#wall-tables li:visible")).to_have_count(3)
    expect(wall.locator("#wall-standings li:visible")).to_have_count(6)


def test_the_strip_of_points_fills_as_tables_finish(live_server, open_wall):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 1)))

    strip = open_wall(tournament).get_by_role("progressbar", name="Finished tables")

    assert strip.evaluate("strip => [strip.position, Math.round(strip.offsetWidth / innerWidth * 100)]") == [0.5, 96]


def test_the_wall_is_dark_and_light_for_bright_rooms(live_server, open_wall):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    wall = open_wall(tournament, color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert wall.evaluate(ground) == "rgb(16, 22, 20)"

    wall.evaluate("location.hash = 'light'")

    assert (wall.evaluate(ground), violations(wall)) == ("rgb(251, 250, 246)", [])


@pytest.mark.every_engine
@pytest.mark.parametrize("size", [BEAMER, OLD_BEAMER], ids=str)
def test_the_podium_holds_the_longest_names(live_server, open_wall, size):
    names = (LONGEST, UNBROKEN, "W" * 100)
    tournament = make_tournament(players=[NewPlayer(name) for name in names], played=1, planned_rounds=1, name=UNBROKEN)
    for place, kind in ((1, "fine"), (1, "great"), (2, "good"), (3, "nice")):
        prize = f"A very {kind} prize " * 5
        add_prize(tournament, by=make_director(), place=place, description=prize, price_cents=900)
    close_tournament(tournament, by=make_director())
    wall = open_wall(tournament, size, reduced_motion="reduce")

    assert (fits(wall), violations(wall)) == (FITS, [])
    assert wall.evaluate("document.getAnimations().length") == 0


@pytest.mark.every_engine
# A browser complains in its console of a server that does not answer, or fails.
@pytest.mark.parametrize("fails", [lambda route: route.abort(), lambda route: route.fulfill(status=500)])
def test_the_wall_says_since_when_it_hears_nothing_and_recovers(live_server, new_context, fails):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    wall = to_wall(new_context().new_page(), tournament)
    notice = wall.get_by_role("alert")
    hear(wall)
    expect(notice).to_be_hidden()
    shown = wall.locator(".time-of-day").inner_text()

    wall.route("**/wall/live/?v=*", fails)
    look_again(wall)
    expect(notice).to_have_text(f"No response since {shown}. Shown here is the last known state.")
    wall.clock.run_for(120_000)
    expect(notice).to_have_text(f"No response since {shown}. Shown here is the last known state.")
    assert wall.locator(".time-of-day").inner_text() != shown

    wall.unroute("**/wall/live/?v=*")
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 1)))
    wall.clock.run_for(SOON)
    expect(wall.locator(".finished")).to_have_count(1)
    expect(notice).to_be_hidden()


@pytest.mark.every_engine
def test_the_round_clock_runs_down_by_the_servers_time(live_server, open_wall):
    tournament = make_tournament(entries=4, round_minutes=45)
    round_ = draw_next_round(tournament)
    # The screen's own clock is wrong by years, as one without a battery.
    wall = open_wall(tournament, now=datetime(2001, 1, 1, tzinfo=UTC))
    hear(wall)
    hold_back_answers(wall)
    left = wall.locator("#clock .left")
    minutes, seconds = map(int, left.inner_text().split(":"))
    assert 40 < minutes <= 45
    wall.clock.fast_forward(1000 * (60 * minutes + seconds - 2))
    wall.clock.run_for(1_000)
    expect(left).to_have_text("0:01")
    wall.clock.run_for(1_000)
    expect(left).to_have_text("Time is up")
    expect(wall.locator("#clock.rings")).to_have_count(1)

    wall.clock.run_for(20_000)
    expect(wall.locator("#clock.rings")).to_have_count(0)
    wall.unroute_all()
    change_tournament(tournament, by=make_director(), round_minutes=90)
    wall.clock.run_for(SOON)
    expect(left).to_have_text(re.compile("^8[0-9]:[0-9]{2}|90:00$"))
    assert Round.objects.get().started_at == round_.started_at


def test_the_clock_sounds_once_it_has_been_tapped(live_server, open_wall):
    tournament = make_tournament(entries=4, round_minutes=45)
    draw_next_round(tournament)
    wall = open_wall(tournament)
    wall.evaluate("""() => {
        window.tones = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
    }""")
    hear(wall)
    hold_back_answers(wall)
    sound = wall.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    assert wall.evaluate("window.tones") == 1

    wall.clock.fast_forward(44 * 60_000)
    wall.clock.run_for(2 * 60_000)
    assert wall.evaluate("window.tones") == 4


@pytest.mark.only_browser("chromium", reason="a Firefox without a screen has no sound to go on")
def test_the_clock_sounds_although_a_call_has_interrupted_the_sound(live_server, open_wall):
    tournament = make_tournament(entries=4, round_minutes=45)
    draw_next_round(tournament)
    wall = open_wall(tournament)
    wall.evaluate("""() => {
        window.AudioContext = class extends AudioContext {
            constructor() {
                super();
                window.sound = this;
                this.onstatechange = () => { document.body.dataset.sound = this.state; };
            }
        };
    }""")
    hear(wall)
    hold_back_answers(wall)
    wall.get_by_role("button", name="Sound").click()
    wall.evaluate("sound.suspend()")
    expect(wall.locator("body")).to_have_attribute("data-sound", "suspended")

    wall.clock.fast_forward(44 * 60_000)
    wall.clock.run_for(2 * 60_000)
    expect(wall.locator("body")).to_have_attribute("data-sound", "running")


def test_the_director_finds_the_code_and_the_wall_beside_the_round(live_server, open_desk):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    desk = Desk(open_desk(), tournament.slug)
    desk.go_to_round(1)
    desk.page.get_by_label("QR code for the players").click()

    expect(desk.page.get_by_role("link", name=f"http://club.example/t/{tournament.slug}/")).to_be_visible()
    with desk.page.expect_popup() as opened:
        desk.page.get_by_role("link", name="Open wall display").click()
    expect(opened.value).to_have_url(re.compile(f"/t/{tournament.slug}/wall/$"))
