"""Whatever hands and networks do at random: no word of a phone or the desk is lost, doubled, invented or left open.

Two phones, each with the page of its player and the score sheet, one of them with a second page, and a desk with two
pages, each with a network that is cut, loses what is sent or loses the answer; pages that are loaded again, left by the
way back, or killed; a desk that is logged out and in again; results that somebody else enters and removes. In the end
all is calm, and what the pages say is compared with what is stored.
"""

import random
from contextlib import suppress
from uuid import UUID

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Error

from tests.browser.conftest import PHONE
from tests.browser.steps import LOOK_AGAIN
from tests.browser.test_outbox import KEPT
from tests.browser.test_phones import Phone
from tests.browser.test_score_sheet import Sheet
from tests.factories import draw_next_round, log_in, make_director, make_tournament, pairing_of
from tests.seeds import each_seed
from tournament.actions.results import record_result
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import SaidWord
from tournament.queries.record import result_of

STEPS = 25
SHELF = f"{KEPT}.map((key) => JSON.parse(localStorage.getItem(key)))"
# A button that says something, seen or folded away; a press is as good as a tap.
PRESS = """(at) => {
    const buttons = [...document.querySelectorAll(
        "form[data-word] button[name=result]:enabled, form[data-word] button[name=takes_back]:enabled,"
        + "#sheet button[name=word], #sheet button[name=leaves], #waiting-words button,"
        + ".desk-row .scores button[name=result]",
    )];
    if (!buttons.length) return false;
    buttons[Math.floor(at * buttons.length)].click();
    return true;
}"""
DISCARD = """(at) => {
    const buttons = [...document.querySelectorAll(
        "#outbox .drop, #waiting .drop, #waiting .enter-now, #queue button, #returned .btn-plain",
    )].filter((button) => button.checkVisibility());
    const button = buttons[Math.floor(at * buttons.length)];
    // What was stopped on a sheet is said once more, each word under a name of its own.
    const saidAgain = button?.matches(".enter-now") ? document.querySelectorAll("#waiting ol li").length : 0;
    button?.click();
    return saidAgain;
}"""


@pytest.fixture
def session(live_server):
    """The login of the director."""
    client = Client()
    log_in(client, make_director())
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": live_server.url}


