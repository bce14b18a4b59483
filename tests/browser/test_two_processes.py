"""Two processes of the program on one database behind a real nginx; that one of them dies is noticed by nobody."""

import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException

import pytest
from playwright.sync_api import expect

from tests.faults.conftest import inspect as inspect, tournament_of_all
from tests.faults.server import Server
from tests.faults.writers import Writer, entry, results_on, said_in
from tests.installed import nginx
from tests.proxy import in_front_of
from tournament.models import JournalLine, Round

pytestmark = pytest.mark.skipif(nginx() is None, reason="nginx is not installed")
ENTRIES_OF_A_WRITER = 10
BEFORE_THE_KILL = 8
# In milliseconds: much longer than a busy machine takes, so that only what never comes fails.
AT_THE_LATEST = 300_000


@pytest.fixture
def processes(transactional_db, tmp_path):
    """Two that run, each with a data folder of its own."""
    made = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        made.append(Server(tmp_path / name))
        made[-1].begin()
    for process in made:
        process.wait_until_it_runs()
    yield made
    for process in made:
        process.kill()


@pytest.fixture
def port(processes, tmp_path):
    """Where nginx answers, which asks the one and the other in turn."""
    with in_front_of(*(process.port for process in processes), folder=tmp_path) as own:
        yield own


class Hand:
    """Somebody who enters at one table, and says again what has got no answer."""

    def __init__(self, index, of, *, slug, port):
        self.writer = Writer(f"hand {index}", index, of, slug=slug, port=port)
        self.unanswered = []

    def enter_at(self, key):
        for _entry in range(ENTRIES_OF_A_WRITER):
            stands = results_on(self.whole(self.writer.look))[key]
            result = self.writer.next_result(key)
            try:
                is_answered = self.writer.enter(key, stands, result).status < 500
            except HTTPException:
                self.writer.forget_connection()
                is_answered = False
            if not is_answered:
                self.unanswered.append(entry(key, stands, result))

    def whole(self, look):
        """The page, asked for again where the process was killed in the middle of its answer."""
        while True:
            try:
                return look()
            except HTTPException:
                self.writer.forget_connection()

    def lost_or_doubled(self):
        """What was acknowledged and is not stored, and what is stored and was not said so often."""
        lines = JournalLine.objects.filter(by_name=self.writer.name, action="result_recorded").order_by("version")
        rest, lost = [said_in(line) for line in lines], []
        for said in (said for said in self.writer.acknowledged if said[0] == "result"):
            if said in rest:
                rest.remove(said)
            else:
                lost.append(said)
        for said in self.unanswered:
            if said in rest:
                rest.remove(said)
        return lost, rest


def play(hands, number, process):
    """A round: all enter at once; the process, if one is named, is killed in the middle and started again."""
    keys = list(results_on(hands[0].writer.look()))
    before = sum(len(hand.writer.acknowledged) for hand in hands)
    with ThreadPoolExecutor(len(hands)) as pool:
        entering = [pool.submit(hand.enter_at, key) for hand, key in zip(hands, keys, strict=True)]
        if process:
            while sum(len(hand.writer.acknowledged) for hand in hands) < before + BEFORE_THE_KILL:
                time.sleep(0.01)
            process.kill()
            process.begin()
        for each in entering:
            each.result()
    if process:
        process.wait_until_it_runs()
    hands[0].writer.draw(number + 1)


def look_at(address, new_context):
    """The page at this address in a browser of its own."""
    page = new_context().new_page()
    page.goto(address, timeout=AT_THE_LATEST)
    return page


def test_an_evening_on_two_processes_one_of_them_killed_loses_nothing_and_tells_nothing_twice(
    processes, port, inspect, new_context
):
    tournament = tournament_of_all(entries=8)
    hands = [Hand(index, 4, slug=tournament.slug, port=port) for index in range(4)]
    address = f"http://localhost:{port}/en/t/{tournament.slug}/"
    guest = look_at(address, new_context)

    for number, killed in enumerate((*processes, None), start=1):
        play(hands, number, killed)

    assert [hand.lost_or_doubled() for hand in hands] == [([], [])] * 4
    assert Round.objects.count() == 4
    assert [process.complaints.read_text("utf-8") for process in processes] == ["", ""]
    inspect()
    shown_now = look_at(address, new_context).get_by_role("main").inner_text()
    expect(guest.get_by_role("main")).to_have_text(shown_now, use_inner_text=True, timeout=AT_THE_LATEST)
    for hand in hands:
        hand.writer.forget_connection()
