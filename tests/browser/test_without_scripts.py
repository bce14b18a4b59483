"""Every page works where scripts do not run: forms and links are enough."""

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import Desk, Phone


def test_players_are_entered_a_round_drawn_and_played_and_a_table_found(open_desk, open_page):
    desk = Desk(open_desk(java_script_enabled=False))
    desk.set_up("Vereinsabend", rounds=1)
    desk.enter_players(["Anna Keller", "Ben Okafor", "Łukasz Ćwik", "Jörg Öztürk"])
    desk.draw_round_1("6-3 5-1")
    name, opponent = desk.players_at(2)

    phone = Phone(open_page(**PHONE, java_script_enabled=False), desk.slug)
    phone.scan_code()
    phone.page.get_by_label("Find my table: enter a name").fill(name)
    phone.page.keyboard.press("Enter")
    phone.page.get_by_role("link", name=f"Table 2 {name}").click()
    expect(phone.my_table()).to_contain_text(f"{name} Round 1 · against {opponent}")

    desk.type(1, "2 2")
    refused = "2:2 has no winner: a match is played to 3 points. For an unfinished match, use “Stopped at”."
    expect(desk.field()).to_have_accessible_description(refused)
    desk.type(1, "3 0")
    desk.sees_result(1, "3:0")
    desk.tap(2, "1:3")
    desk.undo()
    desk.sees_no_result(2)
    desk.did_not_appear(2, opponent)
    desk.page.get_by_role("main").get_by_role("button", name="Close the tournament").click()
    desk.page.get_by_role("button", name="Close anyway").click()
    expect(desk.page.get_by_role("heading", name="Final standings")).to_be_visible()