class Evening:
    """What has been said, sent and answered."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.is_calm = False
        self.presses = 0
        self.said, self.sent, self.asked_about = set(), set(), set()
        self.answers = {}

    def route(self, route):
        """The network of a page: what is sent arrives, or not, and so does its answer."""
        request = route.request
        name = request.headers.get("word")
        if request.method != "POST" or name is None:
            return route.fallback()
        self.sent.add(name)
        fate = "arrives" if self.is_calm else self.rng.choice(["arrives", "arrives", "is lost", "its answer is lost"])
        if fate == "is lost":
            return route.abort()
        answer = route.fetch()
        if "hx-redirect" in answer.headers:
            # A page asks about it first; the answer to that is another word.
            self.asked_about.add(name)
        elif not {"asks", "discards"} & request.headers.keys():
            self.answers.setdefault(name, []).append(answer.status)
        return route.abort() if fate == "its answer is lost" else route.fulfill(response=answer)

    def hear(self, pages):
        """Note what is written down on the phones."""
        for page in pages:
            self.said |= {word["id"] for word in ask(page, SHELF, otherwise=[])}


def desk_enters_or_removes(evening, match):
    match.refresh_from_db()
    stands = result_of(match)
    score = Result(Outcome.PLAYED, evening.rng.choice([(3, 0), (0, 3)]))
    # A page may have entered something meanwhile.
    with suppress(Refused):
        record_result(match, by=make_director(), expected=stands, result=PENDING if stands != PENDING else score)


def ask(page, script, value=None, *, otherwise):
    """What the script answers; of a page that is just being left, as an answer may lead on, nothing is known."""
    try:
        return page.evaluate(script, value)
    except Error as error:
        # Without connection the way back may lead to a page of the browser itself.
        if not any(sentence in error.message for sentence in ("context was destroyed", "Access is denied")):
            raise
        return otherwise


def leave(act, pages, page):
    """The page is loaded again, left and gone back to, or killed and opened anew."""
    if act == "load":
        page.reload()
    elif act == "back":
        page.goto("/en/")
        page.go_back()
    else:
        pages[pages.index(page)] = anew = page.context.new_page()
        address = page.url
        page.close()
        anew.goto(address)
        return anew
    return page


def change_login(context, session):
    """Log the director out; log them in again if they were out."""
    if any(cookie["name"] == session["name"] for cookie in context.cookies()):
        context.clear_cookies(name=session["name"])
    else:
        context.add_cookies([session])


def step(evening, pages, match, session):
    page = evening.rng.choice(pages)
    at = evening.rng.random()
    act = evening.rng.choice(
        ["press"] * 7 + ["discard", "cut", "cut", "load", "back", "kill", "look", "look", "desk", "log out"]
    )
    if act == "press":
        evening.presses += ask(page, PRESS, at, otherwise=True)
    elif act == "discard":
        evening.presses += ask(page, DISCARD, at, otherwise=0)
    elif act == "cut":
        page.context.set_offline(evening.rng.random() < 0.5)
    elif act in ("load", "back", "kill") and ask(page, "navigator.onLine", otherwise=True):
        page = leave(act, pages, page)
    elif act == "log out" and "/desk/" in page.url:
        change_login(page.context, session)
    elif act == "look":
        ask(page, LOOK_AGAIN, otherwise=None)
    elif act == "desk":
        desk_enters_or_removes(evening, match)
    evening.hear(pages)
    page.wait_for_timeout(evening.rng.choice([0, 50, 400]))
    evening.hear(pages)


def open_pages(contexts, match):
    """Of two phones and a desk."""
    first, second, desk = contexts
    phones = [(first, match.first), (first, match.first), (second, match.second)]
    pages = [Phone(context.new_page(), entry).page for context, entry in phones]
    pages += [Sheet(context.new_page(), entry).page for context, entry in (phones[0], phones[2])]
    for address in ("rounds/1/", "rounds/1/", f"sheets/{match.pk}/"):
        pages.append(desk.new_page())
        pages[-1].goto(f"/t/{match.round.tournament.slug}/desk/{address}")
    return pages


def play(new_context, session, seed):
    evening = Evening(seed)
    tournament = make_tournament(4)
    draw_next_round(tournament)
    match = pairing_of(tournament, 1, 1)
    contexts = [new_context(**PHONE), new_context(**PHONE), new_context()]
    contexts[2].add_cookies([session])
    pages = open_pages(contexts, match)
    addresses = [page.url for page in pages]
    for context in contexts:
        context.route("**/t/**", evening.route)
        # A page that is left while something waits asks first.
        context.on("dialog", lambda dialog: dialog.accept())
    for _step in range(STEPS):
        step(evening, pages, match, session)
    evening.is_calm = True
    for context in contexts:
        context.set_offline(False)
    contexts[2].add_cookies([session])
    for page, address in zip(pages, addresses, strict=True):
        if page.url != address:
            page.goto(address)
    for page in pages:
        page.wait_for_function(f"() => {SHELF}.every((word) => word.refusal || word.isHeld)")
    named = {word["id"] for page in pages for word in page.evaluate(SHELF)}
    for context in contexts:
        context.close()
    return evening, named


def check(evening, named):
    """Against the store: nothing lost, doubled, invented, left open or told untruly."""
    stored = {word.pk: word for word in SaidWord.objects.all()}
    entered = {name for name in evening.said | evening.sent if UUID(name) in stored and stored[UUID(name)].has_entered}
    assert [name for name, told in evening.answers.items() if told.count(200) > 1] == []
    assert [name for name, told in evening.answers.items() if 422 in told and 200 in told] == []
    assert entered & named == set()
    assert [name for name in evening.sent - named - evening.asked_about if UUID(name) not in stored] == []
    assert len(evening.said | evening.sent) <= evening.presses
    assert {name for name, told in evening.answers.items() if 200 in told} == entered


@pytest.mark.costly
@pytest.mark.only_browser("chromium", reason="elsewhere the tool cannot lose an answer")
@each_seed(2)
def test_no_word_is_lost_or_doubled_in_a_few_evenings(new_context, session, seed):
    check(*play(new_context, session, seed))


@pytest.mark.prove
@pytest.mark.only_browser("chromium", reason="elsewhere the tool cannot lose an answer")
@each_seed(300)
def test_no_word_is_lost_doubled_invented_or_left_open(new_context, session, seed):
    check(*play(new_context, session, seed))
