"""What the pages for everyone cost, in bytes and in time of the processor, and how soon a slow phone shows one."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.clock import machine, spread
from tests.benchmarks.served import URL, serving

# The tournaments are those of the served folder.
from tests.factories import draw_next_round, enter_result, make_tournament
from tests.installed import chromium
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.machine.cache import clear_cache
from tournament.models import Pairing, Tournament
from tournament.public import pages as public
from tournament.public.drawn import news, whole_page

PHONES, PLAYERS, LARGE, REPEATS = 40, 14, 200, 5
# A phone of some years ago at the edge of the Wi-Fi: bytes a second, milliseconds there and back, times slower.
SLOW_LINE = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
SLOW_PROCESSOR = {"rate": 4}
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
BYTES = """[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, one) => sum + one.transferSize, 0)"""


def evening(players: int) -> Tournament:
    """Two rounds are played, of the third every table but the first ten is in."""
    tournament = make_tournament(players, played=2, name=f"{players} players")
    for pairing in open_tables(tournament, draw_next_round(tournament).number)[10:]:
        enter_result(pairing, Result(Outcome.PLAYED, (3, 1)))
    return Tournament.objects.get(pk=tournament.pk)


def open_tables(tournament: Tournament, number: int = 3) -> list[Pairing]:
    """The tables of the round without a result."""
    pairings = Pairing.objects.filter(round__tournament=tournament, round__number=number)
    return list(pairings.filter(outcome=Outcome.PENDING, second__isnull=False).order_by("table"))


def weigh(tournament: Tournament) -> None:
    """Bytes over the wire, compressed."""
    pages = (("standings", public.STANDINGS, {}), ("round", public.ROUND, {"number": 3}))
    first = [whole_page(page, tournament, values) for _name, page, values in pages]
    seen = [page.edition_of(tournament) for _name, page, _values in pages]
    enter_result(open_tables(tournament)[0], Result(Outcome.PLAYED, (0, 3)))
    tournament.refresh_from_db()
    for (name, page, values), whole, version in zip(pages, first, seen, strict=True):
        new = news(page, tournament, values, version)
        assert whole is not None
        assert new is not None
        print(f"  {name:<12} first page {len(whole.zipped):>7,} bytes, news of one result {len(new.zipped):>6,} bytes")


def compare(tournament: Tournament) -> None:
    """The time of the processor until all phones have one result."""
    browser = Client()

    def ask(*, is_kept: bool) -> Callable[[], None]:
        def for_all() -> None:
            tournament.refresh_from_db()
            seen = tournament.version
            browser.get(f"/de/t/{tournament.slug}/")
            enter_result(open_tables(tournament)[0], Result(Outcome.PLAYED, (0, 3)))
            start = time.process_time()
            for _phone in range(PHONES):
                if not is_kept:
                    clear_cache()
                browser.get(f"/de/t/{tournament.slug}/live/", {"v": seen})
            spent.append(time.process_time() - start)

        return for_all

    for name, is_kept in (("drawn once", True), ("drawn for each", False)):
        spent: list[float] = []
        for _repeat in range(3):
            ask(is_kept=is_kept)()
        print(f"  {name:<16} {spread(spent)} s")


def paint(browser: Browser, tournament: Tournament) -> None:
    """Milliseconds until a slow phone shows something: of a first visit, and of the next page."""
    first, next_page, weights = [], [], []
    for _repeat in range(REPEATS):
        with slow_phone(browser) as page:
            page.goto(f"{URL}/de/t/{tournament.slug}/")
            first.append(first_paint(page))
            weights.append(page.evaluate(BYTES))
            page.goto(f"{URL}/de/t/{tournament.slug}/rounds/3/")
            next_page.append(first_paint(page))
    print(f"  {tournament.name:<12} first visit {spread(first, 0)} ms, {weights[0]:,} bytes with styles and scripts;")
    print(f"  {'':<12} next page {spread(next_page, 0)} ms")


def first_paint(page: Page) -> float:
    """In milliseconds since the address was opened; a page may be loaded before it is painted."""
    while (painted := page.evaluate(FIRST_PAINT)) is None:
        page.wait_for_timeout(50)
    return float(painted)


@contextmanager
def slow_phone(browser: Browser) -> Iterator[Page]:
    """A page of a phone that has never been here."""
    context = browser.new_context(viewport={"width": 390, "height": 700}, is_mobile=True, has_touch=True)
    page = context.new_page()
    control = context.new_cdp_session(page)
    control.send("Network.enable")
    control.send("Network.emulateNetworkConditions", SLOW_LINE)
    control.send("Emulation.setCPUThrottlingRate", SLOW_PROCESSOR)
    yield page
    context.close()


def main() -> None:
    print(machine())
    few, many = evening(PLAYERS), evening(LARGE)
    print(f"\n{LARGE} players")
    weigh(many)
    print(f"\n{LARGE} players, {PHONES} phones ask for the news of one result: time of the processor")
    compare(many)
    print("\nFirst paint on a phone at 400 kbit/s, 400 ms there and back, with a processor four times slower")
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with serving(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=as_root)
        for tournament in (few, many):
            paint(browser, tournament)
        browser.close()


if __name__ == "__main__":
    main()
