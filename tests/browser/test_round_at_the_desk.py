"""The director's round while results come in: what moves, what stays, and where the cursor goes."""

from datetime import timedelta

import pytest
from django.db.models import F
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import Desk, hear, look_again
from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of
from tournament.actions.players import withdraw_entry
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Entry, Pairing, Tournament
from tournament.models.tournament import new_stamp
from tournament.queries.record import result_of

SMALL_PHONE = {**PHONE, "viewport": {"width": 320, "height": 568}}
# The page as it stands and as the server would show it now, without what differs from answer to answer.
SHOWN = "cleaned(document.getElementById('live'))"
FRESH = """fetch(`?v=0&since=${document.getElementById('since').value}`, {headers: {'HX-Request': 'true'}})
  .then((answer) => answer.text())
  .then((text) => {
    const page = document.createElement('div');
    page.innerHTML = text;
    page.querySelectorAll('[hx-swap-oob]').forEach((part) => part.remove());
    return cleaned(page);
  })"""
CLEANED = """() => { window.cleaned = (page) => {
  const copy = page.cloneNode(true);
  copy.querySelectorAll('[name=csrfmiddlewaretoken]').forEach((token) => token.remove());
  // What comes next is the hands' own.
  copy.querySelectorAll('#named, #type-in [type=hidden]').forEach((part) => part.remove());
  copy.querySelectorAll('.aimed').forEach((row) => row.classList.remove('aimed'));
  copy.querySelectorAll('[autofocus]').forEach((field) => field.removeAttribute('autofocus'));
  copy.querySelectorAll('[data-same]').forEach((part) => part.removeAttribute('data-same'));
  copy.querySelectorAll('*').forEach((part) => {
    part.classList.remove(...[...part.classList].filter((name) => name.startsWith('htmx-')));
    if (part.className === '') part.removeAttribute('class');
  });
  const words = (node) => node.nodeType === 3
    ? node.data.trim().replace(/\\s+/g, ' ')
    : `<${node.tagName} ${[...node.attributes].map(({ name, value }) => `${name}=${value}`).sort().join(' ')}>`
      + [...node.childNodes].filter(({ nodeType }) => nodeType !== 8).map(words).filter(Boolean).join('\\n');
  return [...copy.childNodes].filter(({ nodeType }) => nodeType === 1).map(words);
}; }"""

# How many menus the page has heard of, each after it was put where there is room.
NOTE_MENUS = """() => {
  window.openedMenus = 0;
  document.addEventListener("toggle", ({ target }) => { if (target.open) window.openedMenus += 1; }, true);
}"""


@pytest.fixture
def open_round(open_desk, live_server):
    """Opens round 1 of a tournament with so many players."""

    def open_one(players, **options):
        tournament = make_tournament(players)
        draw_next_round(tournament)
        desk = Desk(open_desk(**options), tournament.slug)
        desk.go_to_round(1)
        return desk, tournament

    return open_one


def tables_in_order(desk):
    return [int(row.get_attribute("data-table")) for row in desk.page.locator("[data-table]").all()]


def test_after_a_result_the_page_shows_what_a_fresh_one_would(open_round):
    desk, _tournament = open_round(7)
    desk.page.evaluate(CLEANED)

    def take_back():
        desk.undo()
        expect(desk.table(1).locator(".result")).to_have_count(0)

    entries = [lambda: desk.tap(2, "3:1"), lambda: desk.did_not_appear(1, desk.players_at(1)[0]), take_back]
    for enter in (*entries, lambda: desk.tap(1, "0:3"), lambda: desk.tap(3, "2:3")):
        enter()
        expect(desk.page.locator("#queue")).to_have_attribute("data-waiting", "0")
        desk.page.evaluate("document.querySelectorAll('details[open]').forEach((menu) => { menu.open = false; })")
        assert desk.page.evaluate(SHOWN) == desk.page.evaluate(FRESH)


def test_the_cursor_is_at_the_first_open_table_once_a_round_is_drawn(open_desk, live_server):
    desk = Desk(open_desk(), make_tournament(6).slug)
    desk.page.goto(f"/t/{desk.slug}/desk/")
    desk.draw_round_1("6-3 5-1")

    desk.awaits(1)


def test_tables_stand_in_their_order_and_a_result_moves_none(open_round):
    desk, _tournament = open_round(8)
    places = "() => [...document.querySelectorAll('[data-table]')].map((row) => row.getBoundingClientRect().top)"
    before = desk.page.evaluate(places)
    desk.tap(3, "3:1")
    desk.did_not_appear(1, desk.players_at(1)[0])
    assert (desk.page.evaluate(places), tables_in_order(desk)) == (before, [1, 2, 3, 4])

    desk.page.reload()
    assert (desk.page.evaluate(places), tables_in_order(desk)) == (before, [1, 2, 3, 4])


