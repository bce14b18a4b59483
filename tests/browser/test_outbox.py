"""Each word of a phone enters once, or is named there as not received until its owner lets it go."""

from contextlib import contextmanager
from dataclasses import asdict

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import hear, look_again
from tests.browser.test_phones import Phone, standing
from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of
from tournament.actions.results import record_result, renew_player_link, report_score
from tournament.engine.record import PENDING, Result
from tournament.engine.terms import Outcome
from tournament.matches.formats import OFFERS
from tournament.models import Report, SaidWord

LOST = pytest.mark.only_browser("chromium", reason="in Firefox the tool cannot lose an answer")
KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('word/'))"


@pytest.fixture
def match(live_server):
    """Table 1 of a running first round of four."""
    tournament = make_tournament(4)
    draw_next_round(tournament)
    return pairing_of(tournament, 1, 1)


@pytest.fixture
def phone(new_context, live_server, match):
    """The phone of one of the two; its console may complain that nobody answers."""
    return Phone(new_context(**PHONE).new_page(), match.first)


def lose_the_answer(page):
    """What is sent next arrives; then the page is cut off."""

    def lose(route):
        if route.request.method != "POST":
            return route.fallback()
        route.fetch()
        page.context.set_offline(True)
        return route.abort()

    page.route("**/p/**", lose, times=1)


@contextmanager
def held_back(page):
    """What the page sends meanwhile arrives at the end."""
    sent, is_over = [], []

    def hold(route):
        if route.request.method == "POST" and not is_over:
            sent.append(route)
        else:
            route.fallback()

    page.route("**/p/**", hold)
    yield
    is_over.append(True)
    for route in sent:
        route.continue_()


def names(line, text):
    expect(line).to_contain_text(text, use_inner_text=True)


def is_stored():
    return Report.objects.exists()


def waits(phone):
    expect(phone.page.get_by_text("It will be sent as soon as the connection is back.")).to_be_visible()


def is_back(phone):
    """The connection is back, and nothing waits any more."""
    phone.page.context.set_offline(False)
    phone.page.wait_for_function(f"() => {KEPT}.length === 0")


def decide(match, score, seen=PENDING):
    record_result(match, by=make_director(), expected=seen, result=Result(Outcome.PLAYED, score))


@LOST
def test_a_score_whose_answer_was_lost_does_not_enter_again_once_the_desk_has_removed_the_result(phone, match):
    lose_the_answer(phone.page)
    phone.tap("3:1")
    waits(phone)
    decide(match, (3, 1))
    record_result(match, by=make_director(), expected=Result(Outcome.PLAYED, (3, 1)), result=PENDING)

    is_back(phone)

    phone.reads("Report the score")
    assert (SaidWord.objects.count(), Report.objects.filter(is_settled=False).count()) == (1, 0)


def test_a_second_other_tap_before_the_answer_corrects_the_first(phone, match):
    with held_back(phone.page):
        phone.tap("3:1")
        phone.tap("3:2")

    expect(phone.page.get_by_text(f"{phone.name} wins 3:2")).to_be_visible()
    phone.page.wait_for_function(f"() => {KEPT}.length === 0")
    report = Report.objects.get()
    assert (report.first_points, report.second_points) == (3, 2)


def test_a_correction_of_a_tap_that_has_not_left_is_the_only_word(phone, match):
    with held_back(phone.page):
        phone.page.evaluate("""document.querySelectorAll(".report-scores button").forEach((button) => {
            if (["3:0", "3:1", "3:2"].includes(button.textContent.trim())) button.click();
        })""")
        assert phone.page.evaluate(f"{KEPT}.length") == 2

    expect(phone.page.get_by_text(f"{phone.name} wins 3:2")).to_be_visible()
    assert SaidWord.objects.count() == 2


def test_a_refusal_stays_while_other_tables_get_results(phone, match):
    with held_back(phone.page):
        phone.tap("3:1")
        decide(match, (0, 3))
    refusal = phone.page.locator("#outbox p")
    names(refusal, "Your score has not arrived. 3:1 The result is already in: table 1")

    enter_result(pairing_of(match.round.tournament, 1, 2), Result(Outcome.PLAYED, (3, 0)))
    hear(phone.page)
    names(refusal, "The result is already in: table 1")
    phone.page.reload()
    names(refusal, "The result is already in: table 1")

    phone.button("Discard").click()
    expect(refusal).to_be_hidden()
    assert phone.page.evaluate(KEPT) == []


