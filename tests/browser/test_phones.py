"""Two players, each with their own phone and private link, and the director's laptop."""

from dataclasses import asdict

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import LOOK_AGAIN, Desk, hear, hold_back_news, look_again
from tests.browser.test_looks import LONGEST, UNBROKEN
from tests.browser.test_seasons import LEFT_OF_ITS_LETTERS
from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of, seat
from tournament.actions.players import NewPlayer, change_entry, withdraw_entry
from tournament.actions.results import renew_player_link, report_score
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.matches.formats import OFFERS
from tournament.models import JournalLine, SaidWord
from tournament.queries.players import player_link
from tournament.queries.record import result_of
from tournament.queries.results import my_match

pytestmark = pytest.mark.every_engine


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
        self.open(entry)

    def open(self, entry):
        self.page.goto(f"/en{player_link(entry).removeprefix(settings.PUBLIC_URL)}")

    def tap(self, score):
        """The own points first."""
        self.page.get_by_role("group", name="Won" if score.startswith("3") else "Lost").get_by_role(
            "button", name=score, exact=True
        ).click()

    def reads(self, heading):
        expect(self.page.get_by_role("heading", name=heading)).to_be_visible()

    def button(self, name):
        return self.page.get_by_role("button", name=name)

    def big_table(self):
        """The number of the table as it stands there while the round is new."""
        return self.page.locator(".is-new .big")

    def cut_off(self, score):
        """The Wi-Fi is gone, and the score is tapped all the same."""
        self.page.context.set_offline(True)
        self.tap(score)
        expect(self.page.get_by_text("It will be sent as soon as the connection is back.")).to_be_visible()
        expect(self.page.get_by_text("NOT received")).to_be_hidden()


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


@pytest.mark.sample
@pytest.mark.everyday
def test_one_reports_the_other_confirms_and_the_desk_has_the_result(phones, desk, match):
    first, second = phones
    first.tap("3:1")
    first.reads("Report received")

    second.reads(f"{first.name} reports")
    second.button("Confirm").click()

    for phone in phones:
        phone.reads("The result is in")
    desk.sees_result(1, "3:1")
    expect(desk.page.get_by_text("both reports from one phone")).to_have_count(0)


def test_what_one_phone_says_for_both_is_marked_at_the_desk(open_page, desk, match):
    phone = Phone(open_page(**PHONE), match.first)
    phone.tap("3:1")
    phone.reads("Report received")
    phone.open(match.second)
    phone.button("Confirm").click()

    expect(desk.page.get_by_text("both reports from one phone")).to_be_visible()


def test_what_they_disagree_on_the_desk_decides_with_one_tap(phones, desk, match):
    first, second = phones
    first.tap("3:1")
    second.reads(f"{first.name} reports")
    second.page.get_by_text("No, the score is different").click()
    second.tap("3:2")
    for phone in phones:
        phone.reads("Two different results")
    expect(desk.page.get_by_text("reports differ")).to_be_visible()

    desk.page.get_by_role("button", name=f"{second.name} wins 3:2").click()

    for phone in phones:
        phone.reads("The result is in")
    expect(first.page.get_by_text("The director entered 2:3; you reported 3:1.")).to_be_visible()
    expect(desk.page.get_by_role("heading", name="Reports from phones")).to_have_count(0)
    assert standing(match) == (2, 3)


@pytest.mark.only_browser("chromium", reason="in Firefox the tool gives the focus to one window alone")
def test_the_answer_to_a_tap_takes_the_focus(phones):
    first, _second = phones

    first.tap("3:1")

    expect(first.page.get_by_role("region", name="Report received")).to_be_focused()


@pytest.mark.parametrize(
    "name", ["Maximiliane-Friederike Hohenlohe-Langenburg", "Wolkenstein" * 9 + "s", "عبد الرحمن " * 9]
)
@pytest.mark.parametrize("size", [{"width": 320, "height": 568}, {"width": 390, "height": 844}])
def test_what_is_to_be_confirmed_stands_above_the_tabs_as_soon_as_the_page_is_opened(
    open_page, live_server, size, name
):
    tournament = make_tournament(4, round_minutes=45)
    draw_next_round(tournament)
    match = pairing_of(tournament, 1, 1)
    change_entry(match.second, by=make_director(), name=name)
    report_score(match.second, key=match.pk, expected=None, score=(1, 3))

    phone = Phone(open_page(**{**PHONE, "viewport": size}), match.first)

    expect(phone.button("Confirm")).to_be_visible()
    phone.page.wait_for_function("""() => {
        const [said, confirm, tabs] = ["#report-words", ".confirm .btn", ".tabbar"].map(
            (found) => document.querySelector(found).getBoundingClientRect());
        return 0 <= said.top && said.bottom <= confirm.top && confirm.bottom <= tabs.top && tabs.bottom <= innerHeight;
    }""")


