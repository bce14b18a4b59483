"""Evenings that end with finals, from the first name to the certificate: phone, laptop and wall beside each other."""

import re
from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import PHONE
from tests.browser.steps import Desk, Phone, is_there, ranking
from tests.factories import draw_next_round, enter_result, make_tournament, pairing_of, play_round
from tournament.actions.players import NewPlayer
from tournament.engine.record import Result
from tournament.engine.terms import Outcome

NINE = (
    "Anna Keller",
    "Ben Okafor",
    "Cem Demir",
    "Dora Weiß",
    "Eva Huber",
    "Finn Baur",
    "Gül Öz",
    "Hugo Roth",
    "Ida Lind",
)
FORTY = tuple(f"{first} {second}" for first in NINE[:8] for second in ("Ahrens", "Bosch", "Cramer", "Dietz", "Ebert"))


@pytest.fixture
def desk(open_desk):
    return Desk(open_desk())


@pytest.mark.long
def test_an_evening_of_nine_whose_end_is_a_final_and_a_match_for_third_place(desk, open_page):
    desk.set_up("Bodensee Open", rounds=2)
    desk.enter_players(NINE[:2])
    desk.paste_players(NINE[2:])
    desk.draw_round_1("6-3 5-1 4-4")
    play(desk)
    desk.pair_round(2)
    play(desk)
    first_four = [name for _place, name, *_counted in places(desk)][:4]

    desk.go_to_round(2)
    desk.page.locator("#play-finals > summary").click()
    desk.page.get_by_label("Match for third place").check()
    desk.page.get_by_role("button", name="Play finals").click()
    draw_finals(desk, "semi-finals")
    assert {*desk.players_at(1), *desk.players_at(2)} == {*first_four}

    loser = desk.players_at(1)[1]
    phone = Phone(open_page(**PHONE), slug=desk.slug)
    phone.scan_code()
    phone.find_table_of(loser)
    expect(phone.my_table()).to_contain_text("Semi-finals")
    wall = open_page(viewport={"width": 1920, "height": 1080})
    wall.goto(f"/t/{desk.slug}/wall/")
    desk.tap(1, "3:1")
    expect(phone.my_table()).to_contain_text("Next: Match for third place, waits for the loser of table 2")
    expect(wall.get_by_role("region", name="Finals")).to_contain_text("winner of table 2")
    desk.tap(2, "3:0")

    draw_finals(desk, "final")
    expect(phone.my_table()).to_contain_text("Match for third place")
    champion, third = desk.players_at(1)[0], desk.players_at(2)[0]
    play(desk)
    the_end_follows_the_finals(desk, champion, third)


@pytest.mark.long
@pytest.mark.prove
def test_an_evening_of_forty_whose_first_eight_play_on(desk):
    desk.set_up("Bodensee Open", rounds=3)
    desk.go_to("Settings")
    desk.page.get_by_text("More settings").click()
    desk.page.locator("summary", has_text="No finals").click()
    desk.page.get_by_label("Finals after the last round").select_option("8")
    desk.page.get_by_role("button", name="Save").first.click()
    desk.go_to("Players")
    desk.enter_players(FORTY[:2])
    desk.paste_players(FORTY[2:])
    desk.draw_round_1("6-3 5-1 4-4")
    play(desk)
    for number in (2, 3):
        desk.pair_round(number)
        play(desk)
    for finals in ("quarter-finals", "semi-finals"):
        draw_finals(desk, finals)
        play(desk)
    draw_finals(desk, "final")
    champion = desk.players_at(1)[0]
    play(desk)
    the_end_follows_the_finals(desk, champion)


