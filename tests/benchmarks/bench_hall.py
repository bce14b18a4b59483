"""A full hall: 400 players, 60 phones that ask every three seconds, 7 people who enter results at once: `make bench`.

Seconds from a result being sent to its answer, as one of the seven waits for it, and what the program takes of a core
meanwhile for each result, which a busy machine leaves as it is. The first result of each comes to a program that has
just been started and is asked by everybody at once; it is told apart.
"""

import gzip
import re
import threading
import time
from http.client import HTTPConnection
from random import Random
from statistics import median, quantiles
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client

from tests.benchmarks.bench_live import cpu_seconds
from tests.benchmarks.clock import machine
from tests.benchmarks.served import PORT, serving
from tests.factories import draw_next_round, make_director, make_tournament
from tournament.models import Pairing, Tournament

PLAYERS, PLAYED, PHONES, HANDS, SECONDS, PAUSE = 400, 3, 60, 7, 30, 3
VERSION = re.compile(r'name="v" value="([^"]+)"')
COOKIE = "a" * 32


def phone(slug: str, number: int, until: float, waits: list[float], chance: Random) -> None:
    """Asks for news of the standings, of the round, or of its own seat, each time with what it knows."""
    pages = (f"/de/t/{slug}/live/", f"/de/t/{slug}/rounds/{PLAYED + 1}/live/", f"/de/t/{slug}/players/{number}/seat/")
    page, known = pages[number % 3], ""
    asking = HTTPConnection("localhost", PORT, timeout=60)
    time.sleep(chance.random() * PAUSE)
    while time.monotonic() < until:
        begun = time.monotonic()
        asking.request("GET", f"{page}?v={known}", headers={"Accept-Encoding": "gzip"})
        answer = asking.getresponse()
        text = gzip.decompress(answer.read() or gzip.compress(b"")).decode()
        waits.append(time.monotonic() - begun)
        found = VERSION.search(text)
        known = found[1] if found else known
        time.sleep(PAUSE)


def hand(slug: str, session: str, keys: list[int], until: float, waits: list[float]) -> None:
    """Enters one result after the other, from the page as it was answered last."""
    asking = HTTPConnection("localhost", PORT, timeout=60)
    headers = {
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={COOKIE}",
        "Content-Type": "application/x-www-form-urlencoded",
        "HX-Request": "true",
        "Accept-Encoding": "identity",
    }
    asking.request("GET", f"/t/{slug}/desk/rounds/{PLAYED + 1}/", headers={"Cookie": headers["Cookie"]})
    known = VERSION.findall(asking.getresponse().read().decode())[-1]
    for key in keys:
        if time.monotonic() > until:
            break
        sent = {"seen": "pending///", "typed": "3 1", "v": known, "since": 1, "csrfmiddlewaretoken": COOKIE}
        begun = time.monotonic()
        asking.request("POST", f"/t/{slug}/desk/results/{key}/", urlencode(sent), headers)
        answer = asking.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, (answer.status, text[:200])
        waits.append(time.monotonic() - begun)
        found = VERSION.search(text)
        known = found[1] if found else known
        # Somebody takes the next slip.
        time.sleep(1)


def main() -> None:
    print(machine())
    round_ = draw_next_round(make_tournament(PLAYERS, played=PLAYED))
    tournament, browser = Tournament.objects.get(), Client()
    browser.force_login(make_director(), backend="django.contrib.auth.backends.ModelBackend")
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    keys = list(
        Pairing.objects.filter(round=round_, second__isnull=False).order_by("table").values_list("pk", flat=True)
    )
    entered: list[list[float]] = [[] for _hand in range(HANDS)]
    asked: list[float] = []
    with serving() as server:
        until, before = time.monotonic() + SECONDS, cpu_seconds(server)
        work = [
            threading.Thread(target=phone, args=(tournament.slug, number + 1, until, asked, Random(number)))
            for number in range(PHONES)
        ] + [
            threading.Thread(target=hand, args=(tournament.slug, session, keys[number::HANDS], until, entered[number]))
            for number in range(HANDS)
        ]
        for one in work:
            one.start()
        for one in work:
            one.join()
        used = cpu_seconds(server) - before
    first, then = [waits[0] for waits in entered], [wait for waits in entered for wait in waits[1:]]
    print(f"  the first result of each hand, just after the start: {min(first):.3f} to {max(first):.3f} s")
    for name, waits in (("a result, until its answer", then), ("news for a phone", asked)):
        cuts = quantiles(waits, n=100)
        print(f"  {name:<28} {len(waits):>5}: {median(waits):.3f} s in the median, 99 % within {cuts[98]:.3f} s")
    print(f"  processor time for a result and all who look at it: {used / len([*first, *then]) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
