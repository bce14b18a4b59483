"""The list of players: names found and entered in one field, arrivals and fees ticked, at any tempo."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import Desk
from tests.browser.test_queue import keep_the_hands_busy, let_the_hands_rest, slow_down, type_blind, wait_until_sent
from tests.factories import make_tournament
from tournament.actions.players import NewPlayer
from tournament.engine.refusals import Refused
from tournament.models import Entry
from tournament.phrases.refusals import refusal_sentence

NAMES = ("Anna Keller", "Bo Ek", "Cem Öz", "Dörte Uhl")
# What of a menu that is open lies outside of the window.
OUTSIDE = """panel => {
  const box = panel.getBoundingClientRect();
  return [box.left < 0, box.top < 0, box.right > innerWidth, box.bottom > innerHeight];
}"""


def stored(**fields):
    """The names of those with such fields, in the order of their start numbers."""
    return list(Entry.objects.filter(**fields).order_by("number").values_list("name", flat=True))


@pytest.fixture
def tournament(live_server):
    return make_tournament(players=[NewPlayer(name) for name in NAMES], fee_cents=800)


@pytest.fixture
def desk(open_desk, tournament):
    desk = Desk(open_desk(), tournament.slug)
    desk.page.goto(f"/t/{tournament.slug}/desk/players/")
    return desk


def shown(desk):
    """The names that stand on the list now."""
    return desk.page.locator(".players .entry-row:visible .name")


def test_a_club_stands_behind_its_player_on_the_same_line(open_desk, live_server):
    tournament = make_tournament(players=[NewPlayer("Anna Keller", club="BC Konstanz")])
    page = open_desk()
    page.goto(f"/t/{tournament.slug}/desk/players/")
    name, club = (page.locator(f".entry-row {css}").bounding_box() for css in (".name", ".club bdi"))

    assert (club["y"], club["x"] - name["x"] - name["width"] < 30) == (name["y"], True)


def test_what_is_typed_leaves_those_who_may_be_meant_and_marks_who_is_on_the_list(desk):
    desk.page.get_by_role("heading", name="Players").click()
    desk.page.keyboard.press("/")
    expect(desk.name_field()).to_be_focused()

    desk.page.keyboard.type("o")
    expect(shown(desk)).to_have_text(["Bo Ek", "Cem Öz", "Dörte Uhl"])
    desk.name_field().fill("bo ek")
    expect(desk.page.locator(".same .name")).to_have_text(["Bo Ek"])
    desk.page.keyboard.press("Escape")
    expect(shown(desk)).to_have_count(4)
    assert desk.page.locator(".same").count() == 0


def test_the_club_of_a_player_stands_beside_the_name(desk, tournament):
    tournament.entries.filter(number=1).update(club="Ulm")
    desk.page.reload()
    boxes = [desk.page.get_by_text(text, exact=True).first.bounding_box() for text in ("Anna Keller", "Ulm")]

    assert boxes[0]["y"] == pytest.approx(boxes[1]["y"], abs=5)


def test_a_name_that_is_on_the_list_can_be_meant_as_a_different_person(desk):
    desk.name_field().fill("bo ek; Wien")
    desk.page.keyboard.press("Enter")
    sentence = refusal_sentence(Refused("name_taken", name="bo ek"))
    expect(desk.name_field()).to_have_accessible_description(sentence)

    desk.page.get_by_role("button", name="Add as a different person").click()
    expect(desk.player("bo ek")).to_have_count(2)
    expect(desk.name_field()).to_have_value("")
    assert stored(club="Wien") == ["bo ek"]


def test_ten_names_typed_blind_are_entered_in_order_and_the_refused_one_comes_back_selected(desk):
    wanted = ["Eva", "Farid", "Gül", "Hans", "Ida", "Jo", "Kim", "Lea", "Max"]
    slow_down(desk.page)
    keep_the_hands_busy(desk.page)
    desk.name_field().focus()

    type_blind(desk.page, "".join(f"{name}\n" for name in (*wanted[:4], NAMES[1], *wanted[4:])))

    wait_until_sent(desk.page)
    let_the_hands_rest(desk.page)
    assert stored() == [*NAMES, *wanted]
    field = desk.name_field()
    expect(field).to_have_value(NAMES[1])
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(refusal_sentence(Refused("name_taken", name=NAMES[1])))
    desk.page.keyboard.type("Nina")
    expect(field).to_have_value("Nina")


def test_a_refused_name_that_comes_back_with_news_is_selected_where_the_next_one_is_about_to_be_typed(desk):
    keep_the_hands_busy(desk.page)
    type_blind(desk.page, f"{NAMES[1]}\n")
    wait_until_sent(desk.page)
    let_the_hands_rest(desk.page)

    marked = desk.page.evaluate("""() => {
      document.dispatchEvent(new Event("htmx:afterSwap"));
      return getSelection().toString();
    }""")

    assert marked == NAMES[1]


def test_ticks_in_a_row_over_a_slow_network_are_all_stored(desk):
    slow_down(desk.page)

    for name in NAMES[:3]:
        desk.player(name).get_by_role("button", name=f"{name} has paid").click()
    desk.player(NAMES[3]).get_by_role("button", name=f"{NAMES[3]} is checked in").click()

    wait_until_sent(desk.page)
    assert (stored(paid_cents=800), stored(is_here=True)) == ([*NAMES[:3]], [*NAMES])
    expect(desk.page.get_by_role("button", name="has paid", pressed=True)).to_have_count(3)
    expect(desk.page.locator(".till")).to_contain_text("Till 24 € of 32 €")


def test_fees_ticked_in_a_row_on_the_list_of_unpaid_fees_are_all_stored(desk):
    desk.page.goto(f"/t/{desk.slug}/desk/owing/")
    slow_down(desk.page)
    for name in NAMES[:3]:
        desk.page.get_by_role("button", name=f"{name} has paid").click()

    wait_until_sent(desk.page)
    assert stored(paid_cents=800) == [*NAMES[:3]]
    expect(desk.page.locator(".owing .who")).to_have_text([NAMES[3]])


@pytest.mark.parametrize("screen", [{}, PHONE, {**PHONE, "viewport": {"width": 320, "height": 568}}])
@pytest.mark.parametrize("place", ["first", "last"])
def test_a_menu_opens_where_it_can_be_seen(open_desk, live_server, screen, place):
    page = open_desk(**screen)
    page.goto(f"/t/{make_tournament(30, fee_cents=800).slug}/desk/players/")
    menu = getattr(page.locator(".players .more"), place)

    menu.locator("> summary").click()

    expect(menu.locator(".panel")).to_be_in_viewport(ratio=1)
    assert menu.locator(".panel").evaluate(OUTSIDE) == [False] * 4


def test_who_searches_without_scripts_finds_and_enters(open_desk, tournament):
    desk = Desk(open_desk(java_script_enabled=False), tournament.slug)
    desk.page.goto(f"/t/{tournament.slug}/desk/players/")
    desk.page.get_by_role("link", name="Number", exact=True).click()
    desk.enter_players(["Aki Ito"])
    expect(shown(desk).last).to_have_text("Aki Ito")

    desk.player("Aki Ito").get_by_role("button", name="Aki Ito has paid").click()
    expect(desk.player("Aki Ito").get_by_role("button", name="is checked in", pressed=True)).to_be_visible()


def test_a_slash_in_the_empty_field_is_the_way_there_and_no_part_of_a_name(open_desk, tournament):
    desk = Desk(open_desk(), tournament.slug)
    desk.page.goto(f"/t/{tournament.slug}/desk/players/")
    expect(desk.name_field()).to_be_focused()

    desk.page.keyboard.type("/Late Comer")

    expect(desk.name_field()).to_have_value("Late Comer")
