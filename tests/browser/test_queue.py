"""A director who types on while the network is slow, fails, or repeats itself."""

from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.browser.steps import Desk
from tests.factories import draw_next_round, entry_of, make_director, make_tournament, pairing_of
from tournament.actions.cash import set_fee
from tournament.actions.results import record_result
from tournament.engine.record import PENDING
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Entry, Pairing, SaidWord
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.record import result_of

# In milliseconds: what an answer takes over a bad network, and what lies between two keys. Four keys are one result:
# the next one is typed before the last one is answered.
ANSWER_TAKES, BETWEEN_KEYS = 600, 50
# When hands are busy, in seconds, as the page's clock is told.
TYPING = 1_700_000_000
TYPED = ("3 1", "0 3", "2.3", "3:0", "1 3")
STORED = ((3, 1), (0, 3), (2, 3), (3, 0), (1, 3))


def slow_down(page):
    """Every answer to what is entered takes its time; the page goes on working meanwhile."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    network = {"offline": False, "latency": ANSWER_TAKES, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", network)


def type_blind(page, text):
    """A key every so often, without a look at the page; a new line is Enter."""
    for key in text:
        page.keyboard.type(key, delay=BETWEEN_KEYS)


def keep_the_hands_busy(page):
    """However long it takes from key to key: to the page no time goes by between them."""
    page.clock.set_fixed_time(TYPING)


def let_the_hands_rest(page):
    """Long after the last key."""
    page.clock.set_fixed_time(TYPING + 60)


def wait_until_sent(page):
    """Until nothing waits any more."""
    expect(page.locator("#queue")).to_have_attribute("data-waiting", "0")


def stored_scores(tournament):
    """The score at each table that has one."""
    played = Pairing.objects.filter(round__tournament=tournament, outcome=Outcome.PLAYED.value)
    return {pairing.table: result_of(pairing).score for pairing in played.select_related("winner")}


@pytest.fixture
def open_round(open_desk, live_server):
    """Opens round 1 of a tournament with so many players, over a slow network."""

    def open_one(players):
        tournament = make_tournament(players)
        draw_next_round(tournament)
        desk = Desk(open_desk(), tournament.slug)
        desk.go_to_round(1)
        slow_down(desk.page)
        return desk, tournament

    return open_one


@pytest.mark.parametrize(("players", "tables"), [(44, 20), (200, 5)])
def test_results_typed_blind_over_a_slow_network_are_all_stored(open_round, players, tables):
    desk, tournament = open_round(players)
    desk.field().focus()

    type_blind(desk.page, "".join(f"{TYPED[table % 5]}\n" for table in range(tables)))

    wait_until_sent(desk.page)
    assert stored_scores(tournament) == {table + 1: STORED[table % 5] for table in range(tables)}
    desk.awaits(tables + 1)


def test_a_refused_result_waits_in_a_list_with_its_sentence_until_it_is_taken_up(open_round):
    desk, tournament = open_round(10)
    keep_the_hands_busy(desk.page)
    desk.field().focus()

    type_blind(desk.page, "3 1\n9 9\n0 3\n")

    wait_until_sent(desk.page)
    let_the_hands_rest(desk.page)
    assert stored_scores(tournament) == {1: (3, 1), 3: (0, 3)}
    desk.awaits(4)
    expect(desk.field()).to_have_value("")
    sentence = refusal_sentence(Refused("score_two_winners", first=9, second=9, length=3))
    expect(desk.page.locator("#returned li")).to_have_text(f"T2 9:9 {sentence} Discard")
    desk.page.get_by_role("button", name="T2 9:9").click()
    expect(desk.field()).to_have_value("2 9 9")
    expect(desk.field()).to_have_accessible_description(sentence)

    desk.field().fill("2 2 3")
    desk.field().press("Enter")
    wait_until_sent(desk.page)
    assert stored_scores(tournament)[2] == (2, 3)
    expect(desk.page.get_by_text(sentence)).to_have_count(0)


def test_digits_that_are_no_table_are_the_score_of_the_named_one(open_round):
    desk, tournament = open_round(6)
    desk.field().focus()

    type_blind(desk.page, "31\n1 3\n30\n")

    wait_until_sent(desk.page)
    assert stored_scores(tournament) == {1: (3, 1), 2: (1, 3), 3: (3, 0)}


@pytest.mark.parametrize("is_answered_first", [True, False])
def test_what_is_typed_behind_a_refused_line_is_held_until_that_is_mended(open_round, is_answered_first):
    desk, tournament = open_round(10)
    keep_the_hands_busy(desk.page)
    desk.field().focus()

    type_blind(desk.page, "3q1\n")
    if is_answered_first:
        wait_until_sent(desk.page)
    type_blind(desk.page, "1 3\n5 0 3\n3 0\n")

    wait_until_sent(desk.page)
    let_the_hands_rest(desk.page)
    assert stored_scores(tournament) == {5: (0, 3)}
    refused = refusal_sentence(Refused("table_and_score_not_understood"))
    waits = "Waits: its table depends on a line that was refused."
    expect(desk.page.locator("#returned li")).to_have_text(
        [f"3q1 {refused} Discard", f"1 3 {waits} Discard", f"3 0 {waits} Discard"]
    )
    desk.names(1)
    desk.page.get_by_role("button", name="3q1").click()
    type_blind(desk.page, "3 1\n")

    wait_until_sent(desk.page)
    assert stored_scores(tournament) == {1: (3, 1), 2: (1, 3), 3: (3, 0), 5: (0, 3)}
    expect(desk.page.locator("#returned li")).to_have_count(0)


def test_what_is_held_goes_out_once_the_refused_line_is_discarded(open_round):
    desk, tournament = open_round(10)
    keep_the_hands_busy(desk.page)
    desk.field().focus()
    type_blind(desk.page, "3q1\n1 3\n3 0\n")
    wait_until_sent(desk.page)
    let_the_hands_rest(desk.page)

    desk.page.locator("#returned li").filter(has_text="3q1").get_by_role("button", name="Discard").click()

    wait_until_sent(desk.page)
    assert stored_scores(tournament) == {1: (1, 3), 2: (3, 0)}


def test_a_result_is_corrected_before_the_first_one_is_answered(open_round):
    desk, tournament = open_round(10)

    held = []
    desk.page.route("**/desk/results/*/", lambda route: route.fallback() if held else held.append(route))

    with desk.page.expect_request("**/desk/results/*/"):
        desk.score(1, "3:1").click()
    desk.score(1, "3:2").click()
    held[0].fallback()

    wait_until_sent(desk.page)
    assert stored_scores(tournament) == {1: (3, 2)}


def test_what_could_not_be_sent_is_sent_again_and_stored_once(open_round, complaints):
    desk, tournament = open_round(10)
    lost, seen = [], []

    def lose(route):
        """The first time the question is lost on the way, the second time the answer, then all until that was seen."""
        if seen:
            return route.fallback()
        lost.append(route)
        if len(lost) == 2:
            route.fetch()
        return route.abort()

    desk.page.route("**/desk/results/*/", lose)
    desk.field().focus()
    type_blind(desk.page, "3 1\n3 2\n")

    expect(desk.page.locator("#queue")).to_have_text("Kept on this device, still trying: T1 3:1 · T2 3:2 Discard")
    while len(lost) < 2:
        desk.page.wait_for_event("request")
    seen.append("still trying")
    wait_until_sent(desk.page)
    assert stored_scores(tournament) == {1: (3, 1), 2: (3, 2)}
    complaints.clear()


def lose_answers(page, address):
    """What is sent there arrives, and no answer comes back until the end of the block."""
    lost = []

    def lose(route):
        lost.append(route.fetch())
        route.abort()

    page.route(address, lose)
    return lost


def test_a_result_whose_answer_was_lost_does_not_enter_again_once_somebody_has_removed_it(open_round, complaints):
    desk, tournament = open_round(10)
    lost = lose_answers(desk.page, "**/desk/results/*/")
    desk.score(1, "3:1").click()
    expect(desk.page.locator("#queue")).to_have_text("Kept on this device, still trying: T1 3:1 Discard")
    assert lost[0].status == 200
    removed = pairing_of(tournament, 1, 1)
    record_result(removed, by=make_director(), expected=result_of(removed), result=PENDING)

    desk.page.unroute_all(behavior="wait")

    wait_until_sent(desk.page)
    desk.sees_no_result(1)
    assert stored_scores(tournament) == {}
    complaints.clear()


def test_what_is_discarded_after_it_has_entered_is_shown_as_entered(open_round, complaints):
    desk, tournament = open_round(10)
    lost = lose_answers(desk.page, "**/desk/results/*/")
    desk.score(1, "3:1").click()
    expect(desk.page.locator("#queue")).to_have_text("Kept on this device, still trying: T1 3:1 Discard")
    assert lost[0].status == 200
    # Nothing tells the page before the program is asked.
    desk.page.route("**/?v=*", lambda route: route.abort())

    desk.page.get_by_role("button", name="Discard").click()
    expect(desk.page.locator("#queue")).to_contain_text("Being discarded: T1 3:1")
    desk.page.unroute_all(behavior="wait")

    wait_until_sent(desk.page)
    desk.sees_result(1, "3:1")
    assert stored_scores(tournament) == {1: (3, 1)}
    complaints.clear()


def test_what_is_discarded_and_has_not_entered_never_does(open_round, complaints):
    desk, tournament = open_round(10)
    desk.page.route("**/desk/results/*/", lambda route: route.abort())
    desk.score(1, "3:1").click()
    desk.page.get_by_role("button", name="Discard").click()
    expect(desk.page.locator("#queue")).to_contain_text("Being discarded: T1 3:1")
    desk.page.unroute_all()

    wait_until_sent(desk.page)
    assert [said.is_discarded for said in SaidWord.objects.all()] == [True]
    assert stored_scores(tournament) == {}
    complaints.clear()


def test_what_was_refused_and_what_is_held_behind_it_outlives_the_page(open_round):
    desk, tournament = open_round(10)
    keep_the_hands_busy(desk.page)
    desk.field().focus()
    type_blind(desk.page, "3q1\n1 3\n")
    wait_until_sent(desk.page)
    let_the_hands_rest(desk.page)
    expect(desk.page.locator("#returned li")).to_have_count(2)

    for _page in range(2):
        desk.page.goto(f"/t/{tournament.slug}/desk/players/")
        expect(desk.page.locator("#returned li")).to_have_count(2)
        desk.page.get_by_role("button", name="3q1").click()
        desk.sees_round(1)
    desk.page.locator("#returned li").filter(has_text="3q1").get_by_role("button", name="Discard").click()

    wait_until_sent(desk.page)
    assert stored_scores(tournament) == {1: (1, 3)}
    expect(desk.page.locator("#returned li")).to_have_count(0)


THIRTEEN_HOURS_AGO = """() => {
    for (const [key, text] of Object.entries(localStorage)) {
        if (!key.startsWith("word/")) continue;
        const word = JSON.parse(text);
        localStorage.setItem(key, JSON.stringify({ ...word, at: word.at - 13 * 3_600_000 }));
    }
}"""


def test_what_was_said_long_ago_is_not_entered_any_more_but_named_until_it_is_discarded(open_round, complaints):
    desk, tournament = open_round(10)
    desk.page.on("dialog", lambda dialog: dialog.accept())
    desk.page.route("**/desk/results/*/", lambda route: route.abort())
    desk.score(1, "3:1").click()
    expect(desk.page.locator("#queue")).to_contain_text("T1 3:1")
    desk.page.evaluate(THIRTEEN_HOURS_AGO)
    desk.page.unroute_all()
    desk.page.reload()

    line = desk.page.locator("#returned li")
    expect(line).to_have_text("T1 3:1 It has not been received. Discard")
    expect(line.get_by_role("button")).to_have_count(1)
    line.get_by_role("button", name="Discard").click()

    wait_until_sent(desk.page)
    expect(line).to_have_count(0)
    assert stored_scores(tournament) == {}
    complaints.clear()


def test_a_prize_whose_answer_was_lost_is_stored_once_and_not_refused(open_desk, live_server, complaints):
    tournament = make_tournament(4)
    page = open_desk()
    page.goto(f"/t/{tournament.slug}/desk/costs/")
    lose_answers(page, "**/costs/prizes/**")
    page.locator("#description-new").focus()
    type_blind(page, "Board")
    page.keyboard.press("Tab")
    type_blind(page, "59\n")
    expect(page.locator("#queue")).to_contain_text("still trying")

    page.unroute("**/costs/prizes/**")

    wait_until_sent(page)
    expect(page.locator(".problem, #returned li")).to_have_count(0)
    assert list(tournament.prizes.values_list("description", flat=True)) == ["Board"]
    complaints.clear()


def test_who_leaves_while_something_waits_is_asked(open_round, complaints):
    desk, tournament = open_round(10)
    asked = []
    desk.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    desk.page.route("**/desk/results/*/", lambda route: route.abort())
    desk.field().focus()
    type_blind(desk.page, "3 1\n")

    desk.page.reload()

    assert asked == ["beforeunload"]
    assert stored_scores(tournament) == {}
    complaints.clear()


@pytest.fixture
def players_page(open_desk, live_server):
    """The list of players of an empty tournament, over a slow network."""
    tournament = make_tournament(0)
    page = open_desk()
    page.goto(f"/t/{tournament.slug}/desk/players/")
    slow_down(page)
    page.get_by_label("Find or add a name").focus()
    return page


def names():
    return list(Entry.objects.order_by("number").values_list("name", flat=True))


def test_names_typed_blind_over_a_slow_network_are_all_entered_in_order(players_page):
    wanted = ["Anna", "Ben", "Cem", "Dörte", "Eva"]

    type_blind(players_page, "".join(f"{name}\n" for name in wanted))

    wait_until_sent(players_page)
    assert names() == wanted


def test_a_name_whose_answer_was_lost_is_entered_once(players_page, complaints):
    lost = []

    def lose_the_answer(route):
        if lost:
            return route.fallback()
        lost.append(route)
        route.fetch()
        return route.abort()

    players_page.route("**/players/add/", lose_the_answer)
    type_blind(players_page, "Anna\nBen\n")

    wait_until_sent(players_page)
    assert names() == ["Anna", "Ben"]
    expect(players_page.locator(".problem")).to_have_count(0)
    complaints.clear()


def test_fees_ticked_off_without_waiting_are_all_stored(open_desk, live_server):
    tournament = make_tournament(5, fee_cents=800)
    desk = Desk(open_desk(), tournament.slug)
    desk.page.goto(f"/t/{tournament.slug}/desk/players/")
    slow_down(desk.page)

    for number in range(1, 6):
        desk.player(f"Player {number}").get_by_role("button", name=f"Player {number} has paid").click()

    wait_until_sent(desk.page)
    assert list(tournament.entries.values_list("paid_cents", flat=True)) == [800] * 5


def test_the_bar_names_whose_fee_waits(open_desk, live_server, complaints):
    tournament = make_tournament(3, fee_cents=800)
    set_fee(entry_of(tournament, 3), by=make_director(), paid=True)
    desk = Desk(open_desk(), tournament.slug)
    desk.page.goto(f"/t/{tournament.slug}/desk/players/")
    desk.page.route("**/fee/", lambda route: route.abort())

    for number in (1, 3):
        desk.player(f"Player {number}").get_by_role("button", name=f"Player {number} has paid").click()

    expect(desk.page.locator("#queue")).to_have_text(
        "Kept on this device, still trying: Player 1 has paid · Player 3 Discard"
    )
    complaints.clear()


def test_a_row_that_waits_shows_what_was_entered_there(open_round, complaints):
    desk, _tournament = open_round(10)
    desk.page.route("**/desk/results/*/", lambda route: route.abort())

    desk.field().focus()
    type_blind(desk.page, "3 1\n")
    desk.score(2, "0:3").click()
    type_blind(desk.page, "/3 2 3\n")

    expect(desk.page.locator("#queue")).to_have_text(
        "Kept on this device, still trying: T1 3:1 · T2 0:3 · T3 2:3 Discard"
    )
    for table, score in ((1, "3:1"), (2, "0:3"), (3, "2:3")):
        expect(desk.table(table).locator(".btn.said")).to_have_text(score)
    expect(desk.table(4).locator(".btn.said")).to_have_count(0)
    complaints.clear()


def test_prizes_typed_in_a_row_go_to_the_next_place_each(open_desk, live_server):
    tournament = make_tournament(4)
    page = open_desk()
    page.goto(f"/t/{tournament.slug}/desk/costs/")
    slow_down(page)
    page.locator("#description-new").focus()

    def enter(description, price):
        type_blind(page, description)
        page.keyboard.press("Tab")
        type_blind(page, f"{price}\n")

    enter("Board", 59)
    enter("Dice", 20)
    wait_until_sent(page)
    page.reload()
    page.locator("#description-new").focus()
    enter("Cup", 10)

    wait_until_sent(page)
    prizes = tournament.prizes.order_by("pk").values_list("place", "description")
    assert list(prizes) == [(1, "Board"), (2, "Dice"), (3, "Cup")]


COVERED = """() => {
  const bars = ["queue", "next-step"].map((id) => document.getElementById(id))
    .filter((bar) => getComputedStyle(bar).position === "fixed").map((bar) => bar.getBoundingClientRect());
  const row = document.activeElement.closest(".desk-row") || [...document.querySelectorAll(".desk-row")].at(-1);
  const { top, bottom, left, right } = row.getBoundingClientRect();
  const isCovered = bars.some((bar) => bar.top < bottom && bar.bottom > top && bar.left < right && bar.right > left);
  return [row.dataset.table, isCovered || bottom > innerHeight];
}"""


def covered(page):
    """Of the row with the cursor, or the last one: which table, and whether it stays covered."""
    with suppress(TimeoutError):
        return page.wait_for_function(f"() => [({COVERED})()].find(([, isCovered]) => !isCovered)").json_value()
    return page.evaluate(COVERED)


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (1280, 720)], ids=str)
def test_the_bar_of_what_waits_covers_neither_the_row_with_the_cursor_nor_the_last_one(
    open_desk, live_server, complaints, size
):
    tournament = make_tournament(20)
    draw_next_round(tournament)
    desk = Desk(open_desk(viewport=dict(zip(("width", "height"), size, strict=True))), tournament.slug)
    desk.go_to_round(1)
    desk.page.route("**/desk/results/*/", lambda route: route.abort())
    seen = []

    for table in range(1, 10):
        desk.score(table, "3:1").click()
        expect(desk.page.locator("#queue")).to_contain_text(f"T{table} 3:1")
        expect(desk.table(table + 1).locator(":focus")).to_be_visible()
        seen.append(covered(desk.page))
    # What appears above the rows meanwhile pushes the last one down again.
    desk.page.evaluate("document.activeElement.blur(); setInterval(() => scrollTo(0, document.body.scrollHeight), 100)")
    seen.append(covered(desk.page))

    assert seen == [[str(table), False] for table in (*range(2, 11), 10)]
    complaints.clear()


# How high a window is that shows the row with the cursor just above the bar.
JUST_ABOVE_THE_BAR = """() => {
  scrollTo(0, 0);
  const row = document.activeElement.closest(".desk-row");
  const room = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom);
  return Math.ceil(row.getBoundingClientRect().bottom + room);
}"""


def test_a_notice_that_appears_pushes_the_row_with_the_cursor_under_no_bar(open_desk, live_server, complaints):
    tournament = make_tournament(20)
    draw_next_round(tournament)
    desk = Desk(open_desk(), tournament.slug)
    desk.go_to_round(1)
    desk.page.route("**/*", lambda route: route.abort())
    desk.score(4, "3:1").click()
    expect(desk.page.locator("#queue")).to_contain_text("T4 3:1")
    expect(desk.table(5).locator(":focus")).to_be_visible()
    notice = desk.page.get_by_text("The tournament computer is not responding.")
    expect(notice).to_be_visible()
    # From here on it comes and goes as the test wants it, not with every attempt to send.
    notice = notice.element_handle()
    notice.evaluate("(notice) => { notice.classList.remove('offline'); notice.hidden = true; }")
    desk.page.set_viewport_size({"width": 1280, "height": desk.page.evaluate(JUST_ABOVE_THE_BAR)})

    notice.evaluate("(notice) => { notice.hidden = false; }")

    assert covered(desk.page) == ["5", False]
    complaints.clear()