@LOST
def test_what_is_discarded_after_it_has_entered_is_shown_as_entered(phone, match):
    lose_the_answer(phone.page)
    phone.tap("3:1")
    waits(phone)
    phone.button("Discard").click()
    expect(phone.page.locator("#outbox")).to_be_hidden()

    is_back(phone)

    phone.reads("Report received")


def test_what_is_discarded_while_it_is_under_way_never_enters(phone, match):
    phone.page.route("**/p/**", lambda route: route.abort())
    phone.tap("3:1")
    waits(phone)
    phone.button("Discard").click()
    phone.page.unroute("**/p/**")

    is_back(phone)

    assert [(word.is_discarded, is_stored()) for word in SaidWord.objects.all()] == [(True, False)]


def test_taking_back_without_connection_waits_and_is_sent(phone, match):
    report_score(match.second, key=match.pk, expected=None, score=(3, 1))
    hear(phone.page)
    phone.button("Confirm").click()
    phone.reads("The result is in")
    phone.page.context.set_offline(True)
    phone.button("Take it back").click()
    waits(phone)
    assert standing(match) == (3, 1)

    is_back(phone)

    phone.reads(f"{match.second.name} reports")
    assert standing(match) is None


def test_a_typed_score_without_connection_waits_and_an_unusual_one_is_asked_about(new_context, live_server):
    tournament = make_tournament(2, **asdict(OFFERS["cube-7"].format))
    draw_next_round(tournament)
    match = pairing_of(tournament, 1, 1)
    phone = Phone(new_context(**PHONE).new_page(), match.first)
    phone.page.context.set_offline(True)
    phone.page.get_by_text("Another score").click()
    phone.page.get_by_label("Own points").fill("196")
    phone.page.get_by_label(f"Points for {match.second.name}").fill("1")
    phone.button("Report").click()
    waits(phone)

    phone.page.context.set_offline(False)
    expect(phone.page.get_by_text("This score is unusually high. Is it right?")).to_be_visible()
    look_again(phone.page)
    phone.button("Report 196:1").click()

    phone.reads("Report received")
    assert is_stored()


def test_what_is_said_by_a_link_that_has_ended_is_named(phone, match):
    phone.page.context.set_offline(True)
    phone.tap("3:1")
    waits(phone)
    renew_player_link(match.first, by=make_director())
    phone.page.context.set_offline(False)

    phone.reads("This link is no longer valid")
    names(phone.page.locator("#outbox p"), "Your score has not arrived. 3:1 This link is no longer valid")
    phone.button("Discard").click()
    assert (phone.page.evaluate(KEPT), is_stored()) == ([], False)


# As though the time never went by in which hands turn.
HOLD_THE_TURN_OF_THE_HANDS = """
    const later = window.setTimeout;
    window.setTimeout = (act, after) => (after === 600 ? (window.handsTurn = act) : later(act, after));
"""


def test_what_an_answer_puts_under_the_finger_is_not_pressed_by_the_same_hand(phone, match):
    report_score(match.second, key=match.pk, expected=None, score=(3, 1))
    hear(phone.page)
    phone.page.evaluate(HOLD_THE_TURN_OF_THE_HANDS)
    phone.button("Confirm").click()
    phone.reads("The result is in")

    expect(phone.button("Take it back")).to_be_disabled()
    phone.page.evaluate("handsTurn()")
    expect(phone.button("Take it back")).to_be_enabled()


def test_what_is_open_stays_open_when_an_answer_comes(phone, match):
    why = phone.page.locator("#why")
    why.locator("summary").click()
    phone.tap("3:1")
    phone.reads("Report received")

    expect(why).to_have_attribute("open", "")


def test_what_was_folded_out_to_correct_a_report_folds_in_when_its_answer_comes(phone, match):
    phone.tap("3:1")
    correct = phone.page.locator("#correct")
    correct.locator("> summary").click()
    phone.tap("3:2")
    expect(phone.page.get_by_text(f"{phone.name} wins 3:2")).to_be_visible()

    expect(correct).not_to_have_attribute("open", "")
