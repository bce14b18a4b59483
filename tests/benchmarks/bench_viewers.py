"""How many viewers there may be: without anything in front, against a constant, and through one worker of nginx.

Needs `wrk`, and `nginx` for the second part. The load is bounded: few connections, a second at a time.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from threading import Thread

from tests.benchmarks.bench_live import cpu_seconds
from tests.benchmarks.bench_public import evening, open_tables
from tests.benchmarks.clock import machine, spread
from tests.benchmarks.served import PORT, ROOT, serving
from tests.factories import enter_result
from tests.installed import nginx
from tests.ports import lasting_port
from tests.proxy import in_front_of, wait_for
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Tournament
from tournament.public.pages import STANDINGS

PLAYERS, RUNS, LOADED_SECONDS, RESULTS = 200, 10, 8, 5
RATE = re.compile(r"Requests/sec:\s+([\d.]+)")


def requests_per_second(address: str, seconds: int = 1, connections: int = 8) -> float:
    """As many as one thread of `wrk` gets answered."""
    load = ["wrk", "--threads=1", f"--connections={connections}", f"--duration={seconds}s"]
    told = subprocess.run(
        [*load, "--header=Accept-Encoding: gzip", address], capture_output=True, text=True, check=True
    )
    rate = RATE.search(told.stdout)
    if rate is None or "Non-2xx" in told.stdout:
        raise RuntimeError(f"{address}: {told.stdout}")
    return float(rate[1])


def compare(addresses: dict[str, str]) -> None:
    """In turns, so that whatever else the machine does meets all of them; the ratios are to the first."""
    rates: dict[str, list[float]] = {name: [] for name in addresses}
    for _run in range(RUNS):
        for name, address in addresses.items():
            rates[name].append(requests_per_second(address))
    first = next(iter(rates.values()))
    for name, found in rates.items():
        ratio = median(rate / constant for rate, constant in zip(found, first, strict=True))
        print(f"  {name:<24} {median(found):>7,.0f} a second, {ratio:.2f} ×")


@contextmanager
def constant() -> Iterator[tuple[int, int]]:
    """Gives the port of the view that returns a constant, and the id of its process."""
    port = lasting_port()
    command = [sys.executable, "-m", "tests.benchmarks.constant", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL, encoding="utf-8") as process:
        try:
            wait_for(port, process)
            yield port, process.pid
        finally:
            process.terminate()


def without_cache(tournament: Tournament) -> None:
    addresses = addresses_at(PORT, tournament)
    with constant() as (port, _process):
        compare({"a constant": f"http://localhost:{port}/constant/", **addresses})


def addresses_at(port: int, tournament: Tournament) -> dict[str, str]:
    page = f"http://localhost:{port}/de/t/{tournament.slug}/"
    return {"nothing new": f"{page}live/?v={STANDINGS.edition_of(tournament)}", f"standings of {PLAYERS}": page}


def through_nginx(tournament: Tournament, server: int) -> None:
    with tempfile.TemporaryDirectory() as folder, in_front_of(PORT, folder=Path(folder)) as port:
        for name, address in addresses_at(port, tournament).items():
            before, start = cpu_seconds(server), time.monotonic()
            rate = requests_per_second(address, LOADED_SECONDS, connections=64)
            used = (cpu_seconds(server) - before) / (time.monotonic() - start)
            print(f"  {name:<24} {rate:>7,.0f} a second, the program at {used:.3f} of a core")
        idle = [entered(tournament, port)[0] for _result in range(RESULTS)]
        load = Thread(
            target=requests_per_second, args=(addresses_at(port, tournament)[f"standings of {PLAYERS}"], 20, 64)
        )
        load.start()
        time.sleep(1)
        loaded = [entered(tournament, port) for _result in range(RESULTS)]
        load.join()
    print(f"  entering a result: idle {spread(idle, 3)} s, under that load {spread([one for one, _ in loaded], 3)} s")
    print(f"  from then until a poll brings it: {spread([seen for _, seen in loaded], 3)} s")


def entered(tournament: Tournament, port: int) -> tuple[float, float]:
    """Seconds until the next result is entered, and from then until whoever polls through the cache has it."""
    tournament.refresh_from_db()
    seen, start = STANDINGS.edition_of(tournament), time.monotonic()
    enter_result(open_tables(tournament)[0], Result(Outcome.PLAYED, (0, 3)))
    there = time.monotonic()
    poll = HTTPConnection("localhost", port)
    while True:
        poll.request("GET", f"/de/t/{tournament.slug}/live/?v={seen}", headers={"Accept-Encoding": "gzip"})
        answer = poll.getresponse()
        answer.read()
        if answer.status == 200:
            poll.close()
            return there - start, time.monotonic() - there
        time.sleep(0.05)


def missing() -> Sequence[str]:
    return [name for name, there in (("wrk", shutil.which("wrk")), ("nginx", nginx())) if not there]


def main() -> None:
    print(machine())
    if missing():
        print(f"Not measured without {' and '.join(missing())}.")
        return
    tournament = evening(PLAYERS)
    with serving() as server:
        print("\nWithout a cache in front, 8 connections")
        without_cache(tournament)
        print("\nThrough one worker of nginx, 64 connections")
        through_nginx(tournament, server)


if __name__ == "__main__":
    main()
