"""A score sheet goes on without connection: what is tapped waits on the phone, and nothing is lost or said twice."""

import random
from dataclasses import asdict
from itertools import pairwise

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import expect

from tests.actions.test_matches_score_sheet import FORMATS, match_of, player
from tests.browser.conftest import PHONE, WITH_A_WORKER
from tests.browser.steps import hear, is_there
from tests.browser.test_score_sheet import SMALL_PHONE, Sheet, lose_the_answer
from tests.factories import draw_next_round, enter_result, make_director, pairing_of, say_words
from tournament.actions import matches as sheets
from tournament.actions.matches import say_word, take_back_word
from tournament.actions.rounds import remove_round
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.machine.rates import Rate
from tournament.matches.games import GameEnding, PlayedGame
from tournament.matches.score_sheet import possible_words, read_words, sheet_of, write_words
from tournament.names import isolated
from tournament.queries.record import format_of
from tournament.queries.results import KeptGames, kept_games, score_sheet_of

WORTH = {"single": 1, "gammon": 2, "backgammon": 3}
POSSIBLE = "SheetRules.possible(values[0], SheetRules.sheetOf(values[0], values[1]))"
# What is kept once the last word is taken back.
TAKEN_BACK = """(() => {
    const sheet = SheetRules.sheetOf(values[0], values[1]);
    const { games, ended, words } = SheetRules.after(values[0], sheet, SheetRules.backOf(sheet));
    return { games, ended, words };
})()"""

# As a tab does whose own word was refused.
STOP = """() => {
    const store = document.getElementById("waiting").dataset.store;
    const queue = JSON.parse(localStorage.getItem(store));
    localStorage.setItem(store, JSON.stringify({ ...queue, isStopped: true, reason: "Stopped." }));
}"""


# The tabs of two phones, each with a page of the sheet; the two tabs of a phone have one store.
TABS = """
let table = {};
const tabs = {};
function openTable(match, format) {
    const phrases = { names: ["A", "B"], sentences: {}, back: "", last_game: "", changed: "Changed.", gone: "Gone." };
    table = { match, format, phrases };
    localStorage.clear();
}
function showSheet(name, shown) {
    tabs[name].page.getElementById("sheet").dataset.sheet = JSON.stringify({ ...table, ...shown });
}
function openTab(name, side, shown) {
    const page = document.implementation.createHTMLDocument();
    page.body.innerHTML = `<div id="waiting" data-store="words-${side}"></div><div id="sheet"></div>`;
    tabs[name] = { page, ...keptWords(() => page, () => "/") };
    showSheet(name, shown);
}
"""


@pytest.fixture
def rules(page, db):
    """The page's own rules, in a browser that has no program to ask."""
    page.route("http://phone.test/", lambda route: route.fulfill(content_type="text/html", body="<p></p>"))
    page.goto("http://phone.test/")
    for name in ("sheet_rules.js", "kept_here.js", "kept_words.js"):
        page.add_script_tag(path=finders.find(name))
    page.add_script_tag(content=TABS)
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


class Device:
    """A phone with two tabs that share what waits."""

    def __init__(self, table, side):
        self.table = table
        self.by = player(table.match, side)
        self.is_connected = True
        self.tabs = [Tab(self, f"{side}-{number}", side) for number in range(2)]

    def waits(self):
        return self.tabs[0].queue()


