"""An evening from the first name on the list to the paper, with a player's phone beside it."""

from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import PHONE
from tests.browser.steps import SCORES, Desk, Phone, count_presses, is_there, presses, ranking
from tests.factories import make_tournament

TYPED = ("Anna Keller", "Ben Okafor", "Łukasz Ćwik", "Jörg Öztürk", "Şule Demir")
PASTED = ("Tom Baur", "Eva Huber", "Farid Amini", "Ute Brandt", "Max Weiß", "Nora Lind", "Paul Arndt", "Ida Roth")
LATE = "Kim Vogel"
EVERYONE = (*TYPED, *PASTED, LATE)


@pytest.fixture
def desk(open_desk):
    return Desk(open_desk())


@pytest.fixture
def phone(open_page):
    return Phone(open_page(**PHONE), slug="")


@pytest.mark.sample
@pytest.mark.long
@pytest.mark.every_engine
def test_an_evening_of_14_players_and_5_rounds(desk, phone):
    desk.set_up("Bodensee Open", rounds=5)
    desk.enter_players(TYPED)
    desk.paste_players(PASTED)
    desk.draw_round_1("6-3 5-1 4-4")

    phone.slug = desk.slug
    a_player_finds_the_table_and_sees_the_result(desk, phone)
    a_wrong_score_is_refused_and_a_slip_corrected(desk)
    absent = the_rare_outcomes_are_entered(desk)
    the_next_round_waits_for_the_last_table(desk)

    desk.go_to("Players")
    desk.enter_players([LATE])
    desk.lets_go(absent)
    desk.go_to("Round 1")
    for number in range(2, 6):
        desk.pair_round(number)
        desk.play_round()
    expect(phone.my_table()).to_contain_text("round 5", ignore_case=True)

    the_tournament_is_closed(desk)
    the_paper_says_what_the_pages_say(desk)
    the_archive_is_read_again(desk)


def a_player_finds_the_table_and_sees_the_result(desk, phone):
    me, other = desk.players_at(1)
    phone.scan_code()
    phone.find_table_of(me)
    expect(phone.my_table()).to_contain_text(f"{me} Round 1 · against {other}")
    expect(phone.my_table().locator(".table-number")).to_have_text("Table1")
    phone.page.get_by_role("link", name="Round 1").click()
    expect(phone.my_table()).to_contain_text(f"{me} Round 1 · against {other}")
    name = phone.row_of(me).get_by_role("link", name=me)
    name.focus()
    phone.page.evaluate("window.isThisVeryPage = true; window.scrollTo(0, 300)")
    stood_at = name.bounding_box()
    desk.tap(1, "3:1")
    expect(phone.row_of(me)).to_contain_text("3:1")
    expect(phone.my_table()).to_contain_text(f"Round 1 · against {other} · 3:1")
    expect(name).to_be_focused()
    assert name.bounding_box() == stood_at
    assert phone.page.evaluate("window.isThisVeryPage")


def a_wrong_score_is_refused_and_a_slip_corrected(desk):
    desk.page.bring_to_front()
    desk.type(2, "5 1")
    expect(desk.page.locator("#returned, #type-in .problem").first).to_contain_text(
        "5:1 is not a possible score: the winner has at most 4 points."
    )
    # As soon as the hands rest, what was refused stands in the field again.
    expect(desk.field()).to_have_value("2 5 1")
    desk.names(2)
    desk.sees_no_result(2)

    desk.type(2, "1 3")
    desk.sees_result(2, "1:3")
    expect(desk.field()).to_have_value("")
    desk.awaits(3)
    desk.tap(2, "3:1")


def the_rare_outcomes_are_entered(desk):
    absent = desk.players_at(3)[1]
    desk.did_not_appear(3, absent)
    desk.gave_up(4, desk.players_at(4)[0], points=2)
    desk.sees_result(4, "2:3")
    return absent


def the_next_round_waits_for_the_last_table(desk):
    desk.tap(5, "3:0")
    step = desk.next_step()
    expect(step).to_have_accessible_name("Pair round 2 1 table still open")

    desk.tap(6, "2:3")
    expect(step).to_have_accessible_name("Pair round 2 1 player missing")
    expect(desk.page.get_by_role("heading", name="All results are in.")).to_be_focused()
    desk.undo()
    desk.sees_no_result(6)
    expect(step).to_have_accessible_name("Pair round 2 1 table still open")
    desk.tap(6, "3:2")
    expect(step).to_have_accessible_name("Pair round 2 1 player missing")


def the_tournament_is_closed(desk):
    desk.next_step().click()
    desk.page.get_by_role("button", name="Close anyway").click()
    expect(desk.page.get_by_role("heading", name="Final standings")).to_be_visible()

    rows = ranking(desk.page)
    assert sorted(name for _place, name, *_counted in rows) == sorted(EVERYONE)
    # Six matches and a bye in each of five rounds, whose results stand before the wins; every point won is one lost.
    assert sum(int(wins) for _place, _name, _climbed, *_rounds, wins, _difference, _buchholz in rows) == 35
    assert sum(int(row[-2].replace("−", "-")) for row in rows) == 0


def the_paper_says_what_the_pages_say(desk):
    names = [name for _place, name, *_counted in ranking(desk.page)]
    desk.go_to("Print")
    standings = text_of_pdf(desk, "Final standings", nth=-1)
    assert "Final standings" in standings
    assert sorted(names, key=standings.rindex) == names

    desk.page.locator(".moments summary", has_text="All in one PDF").click()
    pairings = text_of_pdf(desk, "Pairings by table", nth=0)
    assert "Round 5" in pairings
    desk.go_to("Round 5")
    seated = [name for row in desk.page.locator("[data-table]").all() for name in names_in(row)]
    assert sorted(seated, key=pairings.index) == seated


