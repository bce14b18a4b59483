"""Five thousand viewers, each with its connection held open, through nginx as it is documented: `make bench`.

They ask every three seconds, as the pages do, all from this machine: what it takes to ask is more than what it takes to
answer. Then results come in one after the other, and each is followed to the phones that show it.
"""

import asyncio
import resource
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from tests.benchmarks.bench_live import EVERY, Phone, all_open, cpu_seconds, delays_since
from tests.benchmarks.bench_public import evening, open_tables
from tests.benchmarks.clock import machine
from tests.benchmarks.served import PORT, serving
from tests.factories import enter_result
from tests.installed import nginx
from tests.proxy import in_front_of
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Tournament

VIEWERS, PLAYERS, RESULTS, FOLLOWED_SECONDS = 5000, 200, 3, 12
# For the viewers; nginx raises its own.
FILES = VIEWERS + 500


async def watch(tournament: Tournament, port: int, server: int) -> None:
    page = f"/de/t/{tournament.slug}/live/"
    phones = [Phone(page, port) for _viewer in range(VIEWERS)]
    async with all_open(phones):
        await asyncio.sleep(4 * EVERY)
        for pairing in open_tables(tournament)[:RESULTS]:
            before = cpu_seconds(server)
            begun = time.monotonic()
            await asyncio.to_thread(enter_result, pairing, Result(Outcome.PLAYED, (3, 0)))
            await asyncio.sleep(FOLLOWED_SECONDS)
            waits = delays_since(begun, phones)
            used = cpu_seconds(server) - before
            cuts = quantiles(waits, n=100)
            print(
                f"  a result: {median(waits):.2f} s until half of them show it, {cuts[98]:.2f} s until 99 %, "
                f"{max(waits):.2f} s until all; {used:.2f} s of a core for the program"
            )
        opened = sum(phone.connections for phone in phones)
        print(f"  connections opened in all: {opened} for {VIEWERS} viewers")


def main() -> None:
    print(machine())
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if not nginx() or most < FILES:
        print(f"Not measured without nginx and {FILES} open files (ulimit -n; here {most}).")
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    tournament = evening(PLAYERS)
    print(f"\n{VIEWERS} viewers of the standings of {PLAYERS}, asking every {EVERY:.0f} s through one worker of nginx")
    with serving() as server, tempfile.TemporaryDirectory() as folder, in_front_of(PORT, folder=Path(folder)) as port:
        asyncio.run(watch(tournament, port, server))


if __name__ == "__main__":
    main()
