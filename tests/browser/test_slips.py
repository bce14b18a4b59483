"""What is stored for each table is what was typed for it, or a question stands on the page of whoever typed it.

One types the slips in order without a look, another one any table by its number, phones report what they like, and the
network is slow. Time passes by the key, so that the test waits for nothing: at ten keys a second fifteen are a second
and a half.
"""

import random

import pytest

from tests.browser.steps import LOOK_AGAIN, Desk
from tests.factories import draw_next_round, make_tournament
from tests.seeds import each_seed
from tournament.actions.results import report_score
from tournament.engine.terms import Outcome
from tournament.models import Pairing
from tournament.models.tournament import Reporting
from tournament.queries.record import result_of

LEGAL = ((3, 0), (3, 1), (3, 2), (0, 3), (1, 3), (2, 3), (4, 2))
# So many keys lie between what is sent and what arrives, on either way.
DELAYS = (0, 1, 3, 7)
# In the row, in the line for all tables, or in the list of what came back.
IS_ASKED = """tables => {
  const line = document.querySelector("#type-in .problem") ? document.getElementById("typed-table").value : "";
  const texts = [line, ...[...document.querySelectorAll("#returned button")].map((button) => button.textContent)];
  return tables.every((table) => document.querySelector(`[data-table="${table}"] .problem`)
    || texts.some((text) => text.startsWith(`${table} `) || text.startsWith(`T${table} `)));
}"""


class Hand:
    """Somebody at a laptop, with a network of their own."""

    def __init__(self, page, slug, rng):
        self.page, self.rng = page, rng
        self.under_way = []
        self.typed = {}
        Desk(page, slug).go_to_round(1)
        page.route("**/desk/**", self.under_way_there)

    def under_way_there(self, route):
        self.under_way.append([self.rng.choice(DELAYS), route, None])

    def tick(self):
        """A key later: what has reached the server is answered, and what has come back is on the page."""
        for one in list(self.under_way):
            one[0] -= 1
            if one[0] >= 0:
                continue
            _left, route, answer = one
            if answer is None:
                one[:] = [self.rng.choice(DELAYS), route, route.fetch()]
            else:
                self.under_way.remove(one)
                route.fulfill(response=answer)

    def press(self, key):
        self.page.keyboard.press("Enter" if key == "\n" else key)
        self.tick()

    def lets_everything_arrive(self):
        while self.under_way or self.page.locator("#queue").get_attribute("data-waiting") not in (None, "0"):
            self.tick()
            self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def is_asked_about(self, tables):
        """Wait until a question about each of these tables stands on the page."""
        self.page.wait_for_function(IS_ASKED, arg=tables)


def a_phone_reports(tournament, rng):
    """One of the two says how their match has ended, which is then the result; nobody says so any more in the end."""
    pairings = Pairing.objects.filter(round__tournament=tournament, outcome=Outcome.PENDING.value, second__isnull=False)
    pairing = rng.choice([*pairings.order_by("table"), None])
    if pairing:
        report_score(pairing.first, key=pairing.pk, expected=None, score=rng.choice(LEGAL))


def keys_of(score, rng):
    return rng.choice(["{} {}\n", "{}:{}\n", "{}.{}\n"]).format(*score)


def play(open_desk, seed, tables):
    """All slips of a round typed by two hands while phones report."""
    rng = random.Random(seed)
    tournament = make_tournament(2 * tables, reporting=Reporting.ONE)
    draw_next_round(tournament)
    one, other = (Hand(open_desk(), tournament.slug, rng) for _hand in range(2))
    other.page.keyboard.press("/")
    slips, by_number = [], []
    for table in range(1, tables + 1):
        one.typed[table] = rng.choice(LEGAL)
        slips += keys_of(one.typed[table], rng)
    for table in rng.sample(range(1, tables + 1), k=tables // 3):
        other.typed[table] = rng.choice(LEGAL)
        by_number += rng.choice(["{} {} {}\n", "{} {}{}\n"]).format(table, *other.typed[table])
    while slips or by_number:
        hand, keys = rng.choice([pair for pair in ((one, slips), (other, by_number)) if pair[1]])
        hand.press(keys.pop(0))
        if rng.random() < 0.15:
            a_phone_reports(tournament, rng)
        if rng.random() < 0.3:
            hand.page.evaluate(LOOK_AGAIN)
    one.lets_everything_arrive()
    other.lets_everything_arrive()
    return tournament, one, other


def check(tournament, *hands):
    """Where something else is stored than a hand has typed, its page asks; then the hands go home."""
    played = Pairing.objects.filter(round__tournament=tournament, second__isnull=False)
    stored = {pairing.table: result_of(pairing).score for pairing in played.select_related("winner")}
    for hand in hands:
        hand.is_asked_about([table for table, score in hand.typed.items() if stored[table] != score])
        hand.page.close()


@pytest.mark.every_engine
@pytest.mark.only_browser("chromium", reason="elsewhere the tool cannot fetch what a page has sent")
def test_what_is_typed_for_a_table_is_stored_there_or_asked_about(open_desk, live_server, complaints):
    check(*play(open_desk, seed=3, tables=8))
    complaints.clear()


@pytest.mark.prove
@pytest.mark.only_browser("chromium", reason="as above")
@each_seed(20)
def test_so_it_is_in_many_rounds(open_desk, live_server, complaints, seed):
    check(*play(open_desk, seed=seed, tables=12))
    complaints.clear()
