"""Two players, each with their own phone and private link, and the director's laptop."""

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import SOON, Desk
from tests.factories import draw_next_round, make_tournament, pairing_of
from tournament.queries.player_links import player_link
from tournament.queries.record import result_of


@pytest.fixture
def match(live_server):
    """Table 1 of a running first round of four."""
    tournament = make_tournament(4)
    draw_next_round(tournament)
    return pairing_of(tournament, 1, 1)


class Phone:
    """The page of one player on a phone."""

    def __init__(self, page, entry):
        self.page = page
        self.name = entry.name
        page.goto(player_link(entry).removeprefix(settings.PUBLIC_URL))

    def tap(self, winner, score):
        self.page.get_by_role("group", name=f"{winner} won").get_by_role("button", name=score, exact=True).click()

    def reads(self, heading):
        expect(self.page.get_by_role("heading", name=heading)).to_be_visible(timeout=SOON)

    def button(self, name):
        return self.page.get_by_role("button", name=name)


@pytest.fixture
def phones(open_page, match):
    return [Phone(open_page(**PHONE), entry) for entry in (match.first, match.second)]


@pytest.fixture
def unsteady_phones(new_context, live_server, match):
    """Phones whose console may complain that nobody answers."""
    return [Phone(new_context(**PHONE).new_page(), entry) for entry in (match.first, match.second)]


@pytest.fixture
def desk(open_desk, match):
    laptop = Desk(open_desk(), match.round.tournament.slug)
    laptop.go_to_round(1)
    return laptop


def standing(match):
    match.refresh_from_db()
    return result_of(match).score


def test_one_reports_the_other_confirms_and_the_desk_has_the_result(phones, desk, match):
    first, second = phones
    first.tap(first.name, "3:1")
    first.reads("Report received")

    second.reads(f"{first.name} reports")
    second.button("Confirm").click()

    for phone in phones:
        phone.reads("The result is in")
    desk.sees_result(1, "3:1", timeout=SOON)


def test_what_they_disagree_on_the_desk_decides_with_one_tap(phones, desk, match):
    first, second = phones
    first.tap(first.name, "3:1")
    second.reads(f"{first.name} reports")
    second.page.get_by_text("No, the score is different").click()
    second.tap(second.name, "3:2")
    for phone in phones:
        phone.reads("Two different results")
    expect(desk.page.get_by_text("reports differ")).to_be_visible(timeout=SOON)

    desk.page.get_by_role("button", name=f"{second.name} wins 3:2").click()

    for phone in phones:
        phone.reads("The result is in")
    expect(desk.page.get_by_role("heading", name="Reports from phones")).to_have_count(0)
    assert standing(match) == (2, 3)


def test_a_tap_without_connection_says_that_it_has_not_arrived_and_counts_once_it_is_repeated(unsteady_phones, match):
    first, second = unsteady_phones
    first.page.context.set_offline(True)
    first.tap(first.name, "3:1")
    expect(first.page.get_by_text("NOT received")).to_be_visible(timeout=SOON)
    expect(first.page.get_by_role("heading", name="Report received")).to_have_count(0)
    second.reads("How did it end?")

    first.page.context.set_offline(False)
    first.tap(first.name, "3:1")

    first.reads("Report received")
    expect(first.page.get_by_text("NOT received")).to_be_hidden()
    second.reads(f"{first.name} reports")


def test_a_phone_that_was_away_while_the_desk_decided_overwrites_nothing(unsteady_phones, desk, match):
    first, _second = unsteady_phones
    first.page.route("**/p/**?v=*", lambda route: route.abort())
    desk.tap(1, "1:3")

    first.tap(first.name, "3:1")

    expect(first.page.get_by_text("The result is already in: table 1")).to_be_visible(timeout=SOON)
    assert standing(match) == (1, 3)


def test_a_phone_that_comes_back_is_right_as_soon_as_it_wakes(unsteady_phones, desk, match):
    first, _second = unsteady_phones
    first.page.context.set_offline(True)
    desk.tap(1, "3:0")
    first.page.context.set_offline(False)

    first.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    first.reads("The result is in")


def test_a_correction_that_is_opened_stays_open_while_the_page_renews_itself(phones, desk):
    first, _second = phones
    first.tap(first.name, "3:1")
    first.reads("Report received")
    first.page.get_by_text("Correct my report").click()
    desk.tap(2, "3:1")
    desk.sees_result(2, "3:1")
    with first.page.expect_response(lambda answer: "?v=" in answer.url and answer.status == 200, timeout=SOON):
        pass

    first.tap(first.name, "3:2")

    expect(first.page.get_by_text(f"{first.name} wins 3:2")).to_be_visible(timeout=SOON)
