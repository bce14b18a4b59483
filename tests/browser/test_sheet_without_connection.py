"""A score sheet goes on without connection: what is tapped waits on the phone, and nothing is lost or said twice."""

import random
from dataclasses import asdict
from itertools import pairwise

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import expect

from tests.actions.test_matches_score_sheet import FORMATS, match_of
from tests.browser.conftest import PHONE, WITH_A_WORKER
from tests.browser.steps import hear, is_there
from tests.browser.test_outbox import KEPT
from tests.browser.test_score_sheet import SMALL_PHONE, Sheet, lose_the_answer
from tests.factories import draw_next_round, enter_result, make_director, pairing_of, say_words
from tournament.actions.rounds import remove_round
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.matches.games import GameEnding, PlayedGame
from tournament.matches.score_sheet import possible_words, sheet_of, write_words
from tournament.names import isolated
from tournament.queries.record import format_of
from tournament.queries.results import KeptGames, kept_games

WORTH = {"single": 1, "gammon": 2, "backgammon": 3}
POSSIBLE = "SheetRules.possible(values[0], SheetRules.sheetOf(values[0], values[1]))"
# What is kept once the last word is taken back.
TAKEN_BACK = """(() => {
    const sheet = SheetRules.sheetOf(values[0], values[1]);
    const { games, ended, words } = SheetRules.after(values[0], sheet, SheetRules.backOf(sheet));
    return { games, ended, words };
})()"""


CHANGED = "The score sheet stands differently by now."


@pytest.fixture
def rules(page, db):
    """The page's own rules, in a browser that has no program to ask."""
    page.route("http://phone.test/", lambda route: route.fulfill(content_type="text/html", body="<p></p>"))
    page.goto("http://phone.test/")
    page.add_script_tag(path=finders.find("sheet_rules.js"))
    return lambda source, *values: page.evaluate(f"values => {source}", list(values))


@pytest.fixture
def match(live_server):
    return match_of(**FORMATS["cube"])


def as_sent(kept):
    return {
        "games": [asdict(game) for game in kept.games],
        "ended": [codes(words) for words in kept.ended],
        "words": codes(kept.words),
    }


def codes(words):
    return [write_words([one]) for one in words]


def kept_of(wanted, words):
    """What is kept after these words."""
    ends = [0, *(at for at in range(1, len(words) + 1) if ends_a_game(wanted, words[:at]))]
    ended = tuple(tuple(words[first:end]) for first, end in pairwise(ends))
    return KeptGames(sheet_of(wanted, words).games, tuple(words[ends[-1] :]), ended)


@pytest.mark.parametrize("format_", FORMATS)
def test_a_phone_reads_a_sheet_as_the_program_does(rules, format_):
    wanted = format_of(match_of(**FORMATS[format_]).round.tournament)
    chance = random.Random(format_)
    for _match in range(20):
        words = []
        while possible := possible_words(wanted, sheet := sheet_of(wanted, words)):
            kept = as_sent(kept_of(wanted, words))
            now = rules("SheetRules.sheetOf(values[0], values[1])", asdict(wanted), kept)
            assert rules(POSSIBLE, asdict(wanted), kept) == codes(possible)
            assert (tuple(now["standing"]["score"]), now["cube"], now["owner"], now["standing"]["isCrawford"]) == (
                (sheet.standing.score, sheet.cube, sheet.owner, sheet.standing.is_crawford)
            )
            if words:
                assert rules(TAKEN_BACK, asdict(wanted), kept) == as_sent(kept_of(wanted, words[:-1]))
            words.append(chance.choice(possible))


def ends_a_game(wanted, words):
    return len(sheet_of(wanted, words).games) > len(sheet_of(wanted, words[:-1]).games)


def test_two_games_tapped_without_connection_wait_in_order_and_arrive_after_a_reload(new_context, match):
    phone = Sheet(new_context(**SMALL_PHONE).new_page(), match.first)
    phone.page.context.set_offline(True)
    phone.wins(0, "gammon").click()
    expect(phone.page.get_by_text("No connection.")).to_be_visible()
    phone.shows(2, 0)
    phone.page.locator("#waiting-words [data-word='1-won-single']").click()
    phone.page.locator("#waiting-words [data-word='1-won-gammon']").click()
    phone.shows(2, 3)
    phone.says("Take back: ")
    phone.shows(2, 1)
    expect(phone.page.get_by_text("No games yet")).to_be_hidden()
    expect(phone.page.locator("#waiting li b")).to_have_text(["2:0", "2:1"])
    phone.fits_a_thumb()

    phone.page.context.set_offline(False)
    phone.page.reload()

    phone.page.wait_for_function(f"() => !{KEPT}.length")
    expect(phone.page.locator("#waiting")).to_be_hidden()
    phone.shows(2, 1)
    assert [game.winner for game in kept_games(match).games] == [0, 1]