@pytest.mark.long
@pytest.mark.parametrize(
    ("names", "details", "rounds", "certified"),
    [
        (NINE[:5], {"planned_rounds": 0, "finals_players": 64}, ["quarter-finals", "semi-finals", "final"], 3),
        (
            (*NINE, "Jan Wolf", "Kai Nagel"),
            {"planned_rounds": 1, "finals_players": 4, "finals_second": "rest", "finals_second_players": 8},
            ["semi-finals", "final", "consolation"],
            4,
        ),
        pytest.param(
            FORTY[:16],
            {"planned_rounds": 0, "finals_players": 16, "finals_second": "losers"},
            ["round of 16", "quarter-finals", "semi-finals", "final", "consolation", "consolation"],
            3,
            marks=pytest.mark.prove,
        ),
    ],
    ids=["knock-out of 5", "11 with a consolation of the others", "16 with a consolation for all who lose"],
)
def test_an_evening_with_a_second_bracket_or_nothing_but_a_knock_out_is_played_to_its_certificates(
    open_desk, live_server, names, details, rounds, certified
):
    tournament = make_tournament(players=[NewPlayer(name) for name in names], language="en", **details)
    desk, number, champion = Desk(open_desk(), tournament.slug), details["planned_rounds"], ""
    if number:
        play_round(draw_next_round(tournament), [(3, 1)])
    desk.page.goto(f"/t/{tournament.slug}/desk/")

    for finals in rounds:
        number += 1
        expect(desk.next_step()).to_contain_text(f"Draw the {finals}")
        desk.next_step().click()
        if number == 1:
            desk.page.get_by_label("Dice for the draw (optional)").fill("6-3 5-1 4-4")
            desk.page.keyboard.press("Enter")
        desk.page.wait_for_url(f"**/desk/rounds/{number}/")
        is_there(desk.page)
        if finals == "final":
            champion = desk.players_at(1)[0]
        play(desk)

    expect(desk.next_step()).to_contain_text("Close the tournament")
    desk.next_step().click()
    expect(desk.page.get_by_role("heading", name="Final standings")).to_be_visible()
    assert ranking(desk.page)[0][1].splitlines()[0] == champion
    pages = PdfReader(BytesIO(desk.page.request.get(f"/t/{desk.slug}/desk/certificates.pdf").body())).pages
    of_second = sum("Winner of the consolation" in page.extract_text() for page in pages)
    assert (len(pages), of_second) == (certified, int("finals_second" in details))


def test_bracket_is_read_aloud_as_a_list_of_rounds_and_their_matches(open_page):
    tournament = make_tournament(8, 2, planned_rounds=2, finals_players=4, finals_third_place=True)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 3, 1), Result(Outcome.PLAYED, (3, 1)))
    page = open_page()
    page.goto(f"/t/{tournament.slug}/finals/")

    expect(page.get_by_role("list").filter(has=page.get_by_role("heading", name="Final")).first).to_match_aria_snapshot(
        """
        - list:
          - listitem:
            - heading "Semi-finals in progress" [level=2]
            - list:
              - listitem:
                - paragraph: "Semi-final 1: Table 1"
                - text: Seed 1 Player 4 3 goes on Seed 4 Player 1 1
              - listitem:
                - paragraph: "Semi-final 2: Table 2"
                - text: Seed 2 Player 2 Seed 3 Player 5
                - paragraph: "Winner meets: Player 4"
          - listitem:
            - heading "Final" [level=2]
            - list:
              - listitem: Seed 1 Player 4 winner of table 2
        """
    )


def draw_finals(desk, finals):
    expect(desk.next_step()).to_contain_text(f"Draw the {finals}")
    desk.next_step().click()
    expect(desk.page.get_by_role("heading", name=finals.capitalize(), exact=True).first).to_be_visible()
    is_there(desk.page)


def play(desk):
    """The first of each table wins."""
    tables = desk.tables()
    for number in tables:
        desk.tap(number, "3:1")
    expect(desk.page.get_by_role("heading", name="All results are in.")).to_be_visible()


def places(desk):
    desk.go_to("Standings")
    return ranking(desk.page)


def the_end_follows_the_finals(desk, champion, third=None):
    expect(desk.next_step()).to_contain_text("Close the tournament")
    desk.next_step().click()
    desk.page.get_by_role("button", name="Close anyway").click()
    expect(desk.page.get_by_role("heading", name="Final standings")).to_be_visible()
    # Below a name may stand what decided its place.
    names = [name.splitlines()[0] for _place, name, *_counted in ranking(desk.page)]
    assert names[0] == champion
    assert third is None or names[2] == third

    certificates = desk.page.request.get(f"/t/{desk.slug}/desk/certificates.pdf")
    pages = [page.extract_text() for page in PdfReader(BytesIO(certificates.body())).pages]
    assert [next(name for name in names if re.search(re.escape(name), page)) for page in pages] == names[:3]
