"""A tournament of 200 published and its slips and cards printed, beside the least that this takes: `make bench`."""

import os
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

import segno  # noqa: E402
from django.core.management import call_command  # noqa: E402

from tests.benchmarks.clock import machine, measure, report  # noqa: E402
from tournament.archive.format import write_archive  # noqa: E402
from tournament.archive.storing import restore  # noqa: E402
from tournament.exports.cards import cards_pdf  # noqa: E402
from tournament.exports.slips import slips_pdf  # noqa: E402
from tournament.machine.cache import clear_cache  # noqa: E402
from tournament.models import Tournament  # noqa: E402
from tournament.pages.sheets import in_language_of  # noqa: E402
from tournament.paper import marks  # noqa: E402
from tournament.public.drawn import whole_page  # noqa: E402
from tournament.publishing.contents import public_pages, published  # noqa: E402
from tournament.publishing.handing_out import zipped  # noqa: E402
from tournament.queries.players import player_link  # noqa: E402
from tournament.simulation.tournaments import simulate  # noqa: E402

PLAYERS, ROUNDS, REPEATS = 200, 7, 3


def main() -> None:
    print(machine())
    call_command("migrate", verbosity=0)
    tournament = restore(write_archive(simulate("bench", "plain", PLAYERS, ROUNDS), ()), by=None).tournament
    title = f"{PLAYERS} players, {ROUNDS} rounds"
    compare(f"{title}: published", publishing(tournament))
    compare(f"{title}: slips and cards", slips_and_cards(tournament))


def compare(title, contenders):
    report(title, measure(contenders, REPEATS, time.process_time), next(iter(contenders)))


def publishing(tournament: Tournament):
    return {
        "the folder, packed": lambda: packed_anew(tournament),
        "its pages alone, each worked out for itself": lambda: one_by_one(tournament),
    }


def packed_anew(tournament: Tournament) -> None:
    clear_cache()
    published(tournament, lambda files: zipped(files, tournament.slug))


def one_by_one(tournament: Tournament) -> None:
    clear_cache()
    with in_language_of(tournament):
        for page, values in tuple(public_pages(tournament)):
            clear_cache()
            whole_page(page, tournament, values)


def slips_and_cards(tournament: Tournament):
    last = tournament.rounds.order_by("-number").first()
    links = [player_link(entry) for entry in tournament.entries.all()]
    return {
        "segno, the codes alone": lambda: [
            segno.make(link, micro=False, error="m", boost_error=False, mask=marks.MASK) for link in links
        ],
        "slips_pdf, its codes not known yet": lambda: anew(lambda: slips_pdf(last)),
        "slips_pdf, after the first time": lambda: slips_pdf(last),
        "cards_pdf, its codes not known yet": lambda: anew(lambda: cards_pdf(tournament)),
        "cards_pdf, after the first time": lambda: cards_pdf(tournament),
    }


def anew(make) -> None:
    marks.modules.cache_clear()
    make()


if __name__ == "__main__":
    main()