class Tab:
    """A page of the sheet, with the page's own script for what waits; what is on its way arrives late, or never."""

    def __init__(self, device, name, side):
        self.device, self.table, self.name, self.side = device, device.table, name, side
        self.asked = 0
        self.reload()

    def do(self, source, *values):
        return self.table.rules(f"tabs['{self.name}'].{source}", *values)

    def queue(self):
        return self.do("read()")

    def reload(self):
        """The page comes anew, or the phone is killed: it forgets what it has under way."""
        self.table.rules("openTab(...values)", self.name, self.side, self.table.shown())
        self.under_way = None

    def tap(self):
        if self.queue()["isStopped"]:
            self.answer()
        elif possible := self.table.rules(f"SheetRules.possible(values[0], tabs['{self.name}'].willBe())", self.format):
            self.do("say(values[0])", self.table.chance.choice(possible))

    @property
    def format(self):
        return self.table.format

    def answer(self):
        """What no longer fits asks: enter it all the same, or let it go."""
        self.asked += 1
        queue = self.queue()
        fits = self.table.rules(
            "SheetRules.fits(values[0], SheetRules.sheetOf(values[0], values[1]), values[2])",
            self.format,
            queue["base"]["kept"],
            queue["words"],
        )
        if fits and self.table.chance.random() < 0.5:
            self.do("enter()")
        else:
            self.table.let_go.update(queue["ids"])
            self.do("drop()")

    def take_back(self):
        """What never went out goes at once; what the program may have is taken back by a word that waits, too."""
        before = self.queue()
        if not before["isStopped"] and self.table.rules(f"SheetRules.mayGoBack(tabs['{self.name}'].willBe())"):
            self.do("takeBack()")
            self.table.let_go.update(set(before["ids"]) - set(self.queue()["ids"]))

    def send(self):
        if self.under_way is None and (word := self.do("next()")):
            self.under_way = Sent(self, word["name"], word["values"])
            self.table.on_their_way.append(self.under_way)

    def cut(self):
        """Cut the connection: a request on its way gets no answer, though the server may receive it."""
        if self.under_way and self.table.chance.random() < 0.5:
            self.table.on_their_way = [sent for sent in self.table.on_their_way if sent is not self.under_way]
        self.under_way = None

    def look(self):
        if self.under_way is None:
            self.hear(self.table.shown(), "", "")

    def hear(self, shown, sent, refusal):
        """The page is told how the sheet stood, by an answer or by a look."""
        before = self.queue()
        self.table.rules("showSheet(...values)", self.name, shown)
        self.do("hear(...values)", sent, refusal)
        # The games of what waits no more are there, once, right after those that it was said to; the other phone may
        # have said the same game in other words.
        waits = self.queue()["ids"]
        arrived = [word for word, name in zip(before["words"], before["ids"], strict=True) if name not in waits]
        counted_on = plain_games(self.format, after_all(words_of(before["base"]["kept"]), arrived))
        if arrived:
            assert plain_games(self.format, words_of(shown["kept"]))[: len(counted_on)] == counted_on

    def step(self):
        what = self.table.chance.choice(
            ["tap", "tap", "tap", "back", "cut", "connect", "connect", "look", "look", "reload"]
        )
        if what == "tap":
            self.tap()
        elif what == "reload":
            self.cut()
            self.reload()
        elif what == "back" and self.table.chance.random() < 0.3:
            self.take_back()
        elif what in ("cut", "connect"):
            self.device.is_connected = what == "connect"
        if not self.device.is_connected:
            self.cut()
        elif what == "look":
            self.look()
        if self.device.is_connected:
            self.send()


def words_of(kept):
    return [*(word for words in kept["ended"] for word in words), *kept["words"]]


class Sent:
    """A word on its way to the program, and its answer on the way back."""

    def __init__(self, tab, name, values):
        self.tab, self.name, self.values = tab, name, values
        self.answer = None

    def go_on(self):
        """Whether it is still on its way."""
        if self.answer is None:
            refused = self.tab.table.say(self.tab.device.by, self.name, self.values)
            self.answer = (self.tab.table.shown(), "Refused." if refused else "")
            return True
        if self.tab.under_way is self:
            self.tab.under_way = None
            self.tab.hear(self.answer[0], self.name, self.answer[1])
            self.tab.send()
        return False


