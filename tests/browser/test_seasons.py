"""A club's season: three short evenings, read on the page, on paper and by other programs."""

import json
from datetime import timedelta
from io import BytesIO

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import PHONE
from tests.browser.test_looks import LONGEST, UNBROKEN
from tests.factories import draw_next_round, make_member, make_tournament, only_club, play_round
from tests.views.test_many_evenings import long_years
from tournament.actions.clubs import change_ratings, change_settings
from tournament.actions.players import NewPlayer
from tournament.actions.seasons import set_up_season

LEFT_OF_ITS_LETTERS = """name => {
  const letters = document.createRange();
  letters.selectNodeContents(name);
  return letters.getBoundingClientRect().left;
}"""
NAMES = (LONGEST, UNBROKEN, "Emre Şahin", "فاطمة الزهراء")


@pytest.fixture
def evenings(live_server):
    """Three evenings of one round, the last of them tonight and not over yet."""
    director = make_member("director")
    club = change_settings(only_club(), by=director, name="Backgammonclub Ulm", place="Ulm")
    today = timezone.localdate()
    year = {"begins": today - timedelta(days=99), "ends": today + timedelta(days=99)}
    set_up_season(club, by=director, name="Saison", best=2, **year)
    change_ratings(club, by=director, rates=True, rating_start=1500, rating_ramp="fibs", rates_stopped=False)
    played = []
    for days, rounds in ((60, 1), (30, 1), (0, 2)):
        players = [NewPlayer(name) for name in NAMES]
        evening = make_tournament(players=players, date=today - timedelta(days=days), planned_rounds=rounds)
        play_round(draw_next_round(evening), [(3, 0), (3, 1)])
        played.append(evening)
    return played


def test_the_season_is_the_same_on_the_page_on_paper_and_for_other_programs(evenings, open_page):
    page = open_page(**PHONE)
    told = json.loads(page.request.get("/c/backgammonclub-ulm/season/saison.json").body())
    paper = PdfReader(BytesIO(page.request.get("/c/backgammonclub-ulm/season/saison.pdf").body()))

    page.goto("/en/c/backgammonclub-ulm/")
    page.get_by_role("navigation", name="Club pages").get_by_role("link", name="Saison").click()

    rows = page.get_by_role("row")
    expect(rows).to_have_count(5)
    read = [
        (
            int(row.locator(".rank").inner_text()),
            row.locator(".who bdi").inner_text(),
            int(row.locator(".total").inner_text()),
        )
        for row in rows.all()[1:]
    ]
    assert read == [(row["place"], row["name"], row["points"]) for row in told["ranking"]]
    assert told["is_provisional"] is True
    assert "Emre Şahin" in paper.pages[0].extract_text()
    assert str(told["ranking"][0]["points"]) in paper.pages[0].extract_text()


def test_a_name_from_right_to_left_stands_beside_its_place(evenings, open_page):
    page = open_page(**PHONE)

    page.goto("/en/c/backgammonclub-ulm/")

    names = page.locator(".season-head li bdi").all()
    assert "فاطمة الزهراء" in [name.inner_text() for name in names]
    assert len({round(name.evaluate(LEFT_OF_ITS_LETTERS)) for name in names}) == 1


@pytest.mark.parametrize("width", [768, 1024, 1280])
def test_many_evenings_leave_room_for_the_names(live_server, open_page, width):
    club = long_years(12, 14)
    page = open_page(viewport={"width": width, "height": 800})

    page.goto(f"/en/c/{club.slug}/season/all/")

    expect(page.locator("thead .evening")).to_have_count(11)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator("tbody .who").first.bounding_box()["width"] >= 144