SMALL_SCREENS = [
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
    {"width": 320, "height": 568},
    {"width": 844, "height": 390},
]


NAMES_TO_MEASURE = ["Bo Li", "Karl-Heinz von und zu Hohenstein-Wartenberg", LONGEST, UNBROKEN]


@pytest.mark.measures
@pytest.mark.parametrize("name", NAMES_TO_MEASURE)
def test_number_opponent_and_every_score_stand_on_the_first_screen_also_without_connection(new_context, match, name):
    change_entry(match.second, by=make_director(), name=name)

    below = hidden_on_small_screens(new_context(**PHONE).new_page(), match.first)

    assert [where for where, hidden in below.items() if hidden] == []


@pytest.mark.measures
@pytest.mark.parametrize("name", NAMES_TO_MEASURE)
@pytest.mark.parametrize("opened", [None, "Won", "Lost"])
def test_of_a_match_to_eleven_the_winner_and_then_every_score_stand_on_the_first_screen(
    new_context, live_server, name, opened
):
    tournament = make_tournament(4, **asdict(OFFERS["cube-11"].format))
    draw_next_round(tournament)
    match = pairing_of(tournament, 1, 1)
    change_entry(match.second, by=make_director(), name=name)

    below = hidden_on_small_screens(new_context(**PHONE).new_page(), match.first, opened)

    further_down = {"Won": ("Lost", "Another"), "Lost": ("Won", "Another")}.get(opened, ())
    hidden = {(*where, text) for where, texts in below.items() for text in texts if not text.startswith(further_down)}
    assert hidden == set()


def hidden_on_small_screens(page, entry, opened=None):
    """What of number, opponent, scores and field lies under the tabs: of a new round, and without a connection."""
    below = {}
    for size in SMALL_SCREENS:
        page.context.set_offline(False)
        page.set_viewport_size(size)
        phone = Phone(page, entry)
        expect(phone.big_table()).to_be_visible()
        if opened:
            page.locator(".report-scores summary").get_by_text(opened, exact=True).click()
        below[*size.values(), "new"] = page.evaluate(BELOW_THE_TABS)
        page.context.set_offline(True)
        page.evaluate(LOOK_AGAIN)
        expect(page.get_by_text("No connection", exact=True)).to_be_visible()
        below[*size.values(), "offline"] = page.evaluate(BELOW_THE_TABS)
    return below


def test_a_score_above_the_match_length_lies_behind_more(phones, match):
    first, _second = phones
    first.page.get_by_text("More", exact=True).click()

    first.page.get_by_role("button", name="4:1 counts as 3:1").click()

    expect(first.page.get_by_text(f"{first.name} wins 4:1")).to_be_visible()


# Of number, opponent and scores, what does not lie whole between the notice of no connection and the tabs.
BELOW_THE_TABS = """() => {
    const box = (one) => one.getBoundingClientRect();
    const notice = document.querySelector(".offline:not([hidden])");
    const [top, bottom] = [notice ? box(notice).bottom : 0, box(document.querySelector(".tabbar")).top];
    const measured = ".my-seat .big, .my-seat strong, .report-scores .btn, [id^=other-score] summary";
    return [...document.querySelectorAll(measured)]
        .filter((one) => one.checkVisibility())
        .filter((one) => box(one).top < top - 1 || box(one).bottom > bottom + 1 || box(one).right > innerWidth)
        .map((one) => `${one.textContent.trim()} ${Math.round(box(one).bottom)} > ${Math.round(bottom)}`);
}"""


VIBRATED = "window.vibrated = 0; navigator.vibrate = () => { window.vibrated += 1; return true; };"


@pytest.mark.sample
def test_a_new_round_announces_itself_on_the_page_that_is_open(open_page, match):
    tournament = match.round.tournament
    page = open_page(**PHONE)
    page.add_init_script(VIBRATED)
    phone = Phone(page, match.first)
    phone.page.get_by_role("heading", name=phone.name).click()
    for table in (1, 2):
        enter_result(pairing_of(tournament, 1, table), Result(Outcome.PLAYED, (3, 1)))
    draw_next_round(tournament)
    table = my_match(match.first).pairing.table

    look_again(page)

    expect(phone.big_table()).to_have_text(str(table))
    expect(page.get_by_role("status").filter(has_text="Round 2 is paired")).to_be_visible()
    expect(page).to_have_title(f"Round 2 · table {table}")
    assert page.evaluate("window.vibrated") == 1


