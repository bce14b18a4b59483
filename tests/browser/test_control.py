"""The director stays in control: by hand, corrected, undone, with people who come and go."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import Desk, Phone
from tests.factories import make_tournament
from tournament.actions.players import NewPlayer
from tournament.models import Round

NAMES = ("Anna Keller", "Ben Okafor", "Cem Demir", "Dilek Öztürk", "Eva Huber", "Farid Amini")


@pytest.fixture
def desk(open_desk):
    """Six players before round 1, at a venue with two boards, new rounds hidden."""
    players = [NewPlayer(name) for name in NAMES]
    made = make_tournament(players=players, hides_new_rounds=True, boards=2, language="en")
    desk = Desk(open_desk(), made.slug)
    desk.page.goto(f"/t/{made.slug}/desk/players/")
    return desk


@pytest.fixture
def phone(open_page, desk):
    return Phone(open_page(**PHONE), desk.slug)


def tick_off(desk, names):
    for name in names:
        desk.page.get_by_role("button", name=f"{name} is checked in").click()
        expect(desk.page.get_by_role("button", name=f"{name} is checked in")).to_have_attribute("aria-pressed", "true")


def press(desk, name):
    desk.page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.long
def test_an_evening_in_which_hardly_anything_goes_to_plan(desk, phone):
    somebody_is_missing_at_the_door(desk)
    the_round_is_changed_by_hand_and_released(desk, phone)
    a_latecomer_takes_the_place_of_the_bye(desk)
    the_round_is_removed_and_brought_back(desk)
    the_journal_tells_it_all(desk)


def somebody_is_missing_at_the_door(desk):
    expect(desk.page.get_by_text("There are 2 boards for 3 tables")).to_be_visible()
    tick_off(desk, NAMES[:5])
    desk.next_step().click()
    missing = desk.page.get_by_role("group", name="Farid Amini")
    missing.get_by_label("not playing").check()
    press(desk, "Draw round 1")
    expect(desk.page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(desk.page.get_by_text("Bye · counts as a win")).to_be_visible()


def the_round_is_changed_by_hand_and_released(desk, phone):
    page = desk.page
    before = [desk.players_at(table) for table in (1, 2)]
    page.get_by_label("More actions: Round 1").click()
    page.get_by_role("link", name="Change pairings by hand").click()
    page.get_by_role("checkbox", name=before[0][1]).check()
    page.get_by_role("checkbox", name=before[1][1]).check()
    press(desk, "Swap")
    page.get_by_label("Reason (optional").fill("same club")
    press(desk, "Save pairings")
    expect(page.get_by_text("changed by hand same club")).to_be_visible()
    assert {frozenset(desk.players_at(table)) for table in (1, 2)} == {
        frozenset((before[0][0], before[1][1])),
        frozenset((before[1][0], before[0][1])),
    }

    phone.page.goto(f"/t/{desk.slug}/")
    expect(phone.page.get_by_role("link", name="Round 1")).to_have_count(0)
    desk.next_step().click()
    expect(phone.page.get_by_role("link", name="Round 1")).to_be_visible()


def a_latecomer_takes_the_place_of_the_bye(desk):
    desk.tap(1, "3:1")
    desk.go_to("Players")
    desk.enter_players(["Zoë Spät"])
    desk.page.get_by_role("link", name="no opponent: set at a table").click()
    desk.page.get_by_role("button", name="Zoë Spät – ").click()
    expect(desk.page.locator("[data-table]")).to_have_count(3)
    desk.sees_result(1, "3:1")
    expect(desk.page.get_by_text("Zoë Spät came late.")).to_be_visible()


def the_round_is_removed_and_brought_back(desk):
    page = desk.page
    seated = [desk.players_at(table) for table in (1, 2, 3)]
    page.get_by_label("More actions: Round 1").click()
    page.get_by_role("link", name="Remove round 1").click()
    page.get_by_label("To confirm").fill("2")
    press(desk, "Remove round 1")
    expect(page.get_by_role("alert")).to_have_text("To remove round 1, type its number.")
    page.get_by_label("To confirm").fill("1")
    press(desk, "Remove round 1")
    expect(page.get_by_text("Last change: round 1 removed")).to_be_visible()
    assert not Round.objects.exists()

    press(desk, "Undo")
    expect(page.get_by_text("undone: round 1 removed")).to_be_visible()
    desk.sees_result(1, "3:1")
    assert [desk.players_at(table) for table in (1, 2, 3)] == seated


def the_journal_tells_it_all(desk):
    page = desk.page
    page.get_by_role("link", name="Journal").click()
    # The lot says who of the two at table 3 stands first.
    seated = re.compile("round 1: .*Zoë Spät.* at table 3")
    for told in ("undone: round 1 removed", seated, "round 1 released", "same club", "left: Farid"):
        expect(page.get_by_role("table").get_by_text(told).first).to_be_visible()
    page.get_by_label("Name or word").fill("zoe")
    expect(page.get_by_role("table").get_by_text("round 1 released")).to_have_count(0)