class Table:
    """Two phones at a match; the words that the program took, by their names."""

    def __init__(self, rules, match, seed):
        self.rules = rules
        self.match = match
        self.wanted = format_of(match.round.tournament)
        self.format = asdict(self.wanted)
        self.rules("openTable(...values)", match.pk, self.format)
        self.chance = random.Random(seed)
        self.words = []
        self.taken = set()
        self.let_go = set()
        self.on_their_way = []
        self.devices = [Device(self, 0), Device(self, 1)]

    def shown(self):
        kept = score_sheet_of(self.match)
        before = kept.before_last_word
        return {"mark": kept.mark, "leaves": before.look, "changes": kept.changes, "kept": as_sent(kept)}

    def say(self, by, name, values):
        """Whether it is refused; what is taken is taken for the first time, and nobody has let it go."""
        before = score_sheet_of(self.match).mark
        tournament = self.match.round.tournament
        said = {"by": by, "key": self.match.pk, "expected": values["seen"]}
        try:
            if "leaves" in values:
                take_back_word(tournament, **said, leaves=values["leaves"])
            else:
                say_word(tournament, **said, said=read_words(values["word"])[0])
        except Refused:
            return True
        if score_sheet_of(self.match).mark != before:
            assert values["seen"] == before
            assert name not in self.taken
            assert name not in self.let_go
            self.taken.add(name)
            if "leaves" in values:
                self.words.pop()
            else:
                self.words.append(values["word"])
        return False

    def play(self):
        for _step in range(1000):
            chosen = self.chance.choice(["tab", "tab", "way"])
            if chosen == "way" and self.on_their_way:
                sent = self.chance.choice(self.on_their_way)
                if not sent.go_on():
                    self.on_their_way.remove(sent)
            else:
                self.chance.choice(self.chance.choice(self.devices).tabs).step()
            kept = kept_games(self.match)
            assert plain_score(self.format, self.words) == sheet_of(self.wanted, kept.words, kept.games).standing.score
            if self.is_decided() and not any(device.waits()["words"] for device in self.devices):
                return

    def is_decided(self):
        return max(plain_score(self.format, self.words)) >= self.wanted.match_length


def is_back(word):
    return word.startswith("back:")


def after_all(words, said):
    """The words that stand when these have been said as well; what is taken back is the one that was named."""
    words = list(words)
    for word in said:
        if is_back(word):
            assert word == f"back:{words.pop()}"
        else:
            words.append(word)
    return words


def plain_score(rules, words):
    """The score after these words."""
    games = plain_games(rules, words)
    return tuple(sum(points for winner, points in games if winner == side) for side in (0, 1))


def plain_games(rules, words):
    """Who won each game and what it was worth, read once more from the rules of the match; nobody: a drawn one."""
    games, cube, turned, offer = [], 1, False, None
    for text in words:
        side, _, rest = text.partition("-")
        word, _, kind = rest.partition("-")
        winner, counts = None, 1
        if word == "automatic":
            cube = 2 * cube
        elif word in ("double", "concede"):
            offer = kind
        elif word in ("take", "beaver"):
            cube, turned = 2 * cube, True
        elif word == "pass":
            winner = 1 - int(side)
        elif word in ("won", "accept"):
            winner = int(side)
            most = 3 if rules["backgammons"] else 2 if rules["gammons"] else 1
            counts = min(WORTH[kind or offer], most)
        if rules["jacoby"] and not turned:
            counts = min(counts, 1)
        if winner is not None or word == "drawn":
            games.append((winner, 0 if winner is None else counts * cube))
            cube, turned = 1, False
    return games


def play_matches(rules, monkeypatch, seeds):
    monkeypatch.setattr(sheets, "OF_A_PLAYER", Rate("words", at_once=10_000, seconds=1))
    asked = 0
    for seed in seeds:
        name = list(FORMATS)[seed % len(FORMATS)]
        table = Table(rules, match_of(**FORMATS[name]), seed)
        table.play()
        assert table.is_decided()
        asked += sum(tab.asked for device in table.devices for tab in device.tabs)
    assert asked


@pytest.mark.every_engine
@pytest.mark.only_browser("chromium", reason="it is about the rules alone")
def test_two_phones_that_come_and_go_lose_no_word_and_say_none_twice(rules, monkeypatch):
    play_matches(rules, monkeypatch, range(4))


@pytest.mark.prove
@pytest.mark.only_browser("chromium", reason="it is about the rules alone")
@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_two_phones_come_and_go_through_a_thousand_matches(rules, monkeypatch, first):
    play_matches(rules, monkeypatch, range(first, first + 50))


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
    expect(phone.page.get_by_text("The sheet was changed on another device.")).to_be_visible()
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