def test_what_waits_stops_and_asks_where_the_other_phone_has_said_something_else(new_context, match):
    phone = Sheet(new_context(**PHONE).new_page(), match.first)
    phone.page.context.set_offline(True)
    phone.wins(0, "gammon").click()
    expect(phone.page.get_by_text("No connection.")).to_be_visible()
    say_words(match, "1-won-single")

    phone.page.context.set_offline(False)
    hear(phone.page)
    expect(phone.page.get_by_text(CHANGED)).to_be_visible()
    phone.shows(0, 1)
    # It stands until it is read.
    hear(phone.page)
    expect(phone.page.get_by_text("Not entered:")).to_be_visible()
    phone.says("Enter it now")

    phone.shows(2, 1)
    expect(phone.page.locator("#waiting")).to_be_hidden()
    assert [game.winner for game in kept_games(match).games] == [1, 0]


def two_tabs(new_context, match):
    """Two pages of one phone with what waits for a sheet that the other phone has changed."""
    context = new_context(**PHONE, **WITH_A_WORKER)
    first, second = (Sheet(context.new_page(), match.first) for _tab in range(2))
    context.set_offline(True)
    first.wins(0, "gammon").click()
    expect(first.page.get_by_text("No connection.")).to_be_visible()
    say_words(match, "1-won-single")
    context.set_offline(False)
    for tab in (first, second):
        hear(tab.page)
        expect(tab.page.get_by_role("button", name="Enter it now")).to_be_visible()
    return first, second


def test_what_one_tab_has_entered_waits_in_no_other(new_context, match):
    first, second = two_tabs(new_context, match)
    first.says("Enter it now")
    first.shows(2, 1)

    for tab in (second, first):
        hear(tab.page)
        expect(tab.page.locator("#waiting")).to_be_hidden()
        tab.shows(2, 1)
    assert [game.winner for game in kept_games(match).games] == [1, 0]


def test_what_one_tab_has_discarded_waits_in_no_other(new_context, match):
    first, second = two_tabs(new_context, match)
    second.says("Discard")

    for tab in (first, second):
        hear(tab.page)
        expect(tab.page.locator("#waiting")).to_be_hidden()
        tab.shows(0, 1)
    assert [game.winner for game in kept_games(match).games] == [1]


def test_a_tap_without_connection_is_no_error_of_the_page(new_context, match):
    phone = Sheet(new_context(**PHONE).new_page(), match.first)
    errors = []
    phone.page.on("pageerror", lambda error: errors.append(error.message))
    phone.page.context.set_offline(True)
    phone.wins(0, "gammon").click()
    expect(phone.page.get_by_text("No connection.")).to_be_visible()
    phone.page.locator("#waiting-words [data-word='1-won-single']").click()
    phone.shows(2, 1)

    assert errors == []


@pytest.mark.only_browser("chromium", reason="in Firefox the tool cannot lose an answer")
def test_a_word_whose_answer_alone_was_lost_is_said_once(new_context, match):
    phone = Sheet(new_context(**PHONE).new_page(), match.first)
    phone.page.route("**/sheet/", lose_the_answer)
    phone.wins(0, "single").click()
    expect(phone.page.get_by_text("No connection.")).to_be_visible()
    phone.page.unroute_all()
    is_there(phone.page)
    hear(phone.page)

    expect(phone.page.locator("#waiting")).to_be_hidden()
    phone.shows(1, 0)
    assert len(kept_games(match).games) == 1


def test_what_was_stored_is_taken_back_without_connection_and_waits_in_its_order(new_context, match):
    say_words(match, "0-won-gammon 1-won-single")
    phone = Sheet(new_context(**SMALL_PHONE).new_page(), match.first)
    phone.page.context.set_offline(True)
    first, second = isolated(match.first.name), isolated(match.second.name)
    phone.says("Take back: ")
    expect(phone.page.get_by_text("No connection.")).to_be_visible()
    phone.shows(2, 0)
    phone.says("Take back: ")
    phone.shows(0, 0)
    phone.page.locator("#waiting-words [data-word='1-won-gammon']").click()
    phone.shows(0, 2)
    lines = [
        f"Take back: {second} wins a single game",
        f"Take back: {first} wins a gammon",
        f"{second} wins a gammon",
    ]
    expect(phone.page.locator("#waiting li span")).to_have_text(lines)
    phone.fits_a_thumb()

    phone.page.context.set_offline(False)
    phone.page.reload()

    phone.page.wait_for_function(f"() => !{KEPT}.length")
    expect(phone.page.locator("#waiting")).to_be_hidden()
    phone.shows(0, 2)
    assert kept_games(match).games == (PlayedGame(1, GameEnding.GAMMON),)