def test_the_table_stands_large_until_the_page_is_touched(phones, match):
    first, second = phones
    expect(first.big_table()).to_have_css("font-size", "140.4px")

    first.page.get_by_text(f"against {second.name}").click()

    expect(first.big_table()).to_have_count(0)
    first.open(match.first)
    expect(first.page.get_by_text(f"against {second.name}")).to_be_visible()
    expect(first.big_table()).to_have_count(0)


def test_a_tap_without_connection_waits_and_is_sent_once_it_is_back(unsteady_phones):
    first, second = unsteady_phones
    first.cut_off("3:1")
    expect(first.page.get_by_role("heading", name="Report received")).to_have_count(0)
    second.reads("Report the score")

    first.page.context.set_offline(False)

    first.reads("Report received")
    expect(first.page.locator("#outbox")).to_be_hidden()
    second.reads(f"{first.name} reports")
    assert JournalLine.objects.filter(action="result_reported").count() == 1


def test_a_page_loaded_again_sends_what_waits(unsteady_phones, match):
    first, _second = unsteady_phones
    first.cut_off("3:1")
    first.page.close()
    first.page.context.set_offline(False)

    first.page = first.page.context.new_page()
    first.open(match.first)

    first.reads("Report received")
    expect(first.page.locator("#outbox")).to_be_hidden()


def test_of_two_tabs_with_what_waits_it_is_reported_once(unsteady_phones, match):
    first, _second = unsteady_phones
    other = Phone(first.page.context.new_page(), match.first)
    first.cut_off("3:1")
    first.page.context.set_offline(False)
    for tab in (other, first):
        look_again(tab.page)
        tab.reads("Report received")
        expect(tab.page.locator("#outbox")).to_be_hidden()

    assert JournalLine.objects.filter(action="result_reported").count() == 1


def test_what_waits_and_fits_no_more_is_named_and_can_be_sent_or_discarded(unsteady_phones, match):
    first, _second = unsteady_phones
    first.cut_off("3:1")
    report_score(match.first, key=match.pk, expected=None, score=(3, 2))
    first.page.context.set_offline(False)

    expect(first.page.locator("#outbox p")).to_contain_text(
        "Your score has not arrived. 3:1 Another phone has since reported", use_inner_text=True
    )
    expect(first.button("Send 3:1 again")).to_be_visible()
    first.button("Discard").click()
    expect(first.page.locator("#outbox")).to_be_hidden()
    expect(first.page.get_by_text(f"{first.name} wins 3:2")).to_be_visible()


def test_what_waits_for_a_match_whose_result_is_in_is_named(unsteady_phones, match):
    first, _second = unsteady_phones
    first.cut_off("3:1")
    enter_result(match, Result(Outcome.PLAYED, (3, 2)))
    first.page.context.set_offline(False)

    expect(first.page.locator("#outbox p")).to_contain_text(
        "Your score has not arrived. 3:1 The result is already in: table 1", use_inner_text=True
    )
    expect(first.button("Send 3:1 again")).to_be_hidden()
    first.button("Discard").click()
    expect(first.page.locator("#outbox")).to_be_hidden()


@pytest.mark.only_browser("chromium", reason="in Firefox the tool cannot lose an answer")
def test_a_score_whose_answer_alone_was_lost_is_not_sent_twice(unsteady_phones, match):
    first, _second = unsteady_phones
    lost = []

    def answer(route):
        """The phone hears of what it has sent only after it has lost the answer."""
        is_score = route.request.method == "POST" and not lost
        if is_score:
            route.fetch()
            lost.append("the answer")
        if is_score or not lost:
            route.abort()
        else:
            route.continue_()

    first.page.route("**/p/**", answer)
    first.tap("3:1")

    first.reads("Report received")

    expect(first.page.locator("#outbox")).to_be_hidden()
    assert SaidWord.objects.count() == 1


def hold_back_posts(page):
    """Keeps what the page sends until it is let through; gives the list of all that it has sent."""
    sent = []
    page.route("**/p/**", lambda route: sent.append(route) if route.request.method == "POST" else route.fallback())
    return sent