def test_a_refusal_of_one_tab_stops_nothing_that_another_has_entered_meanwhile(new_context, match):
    first, second = two_tabs(new_context, match)
    held = []
    # A tab that asked for news now would send what waits itself.
    first.page.route("**/?v=*", lambda route: None)
    second.page.route("**/sheet/", lambda route: held.append(route) if is_word(route) else route.continue_())
    second.says("Enter it now")
    expect(second.page.locator("#sheet.is-sending")).to_be_visible()
    say_words(match, "1-won-single")
    first.page.unroute("**/?v=*")
    hear(first.page)
    first.says("Enter it now")
    first.shows(2, 2)
    held[0].continue_()

    for tab in (second, first):
        hear(tab.page)
        expect(tab.page.locator("#waiting")).to_be_hidden()
        tab.shows(2, 2)
    assert [game.winner for game in kept_games(match).games] == [1, 1, 0]


def test_a_word_that_arrives_while_another_tab_stops_is_not_offered_again(new_context, match):
    first, second = two_tabs(new_context, match)
    held = []
    first.page.route("**/sheet/", lambda route: held.append(route) if is_word(route) else route.continue_())
    first.says("Enter it now")
    expect(first.page.locator("#sheet.is-sending")).to_be_visible()
    second.page.evaluate(STOP)
    held[0].continue_()

    for tab in (first, second):
        hear(tab.page)
        expect(tab.page.locator("#waiting")).to_be_hidden()
        tab.shows(2, 1)
    assert [game.winner for game in kept_games(match).games] == [1, 0]


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


def is_word(route):
    return route.request.method == "POST"


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
        expect(phone.page.get_by_text("The sheet was changed on another device.")).to_be_visible()
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
    left = phone.page.locator("#not-sent")
    expect(left).to_contain_text("What was tapped for the earlier match was not sent.")
    expect(left.locator("li")).to_have_text([f"{isolated(match.first.name)} wins a gammon"])
    phone.page.reload()
    phone.page.get_by_role("link", name="Score sheet").click()
    expect(phone.page.get_by_text("What was tapped for the earlier match was not sent.")).to_be_visible()
    phone.shows(0, 0)
    phone.page.go_back()
    left.get_by_role("button", name="Discard").click()

    expect(left.locator("section")).to_have_count(0)
    assert kept_games(pairing_of(match.round.tournament, 1, 1)).games == ()


def test_what_waits_is_told_on_the_page_that_leads_to_the_sheet(new_context, match):
    phone = Sheet(new_context(**PHONE).new_page(), match.first)
    phone.page.context.set_offline(True)
    phone.wins(0, "single").click()
    expect(phone.page.get_by_text("No connection.")).to_be_visible()
    phone.page.route("**/sheet/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    phone.page.context.set_offline(False)
    phone.page.get_by_role("link", name="My table").first.click()

    left = phone.page.locator("#not-sent")
    expect(left.locator(".yet")).to_have_text("Not sent yet")
    phone.page.unroute_all()
    left.get_by_role("link", name="Score sheet").click()
    phone.shows(1, 0)
    expect(phone.page.locator("#waiting")).to_be_hidden()


def test_what_waits_at_the_desk_is_told_above_the_tables(match, open_desk, complaints):
    page = open_desk()
    page.goto(f"/t/{match.round.tournament.slug}/desk/sheets/{match.pk}/")
    is_there(page)
    page.context.set_offline(True)
    page.locator("button[name=word]").first.click()
    expect(page.locator("#waiting li")).to_have_count(1)
    page.context.route(
        "**/sheets/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    page.context.set_offline(False)

    page.goto(f"/t/{match.round.tournament.slug}/desk/rounds/1/")

    expect(page.locator("#not-sent .yet")).to_be_visible()
    expect(page.locator("#not-sent ~ #live")).to_have_count(1)
    # The word that could not be sent is told by the browser, too.
    complaints.clear()
