"""Slips typed in order while phones and other laptops fill tables: the cursor is moved by the hands alone."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.steps import Desk, hear
from tests.factories import draw_next_round, make_director, make_tournament, pairing_of, play_round
from tournament.actions.results import record_result, report_score
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models.tournament import Reporting
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.record import result_of

TABLET = {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def open_round(open_desk, live_server):
    """Opens round 1 of a tournament with so many players, in which one report from a phone is the result."""

    def open_one(players, **options):
        tournament = make_tournament(players, reporting=Reporting.ONE)
        draw_next_round(tournament)
        desk = Desk(open_desk(**options), tournament.slug)
        desk.go_to_round(1)
        return desk, tournament

    return open_one


def reports(tournament, table, score):
    """The phone of one of the two says how it ended; gives the time of day."""
    pairing = pairing_of(tournament, 1, table)
    report_score(pairing.first, key=pairing.pk, expected=None, score=score)
    return timezone.localtime(pairing_of(tournament, 1, table).finished_at).strftime("%H:%M")


def enters(tournament, table, score):
    """Another laptop enters the result."""
    pairing = pairing_of(tournament, 1, table)
    record_result(pairing, by=make_director(), expected=PENDING, result=Result(Outcome.PLAYED, score))
    return timezone.localtime(pairing_of(tournament, 1, table).finished_at).strftime("%H:%M")


def stored(tournament, table):
    return result_of(pairing_of(tournament, 1, table)).score


def type_slips(page, text):
    """What is typed without a look at the page; a new line is Enter."""
    page.keyboard.type(text)


def wait_until_sent(page):
    expect(page.locator("#queue")).to_have_attribute("data-waiting", "0")


@pytest.mark.sample
@pytest.mark.every_engine
def test_the_cursor_stops_at_a_table_that_a_phone_has_filled_and_shows_what_came_in(open_round):
    desk, tournament = open_round(8)
    at = reports(tournament, 2, (3, 1))
    hear(desk.page)

    type_slips(desk.page, "3 0\n")
    desk.awaits(2)
    offered = f"3:1 · from the phone, {at}"
    expect(desk.field()).to_have_value(offered)
    assert desk.field().evaluate("({ selectionStart: from, selectionEnd: to }) => [from, to]") == [0, len(offered)]
    expect(desk.page.locator("#just-in")).to_contain_text("Just in from the phone")

    type_slips(desk.page, "\n1 3\n")
    desk.awaits(4)
    wait_until_sent(desk.page)
    assert [stored(tournament, table) for table in (1, 2, 3, 4)] == [(3, 0), (3, 1), (1, 3), None]


def test_it_says_where_else_a_result_came_from(open_round):
    desk, tournament = open_round(8)
    at = enters(tournament, 1, (0, 3))
    hear(desk.page)

    desk.awaits(1)
    expect(desk.field()).to_have_value(f"0:3 · entered {at}")


@pytest.mark.every_engine
def test_a_table_that_is_filled_under_the_cursor_keeps_it(open_round):
    desk, tournament = open_round(8)
    reports(tournament, 1, (3, 1))
    hear(desk.page)

    type_slips(desk.page, "3 1\n0 3\n")

    wait_until_sent(desk.page)
    assert [stored(tournament, table) for table in (1, 2, 3)] == [(3, 1), (0, 3), None]
    expect(desk.page.locator(".problem")).to_have_count(0)
    desk.awaits(3)


def test_who_still_types_when_phones_fill_the_last_tables_keeps_the_field_until_the_end_of_the_way(open_round):
    desk, tournament = open_round(6)
    type_slips(desk.page, "3 1\n")
    desk.awaits(2)
    reports(tournament, 2, (3, 1))
    reports(tournament, 3, (3, 2))
    hear(desk.page)

    type_slips(desk.page, "0 3\n")
    expect(desk.page.get_by_role("button", name="T2 0:3")).to_be_visible()
    desk.awaits(3)
    type_slips(desk.page, "\n")
    desk.awaits(2)
    desk.page.keyboard.press("Escape")

    expect(desk.page.get_by_role("heading", name="All results are in.")).to_be_focused()
    expect(desk.field()).to_be_hidden()
    assert [stored(tournament, table) for table in (1, 2, 3)] == [(3, 1), (3, 1), (3, 2)]


@pytest.mark.parametrize("is_half_typed", [False, True], ids=["before the first key", "between two keys"])
def test_another_score_than_came_in_asks_and_is_stored_once_it_is_repeated(open_round, is_half_typed):
    desk, tournament = open_round(8)
    sentence = refusal_sentence(Refused("result_entered_meanwhile", result={"outcome": "played", "score": (3, 1)}))
    if is_half_typed:
        type_slips(desk.page, "0")
    reports(tournament, 1, (3, 1))
    hear(desk.page)
    type_slips(desk.page, " 3\n" if is_half_typed else "0 3\n")

    expect(desk.page.get_by_text(sentence)).to_be_visible()
    desk.awaits(2)
    expect(desk.field()).to_have_value("")
    assert stored(tournament, 1) == (3, 1)

    desk.page.get_by_role("button", name="T1 0:3").click()
    expect(desk.field()).to_have_value("1 0 3")
    desk.field().press("Enter")
    desk.sees_result(1, "0:3")
    expect(desk.page.get_by_text(sentence)).to_have_count(0)
    wait_until_sent(desk.page)
    assert stored(tournament, 1) == (0, 3)


def test_escape_leaves_what_came_in_and_goes_on(open_round):
    desk, tournament = open_round(8)
    reports(tournament, 1, (3, 1))
    hear(desk.page)

    desk.page.keyboard.press("Escape")

    desk.awaits(2)
    expect(desk.page.locator("#just-in")).to_be_hidden()
    assert stored(tournament, 1) == (3, 1)


def test_a_score_for_a_table_named_by_its_number_asks_too(open_round):
    desk, tournament = open_round(8)
    desk.page.keyboard.press("/")
    reports(tournament, 3, (3, 1))
    hear(desk.page)

    type_slips(desk.page, "3 0 3\n")
    sentence = refusal_sentence(Refused("result_entered_meanwhile", result={"outcome": "played", "score": (3, 1)}))
    expect(desk.page.get_by_text(sentence)).to_be_visible()
    type_slips(desk.page, "3 0 3\n")

    desk.sees_result(3, "0:3")


def test_a_question_about_another_table_does_not_move_the_cursor(open_round):
    desk, tournament = open_round(10)
    type_slips(desk.page, "9 9\n3 1\n")
    expect(desk.page.get_by_role("button", name="T1 9:9")).to_be_visible()
    desk.awaits(3)

    desk.page.clock.install()
    desk.page.clock.run_for(60_000)
    desk.awaits(3)
    expect(desk.field()).to_have_value("")
    type_slips(desk.page, "0 3\n1 3\n3 0\n")

    desk.awaits(1)
    wait_until_sent(desk.page)
    assert [stored(tournament, table) for table in range(1, 6)] == [None, (3, 1), (0, 3), (1, 3), (3, 0)]


@pytest.mark.every_engine
def test_after_the_last_result_the_cursor_rests_on_the_line_that_says_so(open_round):
    desk, _tournament = open_round(4)
    type_slips(desk.page, "3 1\n0 3\n")

    line = desk.page.get_by_role("heading", name="All results are in.")
    expect(line).to_be_focused()
    expect(desk.page.get_by_role("main").get_by_role("button", name="Pair round 2")).to_be_visible()


def stand_where_all_results_are_in(desk):
    """Type the last results while the clock of the page stands still; gives the time on it."""
    now = timezone.now()
    desk.page.clock.set_fixed_time(now)
    type_slips(desk.page, "3 1\n0 3\n")
    expect(desk.page.get_by_role("heading", name="All results are in.")).to_be_focused()
    wait_until_sent(desk.page)
    return now


def test_enter_pairs_the_next_round_where_all_results_are_in_once_the_hands_have_rested(open_round):
    desk, tournament = open_round(4)
    now = stand_where_all_results_are_in(desk)

    type_slips(desk.page, "\n")
    desk.page.clock.set_fixed_time(now + timedelta(milliseconds=599))
    type_slips(desk.page, "\n")
    desk.page.clock.set_fixed_time(now + timedelta(milliseconds=1199))
    type_slips(desk.page, "\n")

    desk.sees_round(2)
    assert tournament.rounds.count() == 2


@pytest.mark.every_engine
@pytest.mark.parametrize("rested", [0, 599, 60_000], ids=["at once", "soon", "later"])
def test_a_slip_typed_without_looking_after_the_last_result_pairs_no_round(open_round, rested):
    desk, tournament = open_round(4)
    now = stand_where_all_results_are_in(desk)

    type_slips(desk.page, "\n")
    desk.page.clock.set_fixed_time(now + timedelta(milliseconds=rested))
    type_slips(desk.page, "3 0\n\n")
    desk.page.clock.set_fixed_time(now + timedelta(milliseconds=2 * rested))
    type_slips(desk.page, "\n")

    hear(desk.page)
    assert tournament.rounds.count() == 1


def test_a_step_that_becomes_a_button_while_the_cursor_stands_there_is_left(open_round):
    desk, tournament = open_round(4)
    desk.tap(1, "3:1")
    desk.next_step().focus()
    reports(tournament, 2, (3, 0))
    hear(desk.page)

    expect(desk.next_step()).to_contain_text("Pair round 2")
    desk.page.keyboard.press("Enter")
    hear(desk.page)
    assert tournament.rounds.count() == 1


def test_digits_are_typed_on_a_tablet_with_a_keyboard(open_round):
    desk, tournament = open_round(12, **TABLET)
    desk.field().tap()
    type_slips(desk.page, "3.1\n0.3\n2.3\n")
    desk.awaits(4)

    desk.score(4, "3:2").tap()
    expect(desk.score(5, "3:0")).to_be_focused()
    type_slips(desk.page, "1 3\n3 0\n")

    wait_until_sent(desk.page)
    scores = [stored(tournament, table) for table in range(1, 7)]
    assert scores == [(3, 1), (0, 3), (2, 3), (3, 2), (1, 3), (3, 0)]


def test_the_next_table_is_the_next_number_whatever_the_order_of_the_page(open_round):
    desk, _tournament = open_round(8)
    desk.page.evaluate(
        "document.querySelector('.tables').prepend(...[...document.querySelectorAll('[data-table]')].reverse())"
    )
    type_slips(desk.page, "2\n3 1\n")

    desk.awaits(3)


def test_nobody_pays_by_pressing_enter_once_more(open_desk, live_server):
    tournament = make_tournament(3, fee_cents=800)
    page = open_desk()
    page.goto(f"/t/{tournament.slug}/desk/owing/")

    page.get_by_role("button", name="Player 1 has paid").press("Enter")
    expect(page.locator(".owing .entry-row")).to_have_count(2)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")

    wait_until_sent(page)
    hear(page)
    paid = list(tournament.entries.order_by("number").values_list("paid_cents", flat=True))
    assert paid == [800, None, None]


def test_a_draw_without_a_result_is_undone_by_one_press(open_round):
    desk, tournament = open_round(4)

    desk.undo()

    expect(desk.page.get_by_role("button", name="Draw round 1")).to_be_visible()
    assert tournament.rounds.count() == 0


def test_a_score_without_a_blank_is_read_by_the_length_of_the_match_that_comes_next(open_desk, live_server):
    of_four = {"finals_players": 4, "finals_second": "rest", "finals_second_players": 4, "finals_second_length": 3}
    tournament = make_tournament(10, planned_rounds=1, match_length=5, **of_four)
    play_round(draw_next_round(tournament), [(5, 1)])
    draw_next_round(tournament)
    desk = Desk(open_desk(), tournament.slug)
    desk.page.goto(f"/t/{tournament.slug}/desk/rounds/2/")
    expect(desk.field()).to_be_focused()

    type_slips(desk.page, "51\n52\n31\n03\n")

    wait_until_sent(desk.page)
    scores = [result_of(pairing_of(tournament, 2, table)).score for table in (1, 2, 3, 4)]
    assert scores == [(5, 1), (5, 2), (3, 1), (0, 3)]