# As on iPhones, where a button that is tapped gets no focus.
WITHOUT_FOCUS = """document.addEventListener("mousedown", (event) => {
    if (event.target.closest?.("button")) event.preventDefault();
}, true)"""


@pytest.mark.parametrize("script", ["", WITHOUT_FOCUS])
@pytest.mark.parametrize("button", ["Confirm", "Theirs is right"])
def test_a_confirmation_tapped_twice_before_its_answer_confirms_once(phones, match, script, button):
    _first, second = phones
    report_score(match.first, key=match.pk, expected=None, score=(3, 1))
    if button == "Theirs is right":
        report_score(match.second, key=match.pk, expected=None, score=(3, 2))
    second.open(match.second)
    second.page.evaluate(script or "0")
    sent = hold_back_posts(second.page)

    second.button(button).click()
    second.button(button).click()
    sent[0].continue_()
    second.reads("The result is in")
    hear(second.page)

    second.reads("The result is in")
    assert (standing(match), len(sent)) == ((3, 1), 1)


def test_a_tap_that_is_answered_after_news_have_come_waits_no_more(phones, match):
    first, _second = phones
    sent = hold_back_posts(first.page)
    first.tap("3:1")
    report_score(match.second, key=match.pk, expected=None, score=(3, 2))
    hear(first.page)
    first.reads(f"{match.second.name} reports")

    with first.page.expect_response(lambda response: response.request.method == "POST"):
        sent[0].continue_()

    look_again(first.page)
    first.reads("Two different results")
    assert first.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('word'))") == []


def test_a_phone_that_was_away_while_the_desk_decided_overwrites_nothing(unsteady_phones, desk, match):
    first, _second = unsteady_phones
    hold_back_news(first.page)
    desk.tap(1, "1:3")

    first.tap("3:1")

    expect(first.page.get_by_text("The result is already in: table 1")).to_be_visible()
    assert standing(match) == (1, 3)


@pytest.mark.sample
def test_a_phone_that_comes_back_is_right_as_soon_as_it_wakes(unsteady_phones, desk, match):
    first, _second = unsteady_phones
    first.page.context.set_offline(True)
    desk.tap(1, "3:0")
    first.page.context.set_offline(False)

    look_again(first.page)

    first.reads("The result is in")


def test_a_correction_that_is_opened_stays_open_while_the_page_renews_itself(phones, desk):
    first, _second = phones
    first.tap("3:1")
    first.reads("Report received")
    first.page.get_by_text("Correct my report").click()
    desk.tap(2, "3:1")
    desk.sees_result(2, "3:1")
    look_again(first.page)
    # With half the tables done there are places; the rest of the page stays as it is.
    expect(first.page.locator("#my-place")).to_have_text("2nd of 4 so far")

    first.tap("3:2")

    expect(first.page.get_by_text(f"{first.name} wins 3:2")).to_be_visible()


def test_the_open_page_shows_the_place_when_the_tournament_closes(phones, match):
    first, _second = phones
    tournament = match.round.tournament
    for table in (1, 2):
        enter_result(pairing_of(tournament, 1, table), Result(Outcome.PLAYED, (3, 1)))
    close_tournament(tournament, by=make_director())

    look_again(first.page)

    first.reads("Thank you for playing!")
    expect(first.page.get_by_role("table", name="My matches").get_by_role("row")).to_have_count(2)
    expect(first.page).to_have_title("Final standings · Bodensee Open")


# How much lighter or darker the edge of each field and button is than what lies inside it.
EDGES = """
    () => [...document.querySelectorAll(".form-control, .btn-side")].filter((one) => one.checkVisibility())
    .map((one) => {
        const light = (color) => color.match(/[\\d.]+/g).slice(0, 3)
            .map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
            .reduce((sum, part, at) => sum + [0.2126, 0.7152, 0.0722][at] * part, 0.05);
        const { borderTopColor, backgroundColor } = getComputedStyle(one);
        const [dark, bright] = [light(borderTopColor), light(backgroundColor)].sort((a, b) => a - b);
        return bright / dark;
    })
"""


DARK = pytest.mark.only_browser("chromium", reason="in Firefox the tool cannot ask for the dark")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=DARK)])
def test_the_edges_of_fields_and_buttons_can_be_seen(open_page, match, scheme):
    page = open_page(**PHONE, color_scheme=scheme)
    page.goto(f"/en/t/{match.round.tournament.slug}/")
    assert page.evaluate("scheme => matchMedia(`(prefers-color-scheme: ${scheme})`).matches", scheme)
    edges = page.evaluate(EDGES)
    Phone(page, match.first)
    edges += page.evaluate(EDGES)

    assert (len(edges), [edge for edge in edges if edge < 3]) == (9, [])


