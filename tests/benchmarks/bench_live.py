"""A room full of phones beside one running server, and what their asking costs it: `make bench`.

Every phone holds its connection open and asks every three seconds, as the pages do. Then results come in one after
the other, and each is followed to the last phone that shows it.
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

from tests.benchmarks.clock import machine, spread
from tests.benchmarks.served import PORT, URL, serving

# The tournaments are those of the served folder.
from tests.factories import draw_next_round, enter_result, make_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Pairing, Tournament
from tournament.queries.players import player_link

PHONES, PLAYERS, EVERY, QUIET_SECONDS, RESULTS, BETWEEN_RESULTS = 200, 64, 3.0, 30, 5, 6
TICKS = os.sysconf("SC_CLK_TCK")
VERSION = re.compile(rb'name="v" value="((\d+)[^"]*)"')


@dataclass
class Phone:
    """One open page: its address, the version it shows, and since when."""

    path: str
    port: int = PORT
    seen: str = "0"
    connections: int = 0
    shown_at: dict[int, float] = field(default_factory=dict)

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
        writer.write(f"{question}Accept-Encoding: gzip\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        body = await reader.readexactly(int(length[1])) if length else b""
        body = decompress(body) if b"gzip" in head else body
        if found := VERSION.search(body):
            self.seen = found[1].decode()
            self.shown_at[int(found[2])] = time.monotonic()
        elif int(head.split()[1]) not in (200, 204) or body:
            raise RuntimeError(f"{self.path}: {head!r}")


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
            tournament.refresh_from_db()
            await asyncio.sleep(BETWEEN_RESULTS)
            delays.append(max(phone.shown_at.get(tournament.version, float("inf")) for phone in phones) - said_at)
            costs.append(cpu_seconds(server) - before)
        opened = sum(phone.connections for phone in phones)
        print(f"  connections opened in all: {opened}")
        print(f"  a result until the last of {PHONES} phones shows it: {spread(delays)} s")
        print(f"  what it costs the server, the asking of {BETWEEN_RESULTS} s included: {spread(costs)} s of a core")


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
    entries = tournament.entries.select_related("tournament").order_by("number")
    private = [f"/de{player_link(entry).removeprefix(URL)}" for entry in entries]
    with serving() as server:
        for title, paths in (("standings and round", public), ("private pages", private)):
            print(f"\n{PLAYERS} players, {PHONES} phones with connections held open: {title}")
            asyncio.run(measure(tournament, server, paths))
            open_again(tournament)


def open_again(tournament: Tournament) -> None:
    nothing = {"outcome": Outcome.PENDING.value, "first_points": None, "second_points": None}
    Pairing.objects.filter(round__tournament=tournament, round__number=3, second__isnull=False).update(**nothing)


if __name__ == "__main__":
    main()
