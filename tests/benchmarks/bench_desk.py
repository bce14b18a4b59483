"""What a result costs the server at the desk, answered with the whole round or with what has changed: `make bench`.

Both are asked for in turn in one run, with the writing of the result in either; the ratio is what counts. So are the
first page of a round that anybody asks for after a change, and the page of whoever asks next.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="backgammon-swiss-bench-"))
os.environ |= {
    "DATA_DIR": str(FOLDER),
    "DATABASE_URL": f"sqlite:///{FOLDER}/tournaments.sqlite3",
    "PUBLIC_URL": "http://localhost",
    "DJANGO_SETTINGS_MODULE": "tournament.settings",
    "ALLOWED_HOSTS": "*",
}

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from tests.benchmarks.clock import machine, measure, report  # noqa: E402
from tests.factories import draw_next_round, make_director, make_tournament  # noqa: E402
from tournament.machine.cache import clear_cache  # noqa: E402
from tournament.models import Pairing, Round, Tournament  # noqa: E402
from tournament.queries.editions import Shows, edition_of  # noqa: E402

PLAYERS, PLAYED, REPEATS = 200, 3, 25
TABLES, PAGES = 200, 7


def entries(round_: Round) -> Iterator[Pairing]:
    """The tables of the round, one after the other."""
    return Pairing.objects.filter(round=round_, second__isnull=False).order_by("table").iterator()


def entering(browser: Client, tables: Iterator[Pairing], sizes: list[int], *, behind: int) -> Callable[[], None]:
    """Enters the next result from a page that is so many versions behind."""

    def enter() -> None:
        pairing = next(tables)
        tournament = Tournament.objects.get()
        data = {
            "seen": "pending///",
            "typed": "3 1",
            "v": edition_of(tournament, Shows.GAMES) if not behind else "0",
            "since": 1,
        }
        address = reverse("result", args=[tournament.slug, pairing.pk])
        answer = browser.post(address, data, headers={"HX-Request": "true", "Host": "localhost"})
        assert answer.status_code == 200, answer
        sizes.append(len(answer.content))

    return enter


def main() -> None:
    print(machine())
    call_command("migrate", verbosity=0)
    tables = entries(draw_next_round(make_tournament(PLAYERS, played=PLAYED)))
    browser = Client()
    browser.force_login(make_director(), backend="django.contrib.auth.backends.ModelBackend")
    sizes: dict[str, list[int]] = {"the whole round": [], "what has changed": []}
    contenders = {
        name: entering(browser, tables, kept, behind=behind)
        for (name, kept), behind in zip(sizes.items(), (1, 0), strict=True)
    }
    for enter in contenders.values():
        enter()
    seconds = measure(contenders, REPEATS, clock=time.process_time)
    report(f"a result at {PLAYERS} players, processor time", seconds, floor="the whole round")
    for name, kept in sizes.items():
        print(f"  {name:<44} {max(kept) / 1000:>10.1f} kB at most")
    open_pages(browser)


def open_pages(browser: Client) -> None:
    """What it takes to open the page of a round of many tables, and to open it again."""
    round_ = draw_next_round(make_tournament(2 * TABLES, played=PLAYED, name="Large"))
    address = reverse("desk_round", args=[round_.tournament.slug, round_.number])

    def opened() -> None:
        answer = browser.get(address, headers={"Host": "localhost"})
        assert answer.status_code == 200, answer

    def first() -> None:
        clear_cache()
        opened()

    opened()
    seconds = measure({"the first page": first, "the next one": opened}, PAGES, clock=time.process_time)
    report(f"the page of a round of {TABLES} tables, processor time", seconds, floor="the first page")


if __name__ == "__main__":
    main()