def let_a_minute_pass(tournament):
    """What has been finished was finished before any page was opened."""
    Pairing.objects.exclude(finished_at=None).update(finished_at=F("finished_at") - timedelta(minutes=1))
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)


@pytest.mark.costly
@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (390, 844), (320, 568)])
def test_the_last_result_moves_no_row_whatever_stood_or_stands_above_the_list(open_desk, live_server, size):
    width, height = size
    page = open_desk(viewport={"width": width, "height": height}, locale="de")
    moved = []
    for planned, has_leavers in ((1, False), (5, False), (5, True)):
        tournament = make_tournament(8, planned_rounds=planned)
        draw_next_round(tournament)
        for table in (1, 2, 3):
            enter_result(pairing_of(tournament, 1, table), Result(Outcome.PLAYED, (3, 1)))
        last = pairing_of(tournament, 1, 4)
        for entry in (last.first, last.second) if has_leavers else ():
            withdraw_entry(entry, by=make_director())
        let_a_minute_pass(tournament)
        page.goto(f"/t/{tournament.slug}/desk/rounds/1/")
        button = page.locator(".leaver [name=result]" if has_leavers else "[data-table='4'] .scores .btn").first
        button.scroll_into_view_if_needed()
        before = page.locator("[data-table='4']").bounding_box()
        button.click()
        expect(page.locator("#all-in")).to_be_visible()
        expect(page.locator("#queue")).to_have_attribute("data-waiting", "0")
        moved.append(round(page.locator("[data-table='4']").bounding_box()["y"] - before["y"]))

    assert moved == [0, 0, 0]


def shown_tables(desk):
    return [int(row.get_attribute("data-table")) for row in desk.page.locator("[data-table]:visible").all()]


def test_of_many_tables_only_the_open_ones_are_shown_and_none_goes_while_the_page_stands(open_round):
    desk, tournament = open_round(42)
    desk.tap(2, "3:1")
    let_a_minute_pass(tournament)
    desk.page.reload()
    only_open = desk.page.get_by_role("button", name="only open (20)", pressed=True)
    expect(only_open).to_be_visible()
    assert shown_tables(desk) == [1, *range(3, 22)]

    desk.tap(1, "3:0")
    expect(desk.page.get_by_role("button", name="only open (19)", pressed=True)).to_be_visible()
    assert shown_tables(desk) == [1, *range(3, 22)]
    desk.type(2, "0 3")
    expect(desk.page.get_by_text("table 2,")).to_contain_text("0:3")

    desk.page.get_by_role("button", name="only open (19)").click()
    expect(desk.page.get_by_role("button", name="only open (19)", pressed=False)).to_be_visible()
    assert shown_tables(desk) == [*range(1, 22)]


@pytest.mark.sample
@pytest.mark.everyday
@pytest.mark.every_engine
def test_any_table_is_entered_from_anywhere(open_round):
    desk, tournament = open_round(200)
    field = desk.field()
    desk.page.keyboard.press("/")
    expect(field).to_be_focused()

    desk.page.keyboard.type("57 3 1")
    first, second = desk.players_at(57)
    expect(desk.page.locator("#named")).to_have_text(f"Table 57: {first} 3:1 {second}")
    expect(desk.table(57)).to_be_in_viewport()
    expect(field).to_be_in_viewport()
    desk.page.keyboard.press("Enter")
    desk.sees_result(57, "3:1")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    assert result_of(pairing_of(tournament, 1, 57)) == Result(Outcome.PLAYED, (3, 1))

    desk.awaits(1)

    desk.page.keyboard.type("81\n")
    desk.awaits(81)
    desk.page.keyboard.type("0 3\n")
    desk.awaits(82)
    desk.page.keyboard.type("90 23\n")
    desk.sees_result(90, "2:3")
    desk.sees_result(81, "0:3")
    desk.awaits(82)


def test_what_cannot_be_at_that_table_comes_back_with_its_sentence(open_round):
    desk, _tournament = open_round(8)
    field = desk.field()
    field.fill("2 5 1")
    field.press("Enter")

    expect(field).to_have_value("2 5 1")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description("5:1 is not a possible score: the winner has at most 4 points.")
    field.fill("2 3 1")
    field.press("Enter")
    desk.sees_result(2, "3:1")
    expect(desk.page.get_by_text("is not a possible score")).to_have_count(0)


def test_a_finished_table_is_corrected_by_its_number(open_round):
    desk, _tournament = open_round(8)
    desk.tap(2, "3:1")
    field = desk.field()
    field.fill("2 3 2")
    field.press("Enter")

    desk.sees_result(2, "3:2")


