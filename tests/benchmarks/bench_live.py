"""A room full of phones beside one running server, and what their asking costs it: `make bench`.

Every phone holds its connection open and asks every three seconds, as the pages do. Then results come in one after
the other, and each is followed to the last phone that shows it. At last a round is drawn for as many players as there
are phones, each with the private page of one.
"""

import asyncio
import os
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from gzip import decompress
from pathlib import Path
from statistics import median, quantiles

from tests.benchmarks.clock import machine, spread
from tests.benchmarks.served import PORT, URL, serving

# The tournaments are those of the served folder.
from tests.factories import draw_next_round, enter_result, make_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Pairing, Tournament
from tournament.queries.players import player_link

PHONES, PLAYERS, EVERY, QUIET_SECONDS, RESULTS, BETWEEN_RESULTS = 200, 64, 3.0, 30, 5, 6
DRAWS, FOLLOWED_SECONDS = 3, 12
TICKS = os.sysconf("SC_CLK_TCK")
VERSION = re.compile(rb'name="v" value="([^"]+)"')


@dataclass
class Phone:
    """One open page: its address, the version it shows, and since when."""

    path: str
    port: int = PORT
    seen: str = "0"
    connections: int = 0
    news_at: list[float] = field(default_factory=list)
    waits: list[tuple[float, float]] = field(default_factory=list)
    """When it asked, and how long until its answer was there."""

    async def live(self, wait: float) -> None:
        """Ask as a browser does: on the connection that is held open, or on a new one where it was closed."""
        await asyncio.sleep(wait)
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            self.connections += 1
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    await self.ask(reader, writer)
                    await asyncio.sleep(EVERY)
            writer.close()

    async def ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        question = f"GET {self.path}?v={self.seen} HTTP/1.1\r\nHost: localhost\r\nHX-Request: true\r\n"
        begun = time.monotonic()
        writer.write(f"{question}Accept-Encoding: gzip\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        body = await reader.readexactly(int(length[1])) if length else b""
        self.waits.append((begun, time.monotonic() - begun))
        body = decompress(body) if b"gzip" in head else body
        if found := VERSION.search(body):
            self.seen = found[1].decode()
            self.news_at.append(time.monotonic())
        elif int(head.split()[1]) not in (200, 204):
            raise RuntimeError(f"{self.path}: {head!r}")


def delays_since(begun: float, phones: Sequence[Phone]) -> list[float]:
    """How long each phone took to show something new since then; a private page only where it shows what changed."""
    return [found - begun for phone in phones if (found := next((at for at in phone.news_at if at > begun), None))]


async def measure(tournament: Tournament, server: int, paths: Sequence[str]) -> None:
    phones = [Phone(paths[number % len(paths)]) for number in range(PHONES)]
    async with all_open(phones):
        await asyncio.sleep(2 * EVERY)
        before, start = cpu_seconds(server), time.monotonic()
        await asyncio.sleep(QUIET_SECONDS)
        used, passed = cpu_seconds(server) - before, time.monotonic() - start
        print(f"  nothing new: {used / passed:.3f} of a core for {PHONES} phones over {passed:.0f} s")
        delays, costs = [], []
        for pairing in Pairing.objects.filter(
            round__tournament=tournament, round__number=3, table__lte=RESULTS
        ).order_by("table"):
            before, said_at = cpu_seconds(server), time.monotonic()
            await asyncio.to_thread(enter_result, pairing, Result(Outcome.PLAYED, (3, 1)))
            await asyncio.sleep(BETWEEN_RESULTS)
            delays.append(max(delays_since(said_at, phones)))
            costs.append(cpu_seconds(server) - before)
        opened = sum(phone.connections for phone in phones)
        print(f"  connections opened in all: {opened}")
        print(f"  a result until the last phone that has news of it shows it: {spread(delays)} s")
        print(f"  what it costs the server, the asking of {BETWEEN_RESULTS} s included: {spread(costs)} s of a core")


async def follow_draws(tournament: Tournament, server: int) -> None:
    """Each phone shows the private page of another player, so nothing is drawn once for all."""
    phones = [Phone(path) for path in private_pages(tournament)]
    async with all_open(phones):
        await asyncio.sleep(3 * EVERY)
        for _draw in range(DRAWS):
            await asyncio.to_thread(enter_all, tournament)
            await asyncio.sleep(FOLLOWED_SECONDS)
            before, begun = cpu_seconds(server), time.monotonic()
            await asyncio.to_thread(draw_next_round, tournament)
            drawn_at = time.monotonic()
            await asyncio.sleep(FOLLOWED_SECONDS)
            used = cpu_seconds(server) - before
            waits = [wait for phone in phones for asked, wait in phone.waits if asked > begun]
            shown = delays_since(drawn_at, phones)
            print(
                f"  a round drawn in {drawn_at - begun:.2f} s: an answer after {median(waits):.3f} s in the median, "
                f"99 % within {quantiles(waits, n=100)[98]:.2f} s; shown by 99 % after "
                f"{quantiles(shown, n=100)[98]:.2f} s; {used:.2f} s of a core for the program"
            )


def enter_all(tournament: Tournament) -> None:
    for pairing in Pairing.objects.filter(
        round__tournament=tournament, outcome=Outcome.PENDING, second__isnull=False
    ).order_by("table"):
        enter_result(pairing, Result(Outcome.PLAYED, (3, pairing.table % 3)))


def private_pages(tournament: Tournament) -> Sequence[str]:
    entries = tournament.entries.select_related("tournament").order_by("number")
    return [f"/de{player_link(entry).removeprefix(URL)}" for entry in entries]


@asynccontextmanager
async def all_open(phones: Sequence[Phone]) -> AsyncIterator[None]:
    """Every phone asks, spread over the three seconds; one that fails ends the measurement."""
    async with asyncio.TaskGroup() as room:
        tasks = [room.create_task(phone.live(EVERY * nth / len(phones))) for nth, phone in enumerate(phones)]
        yield
        for task in tasks:
            task.cancel()


def cpu_seconds(pid: int) -> float:
    """What the process has used of a core so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def main() -> None:
    print(machine())
    tournament = make_tournament(PLAYERS, played=2)
    draw_next_round(tournament)
    tournament.refresh_from_db()
    public = [
        f"/{language}/t/{tournament.slug}/{place}live/" for language in ("de", "en") for place in ("", "rounds/3/")
    ]
    hall = make_tournament(PHONES, played=2, planned_rounds=2 + DRAWS)
    with serving() as server:
        for title, paths in (("standings and round", public), ("private pages", private_pages(tournament))):
            print(f"\n{PLAYERS} players, {PHONES} phones with connections held open: {title}")
            asyncio.run(measure(tournament, server, paths))
            open_again(tournament)
        print(f"\n{PHONES} players, each with a phone on the own private page: a round is drawn")
        asyncio.run(follow_draws(hall, server))


def open_again(tournament: Tournament) -> None:
    nothing = {"outcome": Outcome.PENDING.value, "first_points": None, "second_points": None}
    Pairing.objects.filter(round__tournament=tournament, round__number=3, second__isnull=False).update(**nothing)


if __name__ == "__main__":
    main()