def names_in(row):
    """The two names of a row, without the places beside them."""
    texts = row.locator(".first, .second").all_inner_texts()
    return [next(name for name in EVERYONE if name in text) for text in texts]


def text_of_pdf(desk, name, nth):
    link = desk.page.get_by_role("main").get_by_role("link", name=name, exact=True).nth(nth)
    answer = desk.page.request.get(link.get_attribute("href"))
    assert answer.headers["content-type"] == "application/pdf"
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.body())).pages)


def the_archive_is_read_again(desk):
    desk.go_to("Standings")
    rows = ranking(desk.page)
    desk.go_to("Print")
    desk.page.locator(".moments summary", has_text="Archive").click()
    with desk.page.expect_download() as download:
        desk.page.get_by_role("link", name="Archive", exact=True).click()

    desk.page.goto("/")
    desk.page.get_by_role("link", name="Import").click()
    desk.page.get_by_label("Archive (.json)").set_input_files(download.value.path())
    desk.page.get_by_role("button", name="Import").click()
    expect(desk.page.get_by_text("Bodensee Open imported from the archive.")).to_be_visible()
    assert desk.slug not in desk.page.url.split("/")

    desk.go_to("Standings")
    expect(desk.page.get_by_role("heading", name="Final standings")).to_be_visible()
    assert ranking(desk.page) == rows


# Of those that are counted: each name ends with Enter; a list is pasted and confirmed.
@pytest.mark.long
@pytest.mark.parametrize(
    ("is_list", "to_the_ranking", "to_the_closing"),
    [(False, 54, 60), pytest.param(True, 42, 48, marks=pytest.mark.prove)],
)
def test_an_evening_takes_few_clicks_and_keys_beyond_names_and_amounts(
    open_desk, live_server, is_list, to_the_ranking, to_the_closing
):
    desk = Desk(open_desk())
    count_presses(desk.page)
    page = desk.page
    page.goto("/")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name").fill("Bodensee Open")
    page.get_by_label("Entry fee in €").fill("8")
    page.get_by_label("Entry fee in €").press("Enter")
    expect(desk.name_field()).to_be_focused()
    desk.slug = page.url.split("/t/")[1].split("/")[0]

    if is_list:
        paste_a_list(desk, EVERYONE)
    else:
        desk.enter_players(EVERYONE)
    desk.mark_all_paid()
    expect(page.get_by_text(f"{len(EVERYONE)} of {len(EVERYONE)} checked in")).to_be_visible()
    desk.next_step().click()
    prints(page, page.get_by_role("button", name="Pair and print every round"))
    for number in range(1, 6):
        desk.sees_round(number)
        *tables, last = desk.tables()
        for table in tables:
            desk.tap(table, SCORES[table % len(SCORES)])
        if number < 5:
            prints(page, desk.score(last, "3:1"))
        else:
            desk.tap(last, "3:1")

    expect(page.get_by_role("link", name="Print final standings")).to_be_visible()
    assert presses(page) <= to_the_ranking
    page.get_by_role("main").get_by_role("link", name="Prizes").click()
    for description, price in (("Board", "59"), ("Dice", "20"), ("Cup", "10")):
        page.get_by_label("Prize or cost", exact=True).first.fill(description)
        page.get_by_label("Cost in €").first.fill(price)
        page.keyboard.press("Enter")
        expect(page.locator(".entry-row .who", has_text=description)).to_be_visible()
    desk.next_step().click()
    prints(page, page.get_by_role("main").get_by_role("link", name="Print everything"))

    assert presses(page) <= to_the_closing


def test_a_list_pasted_into_the_field_for_one_name_is_shown_before_it_is_added(open_desk):
    desk = Desk(open_desk())
    desk.page.goto(f"/t/{make_tournament(0).slug}/desk/players/")

    paste_a_list(desk, ["Anna", "Ben"])
    expect(desk.page.locator(".entry-row .who")).to_have_text(["Anna", "Ben"])


def paste_a_list(desk, names):
    """Paste the names from elsewhere into the field for one, and add all of them."""
    page = desk.page
    is_there(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("names => navigator.clipboard.writeText(names)", "\n".join(names))
    desk.name_field().press("ControlOrMeta+v")
    page.get_by_role("button", name=f"Add {len(names)} players").click()
    expect(page.get_by_text(f"{len(names)} players added")).to_be_visible()


@pytest.mark.long
def test_from_the_first_start_to_the_printed_pairings_it_takes_few_clicks_beyond_names(open_page, live_server):
    page = open_page()
    count_presses(page)
    page.goto("/")
    page.get_by_label("Name").fill("Jörg Müller")
    page.get_by_label("Password").fill("three dice and a cube")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="New tournament").click()
    expect(page.get_by_label("Name")).to_be_focused()
    page.get_by_label("Name").fill("Bodensee Open")
    page.keyboard.press("Enter")
    desk = Desk(page)
    expect(desk.name_field()).to_be_focused()
    desk.enter_players(EVERYONE)
    for name in EVERYONE:
        desk.mark_paid(name)
    desk.draw_round_1("")
    prints(page, page.get_by_role("link", name="Print pairings"))

    # Every name is followed by the Enter that sends it; one more draws from the window with the dice.
    assert presses(page) - len(EVERYONE) <= 21


def prints(page, link):
    """The paper opens in a tab of its own; back at this one, which a browser draws once a second while it is hidden."""
    with page.expect_popup():
        link.click()
    page.bring_to_front()