def test_what_cannot_be_taken_back_any_more_stops_and_says_so_until_it_is_read(new_context, match):
    say_words(match, "0-won-gammon")
    phone = Sheet(new_context(**PHONE).new_page(), match.first)
    phone.page.context.set_offline(True)
    phone.says("Take back: ")
    expect(phone.page.get_by_text("No connection.")).to_be_visible()
    say_words(match, "1-won-single")

    phone.page.context.set_offline(False)
    hear(phone.page)
    for _look in range(2):
        expect(phone.page.get_by_text(CHANGED)).to_be_visible()
        hear(phone.page)
    phone.page.reload()
    expect(phone.page.get_by_role("button", name="Enter it now")).to_be_hidden()
    phone.says("Discard")

    expect(phone.page.locator("#waiting")).to_be_hidden()
    phone.shows(2, 1)


def test_a_refused_word_says_why_until_it_is_read(new_context, match):
    phone = Sheet(new_context(**PHONE).new_page(), match.first)
    phone.page.context.set_offline(True)
    phone.wins(0, "gammon").click()
    expect(phone.page.get_by_text("No connection.")).to_be_visible()
    enter_result(match, Result(Outcome.PLAYED, (5, 2)))

    phone.page.context.set_offline(False)
    why = phone.page.locator("#waiting").get_by_text("The result is already in: table 1,")
    hear(phone.page)
    expect(why).to_be_visible()
    hear(phone.page)
    phone.page.reload()
    expect(why).to_be_visible()
    phone.says("Discard")
    expect(why).to_be_hidden()


def test_what_waits_for_a_pairing_that_is_gone_is_told_until_it_is_read(new_context, match):
    phone = Sheet(new_context(**SMALL_PHONE).new_page(), match.first)
    phone.page.context.set_offline(True)
    phone.wins(0, "gammon").click()
    expect(phone.page.get_by_text("No connection.")).to_be_visible()
    remove_round(match.round.tournament, by=make_director(), number=1, confirmed="1")
    draw_next_round(match.round.tournament)

    phone.page.context.set_offline(False)
    left = phone.page.locator("#outbox")
    expect(left.locator(".refused")).to_have_text(
        ["The pairing has changed. What was tapped for the earlier match was not sent."]
    )
    expect(left.locator(".says")).to_have_text([f"{isolated(match.first.name)} wins a gammon"])
    phone.page.reload()
    left.get_by_role("link", name="Score sheet").click()
    expect(phone.page.get_by_text("What was tapped for the earlier match was not sent.")).to_be_visible()
    phone.shows(0, 0)
    phone.page.go_back()
    left.get_by_role("button", name="Discard").click()

    expect(left).to_be_hidden()
    assert kept_games(pairing_of(match.round.tournament, 1, 1)).games == ()


def test_what_waits_for_the_sheet_is_sent_from_the_page_that_leads_there(new_context, match):
    phone = Sheet(new_context(**PHONE).new_page(), match.first)
    phone.page.route("**/sheet/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    phone.wins(0, "single").click()
    expect(phone.page.get_by_text("No connection.")).to_be_visible()
    phone.page.get_by_role("link", name="My table").first.click()

    left = phone.page.locator("#outbox")
    expect(left.locator(".says")).to_have_text([f"{isolated(match.first.name)} wins a single game"])
    phone.page.unroute_all()
    expect(left).to_be_hidden()
    assert len(kept_games(match).games) == 1


def test_what_waits_for_a_sheet_of_the_desk_is_sent_from_every_page_of_the_desk(match, open_desk, complaints):
    page = open_desk()
    page.goto(f"/t/{match.round.tournament.slug}/desk/sheets/{match.pk}/")
    is_there(page)
    page.route("**/sheets/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator("button[value='0-won-single']").click()
    expect(page.locator("#waiting li")).to_have_count(1)
    # The browser asks before a page is left that has something waiting.
    page.once("dialog", lambda dialog: dialog.accept())
    page.goto(f"/t/{match.round.tournament.slug}/desk/rounds/1/")

    bar = page.locator("#queue")
    expect(bar).to_contain_text(f"{isolated(match.first.name)} wins a single game")
    page.unroute_all()
    expect(bar).to_be_hidden()
    assert len(kept_games(match).games) == 1
    # The word that could not be sent is told by the browser, too.
    complaints.clear()
