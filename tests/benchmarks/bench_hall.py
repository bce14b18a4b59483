"""A full hall: 480 players, 400 phones that ask every three seconds, 7 people who enter results at once: `make bench`.

300 phones show the private page of a player, 100 what everybody sees. A result comes every 0.4 seconds, so the whole
round within a minute and a half; who is answered late sends the next one at once. Told are the seconds from a result
being sent to its answer, as one of the seven waits for it; how long polls wait; and what the program takes of a core,
which a busy machine leaves as it is: for a poll that brings nothing new beside a bare view in the same run, and for
each result and all who look at it; and its memory in the end. The first result of each comes to a program that has just
been started; it is told apart.
"""

import asyncio
import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from os import getloadavg
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client

from tests.benchmarks.bench_live import VERSION as SEEN, Phone, all_open, cpu_seconds, private_pages
from tests.benchmarks.bench_viewers import constant
from tests.benchmarks.clock import machine
from tests.benchmarks.served import PORT, serving
from tests.factories import draw_next_round, make_director, make_tournament
from tournament.models import Pairing, Tournament

PLAYERS, PLAYED, PRIVATE, PUBLIC, HANDS, A_RESULT_EVERY, QUIET, POLLS = 480, 3, 300, 100, 7, 0.4, 15, 500
VERSION = re.compile(r'name="v" value="([^"]+)"')
COOKIE = "a" * 32


def pages_of(tournament: Tournament) -> Sequence[str]:
    """The address that each phone polls: standings, the round and the own seat for those without a private page."""
    public = [
        (
            f"/de/t/{tournament.slug}/live/",
            f"/de/t/{tournament.slug}/rounds/{PLAYED + 1}/live/",
            f"/de/t/{tournament.slug}/players/{number + 1}/seat/",
        )[number % 3]
        for number in range(PUBLIC)
    ]
    return [*private_pages(tournament)[:PRIVATE], *public]


def hand(slug: str, session: str, keys: Sequence[int], begins_at: float, waits: list[float]) -> None:
    """Enters one result after the other in turn with the other hands, from the page as it was answered last."""
    asking = HTTPConnection("localhost", PORT, timeout=60)
    headers = {
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={COOKIE}",
        "Content-Type": "application/x-www-form-urlencoded",
        "HX-Request": "true",
        "Accept-Encoding": "identity",
    }
    asking.request("GET", f"/t/{slug}/desk/rounds/{PLAYED + 1}/", headers={"Cookie": headers["Cookie"]})
    known = VERSION.findall(asking.getresponse().read().decode())[-1]
    for nth, key in enumerate(keys):
        time.sleep(max(0, begins_at + nth * HANDS * A_RESULT_EVERY - time.monotonic()))
        sent = {"seen": "pending///", "typed": "3 1", "v": known, "since": 1, "csrfmiddlewaretoken": COOKIE}
        begun = time.monotonic()
        asking.request("POST", f"/t/{slug}/desk/results/{key}/", urlencode(sent), headers)
        answer = asking.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, (answer.status, text[:200])
        waits.append(time.monotonic() - begun)
        found = VERSION.search(text)
        known = found[1] if found else known


def polls_cost(server: int, port: int, address: str) -> float:
    """Milliseconds of a core for each of many requests for this address on one connection."""
    asking, before = HTTPConnection("localhost", port, timeout=60), cpu_seconds(server)
    for _poll in range(POLLS):
        asking.request("GET", address, headers={"HX-Request": "true", "Accept-Encoding": "gzip"})
        asking.getresponse().read()
    return (cpu_seconds(server) - before) / POLLS * 1000


def megabytes(server: int) -> tuple[int, int]:
    """The memory of a process now, and the most that it has had."""
    lines = Path(f"/proc/{server}/status").read_text().splitlines()
    kilobytes = {name: int(value.split()[0]) for name, value in (line.split(":", 1) for line in lines if "kB" in line)}
    return kilobytes["VmRSS"] // 1024, kilobytes["VmHWM"] // 1024


def version_of(address: str) -> str:
    asking = HTTPConnection("localhost", PORT, timeout=60)
    asking.request("GET", f"{address}?v=0", headers={"HX-Request": "true"})
    return SEEN.findall(asking.getresponse().read())[-1].decode()


async def fill(server: int, tournament: Tournament, session: str, keys: Sequence[int]) -> None:
    entered: list[list[float]] = [[] for _hand in range(HANDS)]
    phones = [Phone(address) for address in pages_of(tournament)]
    async with all_open(phones):
        await asyncio.sleep(QUIET)
        before = cpu_seconds(server)
        await asyncio.sleep(QUIET)
        quiet = (cpu_seconds(server) - before) / QUIET
        begun, before = time.monotonic(), cpu_seconds(server)
        with ThreadPoolExecutor(HANDS) as hands:
            await asyncio.gather(
                *(
                    asyncio.get_running_loop().run_in_executor(
                        hands,
                        hand,
                        tournament.slug,
                        session,
                        keys[number::HANDS],
                        begun + number * A_RESULT_EVERY,
                        entered[number],
                    )
                    for number in range(HANDS)
                )
            )
        passed, used = time.monotonic() - begun, cpu_seconds(server) - before
    first, then = [waits[0] for waits in entered], [wait for waits in entered for wait in waits[1:]]
    asked = [wait for phone in phones for at, wait in phone.waits if at > begun]
    print(f"  the first result of each hand: {min(first):.3f} to {max(first):.3f} s")
    for name, waits in (("a result, until its answer", then), ("a poll, until its answer", asked)):
        cuts = quantiles(waits, n=100)
        print(f"  {name:<28} {len(waits):>5}: {median(waits):.3f} s in the median, 99 % within {cuts[98]:.3f} s")
    more = (used - quiet * passed) / len([*first, *then]) * 1000
    held, most = megabytes(server)
    print(f"  the process holds {held} MB, and held {most} MB at most")
    print(f"  {quiet:.3f} of a core for {len(phones)} phones without news; for each result {more:.0f} ms more")


def main() -> None:
    print(f"{machine()}; load {getloadavg()[0]:.1f}")
    round_ = draw_next_round(make_tournament(PLAYERS, played=PLAYED))
    tournament, browser = Tournament.objects.get(), Client()
    browser.force_login(make_director(), backend="django.contrib.auth.backends.ModelBackend")
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    open_matches = Pairing.objects.filter(round=round_, second__isnull=False).order_by("table")
    keys = list(open_matches.values_list("pk", flat=True))
    with serving() as server:
        own = pages_of(tournament)[0]
        poll = f"{own}?v={version_of(own)}"
        with constant() as (port, bare):
            for _turn in range(3):
                plain, unchanged = polls_cost(bare, port, "/constant/"), polls_cost(server, PORT, poll)
                print(f"  a poll without news {unchanged:.2f} ms of a core, a bare view {plain:.2f} ms")
        asyncio.run(fill(server, tournament, session, keys))


if __name__ == "__main__":
    main()
