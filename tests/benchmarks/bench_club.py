"""What a club's years cost in time of the processor: 300 evenings, 21,000 results and 500 persons."""

import os
import time
from collections.abc import Callable
from datetime import date, timedelta
from itertools import islice
from random import Random

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402

from tests.benchmarks.clock import machine, measure, report, spread  # noqa: E402
from tournament.actions.clubs import club_called  # noqa: E402
from tournament.archive.club_dump import dump_club  # noqa: E402
from tournament.archive.club_format import read_club  # noqa: E402
from tournament.archive.club_restore import restore_club  # noqa: E402
from tournament.archive.dump import dump  # noqa: E402
from tournament.machine.cache import clear_cache  # noqa: E402
from tournament.models import Club, Entry, Pairing, Person, Round, Season, Tournament  # noqa: E402
from tournament.queries.clubs import named_club  # noqa: E402
from tournament.queries.seasons import years_of  # noqa: E402

EVENINGS, PERSONS, PLAYERS, ROUNDS, REPEATS = 300, 500, 28, 5, 5
FIRST = date(2020, 1, 3)


def club_of_many_years() -> Club:
    """One evening a week; 28 players make 70 results."""
    chance = Random("club")
    club = Club.objects.create(slug="large", name="Large", rates=True)
    persons = [Person.called(f"Player {number}", club) for number in range(PERSONS)]
    Person.objects.bulk_create(persons)
    for number in range(EVENINGS):
        day = FIRST + timedelta(weeks=number)
        evening = Tournament.objects.create(
            club=club, slug=f"evening-{number}", name=f"Evening {number}", date=day, planned_rounds=ROUNDS,
            draw_seed="seed", is_closed=number + 1 < EVENINGS,
        )  # fmt: skip
        there = chance.sample(persons, PLAYERS)
        entries = [Entry(tournament=evening, number=nth, name=one.name, person=one) for nth, one in enumerate(there, 1)]
        Entry.objects.bulk_create(entries)
        play(evening, entries, chance)
    for nth, (begins, ends) in enumerate([(FIRST, FIRST + timedelta(weeks=EVENINGS)), (day, day)]):
        Season.objects.create(club=club, key=f"s{nth}", name=f"Season {nth}", begins=begins, ends=ends, best=20)
    return club


def play(evening: Tournament, entries: list[Entry], chance: Random) -> None:
    """Every round drawn by chance and played; on the last evening the last result is missing."""
    for number in range(1, ROUNDS + 1):
        round_ = Round.objects.create(tournament=evening, number=number, planned_rounds=ROUNDS)
        order = iter(chance.sample(entries, len(entries)))
        pairings = []
        while two := list(islice(order, 2)):
            bye = len(two) == 1
            score = {} if bye else {"first_points": 3, "second_points": chance.randint(0, 2), "outcome": "played"}
            pairings.append(
                Pairing(
                    round=round_,
                    position=len(pairings),
                    table=None if bye else len(pairings) + 1,
                    first=two[0],
                    second=None if bye else two[1],
                    **(score or {"outcome": "bye"}),
                )
            )
        Pairing.objects.bulk_create(pairings)
    if not evening.is_closed:
        Pairing.objects.filter(round=round_, table=1).update(outcome="pending", first_points=None, second_points=None)


def timed(act: Callable[[], object], before: Callable[[], object] = lambda: None) -> list[float]:
    spent = []
    for _repeat in range(REPEATS):
        before()
        start = time.process_time()
        act()
        spent.append(time.process_time() - start)
    return spent


def main() -> None:
    print(machine())
    call_command("migrate", verbosity=0)
    club = club_of_many_years()
    browser = Client()
    print(f"{EVENINGS} evenings, {Pairing.objects.filter(second__isnull=False).count()} results, {PERSONS} persons")

    def next_result() -> None:
        latest = Tournament.objects.order_by("-date")[0]
        Tournament.objects.filter(pk=latest.pk).update(version=latest.version + 1)

    def whole_rating() -> None:
        found = named_club(club.slug)
        assert found
        assert years_of(found).ratings

    def drawn(address: str, before: Callable[[], object]) -> Callable[[], object]:
        def draw() -> None:
            before()
            assert browser.get(address).status_code == 200

        return draw

    print(f"  whole rating, nothing kept          {spread(timed(whole_rating, clear_cache))} s")
    print(f"  whole rating after one more result  {spread(timed(whole_rating, next_result))} s")
    season, standings = "/de/c/large/season/s0/", f"/de/t/evening-{EVENINGS - 1}/"
    pages = {
        "standings page": standings,
        "season page": season,
        "its chart": f"{season}course/",
        "ratings": "/de/c/large/ratings/",
        "club page": "/de/c/large/",
    }
    for title, before in {"Nothing kept": clear_cache, "After one more result": next_result}.items():
        contenders = {name: drawn(address, before) for name, address in pages.items()}
        report(title, measure(contenders, REPEATS, time.process_time), floor="standings page")
    warm = {
        name: lambda address=address: [browser.get(address) for _time in range(100)] for name, address in pages.items()
    }
    report("Warm, a hundred times", measure(warm, 2 * REPEATS, time.process_time), floor="standings page")
    data = dump_club(club)
    moving = {
        "every evening written alone": lambda: [dump(each) for each in club.tournaments.all()],
        "file of the club written": lambda: dump_club(club),
        "file of the club read in": lambda: read_in(data),
    }
    report("The club moves", measure(moving, 3, time.process_time), floor="every evening written alone")


def read_in(data: bytes) -> None:
    """Into a club without a name, and out again."""
    with transaction.atomic():
        restore_club(read_club(data), club_called("copy"), by=None)
        transaction.set_rollback(True)


if __name__ == "__main__":
    main()