def test_a_gammon_that_counts_as_less_is_entered_with_a_tap(open_round):
    desk, tournament = open_round(4)
    menu = desk.open_menu(1)
    expect(menu.get_by_text("Ended with a gammon (counts as 3 points)")).to_be_visible()
    menu.get_by_role("button", name="4:1", exact=True).click()

    expect(desk.table(1).get_by_text("4:1 counts as 3:1")).to_be_visible()
    assert result_of(pairing_of(tournament, 1, 1)) == Result(Outcome.PLAYED, (4, 1))


def test_what_is_being_typed_outlives_the_result_of_somebody_else_at_that_table(open_round, open_desk):
    desk, _tournament = open_round(8)
    other = Desk(open_desk(), desk.slug)
    other.go_to_round(1)
    desk.field().fill("2 3 ")

    other.tap(2, "0:3")
    look_again(desk.page)
    desk.sees_result(2, "0:3")
    expect(desk.field()).to_have_value("2 3 ")


def test_a_page_open_since_before_a_backup_was_restored_shows_what_came_back(open_round):
    desk, tournament = open_round(4)
    Entry.objects.filter(number=1).update(name="As it was backed up")
    Tournament.objects.update(version=tournament.version - 1, stamp=new_stamp())

    look_again(desk.page)

    expect(desk.page.locator(".desk-row").get_by_text("As it was backed up").first).to_be_visible()


@pytest.mark.parametrize("options", [{}, SMALL_PHONE], ids=["laptop", "small phone"])
def test_menus_stay_on_the_screen(open_round, options):
    desk, _tournament = open_round(14, **options)
    menus = desk.page.locator("details.more")
    desk.page.evaluate(NOTE_MENUS)
    for number, menu in enumerate(menus.all(), start=1):
        menu.locator("> summary").click()
        desk.page.wait_for_function("number => openedMenus === number", arg=number)
        panel = menu.locator("> .panel").bounding_box()
        screen = desk.page.viewport_size
        floor = desk.page.locator("#next-step").bounding_box()["y"] if options else screen["height"]
        assert panel["x"] >= 0
        assert panel["x"] + panel["width"] <= screen["width"]
        assert panel["y"] >= 0
        # No page is scrolled by a part of a pixel.
        assert int(panel["y"] + panel["height"]) <= floor
        desk.page.keyboard.press("Escape")


def test_pairing_with_the_sheet_asks_first_about_who_is_missing_and_opens_no_sheet_then(open_round):
    desk, tournament = open_round(4)
    absent = pairing_of(tournament, 1, 1)
    enter_result(absent, Result(Outcome.FORFEIT, winner=absent.first.number))
    enter_result(pairing_of(tournament, 1, 2), Result(Outcome.PLAYED, (3, 1)))
    desk.page.reload()

    desk.page.get_by_role("button", name="Pair and print", exact=True).click()
    expect(desk.page.get_by_text("Before pairing round 2: these players are not checked in.")).to_be_visible()
    assert [page.url for page in desk.page.context.pages] == [desk.page.url]

    desk.page.get_by_label("is checked in").check()
    with desk.page.context.expect_event("request", lambda sent: sent.url.endswith("/rounds/2/pairings.pdf")):
        desk.page.get_by_role("button", name="Pair and print", exact=True).click()
    desk.sees_round(2)


@pytest.fixture
def every_round(open_desk, live_server):
    """Round 1 of four players, of which every round is to be paired and printed with the last result."""
    tournament = make_tournament(entries=4)
    desk = Desk(open_desk(), tournament.slug)
    desk.page.goto(f"/t/{desk.slug}/desk/players/")
    desk.next_step().click()
    with desk.page.expect_popup():
        desk.page.get_by_role("button", name="Pair and print every round").click()
    desk.sees_round(1)
    desk.page.bring_to_front()
    desk.tap(1, "3:1")
    return desk, tournament


def test_the_last_result_entered_here_pairs_and_prints_where_that_was_chosen_for_every_round(every_round):
    desk, _tournament = every_round

    with desk.page.context.expect_event("request", lambda sent: sent.url.endswith("/rounds/2/pairings.pdf")):
        desk.score(2, "3:1").click()
    desk.sees_round(2)


@pytest.mark.parametrize("brought_by", ["a phone", "redo", "the desk, once stopped"])
def test_no_other_last_result_pairs_the_next_round(every_round, brought_by):
    desk, tournament = every_round
    if brought_by == "a phone":
        enter_result(pairing_of(tournament, 1, 2), Result(Outcome.PLAYED, (3, 1)))
        look_again(desk.page)
    else:
        desk.page.get_by_role("button", name="Stop", exact=True).click()
        desk.tap(2, "3:1")
    if brought_by == "redo":
        desk.undo()
        desk.sees_no_result(2)
        desk.page.evaluate("slug => sessionStorage.setItem('pairs every round', slug)", desk.slug)
        desk.page.get_by_role("button", name="Redo").click()

    expect(desk.page.get_by_role("heading", name="All results are in.")).to_be_visible()
    hear(desk.page)
    assert tournament.rounds.count() == 1
