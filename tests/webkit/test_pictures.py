"""The same picture in WebKit and in Chromium, but for the edges of letters and lines."""

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.browser.test_seasons import evenings  # noqa: F401
from tests.factories import draw_next_round, enter_result, entry_of, make_tournament, pairing_of
from tests.views.test_every_address import write_down
from tests.webkit.conftest import HEIGHT, LAPTOP, PHONE
from tests.webkit.page import INTO_VIEW, cut_out
from tournament.engine.record import Result
from tournament.engine.terms import Outcome

# Of 255 levels of grey, on average over the picture, once the edges are blurred.
SAME = 3.0


def difference(one, other):
    """How much two pictures differ, in levels of grey."""
    size = (max(one.width, other.width) // 4, max(one.height, other.height) // 4)
    small = [picture.resize(size, Image.Resampling.BOX) for picture in (one, other)]
    return ImageStat.Stat(ImageChops.difference(*small)).mean[0]


def picture_in(twin, css):
    """How an element looks in Chromium."""
    box = twin.locator(css).first.evaluate(INTO_VIEW)
    return cut_out(twin.screenshot(), box)


@pytest.fixture
def open_in_chromium(new_context, live_server, session_cookie):
    """Opens a page in Chromium for the director, logged in."""

    def open_one(width):
        context = new_context(viewport={"width": width, "height": HEIGHT})
        context.add_cookies([{**session_cookie, "url": live_server.url}])
        return context.new_page()

    return open_one


def differing(page, twin, places):
    """Which of these, by the address of its page, looks otherwise than in Chromium, and by how much."""
    found = {}
    for address, css in places.items():
        page.open(address)
        twin.goto(address)
        found[css] = difference(page.picture(css), picture_in(twin, css))
    return {css: much for css, much in found.items() if much > SAME}


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_the_charts_of_a_tournament_look_as_in_chromium(open_page, open_in_chromium, width):
    tournament = f"/en/t/{make_tournament(entries=14, played=3).slug}"
    charts = {f"{tournament}/course/": ".course svg", f"{tournament}/players/3/": ".way svg"}

    assert differing(open_page(width), open_in_chromium(width), charts) == {}


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_the_charts_of_a_club_s_years_look_as_in_chromium(open_page, open_in_chromium, evenings, width):  # noqa: F811
    club = "/en/c/backgammonclub-ulm"
    person = entry_of(evenings[0], 3).person.pk
    charts = {f"{club}/season/saison/course/": ".course svg", f"{club}/players/{person}/": ".rating-line svg"}

    assert differing(open_page(width), open_in_chromium(width), charts) == {}


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_the_board_looks_as_in_chromium(open_page, open_in_chromium, width):
    tournament = make_tournament(entries=4, played=1)
    write_down(tournament)
    boards = {
        "/en/rule-question/?roll=31": ".board-frame",
        f"/en/t/{tournament.slug}/rounds/1/tables/2/replay/?at=9": ".board-side",
    }

    assert differing(open_page(width), open_in_chromium(width), boards) == {}


def test_the_desk_looks_as_in_chromium(open_desk, open_in_chromium):
    tournament = make_tournament(entries=14)
    draw_next_round(tournament)
    for table in (1, 4, 6):
        enter_result(pairing_of(tournament, 1, table), Result(Outcome.PLAYED, (3, 1)))
    page, twin = open_desk(), open_in_chromium(LAPTOP)
    for one in (page.open, twin.goto):
        one(f"/t/{tournament.slug}/desk/rounds/1/")

    assert difference(page.picture(".tables"), picture_in(twin, ".tables")) < SAME