def test_names_from_right_to_left_stand_beside_their_places_while_a_phone_waits(open_page):
    players = [NewPlayer(name) for name in ("Ada", "فاطمة الزهراء", "Cem", "محمد Schmidt")]
    tournament = make_tournament(players=players, played=1, planned_rounds=3)
    draw_next_round(tournament)
    match = pairing_of(tournament, 2, 1)
    enter_result(match, Result(Outcome.PLAYED, (3, 1)))
    page = open_page(**PHONE)

    page.goto(player_link(match.first).removeprefix(settings.PUBLIC_URL))

    names = page.locator(".my-lines").first.locator("bdi").all()
    assert (len(names), len({round(name.evaluate(LEFT_OF_ITS_LETTERS)) for name in names})) == (4, 1)


@pytest.mark.only_browser("chromium", reason="in Firefox the tool cannot switch them off")
def test_it_works_without_scripts(open_page, match):
    phone = Phone(open_page(**PHONE, java_script_enabled=False), match.first)
    expect(phone.big_table()).to_have_text("1")

    phone.tap("3:1")

    phone.reads("Report received")


def test_a_link_that_has_ended_is_no_way_to_report_any_more(open_page, match):
    page = open_page(**PHONE)
    phone = Phone(page, match.first)
    public = f"/en/t/{match.round.tournament.slug}/"
    page.goto(public)
    report = page.get_by_role("link", name="Report the score")
    expect(report).to_be_visible()
    renew_player_link(match.first, by=make_director())

    report.click()
    phone.reads("This link is no longer valid")
    page.goto(public)

    expect(page.locator("section.seat")).to_be_visible()
    expect(report).to_be_hidden()


def test_a_report_that_is_half_typed_is_dropped_and_told_when_the_match_is_another(open_page, live_server):
    tournament = make_tournament(entries=9, match_length=25)
    draw_next_round(tournament)
    before = pairing_of(tournament, 1, 2)
    page = open_page(**PHONE)
    page.add_init_script(VIBRATED)
    phone = Phone(page, before.first)
    page.get_by_role("heading", name=phone.name).click()
    page.get_by_text("Another score").click()
    page.get_by_label("Own points").fill("25")
    withdraw_entry(before.second, by=make_director())
    seat(tournament, before.first.number, 9)

    look_again(page)

    expect(page.get_by_role("status").filter(has_text="Round 1: new pairing")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="was not sent")).to_be_visible()
    expect(phone.big_table()).to_have_text("2")
    assert page.evaluate("window.vibrated") == 1
    page.get_by_text("Another score").click()
    expect(page.get_by_label("Own points")).to_have_value("")


STICKS_OUT = """[...document.querySelectorAll(".seat *, .clock-mid *")].filter((one) => {
    if (!one.checkVisibility()) return false;
    const [inner, outer] = [one, one.closest(".seat") ?? document.body].map((box) => box.getBoundingClientRect());
    return inner.left < outer.left - 1 || inner.right > outer.right + 1;
}).length"""


@pytest.mark.only_browser("chromium", reason="no other can be asked for larger letters")
def test_with_letters_of_twice_the_size_a_seat_and_a_clock_are_whole_on_a_small_phone(open_page, match):
    page = open_page(**{**PHONE, "viewport": {"width": 320, "height": 568}})
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    sticking_out = {}
    for address in (f"/en/t/{match.round.tournament.slug}/players/{match.first.number}/", "/en/clock/"):
        page.goto(address)
        expect(page.locator(".seat, .clock-mid").first).to_be_visible()
        sticking_out[address] = page.evaluate(STICKS_OUT)

    assert set(sticking_out.values()) == {0}


@pytest.mark.only_browser("chromium", reason="no other can be asked for larger letters")
def test_with_letters_of_twice_the_size_the_scores_stand_on_the_first_screen(open_page, match):
    page = open_page(**{**PHONE, "viewport": {"width": 390, "height": 664}})
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    phone = Phone(page, match.first)

    last, tabs = (one.bounding_box() for one in (phone.button("0:3"), page.locator(".tabbar")))
    assert last["y"] + last["height"] <= tabs["y"]
